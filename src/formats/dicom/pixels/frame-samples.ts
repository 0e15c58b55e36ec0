// One decoded frame: little endian, samples interleaved by pixel, no LUT applied.

export interface FrameSamples {
  readonly rows: number
  readonly columns: number
  readonly samplesPerPixel: number
  /** Of `bytes`: 8, 16, 32 or 64. Data of one bit are unpacked to 8. */
  readonly bitsAllocated: number
  /** Where in its cell a sample lies; compressed data may differ from the data set. */
  readonly bitsStored: number
  readonly highBit: number
  readonly signed: boolean
  readonly kind: 'integer' | 'float' | 'double'
  /** Of the samples as they are now: chrominance is at full size, and colour transforms of JPEG 2000 are undone. */
  readonly photometric: string
  /** Its own buffer, to write into. */
  readonly bytes: Uint8Array
  /** The compressed frame is cut or damaged, and the codec filled in what was missing. */
  readonly damaged: boolean
}

/** The samples as numbers, low and high bits outside the stored ones masked (PS3.5 §8.1.1); signed ones extended. */
export function readSamples(
  frame: FrameSamples,
): Int32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array | Float32Array | Float64Array {
  const { bytes, bitsAllocated, bitsStored, highBit, signed, kind } = frame
  const view = alignedView(bytes, bitsAllocated, kind)
  if (kind !== 'integer' || (bitsStored === bitsAllocated && !signed)) return view as ReturnType<typeof readSamples>
  const shift = highBit + 1 - bitsStored
  const drop = 32 - bitsStored
  if (signed) {
    const values = bitsAllocated <= 16 ? new Int16Array(view.length) : new Int32Array(view.length)
    for (let i = 0; i < view.length; i++) values[i] = ((view[i]! >>> shift) << drop) >> drop
    return values
  }
  const mask = bitsStored === 32 ? 0xffffffff : 2 ** bitsStored - 1
  const values =
    bitsAllocated === 8 ? new Uint8Array(view.length) : bitsAllocated === 16 ? new Uint16Array(view.length) : new Uint32Array(view.length)
  for (let i = 0; i < view.length; i++) values[i] = (view[i]! >>> shift) & mask
  return values
}

/** Every platform that runs this program is little endian. */
function alignedView(
  bytes: Uint8Array,
  bitsAllocated: number,
  kind: FrameSamples['kind'],
): Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes)
  if (kind === 'float') return new Float32Array(buffer, byteOffset, byteLength / 4)
  if (kind === 'double') return new Float64Array(buffer, byteOffset, byteLength / 8)
  if (bitsAllocated === 8) return new Uint8Array(buffer, byteOffset, byteLength)
  return bitsAllocated === 16 ? new Uint16Array(buffer, byteOffset, byteLength / 2) : new Uint32Array(buffer, byteOffset, byteLength / 4)
}
