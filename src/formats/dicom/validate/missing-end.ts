// Whether a file that ends between two elements may have been cut there: what its IOD requires behind its last element is missing.
import { type DicomFile, findIn } from '../dicom-file.ts'
import { findIodOfSopClass, type Iod } from '../iod/iod-table.ts'
import { readUint32 } from '../read/element-header.ts'
import { PIXEL_DATA } from '../tag.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import { belongsToValueType, VALUE_TYPE } from './required-conditions.ts'

const SOP_CLASS = 0x00080016
const SOP_INSTANCE = 0x00080018
const META_SOP_CLASS = 0x00020002
const PIXEL_DATA_PROVIDER_URL = 0x00287fe0
const PIXELS = [PIXEL_DATA, 0x7fe00008, 0x7fe00009, PIXEL_DATA_PROVIDER_URL]
/** Rows, Columns and Bits Allocated: together they describe pixels. */
const DESCRIPTION = [0x00280010, 0x00280011, 0x00280100]

/**
 * Tags behind the last element of the data set that must be there: of Type 1 and 2 in mandatory modules, Pixel Data of what describes pixels,
 * and where a group says its length the group itself, as (gggg,0000). Empty where nothing hints at a cut. In the order of the data set.
 */
export function listMissingAtEnd(file: DicomFile): number[] {
  const { dataset } = file
  // A directory has no SOP class, and says in its records what it holds.
  if (dataset.elements.some(({ tag }) => tag >>> 16 === 4)) return []
  const last = dataset.elements.reduce((highest, { tag }) => Math.max(highest, tag), 0)
  const missing = new Set<number>([...cutGroup(file), ...requiredAfter(file, last)])
  for (const tag of [SOP_CLASS, SOP_INSTANCE]) if (tag > last) missing.add(tag)
  const hasPixels = PIXELS.some((tag) => findIn(dataset, tag))
  if (!hasPixels && last < PIXEL_DATA && mustHavePixels(file, last)) missing.add(PIXEL_DATA)
  return [...missing].sort((a, b) => a - b)
}

function findIodOf({ data, dataset, meta, bytes }: DicomFile): Iod | undefined {
  const element = findIn(dataset, SOP_CLASS)
  const declared = findIn(meta, META_SOP_CLASS)
  return findIodOfSopClass((element && readAsciiValue(data, element)) || (declared ? readAsciiValue(bytes, declared) : ''))
}

function requiredAfter(file: DicomFile, last: number): number[] {
  const iod = findIodOf(file)
  if (!iod || last >= lastRequired(iod)) return []
  const mandatory = iod.modules.filter(({ usage }) => usage === 'M')
  return mandatory.flatMap(({ attributes }) => {
    const isOwn = (tag: number) => !attributes.has(VALUE_TYPE) || belongsToValueType(file.data, file.dataset, tag)
    return [...attributes.values()]
      .filter(({ tag, type }) => tag > last && (type === '1' || type === '2') && isOwn(tag))
      .map(({ tag }) => tag)
  })
}

const lastTags = new WeakMap<Iod, number>()

/** The highest tag that an IOD requires: most files go as far. */
function lastRequired(iod: Iod): number {
  let last = lastTags.get(iod)
  if (last === undefined) {
    last = -1
    for (const { usage, attributes } of iod.modules) {
      for (const { tag, type } of attributes.values()) if (usage === 'M' && (type === '1' || type === '2')) last = Math.max(last, tag)
    }
    lastTags.set(iod, last)
  }
  return last
}

/** Where the data set describes pixels, or the IOD says so and the description may be cut as well: an image that goes on behind it had none. */
function mustHavePixels(file: DicomFile, last: number): boolean {
  if (DESCRIPTION.every((tag) => findIn(file.dataset, tag))) return true
  const isImage = findIodOf(file)?.modules.some(({ key, usage }) => key === 'image-pixel' && usage === 'M') === true
  return isImage && (last < DESCRIPTION.at(-1)! || DESCRIPTION.some((tag) => findIn(file.dataset, tag)))
}

/** The last group, where it is shorter than it says (retired, PS3.5 §7.2); that of pixels is often wrong. */
function cutGroup({ data, dataset }: DicomFile): number[] {
  const tail = dataset.elements.at(-1)
  const length = tail && findIn(dataset, (tail.tag & 0xffff0000) >>> 0)
  if (!length || length.tag >>> 16 === PIXEL_DATA >>> 16 || length.valueEnd - length.valueStart !== 4) return []
  return length.end + readUint32(data, length.valueStart, length.littleEndian) > tail.end ? [length.tag] : []
}
