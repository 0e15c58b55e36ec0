// Frames of every compression: dicom/render refuses a damaged file or draws an image of the size that it says.
import { inflateSync } from 'node:zlib'
import { dicomRender } from '../../../../src/tools/dicom/render.ts'
import { readSmallFiles } from '../../engine/fixture-files.ts'
import { expectThat } from '../../engine/target.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({
  tool: dicomRender,
  field: 'file',
  covers: ['src/formats/dicom/pixels'],
  moreSeeds: [...readSmallFiles('dicom-pixels', 3000), ...readSmallFiles('dicom', 2000)],
  check(result) {
    const { width, height } = result as { width: number; height: number }
    const image = Object.values(result).find((value) => value instanceof Uint8Array) as Uint8Array
    const png = Buffer.from(image)
    expectThat(png.readUInt32BE(16) === width && png.readUInt32BE(20) === height, 'the image has the size that is said')
    const data: Buffer[] = []
    for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
      if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
    }
    const samples = inflateSync(Buffer.concat(data))
    expectThat(samples.length % height === 0 && samples.length > width * height * 0, 'the image is whole')
  },
})
