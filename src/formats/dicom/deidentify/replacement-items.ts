// Items that stand for what was removed, where Table E.1-1 wants a dummy (D) in place of a sequence, and the code items of the markers.
import type { Encoding } from '../read/transfer-syntax.ts'
import { traitsOf, type Vr } from '../value/vr.ts'
import { encodeAscii, encodeElement, encodeSequence, encodeUint16 } from '../write/encode-element.ts'
import { joinViews } from '../write/part-list.ts'
import { dummyText } from './pseudonyms.ts'

const CONTENT_SEQUENCE = 0x0040a730
const GRAPHIC_ANNOTATION_SEQUENCE = 0x00700001
/** Codes of a person and of an institution: the code itself identifies. */
const CODE_SEQUENCES: ReadonlySet<number> = new Set([0x00401101, 0x00080082])

const REMOVED = 'ANONYMIZED'

export function encodeText(tag: number, vr: Vr, value: string, encoding: Encoding): Uint8Array {
  return encodeElement(tag, vr, encodeAscii(value, vr), encoding)
}

/** (0008,0100), (0008,0102), (0008,0104) */
export function encodeCode(value: string, scheme: string, meaning: string, encoding: Encoding): Uint8Array {
  return joinViews([
    encodeText(0x00080100, 'SH', value, encoding),
    encodeText(0x00080102, 'SH', scheme, encoding),
    encodeText(0x00080104, 'LO', meaning, encoding),
  ])
}

/**
 * The sequence with one item that says nothing; undefined where the items themselves can be cleaned attribute by attribute.
 * @param layer Graphic Layer (0070,0002) of the original, to which the layers of the presentation state refer
 */
export function dummySequence(tag: number, layer: string, encoding: Encoding): Uint8Array | undefined {
  if (tag === CONTENT_SEQUENCE) return encodeSequence(tag, [[dummyContent(encoding)]], encoding)
  if (tag === GRAPHIC_ANNOTATION_SEQUENCE) return encodeSequence(tag, [[dummyGraphic(layer, encoding)]], encoding)
  if (CODE_SEQUENCES.has(tag)) return encodeSequence(tag, [[encodeCode(REMOVED, '99ANON', REMOVED, encoding)]], encoding)
  return undefined
}

/** A comment (121106, DCM). */
function dummyContent(encoding: Encoding): Uint8Array {
  return joinViews([
    encodeText(0x0040a010, 'CS', 'CONTAINS', encoding),
    encodeText(0x0040a040, 'CS', 'TEXT', encoding),
    encodeSequence(0x0040a043, [[encodeCode('121106', 'DCM', 'Comment', encoding)]], encoding),
    encodeText(0x0040a160, 'UT', REMOVED, encoding),
  ])
}

/** A point in the corner. */
function dummyGraphic(layer: string, encoding: Encoding): Uint8Array {
  const point = [
    encodeText(0x00700005, 'CS', 'DISPLAY', encoding),
    encodeElement(0x00700020, 'US', encodeUint16(2, encoding.littleEndian), encoding),
    encodeElement(0x00700021, 'US', encodeUint16(1, encoding.littleEndian), encoding),
    encodeElement(0x00700022, 'FL', new Uint8Array(8), encoding),
    encodeText(0x00700023, 'CS', 'POINT', encoding),
  ]
  return joinViews([
    ...(layer === '' ? [] : [encodeText(0x00700002, 'CS', layer, encoding)]),
    encodeSequence(0x00700009, [point], encoding),
  ])
}

/** The value of an element in place of one that is needed: text, zeros, or undefined for a sequence. */
export function dummyValue(vr: Vr): Uint8Array | undefined {
  if (vr === 'SQ') return undefined
  const text = dummyText(vr)
  return text === undefined ? new Uint8Array(Math.max(2, traitsOf(vr).unit)) : encodeAscii(text, vr)
}
