// Reads data sets and values of sequences with the walker, which names whatever is wrong with them.
import type { DicomElement, DicomItem } from '../dicom-file.ts'
import { newItem } from './new-container.ts'
import type { ReadContext } from './read-context.ts'
import type { Encoding } from './transfer-syntax.ts'
import { Walker } from './walker.ts'

interface WalkRange {
  readonly start: number
  readonly end: number
  readonly encoding: Encoding
  /** The item around the range, and tags and item numbers down to it, where the range is the value of an element. */
  readonly parent?: DicomItem | undefined
  readonly path?: readonly number[]
}

/** Reads the elements of a data set. */
export function walkDataset(bytes: Uint8Array, range: WalkRange, context: ReadContext): DicomItem {
  const walker = new Walker(bytes, range.start, range.end, context, range.path ?? [])
  const item = newItem(range.start, range.start, range.end - range.start, range.encoding, range.parent)
  walker.openItem(item, range.end)
  walker.run()
  return item
}

/** Reads the items of a sequence whose value is the range. */
export function walkItems(bytes: Uint8Array, range: WalkRange, element: DicomElement, context: ReadContext): void {
  const walker = new Walker(bytes, range.start, range.end, context, range.path ?? [])
  walker.openSequence(element, range.parent!, range.encoding, range.end)
  walker.run()
}
