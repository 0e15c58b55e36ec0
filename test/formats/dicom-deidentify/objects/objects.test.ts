// Objects of every kind with plants in their elements: refused, or without a plant in any encoding, whatever the options retain.
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../../src/core/problem.ts'
import { deidentifyPixels } from '../../../../src/formats/dicom/deidentify/pixels/find-burned-in.ts'
import type { ProfileOption } from '../../../../src/formats/dicom/deidentify/profile/profile-options.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { SETTINGS } from '../sample-patient.ts'
import { findPlant } from './find-plant.ts'
import type { ObjectFile } from './object-file.ts'
import { objectFiles, transcodedFiles } from './object-files.ts'

const CLEAN: readonly ProfileOption[] = ['clean-descriptors', 'clean-structured-content', 'clean-graphics']
const RETAIN: readonly ProfileOption[] = ['retain-safe-private', 'retain-device', 'retain-institution', 'retain-patient-characteristics']
const OPTIONS: Readonly<Record<string, readonly ProfileOption[]>> = {
  'the Basic Profile': [],
  'texts cleaned': CLEAN,
  'all retained': [...RETAIN, 'retain-uids', 'retain-full-dates'],
  'all retained, texts cleaned': [...CLEAN, ...RETAIN, 'retain-uids', 'retain-full-dates'],
  'modified dates': [...CLEAN, ...RETAIN, 'retain-modified-dates'],
}
const files = objectFiles()
const refused = new Set<string>()

async function listLeft({ name, bytes, plants }: ObjectFile, options: readonly ProfileOption[]): Promise<string[]> {
  try {
    const result = await deidentifyPixels(readDicom(bytes), { ...SETTINGS, options, onResidual: 'fail' })
    return plants.flatMap((plant) => findPlant(result.bytes, plant) ?? [])
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    refused.add(name)
    return []
  }
}

it('are many', () => {
  expect(files.length).toBeGreaterThanOrEqual(80)
})

it.each(files)('every plant is in the file before: $name', ({ bytes, plants }) => {
  for (const plant of plants) expect(findPlant(bytes, plant), plant).toBeDefined()
})

describe.each(Object.entries(OPTIONS))('%s', (_name, options) => {
  it.each(files)('$name', async (file) => {
    expect(await listLeft(file, options)).toEqual([])
  })
})

it('few are refused with any options', () => {
  expect([...refused].sort()).toEqual(REFUSED)
})

describe('in other encodings', () => {
  it.each(transcodedFiles())('$name', async (file) => {
    for (const options of [[], OPTIONS['all retained, texts cleaned']!]) expect(await listLeft(file, options)).toEqual([])
  })
})

/** Documents, directories, voices, a file that ends in other bytes, risky pixels, numbers that are samples, kept UIDs and group 0028. */
const REFUSED: readonly string[] = [
  'UIDs with a birth date and a number',
  'UN with a sequence of implicit VR',
  'decimals that are the identifier',
  'directory of a medium',
  'document: CDA',
  'document: MTL in UN',
  'document: PDF',
  'document: STL',
  'document: inside a sequence',
  'enhanced CT: what a frame says',
  'items between which text stands',
  'key objects with a remark',
  'look-up tables that explain',
  'parametric map: doubles that spell',
  'raw data',
  'spectroscopy: numbers that spell',
  'surface: comments and points',
  'values of other VRs',
  'voice',
]
