// What a person needs to know of the result of a de-identification before it is passed on. Read in the thread, however large the result is.
import { NEEDS_REVIEW } from '../../core/download-verdict.ts'
import { plural, t } from '../language/language.ts'

export interface Review {
  /** Why a person must look at the result; undefined if nothing speaks for it. */
  readonly doubt: string | undefined
  /** Categories that were found, the most frequent first. */
  readonly counts: readonly (readonly [category: string, count: number])[]
}

interface Reported {
  readonly verification?: { readonly status?: string; readonly residuals?: unknown }
  readonly rescan?: { readonly residual?: unknown }
  readonly residual?: unknown
  readonly burnedIn?: { readonly risk?: string }
  readonly counts?: Readonly<Record<string, number>>
}

/** @param result of any tool that de-identifies */
export function reviewOf(result: Readonly<Record<string, unknown>>): Review {
  const report = result as Reported
  const counts = Object.entries(report.counts ?? {}).filter(([, count]) => count > 0)
  return { doubt: doubtOf(report), counts: counts.sort(([, a], [, b]) => b - a) }
}

function doubtOf({ verification, rescan, residual, burnedIn }: Reported): string | undefined {
  // Some tools report the same places twice.
  const left = Math.max(countOf(residual), countOf(rescan?.residual), countOf(verification?.residuals))
  if (left > 0)
    return plural(
      left,
      '{count} place of the result can still identify a person.',
      '{count} places of the result can still identify a person.',
    )
  if (verification?.status !== NEEDS_REVIEW) return undefined
  if (burnedIn?.risk === 'high') return t('The pixels may show text. Review every frame before you share the file.')
  return t('The result could not be verified. Review it before you share it.')
}

function countOf(found: unknown): number {
  if (Array.isArray(found)) return found.length
  return typeof found === 'number' ? found : 0
}
