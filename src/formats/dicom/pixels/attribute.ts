// Reads the attributes that describe pixels: numbers, code strings and tables of a data set or item.
import { type DicomElement, type DicomItem, findIn } from '../dicom-file.ts'
import { readUint16 } from '../read/element-header.ts'
import { resolveCharacterSet } from '../value/character-set.ts'
import { decodeValue, readAsciiValue } from '../value/decode-value.ts'
import type { Vr } from '../value/vr.ts'

/** A data set or item, and the bytes in which its elements lie. */
export interface Attributes {
  readonly data: Uint8Array
  readonly item: DicomItem
}

const DEFAULT_SET = resolveCharacterSet('')

/** All values that are finite numbers up to the first that is none. @param vr where the file says UN; `DS` and `IS` are text */
export function readNumbers({ data, item }: Attributes, tag: number, vr: Vr): number[] {
  const element = findIn(item, tag)
  if (!element || element.items) return []
  const { values } = decodeValue(data, element, element.vr === 'UN' ? vr : element.vr, DEFAULT_SET, 4096)
  const numbers = values.map((value) => (value === '' ? Number.NaN : Number(value)))
  const end = numbers.findIndex((number) => !Number.isFinite(number))
  return end < 0 ? numbers : numbers.slice(0, end)
}

export function readNumber(attributes: Attributes, tag: number, vr: Vr = 'US'): number | undefined {
  return readNumbers(attributes, tag, vr)[0]
}

/** A code string, padding removed; empty where there is none. */
export function readCode({ data, item }: Attributes, tag: number): string {
  const element = findIn(item, tag)
  return element && !element.items ? readAsciiValue(data, element, 256).toUpperCase() : ''
}

/** The attributes of the items of a sequence; none where it is absent. */
export function readItems({ data, item }: Attributes, tag: number): Attributes[] {
  return (findIn(item, tag)?.items ?? []).map((inner) => ({ data, item: inner }))
}

/** 16-bit words in the byte order of the element; for LUT Data of VR US, SS, OW or UN. */
export function readWords(data: Uint8Array, { valueStart, valueEnd, littleEndian }: DicomElement): Uint16Array {
  const words = new Uint16Array((valueEnd - valueStart) >> 1)
  for (let i = 0; i < words.length; i++) words[i] = readUint16(data, valueStart + 2 * i, littleEndian)
  return words
}
