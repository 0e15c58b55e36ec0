// The few values that a person keeps in the browser. If its storage is blocked or full, nothing is kept, and the page works without it.

type Place = 'localStorage' | 'sessionStorage'

export function readKept(place: Place, name: string): string | undefined {
  try {
    return globalThis[place].getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** @param value undefined to forget it @returns false if the browser refuses */
export function keepValue(place: Place, name: string, value: string | undefined): boolean {
  try {
    if (value === undefined) globalThis[place].removeItem(name)
    else globalThis[place].setItem(name, value)
    return true
  } catch {
    return false
  }
}
