// Follows a DICOM file while it comes in, and names the large values at its top level whose bytes a reader of headers never looks at.
// It goes only by what the reader has no choice about: at the first thing that is not to the letter of the standard it stops, and all the
// rest is kept.
import { ProblemError } from '../../../core/problem.ts'
import type { ByteSpan, Skimmer } from '../../../core/tool.ts'
import { IssueList } from '../dicom-issue.ts'
import { findElement } from '../dictionary/dictionary.ts'
import { ITEM, ITEM_DELIMITER, isPrivateTag, PIXEL_DATA, SEQUENCE_DELIMITER, UNDEFINED_LENGTH } from '../tag.ts'
import { isVr, type Vr, vrFromCode } from '../value/vr.ts'
import { newHeader, readHeader, readTag, readUint32 } from './element-header.ts'
import { startsWithItem } from './judge-bytes.ts'
import type { ReadContext } from './read-context.ts'
import { DEFAULT_DICOM_LIMITS, readHead } from './read-dicom.ts'
import { judgeEncoding } from './sniff-encoding.ts'
import { describeTransferSyntax, type Encoding } from './transfer-syntax.ts'

/** The end of the first element of the File Meta Information, its length (PS3.10 §7.1). */
const FIRST_META_END = 144
const MAX_META_BYTES = 65_536
/** A header in its long form and the header of an item behind it. */
const MAX_HEADER_BYTES = 20
/** A page or two are not worth it. */
const LEAST_SPAN_BYTES = 16_384
/** What is read of a value whatever the caller wants to see of it: UIDs, character sets and creators stand in less. */
const MIN_VALUE_BYTES = 1024
/** So many headers in a row are believed to be in the encoding that is declared. */
const SURE_HEADERS = 4
/** Sequences and items; the reader refuses a little more. */
const MAX_OPEN = 100

const BULK_VRS: ReadonlySet<Vr | undefined> = new Set(['OB', 'OW', 'OF', 'OD', 'OL'] as const)
const EXTENDED_OFFSET_TABLE = 0x7fe00001

/**
 * @param maxValueBytes as many of a value are looked at, but nothing of a fragment of compressed pixels
 * @param leastSpanBytes shorter spans are not named
 */
export function skimDicom(maxValueBytes: number, leastSpanBytes = LEAST_SPAN_BYTES): Skimmer {
  return new DicomSkimmer(Math.max(maxValueBytes, MIN_VALUE_BYTES), leastSpanBytes)
}

/** An open sequence or item; the data set is the item around all. */
interface Container {
  readonly isSequence: boolean
  /** A delimiter ends it, before or at the limit; without one it ends at the limit. */
  readonly isDelimited: boolean
  readonly limit: number
  lastTag: number
}

type Step = ByteSpan | 'on' | 'more' | 'none'

class DicomSkimmer implements Skimmer {
  readonly #keptBytes: number
  readonly #leastSpanBytes: number
  readonly #header = newHeader()
  readonly #open: Container[] = [{ isSequence: false, isDelimited: true, limit: Number.POSITIVE_INFINITY, lastTag: -1 }]
  /** Undefined until the head has been read. */
  #encoding: Encoding | undefined
  #datasetStart = 0
  #position = 0
  /** Fragments so far of the Pixel Data that are being read. */
  #fragments: number | undefined
  #isOver = false

  constructor(keptBytes: number, leastSpanBytes: number) {
    this.#keptBytes = keptBytes
    this.#leastSpanBytes = leastSpanBytes
  }

  next(document: Uint8Array): ByteSpan | 'more' | 'none' {
    while (!this.#isOver) {
      const step = this.#step(document)
      if (step === 'none') this.#isOver = true
      else if (step !== 'on') return step
    }
    return 'none'
  }

  #step(bytes: Uint8Array): Step {
    const encoding = this.#encoding
    if (!encoding) return this.#readHead(bytes)
    if (this.#position + MAX_HEADER_BYTES > bytes.length) return 'more'
    if (this.#fragments !== undefined) return this.#readFragment(bytes, encoding, this.#fragments)
    const container = this.#open.at(-1)!
    if (this.#position === container.limit && !container.isDelimited) {
      this.#open.pop()
      return 'on'
    }
    if (this.#position + 8 > container.limit) return 'none'
    return container.isSequence ? this.#readItem(bytes, encoding, container) : this.#readElement(bytes, encoding, container)
  }

  #readHead(bytes: Uint8Array): Step {
    if (bytes.length < FIRST_META_END) return 'more'
    if (readTag(bytes, FIRST_META_END - 12, true) !== 0x00020000) return 'none'
    const end = FIRST_META_END + readUint32(bytes, FIRST_META_END - 4, true)
    if (end > MAX_META_BYTES) return 'none'
    // The header behind it tells that the group is over.
    if (bytes.length < end + 8) return 'more'
    const context: ReadContext = { issues: new IssueList(), limits: DEFAULT_DICOM_LIMITS, count: 0, complete: true }
    const head = readHeadOf(bytes.subarray(0, end + 8), context)
    const known = head && describeTransferSyntax(head.declared)
    if (!head || !known || known.deflated || head.datasetStart !== end || context.issues.issues.length > 0) return 'none'
    this.#encoding = known.encoding
    this.#datasetStart = end
    this.#position = end
    return 'on'
  }

  #readElement(bytes: Uint8Array, encoding: Encoding, container: Container): Step {
    const header = this.#header
    const read = readHeader(bytes, this.#position, bytes.length, encoding, header)
    const { tag, valueStart, length } = header
    if (read !== 'ok' || header.deviation) return 'none'
    if (tag === ITEM_DELIMITER) return this.#closeDelimited(container, length)
    if (tag >>> 16 === 0xfffe || tag >>> 16 < 8 || tag <= container.lastTag) return 'none'
    container.lastTag = tag
    const isTop = this.#open.length === 1
    const vr = encoding.explicit ? header.vr : registeredVr(tag)
    if (length === UNDEFINED_LENGTH) {
      if (vr === 'SQ') return this.#openContainer(container, true, valueStart, UNDEFINED_LENGTH)
      if (!isTop || tag !== PIXEL_DATA || !encoding.explicit || (vr !== 'OB' && vr !== 'OW')) return 'none'
      this.#fragments = 0
      this.#position = valueStart
      return 'on'
    }
    const end = valueStart + length
    if (end > container.limit) return 'none'
    if (vr === 'SQ' && length > 0) return this.#openContainer(container, true, valueStart, length)
    // Without a VR only its first bytes tell whether a private value is a sequence, by the rules of its maker.
    if (!encoding.explicit && startsWithItem(bytes, valueStart, end, encoding.littleEndian)) return 'none'
    this.#position = end
    const isBulk = encoding.explicit ? BULK_VRS.has(vr) && tag !== EXTENDED_OFFSET_TABLE : tag === PIXEL_DATA
    const start = valueStart + this.#keptBytes
    return isTop && isBulk && end - start >= this.#leastSpanBytes && this.#isSure(bytes.subarray(0, valueStart), encoding)
      ? { byteStart: start, byteEnd: end }
      : 'on'
  }

  /** Another encoding is tried where the declared one reads badly, and its lengths may lead anywhere. */
  #isSure(before: Uint8Array, encoding: Encoding): boolean {
    return judgeEncoding(before, this.#datasetStart, encoding, true).headers >= SURE_HEADERS
  }

  #readItem(bytes: Uint8Array, encoding: Encoding, sequence: Container): Step {
    const tag = readTag(bytes, this.#position, encoding.littleEndian)
    const length = readUint32(bytes, this.#position + 4, encoding.littleEndian)
    if (tag === SEQUENCE_DELIMITER) return this.#closeDelimited(sequence, length)
    if (tag !== ITEM) return 'none'
    const start = this.#position + 8
    // Some writers copy private sequences with their VRs into data sets that have none.
    if (!encoding.explicit && vrFromCode((bytes[start + 4]! << 8) | bytes[start + 5]!)) return 'none'
    return this.#openContainer(sequence, false, start, length)
  }

  #readFragment(bytes: Uint8Array, encoding: Encoding, count: number): Step {
    const tag = readTag(bytes, this.#position, encoding.littleEndian)
    const length = readUint32(bytes, this.#position + 4, encoding.littleEndian)
    const byteStart = this.#position + 8
    const byteEnd = byteStart + length
    if (tag === SEQUENCE_DELIMITER && length === 0) {
      this.#fragments = undefined
      this.#position = byteStart
      return 'on'
    }
    if (tag !== ITEM || length === UNDEFINED_LENGTH) return 'none'
    this.#fragments = count + 1
    this.#position = byteEnd
    // The first is the table of offsets, which is checked.
    const isSkipped = count > 0 && length >= this.#leastSpanBytes && this.#isSure(bytes.subarray(0, byteStart), encoding)
    return isSkipped ? { byteStart, byteEnd } : 'on'
  }

  #openContainer({ limit: outer }: Container, isSequence: boolean, start: number, length: number): Step {
    const isDelimited = length === UNDEFINED_LENGTH
    const limit = isDelimited ? outer : start + length
    if (limit > outer || this.#open.length >= MAX_OPEN) return 'none'
    this.#open.push({ isSequence, isDelimited, limit, lastTag: -1 })
    this.#position = start
    return 'on'
  }

  /** At the delimiter of its kind. */
  #closeDelimited({ isDelimited }: Container, length: number): Step {
    if (!isDelimited || length !== 0 || this.#open.length === 1) return 'none'
    this.#open.pop()
    this.#position += 8
    return 'on'
  }
}

function readHeadOf(bytes: Uint8Array, context: ReadContext): ReturnType<typeof readHead> | undefined {
  try {
    return readHead(bytes, context)
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

function registeredVr(tag: number): Vr | undefined {
  const vr = isPrivateTag(tag) ? undefined : findElement(tag)?.vr
  return vr !== undefined && isVr(vr) ? vr : undefined
}
