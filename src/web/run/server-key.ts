// The key for runs on the server: in memory, and beyond a reload of this tab only where the person asks for it.
import { keepValue, readKept } from '../kept-value.ts'

const NAME = 'api-key'

export function readKey(): string {
  return readKept('sessionStorage', NAME) ?? ''
}

/** @param kept whether it stays for this tab until it is closed @returns false if the browser did not keep it */
export function keepKey(key: string, kept: boolean): boolean {
  return keepValue('sessionStorage', NAME, kept && key !== '' ? key : undefined)
}
