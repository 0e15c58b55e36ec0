// Compressed pixels with regions blanked: decoded, blanked and written as RLE Lossless, with the attributes that describe them (PS3.15 §E.3.1).
import type { DicomFile } from '../../dicom-file.ts'
import { reencodePixels } from '../../pixels/codecs/reencode.ts'
import { openPixels } from '../../pixels/pixel-source.ts'
import { PIXEL_DATA, SEQUENCE_DELIMITER, UNDEFINED_LENGTH } from '../../tag.ts'
import { encodeElement, encodeHeader, encodeItemHeader, encodeUint16 } from '../../write/encode-element.ts'
import { PartList } from '../../write/part-list.ts'
import type { Marker } from '../markers.ts'
import { encodeText } from '../replacement-items.ts'
import { type FrameRegion, regionsOfFrame } from './pixel-region.ts'

export interface ReencodedPixels {
  readonly transferSyntax: string
  /** Pixel Data with its fragments. */
  readonly element: PartList
  /** The image description as it is now. */
  readonly markers: readonly Marker[]
}

const RULE = 'E.3.1'

/** @throws ProblemError `unsupported_variant` where the pixels cannot be decoded, `unreadable_input` where they are damaged, `resource_limit` */
export async function reencodeBlanked(file: DicomFile, regions: readonly FrameRegion[]): Promise<ReencodedPixels> {
  const source = await openPixels(file)
  const pixels = reencodePixels(source, (frame) => regionsOfFrame(regions, frame))
  const { encoding } = file.dataset
  const element = new PartList(file.data)
  element.add(encodeHeader(PIXEL_DATA, 'OB', UNDEFINED_LENGTH, encoding))
  for (const fragment of [pixels.offsetTable, ...pixels.fragments]) {
    element.add(encodeItemHeader(fragment.length, encoding.littleEndian))
    element.add(fragment)
  }
  element.add(encodeItemHeader(0, encoding.littleEndian, SEQUENCE_DELIMITER))
  const number = (tag: number, value: number): Marker => ({
    tag,
    bytes: encodeElement(tag, 'US', encodeUint16(value, encoding.littleEndian), encoding),
    rule: RULE,
  })
  const gone = (tag: number): Marker => ({ tag, bytes: new Uint8Array(0), rule: RULE })
  const { photometric, planarConfiguration, bitsAllocated, bitsStored, highBit } = pixels
  return {
    transferSyntax: pixels.transferSyntax,
    element,
    markers: [
      { tag: 0x00280004, bytes: encodeText(0x00280004, 'CS', photometric, encoding), rule: RULE },
      ...(planarConfiguration === undefined ? [] : [number(0x00280006, planarConfiguration)]),
      number(0x00280100, bitsAllocated),
      number(0x00280101, bitsStored),
      number(0x00280102, highBit),
      gone(0x7fe00001),
      gone(0x7fe00002),
    ],
  }
}
