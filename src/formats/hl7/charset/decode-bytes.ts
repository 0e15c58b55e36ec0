// Decodes the bytes of a message by its character set, losing none: what cannot be decoded is reported and marked in the text.
import type { Charset } from './charsets.ts'
import { decodeMultiByte } from './decode-multi-byte.ts'
import { type DecodedText, DecodedTextBuilder, stringOf, UNDECODABLE } from './decoded-text.ts'
import { decodeIso2022 } from './iso-2022.ts'
import { singleByteTable } from './single-byte.ts'

/** @param initial what `iso-2022` begins and ends each line with */
export function decodeBytes(bytes: Uint8Array, charset: Charset, initial?: Charset): DecodedText {
  switch (charset.kind) {
    case 'utf-8':
      return decodeUtf8(bytes)
    case 'wide':
      return decodeWide(bytes, charset.label)
    case 'multi':
      return decodeMultiByte(bytes, charset.label)
    case 'iso-2022':
      return decodeIso2022(bytes, initial)
    default:
      return decodeSingleByte(bytes, singleByteTable(charset))
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of valid UTF-8, a byte order mark kept; undefined where a byte is invalid. */
export function decodeValidUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}

function decodeUtf8(bytes: Uint8Array): DecodedText {
  const whole = decodeValidUtf8(bytes)
  if (whole !== undefined) return { text: whole, widths: whole.length === bytes.length ? 1 : 'utf-8' }
  const parts: string[] = []
  let validFrom = 0
  let i = 0
  while (i < bytes.length) {
    const length = utf8Length(bytes, i)
    if (length > 0) {
      i += length
      continue
    }
    parts.push(strictUtf8.decode(bytes.subarray(validFrom, i)))
    while (i < bytes.length && utf8Length(bytes, i) === 0) parts.push(String.fromCharCode(UNDECODABLE + bytes[i++]!))
    validFrom = i
  }
  parts.push(strictUtf8.decode(bytes.subarray(validFrom)))
  return { text: parts.join(''), widths: 'utf-8' }
}

/** Bytes of the sequence at i, 0 where it is not well-formed (Unicode, table 3-7). */
function utf8Length(bytes: Uint8Array, i: number): number {
  const lead = bytes[i]!
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  const second = bytes[i + 1] ?? 0
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  if (second < lowest || second > highest) return 0
  for (let k = 2; k < length; k++) if (((bytes[i + k] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** @param table the code unit of each byte; undefined bytes are marked there already */
function decodeSingleByte(bytes: Uint8Array, table: Uint16Array): DecodedText {
  const parts: string[] = []
  const units = new Uint16Array(Math.min(bytes.length, 8_192))
  for (let from = 0; from < bytes.length; from += units.length) {
    const count = Math.min(units.length, bytes.length - from)
    for (let i = 0; i < count; i++) units[i] = table[bytes[from + i]!]!
    parts.push(stringOf(units.subarray(0, count)))
  }
  return { text: parts.join(''), widths: 1 }
}

/** UTF-16 and UTF-32. A lone surrogate, a number beyond Unicode and a cut last unit are undecodable. */
function decodeWide(bytes: Uint8Array, label: string): DecodedText {
  const size = label.startsWith('utf-16') ? 2 : 4
  if (size === 2) {
    const decoded = decodeValidUtf16(bytes, label)
    if (decoded !== undefined) return { text: decoded, widths: 2 }
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = label.endsWith('le')
  const read = (i: number) => (size === 2 ? view.getUint16(i, little) : view.getUint32(i, little))
  const builder = new DecodedTextBuilder(bytes.length)
  for (let i = 0; i < bytes.length; ) {
    const code = i + size <= bytes.length ? read(i) : -1
    if (code >= 0 && (code < 0xd800 || (code > 0xdfff && code <= 0x10ffff))) {
      builder.addText(String.fromCodePoint(code), size)
      i += size
      continue
    }
    const low = size === 2 && code >= 0xd800 && code < 0xdc00 && i + 4 <= bytes.length ? read(i + 2) : 0
    if (low >= 0xdc00 && low <= 0xdfff) {
      builder.addText(String.fromCharCode(code, low), 4)
      i += 4
      continue
    }
    const end = Math.min(i + size, bytes.length)
    for (; i < end; i++) builder.addUndecodable(bytes[i]!)
  }
  return builder.finish()
}

function decodeValidUtf16(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
