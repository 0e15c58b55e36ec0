// Every hostile file is refused, or comes out without its plants and with the same frames.
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../../src/core/problem.ts'
import { deidentifyPixels } from '../../../../src/formats/dicom/deidentify/pixels/find-burned-in.ts'
import { readSamples } from '../../../../src/formats/dicom/pixels/frame-samples.ts'
import { openPixels } from '../../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { SETTINGS } from '../sample-patient.ts'
import { hostileFiles } from './hostile-files.ts'
import { secondStreamFiles } from './second-streams.ts'
import { secondValueFiles } from './second-values.ts'

const second = [...secondStreamFiles(), ...secondValueFiles()]
const files = [...hostileFiles(), ...second]
const refused: string[] = []

/** Samples by frame; the code of the error where none come out. */
async function framesOf(bytes: Uint8Array): Promise<number[][] | string> {
  try {
    const source = await openPixels(readDicom(bytes))
    return Array.from({ length: source.format.frames }, (_, i) => Array.from(readSamples(source.readFrame(i))))
  } catch (error) {
    if (error instanceof ProblemError) return error.code
    throw error
  }
}

/** In words of the other byte order. */
function swapped(text: string): string {
  return text.slice(0, text.length & ~1).replace(/(.)(.)/gs, '$2$1')
}

/** The plant as letters of one byte, of two, in words of either byte order, in base64, and where it is a number in every binary kind. */
function containsPlant(bytes: Uint8Array, plant: string): boolean {
  const all = new TextDecoder('latin1').decode(bytes).toLowerCase()
  if (all.includes(plant.toLowerCase()) || all.includes([...plant.toLowerCase()].join('\0'))) return true
  if (plant.length >= 8 && (all.includes(swapped(plant.toLowerCase())) || all.includes(btoa(plant).slice(0, 10).toLowerCase()))) return true
  if (!/^\d+$/.test(plant)) return false
  const view = new DataView(new ArrayBuffer(8))
  view.setUint32(0, Number(plant), true)
  const whole = new TextDecoder('latin1').decode(new Uint8Array(view.buffer, 0, 4)).toLowerCase()
  view.setFloat64(0, Number(plant), true)
  return all.includes(whole) || all.includes(new TextDecoder('latin1').decode(new Uint8Array(view.buffer)).toLowerCase())
}

it('are many, over every transfer syntax', () => {
  expect(files.length - second.length).toBeGreaterThanOrEqual(150)
  expect(second.length).toBeGreaterThanOrEqual(150)
})

describe('what hides beside the pixels and in kept values', () => {
  it.each(files.map((file) => [file.name, file] as const))('%s', async (name, { bytes, plants, options, isVideo }) => {
    const settings = { ...SETTINGS, options, onBurnedIn: isVideo ? ('warn' as const) : ('fail' as const), onResidual: 'fail' as const }
    let result: Uint8Array
    try {
      result = (await deidentifyPixels(readDicom(bytes), settings)).bytes
    } catch (error) {
      // Refused is safe; anything else is not.
      if (!(error instanceof ProblemError)) throw error
      refused.push(name)
      return
    }
    for (const plant of plants) expect(containsPlant(result, plant)).toBe(false)
    if (isVideo) return
    const before = await framesOf(bytes)
    // A stream without what spoilt it may be one that decoders read again.
    if (typeof before !== 'string') expect(await framesOf(result)).toEqual(before)
  })
})

it('few are refused: those whose plants are samples, entries of tables, or in no frame or element', () => {
  expect(refused).toEqual([
    ...files.map(({ name }) => name).filter((name) => name.startsWith('unassigned: ')),
    'value: entries of a palette',
    'value: entries of a palette, a stranger',
    'value: samples of a waveform',
    'value: samples of a waveform, a stranger',
    'second: a fragment between two of a frame',
    'second: bulk: parts of a palette',
    'second: bulk: a document',
    'second: bulk: a spectrum',
    'second: behind the data set',
    'second: a number of bytes that lies',
  ])
})
