// The key of made-up values: made in the tab, and kept beyond the view only if a person asks for it, until the tab is closed.
import { keepValue, readKept } from '../kept-value.ts'

const NAME = 'deidentify-key'
const BYTES = 32

/** 256 random bits, in the form that the tools read. */
export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return `base64:${btoa(String.fromCharCode(...bytes))}`
}

export function readStoredKey(): string | undefined {
  return readKept('sessionStorage', NAME)
}

/** @param key undefined to forget it @returns false if the browser forbids it */
export function keepKey(key: string | undefined): boolean {
  return keepValue('sessionStorage', NAME, key)
}
