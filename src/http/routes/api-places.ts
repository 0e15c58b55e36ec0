// Where the API is, and where what its errors mean is explained.

export interface ApiPlaces {
  /** A path before everything that is served, without a slash at its end; empty: none. */
  readonly basePath: string
  /** What stands before the code of a problem in its `type`. */
  readonly problemBase: string
}

export const USUAL_PROBLEM_BASE = '/v1/problems/'

/** @param explanations address of the site's own explanations; null: those that the API has */
export function placesOf(basePath: string, explanations: string | null): ApiPlaces {
  const problemBase = explanations === null ? basePath + USUAL_PROBLEM_BASE : explanations.endsWith('/') ? explanations : `${explanations}/`
  return { basePath, problemBase }
}

/** Both are served; the first is the one that is told. */
export function prefixesOf({ basePath }: ApiPlaces): readonly string[] {
  return [`${basePath}/v1`, `${basePath}/api/v1`]
}
