// Reads the SIZ, CAP and COD segments of a JPEG 2000 codestream (ISO/IEC 15444-1 §A.5), bare or in a JP2 file.
import type { CodedImage } from './coded-image.ts'

export interface Jpeg2000Header extends CodedImage {
  /** The code blocks are those of ISO/IEC 15444-15 (high throughput). */
  readonly highThroughput: boolean
  /** The first three components were made from RGB (RCT or ICT), which the decoder undoes. */
  readonly colourTransform: boolean
  /** Offset of the codestream, which a JP2 file has behind other boxes. */
  readonly codestreamStart: number
}

const SIZ = 0xff51
const CAP = 0xff50
const COD = 0xff52
const SOT = 0xff90
const CODESTREAM_BOX = 0x6a703263

/** Undefined where there is no whole main header. */
export function readJpeg2000Header(bytes: Uint8Array): Jpeg2000Header | undefined {
  const start = findCodestream(bytes)
  if (start === undefined) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let image: CodedImage | undefined
  let highThroughput = false
  let colourTransform = false
  for (let at = start + 2; at + 4 <= bytes.length; ) {
    const marker = view.getUint16(at)
    if (marker === SOT) return image && { ...image, highThroughput, colourTransform, codestreamStart: start }
    const length = view.getUint16(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) return undefined
    if (marker === SIZ) image = readSize(view, at, length)
    else if (marker === CAP) highThroughput = true
    else if (marker === COD && length >= 12) colourTransform = view.getUint8(at + 8) === 1
    at += 2 + length
  }
  return undefined
}

function readSize(view: DataView, at: number, length: number): CodedImage | undefined {
  if (length < 41) return undefined
  const components = view.getUint16(at + 38)
  if (components === 0 || length < 38 + 3 * components) return undefined
  const traits = Array.from({ length: components }, (_, i) => view.getUint8(at + 40 + 3 * i))
  const steps = Array.from({ length: components }, (_, i) => view.getUint16(at + 41 + 3 * i))
  const mixed = new Set(traits).size > 1
  return {
    columns: view.getUint32(at + 6) - view.getUint32(at + 14),
    rows: view.getUint32(at + 10) - view.getUint32(at + 18),
    components,
    // Components of different depth have no common precision; 0 fits none.
    precision: mixed ? 0 : (traits[0]! & 0x7f) + 1,
    signed: (traits[0]! & 0x80) !== 0,
    subsampled: steps.some((step) => step !== 0x0101),
  }
}

/** The offset of SOC: 0, or in the codestream box of a JP2 file, which DICOM forbids and some writers embed (PS3.5 §A.4.4). */
function findCodestream(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12) return undefined
  if (view.getUint32(0) === 0xff4fff51) return 0
  if (view.getUint32(0) !== 12 || view.getUint32(4) !== 0x6a502020) return undefined
  for (let at = 0; at + 16 <= bytes.length; ) {
    const size = view.getUint32(at)
    const wide = size === 1
    if (view.getUint32(at + 4) === CODESTREAM_BOX) return at + (wide ? 16 : 8)
    const length = wide ? view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12) : size
    if (length < 8) return undefined
    at += length
  }
  return undefined
}
