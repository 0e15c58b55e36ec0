// Offset tables of encapsulated pixels (PS3.5 §A.4): right, or gone. What else they hold leads nowhere, and may be anything.
import { type DicomElement, type DicomFile, type DicomItem, type Fragment, findIn } from '../../dicom-file.ts'
import { PIXEL_DATA, UNDEFINED_LENGTH } from '../../tag.ts'
import { encodeHeader, encodeItemHeader } from '../../write/encode-element.ts'

const OFFSETS = 0x7fe00001
const LENGTHS = 0x7fe00002

/**
 * @param groups fragments by frame
 * @returns `right` for empty tables, too
 */
export function judgeTables(file: DicomFile, element: DicomElement, groups: readonly Fragment[][]): 'right' | 'wrong' {
  const table = element.fragments![0]!
  const base = table.end
  const offsets = groups.map(([first]) => first!.start - base)
  const lengths = groups.map((group) => group.reduce((sum, { valueStart, end }) => sum + end - valueStart, 0))
  const basic = numbersOf(file.data, table.valueStart, table.end, 4, element.littleEndian)
  if (basic.length > 0 && !isSame(basic, offsets)) return 'wrong'
  if (table.end - table.valueStart !== 4 * basic.length) return 'wrong'
  for (const [tag, expected] of [
    [OFFSETS, offsets],
    [LENGTHS, lengths],
  ] as const) {
    const extended = findIn(file.dataset, tag)
    if (!extended) continue
    const found = numbersOf(file.data, extended.valueStart, extended.valueEnd, 8, true)
    if (extended.items || extended.valueEnd - extended.valueStart !== 8 * found.length || !isSame(found, expected)) return 'wrong'
  }
  return 'right'
}

function numbersOf(data: Uint8Array, start: number, end: number, unit: 4 | 8, littleEndian: boolean): number[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return Array.from({ length: Math.floor((end - start) / unit) }, (_, i) => {
    const at = start + unit * i
    return unit === 4 ? view.getUint32(at, littleEndian) : Number(view.getBigUint64(at, littleEndian))
  })
}

/** Lengths may count a byte of padding. */
function isSame(found: readonly number[], expected: readonly number[]): boolean {
  return found.length === expected.length && found.every((value, i) => value === expected[i] || value + (value % 2) === expected[i])
}

/** The data set without its tables: the basic one is empty, the extended ones are gone. `data` is changed in place. */
export function dropTables(data: Uint8Array, dataset: DicomItem, element: DicomElement): DicomItem {
  const [table, ...fragments] = element.fragments!
  const shift = table!.end - table!.valueStart
  const header = encodeHeader(PIXEL_DATA, element.vr, UNDEFINED_LENGTH, dataset.encoding)
  const item = encodeItemHeader(0, element.littleEndian)
  const itemStart = table!.end - item.length
  const start = itemStart - header.length
  data.set(header, start)
  data.set(item, itemStart)
  const emptied: DicomElement = {
    ...element,
    start,
    valueStart: itemStart,
    fragments: [{ start: itemStart, valueStart: table!.end, end: table!.end }, ...fragments],
  }
  const left = shift > 0 ? [{ start: element.start, end: start, reason: 'padding' as const }] : []
  const elements: DicomElement[] = []
  for (const other of dataset.elements) {
    if (other.tag === OFFSETS || other.tag === LENGTHS) left.push({ start: other.start, end: other.end, reason: 'padding' })
    else elements.push(other === element ? emptied : other)
  }
  return { ...dataset, elements, skipped: [...(dataset.skipped ?? []), ...left] }
}
