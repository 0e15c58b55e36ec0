// Bytes behind the last entry of a palette or another lookup table (PS3.3 §C.7.6.3.1.5, §C.11).
import type { DicomElement, DicomItem } from '../../dicom-file.ts'
import { readUint16 } from '../../read/element-header.ts'
import { type Gap, gapOf } from './gap.ts'

/** Descriptor by data. */
const TABLES = new Map([
  [0x00281201, 0x00281101],
  [0x00281202, 0x00281102],
  [0x00281203, 0x00281103],
  [0x00281204, 0x00281104],
  [0x00283006, 0x00283002],
])

const DESCRIPTORS: ReadonlySet<number> = new Set(TABLES.values())

/** The first descriptor of each table in an item, by its tag. One pass for all elements, since an item may have hundreds of thousands. */
export function tableDescriptors(item: DicomItem): ReadonlyMap<number, DicomElement> {
  const found = new Map<number, DicomElement>()
  for (const element of item.elements) if (DESCRIPTORS.has(element.tag) && !found.has(element.tag)) found.set(element.tag, element)
  return found
}

export function paletteGaps(data: Uint8Array, descriptors: ReadonlyMap<number, DicomElement>, element: DicomElement): Gap[] {
  const descriptor = descriptors.get(TABLES.get(element.tag) ?? -1)
  if (!descriptor || descriptor.items || descriptor.valueEnd - descriptor.valueStart < 6) return []
  const entries = readUint16(data, descriptor.valueStart, descriptor.littleEndian) || 65_536
  const bits = readUint16(data, descriptor.valueStart + 4, descriptor.littleEndian)
  const actual = element.valueEnd - element.valueStart
  // Tables of 8 bits are written in bytes, or in words with a byte each.
  const expected = entries * (bits > 8 || actual >= 2 * entries ? 2 : 1)
  return gapOf(element.valueStart + expected + (expected % 2), element.valueEnd)
}
