// Tables of the encodings that have one byte per character, both ways.
//
// The platform's TextDecoder supplies most of them. Not those whose names it takes for the Windows page that extends them
// (iso-8859-1, iso-8859-9, us-ascii), nor windows-1252, which some releases of a runtime read as Latin-1, nor the DOS pages, which it lacks.
import type { SingleByteEncoding } from './encoding-names.ts'

export const REPLACEMENT = 0xfffd

/** Bytes 0x80 to 0x9F; the five that Microsoft leaves open are the controls of the same number, so that nothing is lost. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
/** IBM code pages 437 and 850, bytes 0x80 to 0xFF. */
const IBM437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
const IBM850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
/** Where ISO 8859-9 differs from ISO 8859-1. */
const TURKISH: readonly (readonly [number, string])[] = [
  [0xd0, 'Ğ'],
  [0xdd, 'İ'],
  [0xde, 'Ş'],
  [0xf0, 'ğ'],
  [0xfd, 'ı'],
  [0xfe, 'ş'],
]

const decodeTables = new Map<SingleByteEncoding, Uint16Array>()
const encodeTables = new Map<SingleByteEncoding, Map<number, number>>()

/** 256 code units; U+FFFD where a byte stands for nothing. */
export function singleByteTable(name: SingleByteEncoding): Uint16Array {
  let table = decodeTables.get(name)
  if (!table) {
    table = makeTable(name)
    decodeTables.set(name, table)
  }
  return table
}

/** Byte by code unit. */
export function singleByteReverse(name: SingleByteEncoding): ReadonlyMap<number, number> {
  let reverse = encodeTables.get(name)
  if (!reverse) {
    reverse = new Map()
    const table = singleByteTable(name)
    for (let byte = 0; byte < 256; byte++) {
      const unit = table[byte]!
      if (unit !== REPLACEMENT && !reverse.has(unit)) reverse.set(unit, byte)
    }
    encodeTables.set(name, reverse)
  }
  return reverse
}

function makeTable(name: SingleByteEncoding): Uint16Array {
  const table = Uint16Array.from({ length: 256 }, (_, byte) => byte)
  switch (name) {
    case 'iso-8859-1':
      return table
    case 'us-ascii':
      return table.fill(REPLACEMENT, 0x80)
    case 'windows-1252':
      return write(table, 0x80, WINDOWS_1252)
    case 'iso-8859-9':
      for (const [byte, letter] of TURKISH) write(table, byte, letter)
      return table
    case 'ibm437':
      return write(table, 0x80, IBM437)
    case 'ibm850':
      return write(table, 0x80, IBM850)
    default:
      return write(table, 0x80, new TextDecoder(name).decode(Uint8Array.from({ length: 128 }, (_, i) => i + 0x80)))
  }
}

function write(table: Uint16Array, from: number, text: string): Uint16Array {
  for (let i = 0; i < text.length; i++) table[from + i] = text.charCodeAt(i)
  return table
}
