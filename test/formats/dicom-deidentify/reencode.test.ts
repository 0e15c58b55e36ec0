// Compressed pixels with regions blanked: decoded, blanked, written as RLE Lossless; outside the regions every sample is what it was.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { deidentifyFile } from '../../../src/formats/dicom/deidentify/deidentify-file.ts'
import type { PixelRegion } from '../../../src/formats/dicom/deidentify/pixels/pixel-region.ts'
import { preparePixels } from '../../../src/formats/dicom/deidentify/pixels/plan-pixels.ts'
import { findIn } from '../../../src/formats/dicom/dicom-file.ts'
import { openPixels } from '../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { readAsciiValue } from '../../../src/formats/dicom/value/decode-value.ts'
import { projectFolder } from '../../architecture/source-file.ts'
import { concat, element, encapsulated, part10 } from '../dicom/build-dicom.ts'
import { SETTINGS } from './sample-patient.ts'

const folder = join(projectFolder, 'test/fixtures/dicom-pixels')
const files = readdirSync(folder).filter((name) => name.endsWith('.dcm'))
const REGION: PixelRegion = { column: 1, row: 1, width: 3, height: 2 }

async function blank(bytes: Uint8Array) {
  const file = readDicom(bytes)
  const settings = { ...SETTINGS, regions: [REGION] }
  return deidentifyFile(file, settings, { reencoded: await preparePixels(file, settings) })
}

test('the fixtures were seen', () => {
  expect(files.length).toBeGreaterThan(20)
})

describe('blanked and compressed again', () => {
  it.each(files)('%s', async (name) => {
    const bytes = new Uint8Array(readFileSync(join(folder, name)))
    const original = await openPixels(readDicom(bytes))
    const { bytes: result, pixelState, residuals, transferSyntax } = await blank(bytes)
    const read = readDicom(result)
    const source = await openPixels(read)
    expect(pixelState).toBe('blanked')
    expect(residuals).toEqual([])
    expect(transferSyntax).toBe('1.2.840.10008.1.2.5')
    expect(source.format.frames).toBe(original.format.frames)
    expect(readAsciiValue(read.data, findIn(read.dataset, 0x00280301)!)).toBe('NO')
    for (let frame = 0; frame < source.format.frames; frame++) {
      const before = original.readFrame(frame)
      const after = source.readFrame(frame)
      expect(after.photometric).toBe(before.photometric)
      const pixelBytes = (before.samplesPerPixel * before.bitsAllocated) / 8
      const blanked = new Set<string>()
      let kept = 0
      for (let row = 0; row < before.rows; row++) {
        for (let column = 0; column < before.columns; column++) {
          const at = (row * before.columns + column) * pixelBytes
          const pixel = after.bytes.subarray(at, at + pixelBytes).join()
          const isInside = column >= 1 && column < 4 && row >= 1 && row < 3
          if (isInside) blanked.add(pixel)
          else if (pixel === before.bytes.subarray(at, at + pixelBytes).join()) kept++
        }
      }
      expect(blanked.size).toBe(1)
      expect(kept).toBe(before.rows * before.columns - 6)
    }
  })

  it('pixels that cannot be decoded are refused', async () => {
    const video = part10(
      concat(element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.77.1.1.1'), encapsulated([], [Uint8Array.of(0, 0, 1, 0xb3)])),
      '1.2.840.10008.1.2.4.100',
    )
    await expect(blank(video)).rejects.toThrow(expect.objectContaining({ name: 'ProblemError' }))
  })

  it('and without decoding nothing is written', () => {
    const file = readDicom(new Uint8Array(readFileSync(join(folder, 'gray8-rle.dcm'))))
    expect(() => deidentifyFile(file, { ...SETTINGS, regions: [REGION] })).toThrow(expect.objectContaining({ code: 'unsupported_variant' }))
  })
})
