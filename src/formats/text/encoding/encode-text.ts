// Encodes a text into a named encoding. Every character that the encoding lacks is listed with its offset; none is replaced without that.
import { ProblemError } from '../../../core/problem.ts'
import { codeSetReverse, fourByteReverseMap, fourBytesOf } from './double-byte.ts'
import { byteOrderMark, type EncodingName, isSingleByte, type MultiByteEncoding, type UnicodeEncoding } from './encoding-names.ts'
import { singleByteReverse } from './single-byte.ts'
import { type BadSpan, BadSpans, ByteWriter } from './text-writer.ts'

/** replace: a question mark. xml: a numeric character reference. fail: a ProblemError. */
export type UnmappablePolicy = 'replace' | 'xml' | 'fail'

export interface EncodedText {
  readonly bytes: Uint8Array
  /** At most MAX_BAD_SPANS of them, as offsets in the text. */
  readonly unmappable: BadSpan[]
  readonly unmappableCount: number
}

export interface EncodeRules {
  readonly withMark: boolean
  readonly policy: UnmappablePolicy
}

/** Writes one code point, or returns false where the encoding lacks it. */
type WriteCodePoint = (codePoint: number) => boolean

/** @throws ProblemError `unsupported_variant` at the first character that the encoding lacks, under the policy `fail` */
export function encodeText(text: string, name: EncodingName, { withMark, policy }: EncodeRules): EncodedText {
  const mark = withMark ? byteOrderMark(name) : []
  if (name === 'utf-8' && text.isWellFormed()) {
    const bytes = new TextEncoder().encode(text)
    return { bytes: mark.length > 0 ? joinBytes(mark, bytes) : bytes, unmappable: [], unmappableCount: 0 }
  }
  const writer = new ByteWriter(text.length)
  for (const byte of mark) writer.write(byte)
  const { put, finish } = encoderOf(name, writer)
  const bad = new BadSpans()
  for (let i = 0; i < text.length; ) {
    const codePoint = text.codePointAt(i)!
    const length = codePoint > 0xffff ? 2 : 1
    if (!put(codePoint)) {
      if (policy === 'fail')
        throw new ProblemError(`The text has a character that ${name} does not have.`, {
          code: 'unsupported_variant',
          facts: { textOffset: i },
        })
      bad.add(i, length)
      for (const unit of policy === 'xml' ? `&#${codePoint};` : '?') put(unit.charCodeAt(0))
    }
    i += length
  }
  finish()
  return { bytes: writer.toBytes(), unmappable: bad.listed, unmappableCount: bad.count }
}

function joinBytes(mark: readonly number[], bytes: Uint8Array): Uint8Array {
  const joined = new Uint8Array(mark.length + bytes.length)
  joined.set(mark)
  joined.set(bytes, mark.length)
  return joined
}

function encoderOf(name: EncodingName, writer: ByteWriter): { put: WriteCodePoint; finish: () => void } {
  const nothing = () => {}
  if (isSingleByte(name)) {
    const reverse = singleByteReverse(name)
    return { put: (codePoint) => writeByte(writer, reverse.get(codePoint)), finish: nothing }
  }
  if (name === 'iso-2022-jp') return iso2022JpEncoder(writer)
  if (name.startsWith('utf-')) return { put: unicodeEncoder(name as UnicodeEncoding, writer), finish: nothing }
  return { put: multiByteEncoder(name as MultiByteEncoding, writer), finish: nothing }
}

function writeByte(writer: ByteWriter, byte: number | undefined): boolean {
  if (byte === undefined) return false
  writer.write(byte)
  return true
}

function writePair(writer: ByteWriter, pair: number): boolean {
  if (pair === 0) return false
  writer.write(pair >> 8)
  writer.write(pair & 0xff)
  return true
}

function unicodeEncoder(name: UnicodeEncoding, writer: ByteWriter): WriteCodePoint {
  const isBig = name.endsWith('be')
  const write16 = (unit: number) => {
    writer.write(isBig ? unit >> 8 : unit & 0xff)
    writer.write(isBig ? unit & 0xff : unit >> 8)
  }
  return (codePoint) => {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) return false
    if (name === 'utf-8') for (const byte of utf8Bytes(codePoint)) writer.write(byte)
    else if (name.startsWith('utf-16')) {
      if (codePoint > 0xffff) write16(0xd7c0 + (codePoint >> 10))
      write16(codePoint > 0xffff ? 0xdc00 + (codePoint & 0x3ff) : codePoint)
    } else {
      write16(isBig ? codePoint >> 16 : codePoint & 0xffff)
      write16(isBig ? codePoint & 0xffff : codePoint >> 16)
    }
    return true
  }
}

function utf8Bytes(codePoint: number): number[] {
  if (codePoint < 0x80) return [codePoint]
  if (codePoint < 0x800) return [0xc0 + (codePoint >> 6), 0x80 + (codePoint & 63)]
  if (codePoint < 0x10000) return [0xe0 + (codePoint >> 12), 0x80 + ((codePoint >> 6) & 63), 0x80 + (codePoint & 63)]
  return [0xf0 + (codePoint >> 18), 0x80 + ((codePoint >> 12) & 63), 0x80 + ((codePoint >> 6) & 63), 0x80 + (codePoint & 63)]
}

function multiByteEncoder(name: MultiByteEncoding, writer: ByteWriter): WriteCodePoint {
  if (name === 'gb18030' || name === 'gbk') return gbEncoder(name, writer)
  const first = codeSetReverse(
    name === 'shift_jis' ? 'windows-31j' : name === 'euc-jp' ? 'jis0208' : name === 'big5' ? 'big5' : 'windows-949',
  )
  const isKana = (codePoint: number) => codePoint >= 0xff61 && codePoint <= 0xff9f
  return (codePoint) => {
    if (codePoint < 0x80 || (name === 'shift_jis' && codePoint === 0x80)) return writeByte(writer, codePoint)
    if (codePoint > 0xffff) return false
    if (name === 'shift_jis' && isKana(codePoint)) return writeByte(writer, codePoint - 0xff61 + 0xa1)
    if (name === 'euc-jp' && isKana(codePoint)) return writePair(writer, 0x8e00 + codePoint - 0xff61 + 0xa1)
    if (writePair(writer, first[codePoint]!)) return true
    const third = name === 'euc-jp' ? codeSetReverse('jis0212')[codePoint]! : 0
    if (third === 0) return false
    writer.write(0x8f)
    return writePair(writer, third)
  }
}

function gbEncoder(name: 'gb18030' | 'gbk', writer: ByteWriter): WriteCodePoint {
  const pairs = codeSetReverse('gb18030')
  return (codePoint) => {
    if (codePoint < 0x80) return writeByte(writer, codePoint)
    if (name === 'gbk' && codePoint === 0x20ac) return writeByte(writer, 0x80)
    if (codePoint < 0x10000 && writePair(writer, pairs[codePoint]!)) return true
    if (name === 'gbk' || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return false
    const pointer = codePoint > 0xffff ? codePoint - 0x10000 + 189000 : fourByteReverseMap().get(codePoint)
    if (pointer === undefined) return false
    for (const byte of fourBytesOf(pointer)) writer.write(byte)
    return true
  }
}

const ESCAPES = { ascii: '\x1b(B', katakana: '\x1b(I', jis0208: '\x1b$B' } as const

function iso2022JpEncoder(writer: ByteWriter): { put: WriteCodePoint; finish: () => void } {
  let set: keyof typeof ESCAPES = 'ascii'
  const pairs = codeSetReverse('jis0208')
  const choose = (requested: keyof typeof ESCAPES) => {
    if (set !== requested) writer.writeAscii(ESCAPES[requested])
    set = requested
  }
  const put: WriteCodePoint = (codePoint) => {
    if (codePoint < 0x80) {
      if (codePoint === 0x0e || codePoint === 0x0f || codePoint === 0x1b) return false
      choose('ascii')
      return writeByte(writer, codePoint)
    }
    if (codePoint >= 0xff61 && codePoint <= 0xff9f) {
      choose('katakana')
      return writeByte(writer, codePoint - 0xff61 + 0x21)
    }
    const pair = codePoint < 0x10000 ? pairs[codePoint]! : 0
    if (pair === 0) return false
    choose('jis0208')
    return writePair(writer, pair - 0x8080)
  }
  return { put, finish: () => choose('ascii') }
}
