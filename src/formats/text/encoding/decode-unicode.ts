// Decodes UTF-8, UTF-16 and UTF-32 with the place of every byte that is not valid. Nothing is dropped: what is not valid goes to `onInvalid`.
import type { UnicodeEncoding } from './encoding-names.ts'
import type { TextWriter } from './text-writer.ts'

/** Called once for each maximal run of bytes that belong together but form no character; writes what shall stand for them. */
export type InvalidHandler = (offset: number, length: number) => void

export function decodeUnicode(bytes: Uint8Array, name: UnicodeEncoding, from: number, writer: TextWriter, onInvalid: InvalidHandler): void {
  if (name === 'utf-8') decodeUtf8(bytes, from, writer, onInvalid)
  else if (name === 'utf-16le' || name === 'utf-16be') decodeUtf16(bytes, from, name === 'utf-16be', writer, onInvalid)
  else decodeUtf32(bytes, from, name === 'utf-32be', writer, onInvalid)
}

/** Unicode 17 table 3-7; a run that cannot go on ends before the byte that breaks it, as the WHATWG Encoding Standard has it. */
function decodeUtf8(bytes: Uint8Array, from: number, writer: TextWriter, onInvalid: InvalidHandler): void {
  let i = from
  while (i < bytes.length) {
    const first = bytes[i]!
    if (first < 0x80) {
      writer.writeUnit(first)
      i++
      continue
    }
    const size = first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    let codePoint = size === 2 ? first & 0x1f : size === 3 ? first & 0x0f : first & 0x07
    let taken = 1
    while (taken < size && isTrail(first, taken, bytes[i + taken])) {
      codePoint = codePoint * 64 + (bytes[i + taken]! & 0x3f)
      taken++
    }
    if (size > 1 && taken === size) writer.writeCodePoint(codePoint)
    else onInvalid(i, taken)
    i += taken
  }
}

/** The second byte is bound by the first: no overlong forms, no surrogates, nothing above U+10FFFF. */
function isTrail(first: number, at: number, byte: number | undefined): boolean {
  if (byte === undefined) return false
  if (at > 1) return byte >= 0x80 && byte <= 0xbf
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  return byte >= low && byte <= high
}

function decodeUtf16(bytes: Uint8Array, from: number, isBig: boolean, writer: TextWriter, onInvalid: InvalidHandler): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - ((bytes.length - from) % 2)
  for (let i = from; i < end; i += 2) {
    const unit = view.getUint16(i, !isBig)
    const next = i + 2 < end ? view.getUint16(i + 2, !isBig) : 0
    if (unit < 0xd800 || unit > 0xdfff) writer.writeUnit(unit)
    else if (unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) {
      writer.writeUnit(unit)
      writer.writeUnit(next)
      i += 2
    } else onInvalid(i, 2)
  }
  if (end < bytes.length) onInvalid(end, 1)
}

function decodeUtf32(bytes: Uint8Array, from: number, isBig: boolean, writer: TextWriter, onInvalid: InvalidHandler): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - ((bytes.length - from) % 4)
  for (let i = from; i < end; i += 4) {
    const codePoint = view.getUint32(i, !isBig)
    if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) onInvalid(i, 4)
    else writer.writeCodePoint(codePoint)
  }
  if (end < bytes.length) onInvalid(end, bytes.length - end)
}
