// RLE: what is encoded decodes to the same bytes, and a damaged frame is refused or gives as many bytes as its pixels need.
import { decodeRle, encodeRle } from '../../../../src/formats/dicom/pixels/codecs/rle.ts'
import { Decisions, expectThat, type FuzzTarget, sameBytes } from '../../engine/target.ts'

export const target: FuzzTarget = {
  covers: ['src/formats/dicom/pixels/codecs/rle.ts'],
  maxBytes: 600,
  seeds: () => [
    Uint8Array.of(3, 0, 0, ...Array.from({ length: 64 }, (_, i) => (i % 9 === 0 ? i : 7))),
    Uint8Array.of(3, 1, 1, ...new Uint8Array(200).map((_, i) => i)),
    Uint8Array.of(
      0,
      0,
      0,
      ...encodeRle(
        new Uint8Array(16).map((_, i) => i >> 2),
        { pixels: 16, samplesPerPixel: 1, bytesAllocated: 1 },
        4,
      )!,
    ),
  ],
  run(input) {
    const decisions = new Decisions(input)
    const columns = 1 + decisions.below(16)
    const samplesPerPixel = decisions.pick([1, 3])
    const bytesAllocated = decisions.pick([1, 2, 4])
    const rest = decisions.rest()
    const cells = { pixels: columns * 4, samplesPerPixel, bytesAllocated }
    const size = cells.pixels * samplesPerPixel * bytesAllocated
    const damaged = decodeRle(rest, cells)
    expectThat(damaged === undefined || damaged.bytes.length === size, 'a frame has the bytes of its pixels')
    const frame = new Uint8Array(size)
    frame.set(rest.subarray(0, size))
    const encoded = encodeRle(frame, cells, columns)
    if (!encoded) return
    const back = decodeRle(encoded, cells)
    expectThat(back !== undefined && !back.damaged && sameBytes(back.bytes, frame), 'encoded pixels come back')
  },
}
