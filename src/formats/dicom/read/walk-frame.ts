// Where the walker stands: an item or a sequence that it has begun and not ended, and the path that leads there.
import type { DicomElement, DicomItem } from '../dicom-file.ts'
import { formatPath } from '../dicom-issue.ts'
import type { Encoding } from './transfer-syntax.ts'

export interface Frame {
  /** The item whose elements are being read, or around the sequence whose items are being read. */
  readonly item: DicomItem
  /** Set while the items of a sequence are being read. */
  readonly sequence: DicomElement | undefined
  /** Of the elements of the item, or of the items of the sequence. */
  readonly encoding: Encoding
  readonly limit: number
  /** The highest tag so far. */
  lastTag: number
  isUnordered: boolean
  /** The tags so far, once one was not higher than all before. */
  seen: Set<number> | undefined
}

/**
 * The path of an element of the innermost item, or of the innermost item or sequence itself.
 * @param base tags and item numbers above the stack
 */
export function formatPathTo(base: readonly number[], stack: readonly Frame[], element: DicomElement | undefined): string {
  const steps = [...base]
  const top = stack.at(-1)
  for (const frame of stack) {
    if (!frame.sequence) continue
    steps.push(frame.sequence.tag)
    if (frame !== top) steps.push(frame.sequence.items!.length - 1)
  }
  if (element && element !== top?.sequence) steps.push(element.tag)
  return formatPath(steps)
}
