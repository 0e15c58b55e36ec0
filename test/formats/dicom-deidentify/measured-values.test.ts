// Measured values, dates and times stay, even with letters in their bytes. Ages over 89 in a report do not.
import { expect, it } from 'vitest'
import { fitsShape } from '../../../src/formats/dicom/deidentify/words/value-shape.ts'
import { maskWrittenNumbers } from '../../../src/formats/dicom/deidentify/words/written-numbers.ts'
import { findIn } from '../../../src/formats/dicom/dicom-file.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { concat, element, item, part10, sequence, text, u16 } from '../dicom/build-dicom.ts'
import { deidentifyElements } from './sample-patient.ts'

const PARAMETRIC_MAP = '1.2.840.10008.5.1.4.1.1.30'
const COMPREHENSIVE_REPORT = '1.2.840.10008.5.1.4.1.1.88.33'

/** Numbers of a range, with all bytes of their fractions. */
function numbers(count: number, low: number, high: number): number[] {
  let state = 1
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return low + ((high - low) * state) / 0x7fffffff
  })
}

const bytesOf = ({ buffer }: Float32Array | Float64Array) => new Uint8Array(buffer)
const RANGES: readonly (readonly [number, number])[] = [
  [0, 1],
  [8, 1000],
  [-500, 30_000],
  [1e5, 1e7],
]

it.each(RANGES)('samples, spectra, points and drawings from %d to %d stay', (low, high) => {
  const values = numbers(30_000, low, high)
  const floats = bytesOf(Float32Array.from(values))
  const { values: kept, result } = deidentifyElements(
    [
      sequence(0x00660002, [item(sequence(0x00660011, [item(element(0x00660016, 'OF', floats))]))]),
      sequence(0x00700001, [item(sequence(0x00700009, [item(element(0x00700022, 'FL', floats.subarray(0, 60_000)))]))]),
      element(0x56000020, 'OF', floats),
      element(0x7fe00009, 'OD', bytesOf(Float64Array.from(values))),
    ],
    { options: ['clean-graphics'], onResidual: 'fail' },
    PARAMETRIC_MAP,
  )
  expect(result.residuals).toEqual([])
  expect(result.changes.filter(({ rule }) => rule === 'VR' || rule === 'residual')).toEqual([])
  expect(kept.has('(7FE0,0009)')).toBe(true)
})

function fits(vr: 'DA' | 'TM' | 'DT', value: string): boolean {
  const file = readDicom(part10(element(0x00080031, vr, value)))
  return fitsShape(file.data, findIn(file.dataset, 0x00080031)!, vr)
}

it.each([
  [
    'DA',
    ['20240219', '2024.02.19', '2024-02-19', '202402', '2024', '', '20240219\\20240220'],
    ['5550199123', '20241319', '20240239', '55501991'],
  ],
  ['TM', ['101112', '1011', '10', '101112.123456', '10:11:12', '10:11:12.5', ''], ['5550199123', '256112', '106112', '88123764']],
  [
    'DT',
    ['20240219101112.000000+0100', '20240219', '2024', '20240219101112', '20240219101112-0530'],
    ['202402191011125550', '20240219+5550', '88123764555'],
  ],
] as const)('%s', (vr, right, wrong) => {
  for (const value of right) expect([value, fits(vr, value)]).toEqual([value, true])
  for (const value of wrong) expect([value, fits(vr, value)]).toEqual([value, false])
})

it.each([
  'ep_b0_1000_2000',
  '512 512 300',
  '4.1.2.1.2019',
  'V1.2.3.4567',
  '256x256 1.5',
  'tfl3d1_16ns',
  '120-140',
  '1200-1400',
  '1.25 2.50 3.75',
  '25.1.3.0',
  '0-1000-2000',
  '12:34:56',
  'may 12 slices',
])('%s is neither a date nor a telephone number', (value) => {
  expect(maskWrittenNumbers(value, '*')).toBe(value)
})

const code = (value: string, scheme: string, meaning: string) =>
  item(concat(element(0x00080100, 'SH', value), element(0x00080102, 'SH', scheme), element(0x00080104, 'LO', meaning)))

function measured(concept: string, value: string, unit: string, attribute = '(0040,A30A)', hasNumeric = true): string | undefined {
  const exact = element(0x0040a161, 'FD', bytesOf(Float64Array.of(Number(value.split('\\').at(-1)))))
  const numeric = hasNumeric ? element(0x0040a30a, 'DS', value) : concat()
  const content = concat(
    element(0x0040a010, 'CS', 'CONTAINS'),
    element(0x0040a040, 'CS', 'NUM'),
    sequence(0x0040a043, [code(concept, 'DCM', 'Age')]),
    sequence(0x0040a300, [item(concat(sequence(0x004008ea, [code(unit, 'UCUM', 'year')]), exact, numeric))]),
  )
  const { values } = deidentifyElements(
    [sequence(0x0040a730, [item(content)])],
    { options: ['clean-structured-content'] },
    COMPREHENSIVE_REPORT,
  )
  return values.get(`(0040,A730)[0].(0040,A300)[0].${attribute}`)
}

it('ages over 89 in a report are one class', () => {
  expect(measured('121033', '93', 'a')).toBe('90')
  expect(measured('121033', '1104', 'mo')).toBe('1080')
  expect(measured('121033', '89', 'a')).toBe('89')
  expect(measured('118534', '93', 'a')).toBe('93')
  expect(measured('121033', '21\\93', 'a')).toBe('90')
  expect(measured('121033', '93', 'a', '(0040,A161)')).toBeUndefined()
  expect(measured('121033', '89', 'a', '(0040,A161)')).toBeDefined()
})

it('an exact age without Numeric Value, which would judge it, is removed', () => {
  expect(measured('121033', '93', 'a', '(0040,A161)', false)).toBeUndefined()
  expect(measured('118534', '93', 'a', '(0040,A161)', false)).toBeDefined()
})

it('a newborn keeps the date of the study with full dates', () => {
  const born = [element(0x00080020, 'DA', '20240219'), element(0x00100030, 'DA', '20240219')]
  expect(deidentifyElements(born, { options: ['retain-full-dates'] }).values.get('(0008,0020)')).toBe('20240219')
})

it('a name in a float does not stay', () => {
  const spelled = deidentifyElements([element(0x00189087, 'FD', text('Johnson ')), element(0x00280010, 'US', u16(1))])
  expect(spelled.values.get('(0018,9087)')).toBe('')
})
