// Opens elements of VR UN whose value is a whole sequence, so that nothing in them stays unseen (PS3.5 §6.2.2 note 3).
import type { DicomElement, DicomItem } from '../dicom-file.ts'
import { IssueList } from '../dicom-issue.ts'
import { ITEM, SEQUENCE_DELIMITER } from '../tag.ts'
import { readTag } from './element-header.ts'
import type { ReadContext } from './read-context.ts'
import { type Encoding, EXPLICIT_LITTLE, IMPLICIT_LITTLE } from './transfer-syntax.ts'
import { walkItems } from './walk-dataset.ts'

/** Findings that a sequence may have and still be one. */
const HARMLESS = new Set(['odd_length', 'duplicate_tag', 'tag_order', 'missing_creator', 'padding', 'stray_delimiter'])

/**
 * Sets `items` of every such element, in place; an element whose value only looks like a sequence stays as it is.
 * @param path tags and item numbers down to the item
 */
export function descendUnknown(bytes: Uint8Array, item: DicomItem, context: ReadContext, path: readonly number[] = []): void {
  for (const element of item.elements) {
    if (element.vr === 'UN' && !element.items && !element.fragments) openUnknown(bytes, element, item, context, path)
    element.items?.forEach((child, index) => {
      descendUnknown(bytes, child, context, [...path, element.tag, index])
    })
  }
}

function openUnknown(bytes: Uint8Array, element: DicomElement, parent: DicomItem, context: ReadContext, path: readonly number[]): void {
  const { valueStart, valueEnd } = element
  if (valueEnd - valueStart < 8) return
  const { encoding } = parent
  for (const candidate of new Set<Encoding>([IMPLICIT_LITTLE, EXPLICIT_LITTLE, encoding])) {
    const first = readTag(bytes, valueStart, candidate.littleEndian)
    if (first !== ITEM && first !== SEQUENCE_DELIMITER) continue
    const trial: ReadContext = { issues: new IssueList(), limits: context.limits, count: context.count, complete: true }
    trial.issues.deflatedAt = context.issues.deflatedAt
    const { end } = element
    walkItems(bytes.subarray(0, valueEnd), { start: valueStart, end: valueEnd, encoding: candidate, parent, path }, element, trial)
    if (element.end === end && trial.complete && trial.issues.issues.every(({ code }) => HARMLESS.has(code))) {
      context.count = trial.count
      for (const { code, byteOffset, inflatedOffset, ...details } of trial.issues.issues) {
        context.issues.add(code, inflatedOffset ?? byteOffset, details)
      }
      return
    }
    element.items = undefined
    element.skipped = undefined
    element.valueEnd = valueEnd
    element.end = end
  }
}
