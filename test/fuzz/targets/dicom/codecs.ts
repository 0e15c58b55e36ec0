// Compressed frames alone, in the codecs of WebAssembly: refused by a ProblemError, or decoded to the bytes that the format needs.
import { ProblemError } from '../../../../src/core/problem.ts'
import { loadCodecs } from '../../../../src/formats/dicom/pixels/codecs/codec-module.ts'
import { compressionOf, decodeCompressed } from '../../../../src/formats/dicom/pixels/codecs/compressed-frame.ts'
import { groupFragments, joinFragments } from '../../../../src/formats/dicom/pixels/frame-fragments.ts'
import { findPixelElement, type PixelFormat, readPixelFormat } from '../../../../src/formats/dicom/pixels/pixel-format.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { readSmallFiles } from '../../engine/fixture-files.ts'
import { expectThat, type FuzzTarget, refusable } from '../../engine/target.ts'

interface Frame {
  readonly compression: NonNullable<ReturnType<typeof compressionOf>>
  readonly format: PixelFormat
  readonly bytes: Uint8Array
}

const codecs = await loadCodecs()
const FRAMES: Frame[] = readSmallFiles('dicom-pixels', 6000).flatMap((bytes) => {
  const file = readDicom(bytes)
  const compression = compressionOf(file.declaredTransferSyntax)
  const pixels = findPixelElement(file)
  if (!compression || !pixels.fragments) return []
  const format = readPixelFormat(file, pixels)
  const fragments = groupFragments(file, pixels, format.frames, 'none')?.[0]
  return fragments ? [{ compression, format, bytes: joinFragments(file.data, fragments) }] : []
})

export const target: FuzzTarget = {
  covers: ['jpeg-header', 'jpeg2000-header', 'jpegxl-header', 'jp2-channel', 'compressed-frame', 'codec-module', 'rle', 'coded-image'].map(
    (name) => `src/formats/dicom/pixels/codecs/${name}.ts`,
  ),
  maxBytes: 3000,
  seeds: () => FRAMES.map(({ bytes }, i) => Uint8Array.of(i, ...bytes)),
  run(input) {
    const { compression, format } = FRAMES[(input[0] ?? 0) % FRAMES.length]!
    const samples = refusable(() => decodeCompressed(input.slice(1), format, compression, codecs, 0))
    if (samples instanceof ProblemError) return
    const { rows, columns, samplesPerPixel } = format
    const size = rows * columns * samplesPerPixel * Math.ceil(samples.bitsAllocated / 8)
    expectThat(samples.bytes.length === size, 'a frame has the bytes of its pixels')
  },
}
