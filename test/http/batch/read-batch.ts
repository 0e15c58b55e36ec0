// Reads a batch in JSON from the pieces in which it comes.
import { type BatchBounds, BatchReader } from '../../../src/http/batch/batch-reader.ts'

export interface CutBatch {
  readonly options: Readonly<Record<string, unknown>>
  /** As they are written. */
  readonly items: readonly string[]
  readonly ids: readonly (string | undefined)[]
}

/** @throws as BatchReader */
export function readBatch(pieces: Iterable<Uint8Array>, bounds: BatchBounds): CutBatch {
  const items: string[] = []
  const ids: (string | undefined)[] = []
  let item: Uint8Array[] = []
  const reader = new BatchReader(bounds, {
    take: (bytes) => void item.push(new Uint8Array(bytes)),
    end(id) {
      items.push(Buffer.concat(item).toString())
      ids.push(id)
      item = []
    },
  })
  for (const piece of pieces) {
    reader.append(piece)
    // What is needed later has been copied.
    piece.fill(0x5b)
  }
  const { options, total } = reader.finish()
  if (total !== items.length) throw new Error(`${total} items were counted and ${items.length} handed over`)
  return { options, items, ids }
}
