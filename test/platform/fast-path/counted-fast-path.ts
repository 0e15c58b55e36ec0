// The fast path of an API, which counts the requests that it looks up and those that it answers.
import { createFastPath, type FastPath } from '../../../src/platform/fast-path/fast-path.ts'
import { findFastHandler } from '../../../src/platform/fast-path/fast-routes.ts'
import type { ApiHarness } from '../../http/api-harness.ts'

export interface FastCounts {
  /** Heads of requests that came in. */
  heads: number
  /** Requests that took the fast path. */
  answered: number
}

export function countedFastPath(api: ApiHarness): { readonly path: FastPath; readonly counts: FastCounts } {
  const counts: FastCounts = { heads: 0, answered: 0 }
  const path = createFastPath((method, target) => {
    counts.heads++
    const handler = findFastHandler(api.fastRoutes, method, target)
    return (
      handler &&
      ((environment, url, deliver) => {
        counts.answered++
        handler(environment, url, deliver)
      })
    )
  })
  return { path, counts }
}
