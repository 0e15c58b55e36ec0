// Finds the fragments of each frame of encapsulated pixel data (PS3.5 §A.4): by an offset table, by number, or by where streams begin.
import { type DicomElement, type DicomFile, type Fragment, findIn } from '../dicom-file.ts'
import { readUint32 } from '../read/element-header.ts'
import type { Compression } from './codecs/compressed-frame.ts'

const EXTENDED_OFFSET_TABLE = 0x7fe00001

/** Which streams a transfer syntax encapsulates, as far as their beginnings can be told. */
type StreamKind = 'jpeg' | 'jpeg-2000' | 'jpeg-xl' | 'single'

const STREAM_KINDS: Partial<Record<Compression, StreamKind>> = {
  jpeg: 'jpeg',
  'jpeg-ls': 'jpeg',
  'jpeg-2000': 'jpeg-2000',
  'jpeg-xl': 'jpeg-xl',
}

/** Fragments by frame, in order; undefined where they cannot be told apart. */
export function groupFragments(file: DicomFile, element: DicomElement, frames: number, compression: Compression): Fragment[][] | undefined {
  const [table, ...fragments] = element.fragments ?? []
  if (!table || fragments.length === 0) return undefined
  if (frames === 1) return [fragments]
  return (
    groupByStarts(fragments, readOffsets(file, element, table), table.end, frames) ??
    (fragments.length === frames ? fragments.map((fragment) => [fragment]) : undefined) ??
    groupByBeginnings(file.data, fragments, frames, STREAM_KINDS[compression] ?? 'single')
  )
}

/** The extended table where there is one, else the basic one; offsets count from the end of the basic table. */
function readOffsets({ data, dataset }: DicomFile, { littleEndian }: DicomElement, table: Fragment): number[] {
  const extended = findIn(dataset, EXTENDED_OFFSET_TABLE)
  if (extended && !extended.items) {
    const count = Math.floor((extended.valueEnd - extended.valueStart) / 8)
    return Array.from({ length: count }, (_, i) => {
      const at = extended.valueStart + 8 * i
      return readUint32(data, at, true) + readUint32(data, at + 4, true) * 2 ** 32
    })
  }
  const count = Math.floor((table.end - table.valueStart) / 4)
  return Array.from({ length: count }, (_, i) => readUint32(data, table.valueStart + 4 * i, littleEndian))
}

function groupByStarts(fragments: readonly Fragment[], offsets: readonly number[], base: number, frames: number): Fragment[][] | undefined {
  if (offsets.length !== frames || offsets[0] !== 0) return undefined
  const groups: Fragment[][] = []
  for (const fragment of fragments) {
    if (fragment.start - base === offsets[groups.length]) groups.push([fragment])
    else if (groups.length === 0) return undefined
    else groups.at(-1)!.push(fragment)
  }
  return groups.length === frames ? groups : undefined
}

function groupByBeginnings(data: Uint8Array, fragments: readonly Fragment[], frames: number, kind: StreamKind): Fragment[][] | undefined {
  if (kind === 'single') return undefined
  const groups: Fragment[][] = []
  for (const fragment of fragments) {
    if (beginsStream(data, fragment.valueStart, kind)) groups.push([fragment])
    else if (groups.length === 0) return undefined
    else groups.at(-1)!.push(fragment)
  }
  return groups.length === frames ? groups : undefined
}

function beginsStream(data: Uint8Array, at: number, kind: StreamKind): boolean {
  const word = readUint32(data, at, false)
  if (kind === 'jpeg') return word >>> 8 === 0xffd8ff
  const isBox = word === 12
  return kind === 'jpeg-2000' ? word === 0xff4fff51 || isBox : word >>> 16 === 0xff0a || isBox
}

/** The bytes of a frame in one piece; a view where it has one fragment. */
export function joinFragments(data: Uint8Array, fragments: readonly Fragment[]): Uint8Array {
  const [first] = fragments
  if (first && fragments.length === 1) return data.subarray(first.valueStart, first.end)
  const bytes = new Uint8Array(fragments.reduce((sum, { valueStart, end }) => sum + end - valueStart, 0))
  let at = 0
  for (const { valueStart, end } of fragments) {
    bytes.set(data.subarray(valueStart, end), at)
    at += end - valueStart
  }
  return bytes
}
