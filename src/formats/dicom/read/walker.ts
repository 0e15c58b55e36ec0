// The iterative reader of elements and items: no recursion, every byte looked at once, every byte accounted for in the tree.
import type { DicomElement, DicomItem } from '../dicom-file.ts'
import type { DicomIssueCode } from '../dicom-issue.ts'
import { ITEM, ITEM_DELIMITER, isPrivateTag, PIXEL_DATA, SEQUENCE_DELIMITER, UNDEFINED_LENGTH } from '../tag.ts'
import { traitsOf } from '../value/vr.ts'
import { newHeader, readHeader, readTag, readUint32 } from './element-header.ts'
import { readFragments } from './fragments.ts'
import { lookUpVr } from './implicit-vr.ts'
import { innerEncoding, provesItemEnd, provesSequenceEnd, startsWithItem } from './judge-bytes.ts'
import { isZero, newElement, newItem, notePrivateElement, skipBytes } from './new-container.ts'
import { checkDepth, countElement, type ReadContext } from './read-context.ts'
import { type Encoding, encodingOf } from './transfer-syntax.ts'
import { type Frame, formatPathTo } from './walk-frame.ts'

interface Lengths {
  readonly expectedBytes?: number
  readonly actualBytes?: number
}

/** Begins with one open item or sequence and runs until it is closed. */
export class Walker {
  private readonly bytes: Uint8Array
  private readonly context: ReadContext
  private readonly basePath: readonly number[]
  private readonly stack: Frame[] = []
  private readonly header = newHeader()
  private readonly end: number
  private position: number
  /** The first sequence or item whose length leads out of the file. */
  private cutContainer: { offset: number; lengths: Lengths; path: string } | undefined

  /** @param basePath tags and item numbers above the range */
  constructor(bytes: Uint8Array, start: number, end: number, context: ReadContext, basePath: readonly number[]) {
    this.bytes = bytes
    this.context = context
    this.basePath = basePath
    this.position = start
    this.end = end
  }

  run(): void {
    for (let frame = this.stack.at(-1); frame; frame = this.stack.at(-1)) {
      if (frame.sequence) this.readItem(frame, frame.sequence)
      else this.readElements(frame)
    }
    const cut = this.cutContainer
    if (!cut || !this.context.complete) return
    this.context.complete = false
    this.context.issues.add('truncated', cut.offset, { path: cut.path, ...cut.lengths })
  }

  openItem(item: DicomItem, limit: number): void {
    this.stack.push({ item, sequence: undefined, encoding: item.encoding, limit, lastTag: -1, isUnordered: false, seen: undefined })
  }

  openSequence(sequence: DicomElement, item: DicomItem, encoding: Encoding, limit: number): void {
    sequence.items = []
    this.position = sequence.valueStart
    this.stack.push({ item, sequence, encoding, limit, lastTag: -1, isUnordered: false, seen: undefined })
    checkDepth(this.context, (this.basePath.length + this.stack.length + 1) >> 1, sequence.start)
  }

  private readElements(frame: Frame): void {
    const { item, limit, encoding } = frame
    const { header, bytes } = this
    for (;;) {
      const start = this.position
      if (start + 8 > limit) {
        this.endItem(frame)
        return
      }
      const read = readHeader(bytes, start, limit, encoding, header)
      const { tag } = header
      if (tag >>> 16 === 0xfffe) {
        if (this.readDelimiter(frame, tag)) return
        continue
      }
      if (read !== 'ok' || (tag === 0 && header.length === 0)) {
        this.abandonItem(frame, read)
        return
      }
      countElement(this.context, start)
      const vr = header.vr ?? (header.deviation === 'unknown_vr' ? 'UN' : lookUpVr(bytes, tag, item))
      const element = newElement(tag, vr, start, header.valueStart, header.length, encoding.littleEndian)
      this.checkOrder(frame, element)
      item.elements.push(element)
      const opened = this.placeValue(frame, element)
      if (isPrivateTag(tag) && !notePrivateElement(bytes, item, element)) this.report('missing_creator', start, {}, element)
      if (opened) return
      this.position = element.end
    }
  }

  /** Finds the end of the value. @returns true where a sequence was opened, whose items come next */
  private placeValue(frame: Frame, element: DicomElement): boolean {
    const { deviation, length } = this.header
    const { valueStart } = element
    if (deviation) this.report(deviation, element.start, {}, element)
    if (length === UNDEFINED_LENGTH) return this.placeDelimited(frame, element)
    const end = Math.min(valueStart + length, frame.limit)
    element.valueEnd = end
    element.end = end
    const isSequence = element.vr === 'SQ' && (end === valueStart || startsWithItem(this.bytes, valueStart, end, element.littleEndian))
    if (end - valueStart < length) this.noteOverrun(element.start, valueStart, length, frame.limit, isSequence, element)
    else if (length % 2 === 1) this.report('odd_length', element.start, { actualBytes: length }, element)
    if (isSequence) {
      this.openRead(frame, element, end)
      return true
    }
    if (element.vr === 'SQ') {
      this.report('not_a_sequence', element.start, {}, element)
      if (this.header.vr === undefined) element.vr = 'UN'
    }
    return false
  }

  private placeDelimited(frame: Frame, element: DicomElement): boolean {
    const { vr, valueStart, tag } = element
    const isBytes = vr !== 'UN' && traitsOf(vr).kind === 'bytes'
    const hasItems = startsWithItem(this.bytes, valueStart, frame.limit, element.littleEndian)
    if (vr !== 'SQ' && vr !== 'UN' && !isBytes) this.report('undefined_length_vr', element.start, {}, element)
    if (isBytes && (hasItems || tag === PIXEL_DATA)) {
      const path = () => formatPathTo(this.basePath, this.stack, element)
      if (!readFragments(this.bytes, frame.limit, element, this.context, path)) this.context.complete = false
      return false
    }
    if (vr === 'SQ' || vr === 'UN' || hasItems) {
      this.openRead(frame, element, frame.limit)
      return true
    }
    element.valueEnd = frame.limit
    element.end = frame.limit
    this.context.complete = false
    this.report('unreadable', element.start, {}, element)
    return false
  }

  /** Opens the sequence whose header was read last. */
  private openRead(frame: Frame, element: DicomElement, limit: number): void {
    const outer = this.header.deviation === 'implicit_in_explicit' ? encodingOf(false, frame.encoding.littleEndian) : frame.encoding
    const encoding = innerEncoding(this.bytes, element.valueStart, this.end, outer, element.vr === 'UN')
    this.openSequence(element, frame.item, encoding, limit)
  }

  private readItem(frame: Frame, sequence: DicomElement): void {
    const start = this.position
    const { limit, encoding } = frame
    if (start + 8 > limit) {
      this.endSequence(frame, sequence)
      return
    }
    const tag = readTag(this.bytes, start, encoding.littleEndian)
    const length = readUint32(this.bytes, start + 4, encoding.littleEndian)
    const isDelimited = sequence.declaredLength === UNDEFINED_LENGTH
    if (tag === ITEM) this.startItem(frame, sequence, length)
    else if (tag === SEQUENCE_DELIMITER && isDelimited) {
      if (length !== 0) this.report('delimiter_length', start)
      this.closeSequence(sequence, start, start + 8)
    } else if (tag === SEQUENCE_DELIMITER && provesSequenceEnd(this.bytes, start + 8, limit, encoding.littleEndian, sequence.tag)) {
      this.report('stray_delimiter', start)
      this.closeSequence(sequence, start, start + 8)
    } else if (tag === SEQUENCE_DELIMITER || tag === ITEM_DELIMITER) this.skipDelimiter(sequence)
    else if (isDelimited) {
      this.report('missing_delimiter', start)
      this.closeSequence(sequence, start, start)
    } else {
      this.context.complete = false
      this.report('not_a_sequence', start)
      skipBytes(sequence, start, limit, 'unreadable')
      this.closeSequence(sequence, limit, limit)
    }
  }

  private startItem({ item: parent, limit, encoding }: Frame, sequence: DicomElement, length: number): void {
    const start = this.position
    const valueStart = start + 8
    countElement(this.context, start)
    const item = newItem(start, valueStart, length, encoding, parent)
    sequence.items!.push(item)
    const end = length === UNDEFINED_LENGTH ? limit : valueStart + length
    if (end > limit) this.noteOverrun(start, valueStart, length, limit, true)
    this.position = valueStart
    this.openItem(item, Math.min(end, limit))
  }

  private endSequence({ limit }: Frame, sequence: DicomElement): void {
    this.skipRest(sequence, limit)
    if (sequence.declaredLength === UNDEFINED_LENGTH) this.reportMissingDelimiter(limit)
    this.closeSequence(sequence, limit, limit)
  }

  private closeSequence(sequence: DicomElement, valueEnd: number, end: number): void {
    sequence.valueEnd = valueEnd
    sequence.end = end
    this.position = end
    this.stack.pop()
  }

  /** At an item or delimiter inside an item. @returns true where the item is closed */
  private readDelimiter(frame: Frame, tag: number): boolean {
    const start = this.position
    const { item } = frame
    const isItem = this.stack.length > 1
    const isDelimited = isItem && item.declaredLength === UNDEFINED_LENGTH
    if (isDelimited && (tag === ITEM || tag === SEQUENCE_DELIMITER)) {
      this.report('missing_delimiter', start)
      this.closeItem(item, start, start)
      return true
    }
    const endsHere = isDelimited || provesItemEnd(this.bytes, start + 8, frame.limit, frame.encoding.littleEndian)
    if (tag !== ITEM_DELIMITER || !isItem || !endsHere) {
      this.skipDelimiter(item)
      return false
    }
    if (!isDelimited) this.report('stray_delimiter', start)
    if (this.header.length !== 0) this.report('delimiter_length', start)
    this.closeItem(item, start, start + 8)
    return true
  }

  private endItem({ item, limit }: Frame): void {
    this.skipRest(item, limit)
    if (this.stack.length > 1 && item.declaredLength === UNDEFINED_LENGTH) this.reportMissingDelimiter(limit)
    this.closeItem(item, limit, limit)
  }

  private closeItem(item: DicomItem, valueEnd: number, end: number): void {
    item.valueEnd = valueEnd
    item.end = end
    this.position = end
    this.stack.pop()
  }

  /** At bytes in an item that are no element. */
  private abandonItem(frame: Frame, read: 'ok' | 'cut' | 'unreadable'): void {
    this.skipBroken(frame.item, frame.limit, read === 'cut' && frame.limit === this.end ? 'truncated' : 'unreadable')
    this.endItem(frame)
  }

  /** Fewer than 8 bytes at the end of an item or sequence. */
  private skipRest(container: DicomItem | DicomElement, limit: number): void {
    if (this.position < limit) this.skipBroken(container, limit, limit === this.end ? 'truncated' : 'unreadable')
  }

  private skipBroken(container: DicomItem | DicomElement, limit: number, code: 'truncated' | 'unreadable'): void {
    const start = this.position
    const isPadding = isZero(this.bytes, start, limit)
    if (!isPadding) this.context.complete = false
    this.report(isPadding ? 'padding' : code, start, { actualBytes: limit - start })
    skipBytes(container, start, limit, isPadding ? 'padding' : 'unreadable')
    this.position = limit
  }

  private skipDelimiter(container: DicomItem | DicomElement): void {
    const start = this.position
    countElement(this.context, start)
    this.report('stray_delimiter', start)
    skipBytes(container, start, start + 8, 'delimiter')
    this.position = start + 8
  }

  private checkOrder(frame: Frame, element: DicomElement): void {
    const { tag } = element
    if (tag > frame.lastTag) frame.lastTag = tag
    else {
      frame.seen ??= new Set(frame.item.elements.map((sibling) => sibling.tag))
      if (frame.seen.has(tag)) this.report('duplicate_tag', element.start, {}, element)
      else if (!frame.isUnordered) {
        frame.isUnordered = true
        this.report('tag_order', element.start, {}, element)
      }
    }
    frame.seen?.add(tag)
  }

  /** A length that leads out of the file means that bytes are missing; out of an item, that one of two lengths is wrong. */
  private noteOverrun(
    offset: number,
    valueStart: number,
    expectedBytes: number,
    limit: number,
    isContainer: boolean,
    element?: DicomElement,
  ): void {
    const lengths = { expectedBytes, actualBytes: limit - valueStart }
    if (valueStart + expectedBytes <= this.end) this.report('length_exceeds_container', offset, lengths, element)
    // The innermost element that is cut is the one to report; its containers are cut with it.
    else if (isContainer) this.cutContainer ??= { offset, lengths, path: formatPathTo(this.basePath, this.stack, element) }
    else {
      this.context.complete = false
      this.report('truncated', offset, lengths, element)
    }
  }

  /** Where the file ends too early the delimiter is missing with all the rest, and that is reported already. */
  private reportMissingDelimiter(limit: number): void {
    const isAtEnd = limit === this.end
    if (!isAtEnd || this.context.complete) this.report('missing_delimiter', limit)
    if (isAtEnd) this.context.complete = false
  }

  private report(code: DicomIssueCode, offset: number, lengths: Lengths = {}, element?: DicomElement): void {
    this.context.issues.add(code, offset, { path: formatPathTo(this.basePath, this.stack, element), ...lengths })
  }
}
