// Tables of the character sets that have one byte for each character.
import type { Charset } from './charsets.ts'
import { UNDECODABLE } from './decoded-text.ts'

const tables = new Map<string, Uint16Array>()

/** The code unit of each byte; U+DC00 plus the byte where the set leaves it undefined. */
export function singleByteTable(charset: Charset): Uint16Array {
  let table = tables.get(charset.name)
  if (!table) {
    table = Uint16Array.from({ length: 256 }, (_, byte) => unitOf(charset, byte))
    tables.set(charset.name, table)
  }
  return table
}

function unitOf(charset: Charset, byte: number): number {
  // JIS X 0201 has a yen sign and an overline at 0x5C and 0x7E; as delimiters they are meant as the backslash and the tilde.
  if (byte < 0x80) return byte
  if (charset.kind === 'ascii' || charset.kind === 'unknown-bytes') return UNDECODABLE + byte
  if (charset.name === 'JIS_X0201') return byte >= 0xa1 && byte <= 0xdf ? 0xff61 + byte - 0xa1 : UNDECODABLE + byte
  // TextDecoder takes windows-1252 and windows-1254 for ISO-8859-1 and -9, whose 0x80 to 0x9F are the C1 controls.
  if (charset.name.startsWith('ISO-8859-') && byte < 0xa0) return byte
  try {
    return new TextDecoder(charset.label, { fatal: true }).decode(Uint8Array.of(byte)).charCodeAt(0)
  } catch {
    return UNDECODABLE + byte
  }
}
