// Holds Number of Frames against the frames that are there: offset table and fragments, and items of the per-frame functional groups.
import { type DicomElement, type DicomFile, findIn } from '../dicom-file.ts'
import { readNumber } from '../pixels/attribute.ts'
import { type Compression, compressionOf } from '../pixels/codecs/compressed-frame.ts'
import { PIXEL_DATA } from '../tag.ts'
import { PER_FRAME_GROUPS } from './check-functional-groups.ts'
import type { FindingList } from './finding.ts'

const NUMBER_OF_FRAMES = 0x00280008
const EXTENDED_OFFSET_TABLE = 0x7fe00001
/** PS3.5 §A.4.2 and §A.4.13: each frame is one fragment; elsewhere it may have several. */
const ONE_FRAGMENT: ReadonlySet<Compression> = new Set<Compression>(['rle', 'deflate'])

/** The length of uncompressed data is judged with the image. */
export function checkFrames(file: DicomFile, findings: FindingList): void {
  const { data, dataset, complete } = file
  const frames = readNumber({ data, item: dataset }, NUMBER_OF_FRAMES, 'IS') ?? 1
  if (!complete || !Number.isInteger(frames) || frames < 1) return
  const groups = findIn(dataset, PER_FRAME_GROUPS)
  if (groups?.items && groups.items.length > 0 && groups.items.length !== frames) {
    findings.add('frame_count', [PER_FRAME_GROUPS], groups.start)
  }
  const pixels = findIn(dataset, PIXEL_DATA)
  const compression = compressionOf(file.declaredTransferSyntax)
  if (!pixels?.fragments || !compression) return
  if (!hasFrames(pixels, findIn(dataset, EXTENDED_OFFSET_TABLE), frames, compression)) {
    findings.add('frame_count', [PIXEL_DATA], pixels.start)
  }
}

function hasFrames({ fragments }: DicomElement, extended: DicomElement | undefined, frames: number, compression: Compression): boolean {
  const [table, ...parts] = fragments!
  const offsets = table ? (table.end - table.valueStart) / 4 : 0
  const wideOffsets = extended && !extended.items ? (extended.valueEnd - extended.valueStart) / 8 : 0
  if ((offsets > 0 && offsets !== frames) || (wideOffsets > 0 && wideOffsets !== frames)) return false
  return ONE_FRAGMENT.has(compression) ? parts.length === frames : parts.length >= frames
}
