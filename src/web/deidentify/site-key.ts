// The key of made-up values: made in the tab, and kept beyond the view only if a person asks for it, until the tab is closed.

const NAME = 'deidentify-key'
const BYTES = 32

/** 256 random bits, in the form that the tools read. */
export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return `base64:${btoa(String.fromCharCode(...bytes))}`
}

export function readStoredKey(): string | undefined {
  try {
    return sessionStorage.getItem(NAME) ?? undefined
  } catch {
    // The browser forbids storage.
    return undefined
  }
}

/** @param key undefined to forget it @returns false if the browser forbids it */
export function keepKey(key: string | undefined): boolean {
  try {
    if (key === undefined) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, key)
    return true
  } catch {
    return false
  }
}
