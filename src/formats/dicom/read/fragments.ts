// Reads encapsulated data: item after item of opaque bytes up to the sequence delimiter (PS3.5 §A.4), hopping by lengths.
import type { DicomElement, Fragment } from '../dicom-file.ts'
import { ITEM, SEQUENCE_DELIMITER } from '../tag.ts'
import { readTag, readUint32 } from './element-header.ts'
import { skipBytes } from './new-container.ts'
import { countElement, type ReadContext } from './read-context.ts'

/**
 * Fills in fragments and end of the element. Bytes inside a fragment that look like a delimiter are data and stay so.
 * @param path names the element, for issues
 * @returns false where the data end before the delimiter
 */
export function readFragments(bytes: Uint8Array, limit: number, element: DicomElement, context: ReadContext, path: () => string): boolean {
  const { littleEndian } = element
  const fragments: Fragment[] = []
  element.fragments = fragments
  let position = element.valueStart
  while (position + 8 <= limit) {
    const tag = readTag(bytes, position, littleEndian)
    const length = readUint32(bytes, position + 4, littleEndian)
    if (tag === SEQUENCE_DELIMITER) {
      if (length !== 0) context.issues.add('delimiter_length', position, { path: path() })
      return endElement(element, position, position + 8, true)
    }
    if (tag === ITEM) {
      countElement(context, position)
      const valueStart = position + 8
      const end = Math.min(valueStart + length, limit)
      fragments.push({ start: position, valueStart, end })
      if (end - valueStart < length) {
        context.issues.add('truncated', position, { path: path(), expectedBytes: length, actualBytes: end - valueStart })
        return endElement(element, limit, limit, false)
      }
      position = end
      continue
    }
    if (!isPaddedFragment(fragments.at(-1), bytes, position, limit, littleEndian)) {
      context.issues.add('missing_delimiter', position, { path: path() })
      return endElement(element, position, position, true)
    }
    context.issues.add('fragment_alignment', position, { path: path() })
    skipBytes(element, position, position + 1, 'padding')
    position += 1
  }
  context.issues.add(position < limit ? 'truncated' : 'missing_delimiter', position, { path: path() })
  if (position < limit) skipBytes(element, position, limit, 'unreadable')
  return endElement(element, limit, limit, false)
}

function endElement(element: DicomElement, valueEnd: number, end: number, isWhole: boolean): boolean {
  element.valueEnd = valueEnd
  element.end = end
  return isWhole
}

/** Some writers pad a fragment to even length without counting the byte. */
function isPaddedFragment(last: Fragment | undefined, bytes: Uint8Array, position: number, limit: number, littleEndian: boolean): boolean {
  if (!last || last.end !== position || (last.end - last.valueStart) % 2 === 0 || position + 9 > limit) return false
  const tag = readTag(bytes, position + 1, littleEndian)
  return tag === ITEM || tag === SEQUENCE_DELIMITER
}
