// Overwrites what hides beside the samples: in and behind compressed frames, in offset tables, behind the last pixel, in spare bits, in ICC profiles and
// behind the entries of palettes. Lengths and offsets stay, so that the file that was read is the file that is cleaned, with other bytes.
import { ProblemError } from '../../../../core/problem.ts'
import { type DicomElement, type DicomFile, type DicomItem, type Fragment, findIn } from '../../dicom-file.ts'
import { type Compression, compressionOf } from '../../pixels/codecs/compressed-frame.ts'
import { groupFragments, joinFragments } from '../../pixels/frame-fragments.ts'
import { framesBytes } from '../../pixels/native-frame.ts'
import { type PixelFormat, readPixelFormat } from '../../pixels/pixel-format.ts'
import { PIXEL_DATA } from '../../tag.ts'
import { readAsciiValue } from '../../value/decode-value.ts'
import { refuseUnsafe } from '../refuse-unsafe.ts'
import { type Gap, gapOf, isDirty, overwrite, spreadGaps } from './gap.ts'
import { clearSpareBits, hasSpareBits, mayHaveSpareBits } from './high-bits.ts'
import { iccGaps } from './icc-gaps.ts'
import { dropTables, judgeTables } from './offset-tables.ts'
import { paletteGaps, tableDescriptors } from './palette-gaps.ts'
import { clearRleBits } from './rle-bits.ts'
import { rleGaps } from './rle-gaps.ts'
import { type FrameSize, sizeOf, streamGaps, videoOf } from './stream-gaps.ts'

export interface ScrubbedFile {
  /** The same file where nothing was found. */
  readonly file: DicomFile
  /** Tags of top-level elements in which bytes were overwritten. */
  readonly scrubbed: readonly number[]
}

const ICC_PROFILE = 0x00282000
/** Float Pixel Data and Double Float Pixel Data. */
const FLOAT_PIXELS = [0x7fe00008, 0x7fe00009]

/** A multiple of the bytes of any sample that has spare bits. */
const BLOCK_BYTES = 1 << 16

const known = new WeakMap<DicomFile, ScrubbedFile>()

/** Of one file once. @throws ProblemError as refuseUnsafe */
export function scrubFile(file: DicomFile): ScrubbedFile {
  let scrubbed = known.get(file)
  if (!scrubbed) {
    refuseUnsafe(file)
    scrubbed = new Scrubber(file).run()
    known.set(file, scrubbed)
    // What was cleaned is clean.
    known.set(scrubbed.file, { file: scrubbed.file, scrubbed: scrubbed.scrubbed })
  }
  return scrubbed
}

/** A file that was cleaned further. */
export function rememberScrubbed(file: DicomFile, scrubbed: readonly number[]): void {
  known.set(file, { file, scrubbed })
}

class Scrubber {
  private readonly file: DicomFile
  private copy: Uint8Array | undefined
  private readonly scrubbed = new Set<number>()
  private dataset: DicomItem

  constructor(file: DicomFile) {
    this.file = file
    this.dataset = file.dataset
  }

  run(): ScrubbedFile {
    const { file } = this
    this.visit(file.dataset, undefined)
    const pixels = findIn(file.dataset, PIXEL_DATA)
    if (pixels) this.scrubPixels(pixels)
    for (const tag of FLOAT_PIXELS) {
      const floats = findIn(file.dataset, tag)
      const format = floats && !floats.fragments ? formatOf(file, floats) : undefined
      if (floats && format) this.scrubTail(floats, format)
    }
    if (!this.copy) return { file, scrubbed: [] }
    const bytes = file.data === file.bytes ? this.copy : file.bytes
    return { file: { ...file, bytes, data: this.copy, dataset: this.dataset }, scrubbed: [...this.scrubbed] }
  }

  /** Profiles and palettes, at every depth. */
  private visit(item: DicomItem, top: number | undefined): void {
    const descriptors = tableDescriptors(item)
    for (const element of item.elements) {
      const tag = top ?? element.tag
      for (const child of element.items ?? []) this.visit(child, tag)
      if (element.items || element.fragments) continue
      const gaps =
        element.tag === ICC_PROFILE
          ? iccGaps(this.file.data, element.valueStart, element.valueEnd)
          : paletteGaps(this.file.data, descriptors, element)
      this.apply(gaps ?? [], tag)
    }
  }

  private scrubPixels(element: DicomElement): void {
    const format = formatOf(this.file, element)
    if (element.fragments) this.scrubFragments(element, format)
    else if (format) this.scrubNative(element, format)
  }

  /** Bytes behind the last pixel. @returns bytes of all pixels; undefined where nobody can say */
  private scrubTail(element: DicomElement, format: PixelFormat): number | undefined {
    const actual = element.valueEnd - element.valueStart
    const expected = framesBytes(format, actual)
    // Where the number of frames cannot be read, what follows the first may be another.
    if (expected > actual || !countsFrames(this.file)) return undefined
    this.apply(gapOf(element.valueStart + expected, element.valueEnd), element.tag)
    return expected
  }

  private scrubNative(element: DicomElement, format: PixelFormat): void {
    const expected = this.scrubTail(element, format)
    if (expected === undefined || !hasSpareBits(format)) return
    const { data } = this.file
    const end = element.valueStart + expected
    // Block by block: a copy of all samples would take as much memory as the file.
    let block: Uint8Array | undefined
    for (let at = element.valueStart; at < end; at += BLOCK_BYTES) {
      const source = data.subarray(at, Math.min(at + BLOCK_BYTES, end))
      if (!mayHaveSpareBits(source, format, element.littleEndian)) continue
      block ??= new Uint8Array(Math.min(BLOCK_BYTES, expected))
      const samples = block.subarray(0, source.length)
      samples.set(source)
      if (!clearSpareBits(samples, format, element.littleEndian)) continue
      this.writable().set(samples, at)
      this.scrubbed.add(PIXEL_DATA)
    }
  }

  private scrubFragments(element: DicomElement, format: PixelFormat | undefined): void {
    for (const { start, end } of element.skipped ?? []) this.apply(gapOf(start, end), PIXEL_DATA)
    const [, ...fragments] = element.fragments!
    const video = videoOf(this.file.declaredTransferSyntax)
    const compression = video ?? compressionOf(this.file.declaredTransferSyntax)
    if (!compression) return
    if (video || !format) {
      this.scrubStream(fragments, compression, { pixels: 0, bytes: 0, planes: 0 })
      return
    }
    const groups = groupFragments(this.file, element, format.frames, compression as Compression)
    if (!groups) return
    const size = sizeOf(format)
    for (const group of groups) {
      this.scrubStream(group, compression, size)
      if (compression === 'none' && hasSpareBits(format)) this.scrubUncompressed(group, format, element.littleEndian)
      if (compression === 'rle' && format.bitsAllocated <= 16 && hasSpareBits(format)) this.scrubRle(group, format, size)
    }
    if (judgeTables(this.file, element, groups) === 'right') return
    this.dataset = dropTables(this.writable(), this.file.dataset, element)
    this.scrubbed.add(PIXEL_DATA)
  }

  private scrubStream(fragments: readonly Fragment[], compression: Parameters<typeof streamGaps>[1], size: FrameSize): void {
    const gaps = streamGaps(joinFragments(this.file.data, fragments), compression, size) ?? []
    this.apply(spreadGaps(gaps, fragments), PIXEL_DATA)
  }

  /** A frame in fragments without compression (Encapsulated Uncompressed Explicit VR Little Endian). */
  private scrubUncompressed(fragments: readonly Fragment[], format: PixelFormat, littleEndian: boolean): void {
    const frame = joinFragments(this.copy ?? this.file.data, fragments).slice()
    if (!clearSpareBits(frame, format, littleEndian)) return
    let at = 0
    for (const { valueStart, end } of fragments) {
      this.writable().set(frame.subarray(at, at + end - valueStart), valueStart)
      at += end - valueStart
    }
    this.scrubbed.add(PIXEL_DATA)
  }

  private scrubRle(fragments: readonly Fragment[], format: PixelFormat, { pixels, planes }: FrameSize): void {
    const [fragment] = fragments
    const frame = joinFragments(this.copy ?? this.file.data, fragments).slice()
    if (!fragment || fragments.length > 1 || !rleGaps(frame, pixels, planes) || !clearRleBits(frame, format)) return
    this.writable().set(frame, fragment.valueStart)
    this.scrubbed.add(PIXEL_DATA)
  }

  private apply(gaps: readonly Gap[], tag: number): void {
    for (const gap of gaps) {
      if (!isDirty(this.file.data, gap)) continue
      overwrite(this.writable(), gap)
      this.scrubbed.add(tag)
    }
  }

  private writable(): Uint8Array {
    this.copy ??= new Uint8Array(this.file.data)
    return this.copy
  }
}

/** True where the number of frames is a number, or left out for one. */
export function countsFrames({ data, dataset }: DicomFile): boolean {
  const element = findIn(dataset, 0x00280008)
  return !element || /^\d*$/.test(readAsciiValue(data, element))
}

/** Undefined where the data set does not describe its pixels. */
export function formatOf(file: DicomFile, element: DicomElement): PixelFormat | undefined {
  try {
    return readPixelFormat(file, element)
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}
