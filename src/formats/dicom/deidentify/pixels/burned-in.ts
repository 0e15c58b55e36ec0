// Judges whether text may be burnt into the pixels: by kind of image, Image Type, Burned In Annotation, ultrasound regions and known devices.
import { type DicomFile, findIn } from '../../dicom-file.ts'
import { readUint16, readUint32 } from '../../read/element-header.ts'
import { PIXEL_DATA } from '../../tag.ts'
import { readAsciiValue } from '../../value/decode-value.ts'
import { matchRegionRules } from '../profile/region-rules.ts'
import { type PixelRegion, regionsAround } from './pixel-region.ts'

export const BURNED_IN_REASONS = [
  'annotation-yes',
  'annotation-no',
  'secondary-capture',
  'ultrasound',
  'video',
  'screen-capture',
  'digitized',
  'specimen-label',
  'known-device',
  'overlay-bits',
] as const
export type BurnedInReason = (typeof BURNED_IN_REASONS)[number]

export interface BurnedInJudgement {
  /** none: no pixels; low: nothing hints at text; high: text is likely. */
  readonly risk: 'none' | 'low' | 'high'
  readonly reasons: readonly BurnedInReason[]
  /** Where the text is, as far as is known. */
  readonly regions: readonly PixelRegion[]
}

const PIXEL_TAGS = [PIXEL_DATA, 0x7fe00008, 0x7fe00009]
const STORAGE = '1.2.840.10008.5.1.4.1.1.'
const SECONDARY_CAPTURE = /^7(?:\.[1-4])?$/
/** Ultrasound, single and multi-frame, the retired classes too. */
const ULTRASOUND = /^(?:3|3\.1|6|6\.1)$/
/** Endoscopic, microscopic and photographic video: processors write names into the picture. */
const VIDEO = /^77\.1\.[124]\.1$/
/** MPEG-2, H.264 and HEVC: nobody looks into the stream, whose container may carry titles and comments too. */
const VIDEO_STREAM = /^1\.2\.840\.10008\.1\.2\.4\.10[0-8](?:\.1)?$/
/** Conversion Type: digitised film or video, drawings, documents, screens (PS3.3 §C.8.6.1). */
const DIGITIZED = /^(?:DV|DI|DF|WSD|SD|SI|DRW)$/
const SCREEN = /SCREEN|CAPTURE|REPORT|DOSE|PROTOCOL/

const judged = new WeakMap<DicomFile, BurnedInJudgement>()

/** Of one file once, however often it is asked. */
export function judgeBurnedIn(file: DicomFile): BurnedInJudgement {
  const known = judged.get(file)
  if (known) return known
  const judgement = judge(file)
  judged.set(file, judgement)
  return judgement
}

function judge(file: DicomFile): BurnedInJudgement {
  const { dataset } = file
  if (!PIXEL_TAGS.some((tag) => findIn(dataset, tag))) return { risk: 'none', reasons: [], regions: [] }
  const text = (tag: number) => readText(file, tag)
  const reasons: BurnedInReason[] = []
  const annotation = text(0x00280301)
  const sopClass = text(0x00080016)
  const storage = sopClass.startsWith(STORAGE) ? sopClass.slice(STORAGE.length) : ''
  if (annotation === 'YES') reasons.push('annotation-yes')
  if (SECONDARY_CAPTURE.test(storage)) reasons.push('secondary-capture')
  if (ULTRASOUND.test(storage) || text(0x00080060) === 'US') reasons.push('ultrasound')
  const isStream = VIDEO_STREAM.test(file.declaredTransferSyntax)
  if (isStream || VIDEO.test(storage)) reasons.push('video')
  const imageKind = text(0x00080008).split('\\').slice(1)
  if (SCREEN.test(imageKind.join('\\'))) reasons.push('screen-capture')
  if (imageKind.includes('LABEL') || text(0x00480010) === 'YES') reasons.push('specimen-label')
  if (DIGITIZED.test(text(0x00080064))) reasons.push('digitized')
  const known = matchRegionRules(file)
  if (known.length > 0) reasons.push('known-device')
  const hasOverlayBits = findOverlayBits(file)
  if (hasOverlayBits) reasons.push('overlay-bits')
  const regions = [...known, ...regionsOfUltrasound(file)]
  // A file that says NO is believed, but not about overlays, labels and streams of video, which are no annotation of the image.
  if (annotation === 'NO' && known.length === 0) {
    const isBesides = hasOverlayBits || isStream || reasons.includes('specimen-label')
    return { risk: isBesides ? 'high' : 'low', reasons: ['annotation-no', ...reasons], regions }
  }
  return { risk: reasons.length > 0 ? 'high' : 'low', reasons, regions }
}

function readText({ data, dataset }: DicomFile, tag: number): string {
  const element = findIn(dataset, tag)
  return element && !element.items ? readAsciiValue(data, element).toUpperCase() : ''
}

/** Overlays in unused bits of Pixel Data (retired): their group goes, their bits would stay. */
function findOverlayBits({ data, dataset }: DicomFile): boolean {
  return dataset.elements.some(({ tag, valueStart, valueEnd, littleEndian }) => {
    if (tag >>> 24 !== 0x60 || (tag & 0x1ffff) !== 0x0100 || valueEnd - valueStart < 2) return false
    return readUint16(data, valueStart, littleEndian) > 1 && !findIn(dataset, ((tag & 0xffff0000) | 0x3000) >>> 0)
  })
}

/** All of an ultrasound image but its calibrated regions (PS3.3 §C.8.5.5). */
function regionsOfUltrasound({ data, dataset }: DicomFile): PixelRegion[] {
  const rows = readNumber(data, findIn(dataset, 0x00280010))
  const columns = readNumber(data, findIn(dataset, 0x00280011))
  const regions = (findIn(dataset, 0x00186011)?.items ?? []).flatMap((item) => {
    const [x0, y0, x1, y1] = [0x00186018, 0x0018601a, 0x0018601c, 0x0018601e].map((tag) => readNumber(data, findIn(item, tag)))
    if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined || x1 < x0 || y1 < y0) return []
    return [{ column: x0, row: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 }]
  })
  return regions.length > 0 && rows && columns ? regionsAround(regions, rows, columns) : []
}

function readNumber(data: Uint8Array, element: ReturnType<typeof findIn>): number | undefined {
  if (!element || element.items) return undefined
  const { valueStart, valueEnd, littleEndian } = element
  if (valueEnd - valueStart === 2) return readUint16(data, valueStart, littleEndian)
  return valueEnd - valueStart >= 4 ? readUint32(data, valueStart, littleEndian) : undefined
}
