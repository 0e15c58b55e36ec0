// Judges the encoding of a data set by its first elements, because declarations are missing or wrong in real files.
import { findElement } from '../dictionary/dictionary.ts'
import { isGroupLengthTag, isPrivateTag, UNDEFINED_LENGTH } from '../tag.ts'
import { newHeader, readHeader } from './element-header.ts'
import { startsWithItem } from './judge-bytes.ts'
import { type Encoding, EXPLICIT_BIG, EXPLICIT_LITTLE, IMPLICIT_BIG, IMPLICIT_LITTLE } from './transfer-syntax.ts'

const CANDIDATES = [EXPLICIT_LITTLE, IMPLICIT_LITTLE, EXPLICIT_BIG, IMPLICIT_BIG]
/** More headers tell nothing more. */
const MAX_HEADERS = 8

interface Judgement {
  readonly encoding: Encoding
  /** Credible headers in a row, at most MAX_HEADERS. */
  readonly headers: number
  /** The headers lead exactly to the end of the data, or further than was looked. */
  readonly whole: boolean
}

/**
 * How far the bytes can be read in the encoding.
 * @param isDicom something else says that the bytes are DICOM, so that the first element may be any
 */
export function judgeEncoding(bytes: Uint8Array, start: number, encoding: Encoding, isDicom = false): Judgement {
  const header = newHeader()
  const limit = bytes.length
  let position = start
  let lastTag = -1
  let headers = 0
  while (headers < MAX_HEADERS && position + 8 <= limit) {
    const read = readHeader(bytes, position, limit, encoding, header)
    if (read !== 'ok' || header.deviation || header.tag <= lastTag) break
    // An item behind it proves the header, whatever its tag.
    const isSequence = startsWithItem(bytes, header.valueStart, limit, encoding.littleEndian)
    if (header.length === UNDEFINED_LENGTH) return { encoding, headers: isSequence ? headers + 2 : headers, whole: isSequence }
    if (!isSequence && !isCredible(header.tag, headers > 0 || isDicom)) break
    if (header.valueStart + header.length > limit) break
    headers++
    lastTag = header.tag
    position = header.valueStart + header.length
  }
  return { encoding, headers, whole: headers > 0 && (position === limit || headers === MAX_HEADERS) }
}

/** The encoding in which the bytes can be read furthest; explicit little endian among equals. */
export function sniffEncoding(bytes: Uint8Array, start: number, isDicom = false): Judgement {
  let best = judgeEncoding(bytes, start, EXPLICIT_LITTLE, isDicom)
  for (const encoding of CANDIDATES.slice(1)) {
    const judged = judgeEncoding(bytes, start, encoding, isDicom)
    if (judged.headers > best.headers || (judged.headers === best.headers && judged.whole && !best.whole)) best = judged
  }
  return best
}

function isCredible(tag: number, mayBePrivate: boolean): boolean {
  if (isPrivateTag(tag)) return mayBePrivate || isGroupLengthTag(tag) || (tag & 0xffff) === 0x10
  return findElement(tag) !== undefined || (isGroupLengthTag(tag) && tag !== 0)
}
