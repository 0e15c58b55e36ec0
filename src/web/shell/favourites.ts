// Tools that a person has marked: their ids alone are kept in the browser, and nothing if none is marked.

const NAME = 'favourites'

export function readFavourites(): readonly string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? '[]') as unknown
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Does nothing if the browser forbids storage or has no space for it: the mark then ends with the page. */
export function keepFavourites(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(NAME)
    else localStorage.setItem(NAME, JSON.stringify(ids))
  } catch {
    // The marks stay in memory.
  }
}
