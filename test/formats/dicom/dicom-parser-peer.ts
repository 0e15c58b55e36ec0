// What dicom-parser makes of a data set, as a tree like ours. Its result is taken only where every byte has its place in it and nothing is
// odd: whatever else it throws or gives is no judgement.
import type { ByteArrayParser, DataSet, Element } from 'dicom-parser'
import dicomParser from 'dicom-parser'
import type { DicomElement, DicomItem, Fragment } from '../../../src/formats/dicom/dicom-file.ts'
import { findElement } from '../../../src/formats/dicom/dictionary/dictionary.ts'
import { readTag, readUint32 } from '../../../src/formats/dicom/read/element-header.ts'
import { lookUpVr } from '../../../src/formats/dicom/read/implicit-vr.ts'
import { newElement, newItem, notePrivateElement } from '../../../src/formats/dicom/read/new-container.ts'
import type { Encoding } from '../../../src/formats/dicom/read/transfer-syntax.ts'
import { ITEM, ITEM_DELIMITER, isPrivateTag, PIXEL_DATA, SEQUENCE_DELIMITER, UNDEFINED_LENGTH } from '../../../src/formats/dicom/tag.ts'
import { isVr, traitsOf, type Vr } from '../../../src/formats/dicom/value/vr.ts'

/** Damaged lengths lead it through millions of elements, at 500 bytes each. */
const MAX_READS = 200_000

interface Conversion {
  readonly bytes: Uint8Array
  readonly maxDepth: number
  count: number
}

/**
 * Reads a data set that follows the standard to the letter.
 * @returns its tree and the number of its elements, items and fragments; undefined where dicom-parser fails, or could have lost something
 */
export function readWithDicomParser(
  bytes: Uint8Array,
  start: number,
  encoding: Encoding,
  maxDepth: number,
): { dataset: DicomItem; count: number } | undefined {
  if (start >= bytes.length) return undefined
  const parsed = parse(bytes, start, encoding)
  if (!parsed) return undefined
  const dataset = newItem(start, start, bytes.length - start, encoding, undefined)
  const conversion: Conversion = { bytes, maxDepth, count: 0 }
  return convertElements(conversion, parsed, dataset, bytes.length, 0) ? { dataset, count: conversion.count } : undefined
}

type Elements = DataSet['elements']

function parse(bytes: Uint8Array, start: number, { explicit, littleEndian }: Encoding): Elements | undefined {
  const dataSet = { byteArray: bytes, elements: {} as Elements, warnings: [] as string[] }
  try {
    const inner = littleEndian ? dicomParser.littleEndianByteArrayParser : dicomParser.bigEndianByteArrayParser
    const stream = new dicomParser.ByteStream(countReads(inner), bytes, start)
    if (explicit) dicomParser.parseDicomDataSetExplicit(dataSet as unknown as DataSet, stream, bytes.length)
    else
      dicomParser.parseDicomDataSetImplicit(dataSet as unknown as DataSet, stream, bytes.length, {
        untilTag: '',
        vrCallback: vrOfPublicTag,
      })
    return dataSet.warnings.length + stream.warnings.length === 0 ? dataSet.elements : undefined
  } catch {
    return undefined
  }
}

/** dicom-parser can be stopped at no other place. */
function countReads(inner: ByteArrayParser): ByteArrayParser {
  let reads = 0
  const count = () => {
    if (++reads > MAX_READS) throw new RangeError('too many reads')
  }
  return {
    ...inner,
    readUint16(bytes, position) {
      count()
      return inner.readUint16(bytes, position)
    },
    readUint32(bytes, position) {
      count()
      return inner.readUint32(bytes, position)
    },
  }
}

/** Private elements get UN: without the creator of their block their VR is not known yet. */
function vrOfPublicTag(key: string): string {
  const tag = Number.parseInt(key.slice(1), 16)
  return isPrivateTag(tag) ? 'UN' : (findElement(tag)?.vr ?? 'UN')
}

/** @returns false where the elements do not cover the item up to `end`, or where one is odd in any way */
function convertElements(conversion: Conversion, elements: Elements, item: DicomItem, end: number, depth: number): boolean {
  let position = item.valueStart
  let lastTag = -1
  for (const key in elements) {
    const source = elements[key]!
    const tag = Number.parseInt(key.slice(1), 16)
    // dicom-parser lists the delimiter of an item as its last element.
    if (tag === ITEM_DELIMITER) break
    if (tag <= lastTag || tag === 0 || tag >>> 16 === 0xfffe) return false
    const element = convertElement(conversion, source, tag, position, item, depth)
    if (!element || element.end > end) return false
    if (isPrivateTag(tag) && !notePrivateElement(conversion.bytes, item, element)) return false
    item.elements.push(element)
    lastTag = tag
    position = element.end
  }
  item.valueEnd = position
  item.end = position
  return position === end
}

function convertElement(
  conversion: Conversion,
  source: Element,
  tag: number,
  start: number,
  item: DicomItem,
  depth: number,
): DicomElement | undefined {
  const { explicit, littleEndian } = item.encoding
  const vr = explicit ? readableVr(source.vr) : lookUpVr(conversion.bytes, tag, item)
  if (!vr || source.dataOffset !== start + (explicit && traitsOf(vr).long ? 12 : 8)) return undefined
  conversion.count++
  const element = newElement(tag, vr, start, source.dataOffset, source.hadUndefinedLength ? UNDEFINED_LENGTH : source.length, littleEndian)
  if (vr === 'SQ') return source.items && convertSequence(conversion, source, element, item, depth + 1) ? element : undefined
  if (source.items) return undefined
  if (source.hadUndefinedLength) return convertFragments(conversion, source, element) ? element : undefined
  element.valueEnd = source.dataOffset + source.length
  element.end = element.valueEnd
  return source.length % 2 === 0 ? element : undefined
}

/** dicom-parser takes the 64-bit VRs for short ones, and drops the items of UN. */
function readableVr(vr: string | undefined): Vr | undefined {
  return vr && isVr(vr) && vr !== 'OV' && vr !== 'SV' && vr !== 'UV' && vr !== 'UN' ? vr : undefined
}

function convertSequence(conversion: Conversion, source: Element, element: DicomElement, parent: DicomItem, depth: number): boolean {
  if (depth > conversion.maxDepth) return false
  const items: DicomItem[] = []
  let position = element.valueStart
  for (const { dataOffset, length, hadUndefinedLength, dataSet } of source.items!) {
    if (dataOffset !== position + 8 || !dataSet) return false
    conversion.count++
    const item = newItem(position, dataOffset, hadUndefinedLength ? UNDEFINED_LENGTH : length, parent.encoding, parent)
    const end = dataOffset + length
    const valueEnd = hadUndefinedLength ? end - 8 : end
    if (!convertElements(conversion, dataSet.elements, item, valueEnd, depth)) return false
    if (hadUndefinedLength && !isDelimiter(conversion, valueEnd, ITEM_DELIMITER, element.littleEndian)) return false
    item.end = end
    items.push(item)
    position = end
  }
  element.items = items
  return placeEnd(conversion, source, element, position, element.valueStart + source.length)
}

/** The first fragment is the basic offset table, which dicom-parser keeps as numbers. */
function convertFragments(conversion: Conversion, source: Element, element: DicomElement): boolean {
  const { bytes } = conversion
  const { valueStart, littleEndian } = element
  if (element.tag !== PIXEL_DATA || !source.fragments || readTag(bytes, valueStart, littleEndian) !== ITEM) return false
  const tableEnd = valueStart + 8 + readUint32(bytes, valueStart + 4, littleEndian)
  const fragments: Fragment[] = [{ start: valueStart, valueStart: valueStart + 8, end: tableEnd }]
  let position = tableEnd
  for (const fragment of source.fragments) {
    if (fragment.position !== position + 8) return false
    const end = fragment.position + fragment.length
    fragments.push({ start: position, valueStart: fragment.position, end })
    position = end
  }
  conversion.count += fragments.length
  element.fragments = fragments
  return placeEnd(conversion, source, element, position, valueStart + source.length - 8)
}

/** @param position the end of the last part; @param valueEnd the end that dicom-parser gives */
function placeEnd(conversion: Conversion, source: Element, element: DicomElement, position: number, valueEnd: number): boolean {
  element.valueEnd = position
  element.end = source.hadUndefinedLength ? position + 8 : position
  if (position !== valueEnd) return false
  return !source.hadUndefinedLength || isDelimiter(conversion, position, SEQUENCE_DELIMITER, element.littleEndian)
}

function isDelimiter({ bytes }: Conversion, position: number, delimiter: number, littleEndian: boolean): boolean {
  if (position + 8 > bytes.length) return false
  return readTag(bytes, position, littleEndian) === delimiter && readUint32(bytes, position + 4, littleEndian) === 0
}
