// Compares what the trailers of batches and files count with what there is.
import type { Hl7Document } from '../document-types.ts'
import { declaredCount } from '../message-header.ts'

export interface BatchCount {
  path: 'BTS-1' | 'FTS-1'
  /** Place of the file in the document, from 0. */
  file: number
  /** Place of the batch in the file, from 0; null for the count of a file. */
  batch: number | null
  /** Null where there is no trailer, or no number in it. */
  declared: number | null
  actual: number
  /** Null where nothing is declared. */
  correct: boolean | null
}

export function countBatches(document: Hl7Document): BatchCount[] {
  return document.files.flatMap(({ trailer, batches }, file) => [
    ...batches.map((each, batch) =>
      compare({ path: 'BTS-1', file, batch }, declaredCount(document, each), each.endMessage - each.firstMessage),
    ),
    compare({ path: 'FTS-1', file, batch: null }, declaredCount(document, { trailer }), batches.length),
  ])
}

function compare(place: Pick<BatchCount, 'path' | 'file' | 'batch'>, declared: number | null, actual: number): BatchCount {
  return { ...place, declared, actual, correct: declared === null ? null : declared === actual }
}
