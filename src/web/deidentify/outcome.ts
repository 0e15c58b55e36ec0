// What became of each file, and the ZIP of all: results, those to review apart, and a report without values.
import { msg } from '../language/language.ts'
import type { ResultDocument, RunResult, ZipEntry } from '../run/messages.ts'
import type { Review } from '../run/review.ts'
import { fileNumber } from '../run/run-batch.ts'

export interface PlannedFile {
  readonly file: File
  readonly path: string
  /** Undefined if no tool reads it. */
  readonly toolId: string | undefined
  /** Why no tool reads it. */
  readonly reason: string
}

/** A result without its value, which a large study has no room for. */
export type StoredResult = Pick<RunResult, 'json'> & { readonly document: ResultDocument; readonly review: Review }

export type FileOutcome =
  | { readonly kind: 'done' | 'review'; readonly result: StoredResult; readonly note: string | undefined }
  /** No document was made. */
  | { readonly kind: 'aside'; readonly reason: string; readonly code: string }

/** @param note on how the file was treated */
export function outcomeOf(result: RunResult, note: string | undefined): FileOutcome {
  const { json, document, review } = result
  if (!document || !review) return { kind: 'aside', code: 'internal', reason: msg('The tool produced no document.') }
  return { kind: review.doubt === undefined ? 'done' : 'review', result: { json, document, review }, note }
}

interface Report {
  readonly files: readonly PlannedFile[]
  readonly outcomes: readonly (FileOutcome | undefined)[]
  /** Files that could not be read when they were dropped. */
  readonly unreadable: number
  readonly method: string
  /** Names of files often hold names of patients. */
  readonly keepNames: boolean
}

export function zipEntries({ files, outcomes, unreadable, method, keepNames }: Report): readonly ZipEntry[] {
  const entries: ZipEntry[] = []
  const report = files.map(({ path, toolId }, index) => {
    const outcome = outcomes[index]
    const number = fileNumber(index, files.length)
    const named = { number: index + 1, ...(keepNames && { path }), ...(toolId !== undefined && { tool: toolId }) }
    if (!outcome || outcome.kind === 'aside') return { ...named, status: 'set-aside', code: outcome?.code, reason: outcome?.reason }
    const { document, json, review } = outcome.result
    const stem = keepNames ? `${number} ${path.replaceAll('/', ' ')}` : number
    const folder = outcome.kind === 'review' ? 'needs-review' : 'deidentified'
    entries.push({ name: `${folder}/${stem}.${document.extension}`, content: document.content })
    entries.push({ name: `reports/${stem}.json`, content: json })
    return {
      ...named,
      status: outcome.kind === 'review' ? 'needs-review' : 'deidentified',
      file: `${folder}/${stem}.${document.extension}`,
      report: `reports/${stem}.json`,
      reason: review.doubt,
      note: outcome.note,
      found: Object.fromEntries(review.counts),
    }
  })
  const counted = (kind: FileOutcome['kind']) => outcomes.filter((outcome) => outcome?.kind === kind).length
  const summary = {
    total: files.length,
    deidentified: counted('done'),
    needsReview: counted('review'),
    setAside: counted('aside'),
    unreadable,
  }
  return [{ name: 'report.json', content: new Blob([`${JSON.stringify({ method, summary, files: report }, undefined, 2)}\n`]) }, ...entries]
}
