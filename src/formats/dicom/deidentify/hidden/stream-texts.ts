// Texts among the coded samples of compressed frames: before the end of a scan, behind the last packet, in headers. No parser here says what a decoder
// reads, so the decoder is asked: what can be overwritten without a sample changing is no sample.
import { ProblemError } from '../../../../core/problem.ts'
import { type DicomElement, type DicomFile, type Fragment, findIn } from '../../dicom-file.ts'
import { type Compression, compressionOf } from '../../pixels/codecs/compressed-frame.ts'
import { groupFragments, joinFragments } from '../../pixels/frame-fragments.ts'
import type { FrameSamples } from '../../pixels/frame-samples.ts'
import { openPixels, type PixelSource } from '../../pixels/pixel-source.ts'
import { PIXEL_DATA } from '../../tag.ts'
import { sameBytes } from '../../value/same-bytes.ts'
import { type Gap, overwrite, spreadGaps } from './gap.ts'
import { codedParts } from './jpeg-gaps.ts'
import { listTextRuns, type TextRun } from './letter-run.ts'
import { formatOf, rememberScrubbed, type ScrubbedFile } from './scrub-file.ts'
import { type FrameSize, sizeOf, streamGaps, videoOf } from './stream-gaps.ts'

export interface ClearedStreams {
  readonly file: DicomFile
  /** There is text in frames that cannot be decoded, or in fragments of no frame: it may be samples or not. */
  readonly hasUnjudgedText: boolean
}

/** Each run costs two decoded frames or more. */
const MAX_RUNS = 500
const CODES_PER_RUN = 8

/** @param scrubbed what `scrubFile` gave */
export async function clearStreamTexts({ file, scrubbed }: ScrubbedFile): Promise<ClearedStreams> {
  const element = findIn(file.dataset, PIXEL_DATA)
  if (!element?.fragments || videoOf(file.declaredTransferSyntax)) return { file, hasUnjudgedText: false }
  const frames = framesOf(file, element)
  if (!frames) {
    const containsText = ({ valueStart, end }: Fragment) => listTextRuns(file.data, valueStart, end).length > 0
    return { file, hasUnjudgedText: element.fragments.slice(1).some(containsText) }
  }
  const suspects = frames.groups.flatMap((fragments, index): Suspect[] => {
    const runs = runsOf(joinFragments(file.data, fragments), frames)
    return runs.length > 0 ? [{ index, fragments, runs }] : []
  })
  if (suspects.length === 0) return { file, hasUnjudgedText: false }
  if (suspects.flatMap(({ runs }) => runs).reduce((sum, run) => sum + costOf(run), 0) > MAX_RUNS) return { file, hasUnjudgedText: true }
  return clearSuspects(file, scrubbed, suspects)
}

interface Frames {
  readonly groups: readonly Fragment[][]
  readonly compression: Compression
  readonly size: FrameSize
}

interface Suspect {
  /** Of the frame. */
  readonly index: number
  readonly fragments: readonly Fragment[]
  /** In the bytes of the fragments joined. */
  readonly runs: readonly Run[]
}

interface Run extends TextRun {
  /** End of the scan or the stream. */
  readonly limit: number
  /** What may stand before the limit. */
  readonly fill: readonly number[] | undefined
  /** In a table of Huffman codes. */
  readonly isTable?: boolean
}

/** Undefined where the fragments cannot be assigned to frames. */
function framesOf(file: DicomFile, element: DicomElement): Frames | undefined {
  const compression = compressionOf(file.declaredTransferSyntax)
  const format = formatOf(file, element)
  const groups = compression && format && groupFragments(file, element, format.frames, compression)
  return groups ? { groups, compression, size: sizeOf(format) } : undefined
}

function runsOf(stream: Uint8Array, { compression, size }: Frames): Run[] {
  if ((compression === 'rle' || compression === 'none') && streamGaps(stream, compression, size)) return []
  // Finding the end of a deflated frame means inflating it several times.
  if (compression === 'deflate' && (listTextRuns(stream, 0, stream.length).length === 0 || streamGaps(stream, compression, size))) return []
  const parts = compression === 'jpeg' || compression === 'jpeg-ls' ? codedParts(stream) : undefined
  if (parts) {
    const spelled = parts.tables.flatMap(({ start, end }) => listTextRuns(stream, start, end))
    const tableRuns = spelled.map((run) => ({ ...run, limit: run.end, fill: UNUSED_CODE, isTable: true }))
    return [...tableRuns, ...parts.scans.flatMap(({ start, end }) => runsIn(stream, start, end, FILL_BYTES))]
  }
  // A marker that ends the stream stays.
  const hasEnd = stream.at(-2) === 0xff && stream.at(-1) === 0xd9
  return runsIn(stream, 0, stream.length - (hasEnd ? 2 : 0))
}

function runsIn(stream: Uint8Array, start: number, limit: number, fill?: readonly number[]): Run[] {
  return listTextRuns(stream, start, limit).map((run) => ({ ...run, limit, fill }))
}

/** Any number of them may stand before a marker (ISO/IEC 10918-1 §B.1.1.2). */
const FILL_BYTES = [0xff]
/** What a code without samples may stand for. */
const UNUSED_CODE = [1]

async function clearSuspects(file: DicomFile, scrubbed: readonly number[], suspects: readonly Suspect[]): Promise<ClearedStreams> {
  const data = new Uint8Array(file.data)
  const changed: DicomFile = { ...file, bytes: file.data === file.bytes ? data : file.bytes, data }
  const source = await openOrNot(changed)
  let isChanged = false
  for (const suspect of suspects) {
    const samples = source && decode(source, suspect.index)
    if (!source || !samples) return { file, hasUnjudgedText: true }
    for (const run of suspect.runs) if (clearRun(data, source, suspect, run, samples)) isChanged = true
  }
  if (!isChanged) return { file, hasUnjudgedText: false }
  rememberScrubbed(changed, [...new Set([...scrubbed, PIXEL_DATA])])
  return { file: changed, hasUnjudgedText: false }
}

/** In runs: the codes of a table may be decoded one by one. */
function costOf({ start, end, isTable }: Run): number {
  return isTable ? Math.ceil((end - start) / CODES_PER_RUN) : 1
}

/** Overwrites the run and as much around it as no sample needs. @returns whether anything was overwritten */
function clearRun(data: Uint8Array, source: PixelSource, { index, fragments }: Suspect, run: Run, samples: FrameSamples): boolean {
  const spares = (range: Gap): boolean => {
    const first = fragments[0]!.valueStart
    const kept = data.slice(first, fragments.at(-1)!.end)
    for (const gap of spreadGaps([range], fragments)) overwrite(data, gap)
    const again = decode(source, index)
    if (again && sameBytes(again.bytes, samples.bytes)) return true
    data.set(kept, first)
    return false
  }
  // What is around the codes of a table are its other codes and its length.
  if (run.isTable) return clearCodes(run, spares)
  const grown = growRun(joinFragments(data, fragments), run)
  for (let start = run.start; start < run.start + SHARED_BYTES; start++) {
    if (!spares({ start, end: run.end })) continue
    if (!spares({ start, end: run.limit, ...(run.fill ? { fill: run.fill } : {}) })) spares({ start, end: grown.end })
    spares({ start: grown.start, end: start })
    return true
  }
  return false
}

/** Where some of the letters are codes that samples have, the others go one by one. */
function clearCodes({ start, end }: Run, spares: (range: Gap) => boolean): boolean {
  if (spares({ start, end, fill: UNUSED_CODE })) return true
  let isChanged = false
  for (let at = start; at < end; at++) if (spares({ start: at, end: at + 1, fill: UNUSED_CODE })) isChanged = true
  return isChanged
}

/** The last bytes of the samples before a text may look like letters. */
const SHARED_BYTES = 4

/** With the digits and signs around it. */
function growRun(stream: Uint8Array, { start, end, limit }: Run): TextRun {
  const isPrinted = (byte: number | undefined) => byte === 0 || (byte !== undefined && byte >= 0x20 && byte < 0x7f)
  let first = start
  while (first > 0 && isPrinted(stream[first - 1])) first--
  let last = end
  while (last < limit && isPrinted(stream[last])) last++
  return { start: first, end: last }
}

async function openOrNot(file: DicomFile): Promise<PixelSource | undefined> {
  try {
    return await openPixels(file)
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

function decode(source: PixelSource, index: number): FrameSamples | undefined {
  try {
    return source.readFrame(index)
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}
