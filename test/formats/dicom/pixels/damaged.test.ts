// A damaged frame of any codec ends: with a picture that says it is damaged, or with a fault that says where; and the next frame is decoded as if
// nothing had been. No time is asserted: a codec that runs on is met by the limit of the test.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../../src/core/problem.ts'
import { type CodecCall, loadCodecs } from '../../../../src/formats/dicom/pixels/codecs/codec-module.ts'
import { compressionOf, needsCodecs } from '../../../../src/formats/dicom/pixels/codecs/compressed-frame.ts'
import { openPixels } from '../../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { seededRandom } from '../mutate-bytes.ts'

const FOLDER = join(import.meta.dirname, '../../../fixtures/dicom-pixels')
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.dcm'))
  .map((name) => name.slice(0, -4))
const load = (name: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, `${name}.dcm`)))

/** Where the stream of the first frame stands. */
function streamOf(bytes: Uint8Array): { start: number; end: number } {
  const { valueStart, end } = readDicom(bytes).dataset.elements.at(-1)!.fragments![1]!
  return { start: valueStart, end }
}

async function outcomeOf(bytes: Uint8Array): Promise<unknown> {
  try {
    const { damaged } = (await openPixels(readDicom(bytes))).readFrame(0)
    return damaged ? 'damaged' : 'decoded'
  } catch (error) {
    if (error instanceof ProblemError) return { code: error.code, at: error.at }
    throw error
  }
}

describe('40 damaged copies of a frame end, and the sound one decodes after each tenth:', () => {
  it.each(NAMES)('%s', async (name) => {
    const source = load(name)
    const { start, end } = streamOf(source)
    const sound = (await openPixels(readDicom(source))).readFrame(0).bytes
    const random = seededRandom(NAMES.indexOf(name) + 1)
    const pick = (limit: number) => Math.floor(random() * limit)
    for (let i = 0; i < 40; i++) {
      const bytes = source.slice()
      if (i % 4 === 0) bytes.fill(i % 8 === 0 ? 0 : 0xff, start + pick(end - start), end)
      else if (i % 4 === 1) bytes.copyWithin(start + pick(end - start), start, end)
      else for (let change = 0; change <= pick(8); change++) bytes[start + pick(end - start)] = pick(256)
      const outcome = await outcomeOf(bytes)
      if (typeof outcome === 'object') {
        expect(outcome).toMatchObject({
          code: /^(?:unreadable_input|unsupported_variant|resource_limit)$/.exec(outcomeCode(outcome))?.[0],
          at: { byteOffset: expect.any(Number) },
        })
      }
      if (i % 10 === 9) expect((await openPixels(readDicom(source))).readFrame(0).bytes).toEqual(sound)
    }
  })
})

function outcomeCode(outcome: unknown): string {
  return (outcome as { code: string }).code
}

describe('a codec that is called with a stream that does not end', () => {
  const callOf = (name: string, kind: CodecCall['kind'], changes: Partial<CodecCall> = {}): CodecCall => {
    const bytes = load(name)
    const { start, end } = streamOf(bytes)
    const shape = { rows: 12, columns: 18, samplesPerPixel: 1, bitsAllocated: 8, bitsStored: 8, signed: false }
    return { kind, ...shape, encoded: bytes.slice(start, end), ...changes }
  }

  it('CharLS without its end of image is stopped, and a new instance decodes', async () => {
    const codecs = await loadCodecs()
    const call = callOf('rgb8-jpegls-plane', 'jpeg-ls', { samplesPerPixel: 3 })
    const whole = codecs.decode(call)
    expect(whole?.bytes.length).toBe(12 * 18 * 3)
    // Cut behind the header of the first scan: CharLS looks for a marker through all of its memory, which took it most of a minute.
    expect(codecs.decode({ ...call, encoded: call.encoded.subarray(0, 32) })).toBeUndefined()
    expect(codecs.decode(call)).toEqual(whole)
  })

  it('every fixture with a codec is among those damaged above', () => {
    const coded = NAMES.filter((name) => needsCodecs(compressionOf(readDicom(load(name)).declaredTransferSyntax)!))
    expect(coded.length).toBeGreaterThan(15)
  })
})
