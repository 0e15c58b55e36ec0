// The verdict that a tool gives on the document of its result. It goes along with the document: as a header, and in the name of the file.

/** What this program says of a document that a person must look at before it is passed on. */
export const NEEDS_REVIEW = 'needs-review'

interface Download {
  readonly extension: string
  readonly verdict?: readonly string[]
}

/** The verdict of a result; undefined if its tool gives none. */
export function verdictOf({ verdict }: Download, result: unknown): string | undefined {
  const value = verdict?.reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], result)
  return typeof value === 'string' ? value : undefined
}

/** Ending of the file name without the first dot: `dcm`, or `needs-review.dcm` for a document that a person must look at. */
export function endingOf(download: Download, result: unknown): string {
  return verdictOf(download, result) === NEEDS_REVIEW ? reviewEnding(download.extension) : download.extension
}

/** The ending of documents that a person must look at. */
export function reviewEnding(extension: string): string {
  return `${NEEDS_REVIEW}.${extension}`
}
