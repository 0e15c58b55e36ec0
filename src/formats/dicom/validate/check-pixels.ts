// Checks what describes the pixels (PS3.3 §C.7.6.3, with what the modules of single kinds of images narrow, and PS3.5 §8.2) value against value.

import { type DicomFile, findIn } from '../dicom-file.ts'
import type { Iod } from '../iod/iod-table.ts'
import { type Attributes, readCode, readNumber } from '../pixels/attribute.ts'
import type { FindingList } from './finding.ts'

const IMAGE_TYPE = 0x00080008
const SAMPLES_PER_PIXEL = 0x00280002
const PHOTOMETRIC = 0x00280004
const PLANAR_CONFIGURATION = 0x00280006
const NUMBER_OF_FRAMES = 0x00280008
const BITS_ALLOCATED = 0x00280100
const BITS_STORED = 0x00280101
const HIGH_BIT = 0x00280102

const GREY = ['MONOCHROME1', 'MONOCHROME2']
const ONE_SAMPLE = [...GREY, 'PALETTE COLOR']
const THREE_SAMPLES = ['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_PARTIAL_422', 'YBR_PARTIAL_420', 'YBR_ICT', 'YBR_RCT', 'XYB', 'HSV']
const FOUR_SAMPLES = ['ARGB', 'CMYK']
const ALL = [...ONE_SAMPLE, ...THREE_SAMPLES, ...FOUR_SAMPLES]

interface PixelRule {
  readonly photometric?: readonly string[]
  readonly bitsAllocated?: readonly number[]
  /** Least and greatest. */
  readonly bitsStored?: readonly [number, number]
}

/** By the module that says so. */
const RULES: Readonly<Record<string, PixelRule>> = {
  // §C.8.2.1.1.3 to §C.8.2.1.1.5
  'ct-image': { photometric: GREY, bitsAllocated: [16], bitsStored: [12, 16] },
  // §C.8.3.1.1.3 and §C.8.3.1.1.4
  'mr-image': { photometric: GREY, bitsAllocated: [16] },
  // §C.8.4.8
  'nm-image': { photometric: ['MONOCHROME2', 'PALETTE COLOR'], bitsAllocated: [8, 16] },
  // §C.8.5.6.1.2 and §C.8.5.6.1.13
  'us-image': { bitsAllocated: [8, 16] },
  // §C.8.9.4
  'pet-image': { photometric: ['MONOCHROME2'], bitsAllocated: [16] },
  // §C.8.12.4.1.5
  'whole-slide-microscopy-image': {
    photometric: ['MONOCHROME2', 'RGB', 'YBR_FULL_422', 'YBR_ICT', 'YBR_RCT', 'XYB'],
    bitsAllocated: [8, 16],
  },
  // §C.8.20.2, where palettes come with label maps
  'segmentation-image': { photometric: ['MONOCHROME2', 'PALETTE COLOR'], bitsAllocated: [1, 8, 16] },
}

/** PS3.5 Table 8.2.1-1: three samples of the lossy JPEG processes. */
const JPEG_LOSSY = new Set(['1.2.840.10008.1.2.4.50', '1.2.840.10008.1.2.4.51'])
const JPEG_COLOURS = ['YBR_FULL_422', 'RGB']

/** PS3.5 §8.2.1 and §8.2.4: samples of JPEG and JPEG 2000 come pixel by pixel. */
const BY_PIXEL = /^1\.2\.840\.10008\.1\.2\.4\.(?:5[0-9]|6[0-9]|70|9[0-3]|20[1-3])$/

/** Image Type value 1 and 2 (PS3.3 §C.7.6.1.1.2, §C.8.16.1): MIXED is of multi-frame images. */
const IMAGE_TYPES = [
  ['ORIGINAL', 'DERIVED', 'MIXED'],
  ['PRIMARY', 'SECONDARY'],
] as const

export function checkPixels(file: DicomFile, iod: Iod, findings: FindingList): void {
  const attributes: Attributes = { data: file.data, item: file.dataset }
  checkImageType(file, iod, findings)
  if (!iod.modules.some(({ key }) => key === 'image-pixel')) return
  const report = (tag: number) => {
    const element = findIn(file.dataset, tag)
    if (element) findings.add('pixel_description', [tag], element.start, 'image-pixel')
  }
  const photometric = readCode(attributes, PHOTOMETRIC)
  const samples = readNumber(attributes, SAMPLES_PER_PIXEL)
  const stored = readNumber(attributes, BITS_STORED)
  const rules = iod.modules.flatMap(({ key }) => RULES[key] ?? [])
  const colours = JPEG_LOSSY.has(file.declaredTransferSyntax) && samples === 3 ? JPEG_COLOURS : ALL
  if (
    photometric &&
    ![colours, ...rules.flatMap((rule) => (rule.photometric ? [rule.photometric] : []))].every((list) => list.includes(photometric))
  ) {
    report(PHOTOMETRIC)
  }
  if (samples !== undefined && samples !== (samplesOf(photometric) ?? samples)) report(SAMPLES_PER_PIXEL)
  else if (samples !== undefined && ![1, 3, 4].includes(samples)) report(SAMPLES_PER_PIXEL)
  checkBits(attributes, stored, rules, report)
  const planar = readNumber(attributes, PLANAR_CONFIGURATION)
  // §C.8.5.6: ultrasound has full chrominance by plane.
  const isPlane = photometric === 'YBR_FULL' && iod.modules.some(({ key }) => key === 'us-image')
  const expected = isPlane ? 1 : BY_PIXEL.test(file.declaredTransferSyntax) ? 0 : undefined
  if (planar !== undefined && (samples ?? 1) > 1 && planar !== (expected ?? planar)) report(PLANAR_CONFIGURATION)
  const isSingle = !iod.modules.some(({ attributes: listed }) => listed.has(NUMBER_OF_FRAMES))
  if (isSingle && Number(readCode(attributes, NUMBER_OF_FRAMES) ?? 1) > 1) report(NUMBER_OF_FRAMES)
}

function checkBits(attributes: Attributes, stored: number | undefined, rules: readonly PixelRule[], report: (tag: number) => void): void {
  const allocated = readNumber(attributes, BITS_ALLOCATED)
  const highBit = readNumber(attributes, HIGH_BIT)
  if (
    allocated !== undefined &&
    (!isWidth(allocated) || rules.some(({ bitsAllocated }) => bitsAllocated && !bitsAllocated.includes(allocated)))
  ) {
    report(BITS_ALLOCATED)
  }
  if (stored === undefined) return
  const isOutside = rules.some(({ bitsStored }) => bitsStored && (stored < bitsStored[0] || stored > bitsStored[1]))
  if (isOutside || stored < 1 || stored > (allocated ?? stored)) report(BITS_STORED)
  if (highBit !== undefined && highBit !== stored - 1) report(HIGH_BIT)
}

/** PS3.3 §C.7.6.3: 1, or a multiple of 8. */
function isWidth(bits: number): boolean {
  return bits === 1 || (bits > 0 && bits % 8 === 0)
}

function samplesOf(photometric: string): number | undefined {
  if (ONE_SAMPLE.includes(photometric)) return 1
  if (THREE_SAMPLES.includes(photometric)) return 3
  return FOUR_SAMPLES.includes(photometric) ? 4 : undefined
}

function checkImageType(file: DicomFile, iod: Iod, findings: FindingList): void {
  const element = findIn(file.dataset, IMAGE_TYPE)
  if (!element || !iod.modules.some(({ key }) => key === 'general-image')) return
  const values = readCode({ data: file.data, item: file.dataset }, IMAGE_TYPE).split('\\')
  const isKnown = IMAGE_TYPES.every((list, i) => !values[i]?.trim() || (list as readonly string[]).includes(values[i]!.trim()))
  if (!isKnown) findings.add('value_not_enumerated', [IMAGE_TYPE], element.start, 'general-image')
}
