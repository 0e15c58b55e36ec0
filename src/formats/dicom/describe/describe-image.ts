// What the data set says of its image, and whether the pixel data fit that (PS3.3 §C.7.6.3, PS3.5 §8 and §A.4).
import type { DicomElement, DicomFile } from '../dicom-file.ts'
import { findIn } from '../dicom-file.ts'
import { formatPath } from '../dicom-issue.ts'
import { readUint32 } from '../read/element-header.ts'
import { formatTag, PIXEL_DATA } from '../tag.ts'
import { resolveCharacterSet } from '../value/character-set.ts'
import { decodeValue, readAsciiValue } from '../value/decode-value.ts'
import type { Vr } from '../value/vr.ts'

export interface ImageView {
  rows: number | null
  columns: number | null
  frames: number
  samplesPerPixel: number | null
  bits: { allocated: number | null; stored: number | null; high: number | null }
  signed: boolean | null
  photometric: string | null
  planarConfiguration: number | null
  /** The declared UID, empty where there is none. */
  transferSyntax: string
  /** Null where there is no pixel data. */
  pixelData: PixelDataView | null
}

interface PixelDataView {
  tag: string
  vr: string
  encapsulated: boolean
  /** Offset of the value; of the first item header where the data are encapsulated. */
  byteOffset: number
  length: number
  /** Fragments of encapsulated data, the offset table not counted. */
  fragments?: number
  offsetTable?: 'none' | 'basic' | 'extended'
}

const ROWS = 0x00280010
const COLUMNS = 0x00280011
const EXTENDED_OFFSET_TABLE = 0x7fe00001
/** Float, double float and integer pixel data exclude each other (PS3.3 §C.7.6.24). */
const PIXEL_TAGS = [PIXEL_DATA, 0x7fe00008, 0x7fe00009]

/** Null where the data set describes no image. Adds what does not fit to the issues. */
export function describeImage(file: DicomFile): ImageView | null {
  const number = (tag: number, vr: Vr = 'US') => readNumber(file, tag, vr)
  const pixels = PIXEL_TAGS.map((tag) => findIn(file.dataset, tag)).find((element) => element !== undefined)
  const rows = number(ROWS)
  const columns = number(COLUMNS)
  if (!pixels && rows === null && columns === null) return null
  const representation = number(0x00280103)
  const photometric = findIn(file.dataset, 0x00280004)
  const image: ImageView = {
    rows,
    columns,
    frames: number(0x00280008, 'IS') ?? 1,
    samplesPerPixel: number(0x00280002),
    bits: { allocated: number(0x00280100), stored: number(0x00280101), high: number(0x00280102) },
    signed: representation === null ? null : representation === 1,
    photometric: photometric ? readAsciiValue(file.data, photometric) || null : null,
    planarConfiguration: number(0x00280006),
    transferSyntax: file.declaredTransferSyntax,
    pixelData: null,
  }
  if (!pixels) return image
  image.pixelData = describePixels(file, pixels)
  if (pixels.fragments) checkOffsetTable(file, pixels)
  else checkLength(file, pixels, image)
  return image
}

/** The first value of an element as a number, by the VR that it has, or that it ought to have where it has none. */
function readNumber({ data, dataset }: DicomFile, tag: number, vr: Vr): number | null {
  const element = findIn(dataset, tag)
  if (!element || element.items) return null
  const [value] = decodeValue(data, element, element.vr === 'UN' ? vr : element.vr, resolveCharacterSet(''), 64).values
  return typeof value === 'number' ? value : null
}

function describePixels({ dataset }: DicomFile, element: DicomElement): PixelDataView {
  const { fragments, valueStart, valueEnd } = element
  const view: PixelDataView = {
    tag: formatTag(element.tag),
    vr: element.vr,
    encapsulated: fragments !== undefined,
    byteOffset: valueStart,
    length: valueEnd - valueStart,
  }
  if (!fragments) return view
  const [table] = fragments
  const hasTable = table !== undefined && table.end > table.valueStart
  const hasExtended = findIn(dataset, EXTENDED_OFFSET_TABLE) !== undefined
  return { ...view, fragments: Math.max(fragments.length - 1, 0), offsetTable: hasTable ? 'basic' : hasExtended ? 'extended' : 'none' }
}

/** Offsets count from the first byte behind the table and lead to item headers (PS3.5 §A.4, PS3.3 §C.7.6.3.1.8). */
function checkOffsetTable({ data, dataset, issues }: DicomFile, element: DicomElement): void {
  const [table, ...fragments] = element.fragments!
  if (!table) return
  const starts = new Set(fragments.map(({ start }) => start - table.end))
  const basic = (at: number) => readUint32(data, at, element.littleEndian)
  if (!leadToStarts(table.valueStart, table.end, 4, starts, basic))
    issues.add('offset_table', table.start, { path: formatPath([element.tag]) })
  const extended = findIn(dataset, EXTENDED_OFFSET_TABLE)
  if (!extended || extended.items) return
  const wide = (at: number) => readUint32(data, at, true) + readUint32(data, at + 4, true) * 2 ** 32
  if (leadToStarts(extended.valueStart, extended.valueEnd, 8, starts, wide)) return
  issues.add('offset_table', extended.start, { path: formatPath([extended.tag]) })
}

/** @param start of a table of offsets that `read` reads; a table with more entries than fragments is wrong without a look */
function leadToStarts(start: number, end: number, unit: number, starts: ReadonlySet<number>, read: (at: number) => number): boolean {
  if ((end - start) / unit > starts.size) return false
  for (let at = start; at + unit <= end; at += unit) if (!starts.has(read(at))) return false
  return true
}

function checkLength({ issues, complete }: DicomFile, element: DicomElement, image: ImageView): void {
  const { rows, columns, samplesPerPixel, frames, photometric } = image
  const { allocated } = image.bits
  if (!complete || !rows || !columns || !samplesPerPixel || !allocated) return
  // Subsampled chrominance: two samples a pixel instead of three (PS3.3 §C.7.6.3.1.2).
  const samples = photometric === 'YBR_FULL_422' || photometric === 'YBR_PARTIAL_422' ? 2 : samplesPerPixel
  const expectedBytes = Math.ceil((rows * columns * samples * frames * allocated) / 8)
  const actualBytes = element.valueEnd - element.valueStart
  if (actualBytes === expectedBytes || actualBytes === expectedBytes + (expectedBytes % 2)) return
  issues.add('pixel_length', element.start, { path: formatPath([element.tag]), expectedBytes, actualBytes })
}
