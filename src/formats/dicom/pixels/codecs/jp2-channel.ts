// One component of a JPEG 2000 codestream as the only channel of a JP2 file (ISO/IEC 15444-1 §I.5): the decoder writes one channel of more than
// 8 bits as it is, and of three the low bytes alone.
import { joinViews } from '../../write/part-list.ts'
import type { CodedImage } from './coded-image.ts'

/** SRGB; the decoder converts nothing. */
const COLOUR_SPACE = 16
const CHANNEL_BITS = 16

/** @param component from 0 */
export function wrapChannel(
  codestream: Uint8Array,
  { rows, columns, components, precision, signed }: CodedImage,
  component: number,
): Uint8Array {
  const depth = (signed ? 0x80 : 0) | (precision - 1)
  return joinViews([
    box('jP  ', [0x0d, 0x0a, 0x87, 0x0a]),
    box('ftyp', [...letters('jp2 '), ...uint32(0), ...letters('jp2 ')]),
    box('jp2h', [
      ...box('ihdr', [...uint32(rows), ...uint32(columns), ...uint16(components), depth, 7, 1, 0]),
      ...box('colr', [1, 0, 0, ...uint32(COLOUR_SPACE)]),
      // A palette of one entry in one column, which nothing uses: it allows the mapping of channels that follows.
      ...box('pclr', [...uint16(1), 1, (signed ? 0x80 : 0) | (CHANNEL_BITS - 1), 0, 0]),
      ...box('cmap', [...uint16(component), 0, 0]),
    ]),
    box('jp2c', codestream),
  ])
}

function box(type: string, content: readonly number[] | Uint8Array): Uint8Array {
  return joinViews([Uint8Array.from([...uint32(8 + content.length), ...letters(type)]), Uint8Array.from(content)])
}

function letters(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0))
}

function uint16(value: number): number[] {
  return [value >> 8, value & 255]
}

function uint32(value: number): number[] {
  return [...uint16(value >>> 16), ...uint16(value & 0xffff)]
}
