// Decodes the East Asian encodings with the place of every byte that is not valid, by the state machines of the WHATWG Encoding Standard.
import type { InvalidHandler } from './decode-unicode.ts'
import { codeSetTable, fourByteUnits } from './double-byte.ts'
import type { MultiByteEncoding } from './encoding-names.ts'
import type { TextWriter } from './text-writer.ts'

interface Decoding {
  readonly bytes: Uint8Array
  readonly from: number
  readonly writer: TextWriter
  readonly onInvalid: InvalidHandler
}

export function decodeMultiByte(
  bytes: Uint8Array,
  name: MultiByteEncoding,
  from: number,
  writer: TextWriter,
  onInvalid: InvalidHandler,
): void {
  const decoding = { bytes, from, writer, onInvalid }
  if (name === 'shift_jis') decodeShiftJis(decoding)
  else if (name === 'euc-jp') decodeEucJp(decoding)
  else if (name === 'iso-2022-jp') decodeIso2022Jp(decoding)
  else if (name === 'big5') decodePairs(decoding, codeSetTable('big5'))
  else if (name === 'euc-kr') decodePairs(decoding, codeSetTable('windows-949'))
  else decodeGb(decoding)
}

/** Reads a pair at i; returns the bytes taken. An ASCII byte behind a lead that it cannot follow is text of its own. */
function decodePair({ bytes, writer, onInvalid }: Decoding, table: Uint16Array, i: number): number {
  const trail = bytes[i + 1]
  const unit = trail === undefined ? 0 : table[bytes[i]! * 256 + trail]!
  if (unit !== 0) {
    writer.writeUnit(unit)
    return 2
  }
  const taken = trail === undefined || trail < 0x80 ? 1 : 2
  onInvalid(i, taken)
  return taken
}

function decodePairs(decoding: Decoding, table: Uint16Array): void {
  const { bytes, writer, onInvalid } = decoding
  for (let i = decoding.from; i < bytes.length; ) {
    const byte = bytes[i]!
    if (byte < 0x80) writer.writeUnit(byte)
    else if (byte === 0x80 || byte === 0xff) onInvalid(i, 1)
    else {
      i += decodePair(decoding, table, i)
      continue
    }
    i++
  }
}

function decodeShiftJis(decoding: Decoding): void {
  const { bytes, writer, onInvalid } = decoding
  const table = codeSetTable('windows-31j')
  for (let i = decoding.from; i < bytes.length; ) {
    const byte = bytes[i]!
    if (byte <= 0x80) writer.writeUnit(byte)
    else if (byte >= 0xa1 && byte <= 0xdf) writer.writeUnit(0xff61 - 0xa1 + byte)
    else if (byte === 0xa0 || byte > 0xfc) onInvalid(i, 1)
    else {
      i += decodePair(decoding, table, i)
      continue
    }
    i++
  }
}

function decodeEucJp(decoding: Decoding): void {
  const { bytes, writer, onInvalid } = decoding
  const table = codeSetTable('jis0208')
  for (let i = decoding.from; i < bytes.length; ) {
    const byte = bytes[i]!
    const next = bytes[i + 1] ?? 0
    if (byte < 0x80) writer.writeUnit(byte)
    else if (byte === 0x8e && next >= 0xa1 && next <= 0xdf) {
      writer.writeUnit(0xff61 - 0xa1 + next)
      i++
    } else if (byte === 0x8f && next >= 0xa1 && next <= 0xfe) {
      i += decodeThreeBytes(decoding, i)
      continue
    } else if (byte >= 0xa1 && byte <= 0xfe) {
      i += decodePair(decoding, table, i)
      continue
    } else onInvalid(i, 1)
    i++
  }
}

/** JIS X 0212 behind the single shift 8F. */
function decodeThreeBytes({ bytes, writer, onInvalid }: Decoding, i: number): number {
  const third = bytes[i + 2]
  const unit = third === undefined ? 0 : codeSetTable('jis0212')[bytes[i + 1]! * 256 + third]!
  if (unit !== 0) {
    writer.writeUnit(unit)
    return 3
  }
  const taken = third === undefined || third < 0x80 ? 2 : 3
  onInvalid(i, taken)
  return taken
}

/** GBK and GB 18030 are read alike. */
function decodeGb(decoding: Decoding): void {
  const { bytes, writer, onInvalid } = decoding
  const table = codeSetTable('gb18030')
  for (let i = decoding.from; i < bytes.length; ) {
    const byte = bytes[i]!
    const next = bytes[i + 1] ?? 0
    if (byte < 0x80) writer.writeUnit(byte)
    else if (byte === 0x80) writer.writeUnit(0x20ac)
    else if (byte === 0xff) onInvalid(i, 1)
    else {
      i += next >= 0x30 && next <= 0x39 ? decodeFourBytes(decoding, i) : decodePair(decoding, table, i)
      continue
    }
    i++
  }
}

function decodeFourBytes({ bytes, writer, onInvalid }: Decoding, i: number): number {
  const third = bytes[i + 2] ?? 0
  const fourth = bytes[i + 3] ?? 0
  const codePoint =
    third >= 0x81 && third <= 0xfe && fourth >= 0x30 && fourth <= 0x39 ? fourByteCodePoint([bytes[i]!, bytes[i + 1]!, third, fourth]) : 0
  if (codePoint === 0) {
    onInvalid(i, 1)
    return 1
  }
  writer.writeCodePoint(codePoint)
  return 4
}

/** 0 where the four bytes stand for nothing. */
function fourByteCodePoint([first, second, third, fourth]: readonly [number, number, number, number]): number {
  const pointer = (((first - 0x81) * 10 + second - 0x30) * 126 + third - 0x81) * 10 + fourth - 0x30
  if (pointer < 39420) return fourByteUnits()[pointer]!
  return pointer >= 189000 && pointer <= 1237575 ? pointer - 189000 + 0x10000 : 0
}

const ESCAPES: readonly (readonly [string, 'ascii' | 'roman' | 'katakana' | 'jis0208' | 'jis0212'])[] = [
  ['(B', 'ascii'],
  ['(J', 'roman'],
  ['(I', 'katakana'],
  ['$@', 'jis0208'],
  ['$B', 'jis0208'],
  ['$(D', 'jis0212'],
]

function decodeIso2022Jp(decoding: Decoding): void {
  const { bytes, writer, onInvalid } = decoding
  let set: (typeof ESCAPES)[number][1] = 'ascii'
  for (let i = decoding.from; i < bytes.length; ) {
    const byte = bytes[i]!
    const switching = byte === 0x1b ? ESCAPES.find(([text]) => matches(bytes, i + 1, text)) : undefined
    if (switching) {
      set = switching[1]
      i += 1 + switching[0].length
      continue
    }
    const isGraphic = byte > 0x20 && byte < 0x7f
    if (byte >= 0x80 || byte === 0x0e || byte === 0x0f || byte === 0x1b) onInvalid(i, 1)
    else if (!isGraphic || set === 'ascii') {
      writer.writeUnit(byte)
      // A line end returns to ASCII (RFC 1468).
      if (byte === 0x0a || byte === 0x0d) set = 'ascii'
    } else if (set === 'roman') writer.writeUnit(byte === 0x5c ? 0xa5 : byte === 0x7e ? 0x203e : byte)
    else if (set === 'katakana') {
      if (byte <= 0x5f) writer.writeUnit(0xff61 - 0x21 + byte)
      else onInvalid(i, 1)
    } else {
      const trail = bytes[i + 1] ?? 0
      const unit = trail > 0x20 && trail < 0x7f ? codeSetTable(set)[(byte + 0x80) * 256 + trail + 0x80]! : 0
      if (unit === 0) onInvalid(i, trail > 0x20 && trail < 0x7f ? 2 : 1)
      else writer.writeUnit(unit)
      i += unit !== 0 || (trail > 0x20 && trail < 0x7f) ? 2 : 1
      continue
    }
    i++
  }
}

function matches(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}
