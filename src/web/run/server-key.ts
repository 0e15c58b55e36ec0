// The key for runs on the server: in memory, and beyond a reload of this tab only where the person asks for it.

const NAME = 'api-key'

export function readKey(): string {
  return storage()?.getItem(NAME) ?? ''
}

/** @param kept whether it stays for this tab until it is closed */
export function keepKey(key: string, kept: boolean): void {
  if (kept && key !== '') storage()?.setItem(NAME, key)
  else storage()?.removeItem(NAME)
}

/** Undefined where the browser forbids it. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
