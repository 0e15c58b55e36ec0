// Tools that a person has marked: their ids alone are kept in the browser, and nothing if none is marked.
import { keepValue, readKept } from '../kept-value.ts'

const NAME = 'favourites'

export function readFavourites(): readonly string[] {
  try {
    const kept = JSON.parse(readKept('localStorage', NAME) ?? '[]') as unknown
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** If the browser keeps nothing, the mark ends with the page. */
export function keepFavourites(ids: readonly string[]): void {
  keepValue('localStorage', NAME, ids.length === 0 ? undefined : JSON.stringify(ids))
}
