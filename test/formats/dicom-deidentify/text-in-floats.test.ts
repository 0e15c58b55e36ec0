// Text in the bytes of floats is found, even in capitals, which are numbers of ordinary size. Measured values are not taken for text.
import { describe, expect, it } from 'vitest'
import { containsTextInNumbers } from '../../../src/formats/dicom/deidentify/words/value-shape.ts'
import type { DicomElement } from '../../../src/formats/dicom/dicom-file.ts'
import { concat, element, item, sequence, text } from '../dicom/build-dicom.ts'
import { deidentifyElements } from './sample-patient.ts'

const PARAMETRIC_MAP = '1.2.840.10008.5.1.4.1.1.30'
const wide = (value: string) => concat(...[...value].map((sign) => Uint8Array.of(sign.charCodeAt(0), 0)))
const points = (value: Uint8Array) => sequence(0x00660002, [item(sequence(0x00660011, [item(element(0x00660016, 'OF', value))]))])
const drawing = (value: Uint8Array) => sequence(0x00700001, [item(sequence(0x00700009, [item(element(0x00700022, 'FL', value))]))])
const pixels = (value: Uint8Array) => element(0x7fe00008, 'OF', value)
const patient = element(0x00100010, 'PN', 'Zimmermann^Pat')

/** Numbers from 0 to 1, with all bits of a float. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function bytesOf(count: number, valueAt: (index: number) => number, Kind: typeof Float32Array | typeof Float64Array = Float32Array) {
  return new Uint8Array(Kind.from(Array.from({ length: count }, (_, i) => valueAt(i))).buffer)
}

function isText(bytes: Uint8Array, vr: 'OF' | 'OD' | 'FL', littleEndian = true): boolean {
  return containsTextInNumbers(bytes, { valueStart: 0, valueEnd: bytes.length, littleEndian } as DicomElement, vr)
}

const TEXTS: readonly (readonly [string, Uint8Array])[] = [
  ['capitals', text('SCHWARZENBERGERMARIALUISETHERESI')],
  ['a few names', text('MUSTERMANNJOSEFHERRADAMEVAABCDEF')],
  ['a drawing', text('MUSTERMANNJOSEFXXHERRADAMEVA')],
  ['a name between zeros', text('\0AANNA MUSTERFRAU\0\0\0')],
  ['a name that begins inside a number', text('\0\0HARTMANN^EVA\0\0')],
  ['carets', text('MUELLER^ANNA^MR^')],
  ['the name of the patient between letters', text('PATZIMMERMANNX\0\0')],
  ['the name of the patient between letters, in any case', text('3.1zIMMERMANN4x\0')],
  ['the name of the patient between letters, in UTF-16', wide('PATZIMMERMANNX')],
  ['UTF-16', wide('MustermannJo')],
  ['UTF-16 of capitals', wide('MUSTERMANNJO')],
  ['UTF-16 with the upper byte first', concat(Uint8Array.of(0), wide('MUSTERMANNJOSEF'), text('X'))],
]

describe.each(TEXTS)('%s', (_, value) => {
  const settings = { options: ['clean-graphics' as const], onResidual: 'fail' as const }

  it.each([
    ['points', points],
    ['pixels', pixels],
  ] as const)('in %s is refused', (_place, place) => {
    expect(() => deidentifyElements([patient, place(value)], settings, PARAMETRIC_MAP)).toThrow('still found')
  })

  it('in a drawing goes', () => {
    const { values, result } = deidentifyElements([patient, drawing(value)], settings, PARAMETRIC_MAP)
    expect(values.get('(0070,0001)[0].(0070,0009)[0].(0070,0022)')).toBe('')
    expect(result.residuals).toEqual([])
  })
})

it.each([
  ['values up to 1', 1_000_000, 0, 1, 'SCHMIDT^JOSE'],
  ['values up to 1000', 65_536, 8, 1000, 'SCHWARZENBERGER^MARI'],
  ['values from 500 to 900', 1_000_000, 500, 900, 'SCHWARZENBERGER^MARIA^LUISE^'],
] as const)('a name among %s is found', (_, count, low, high, name) => {
  const random = createRandom(7)
  const bytes = bytesOf(count, () => low + (high - low) * random())
  expect(isText(bytes, 'OF')).toBe(false)
  bytes.set(text(name), 4 * 5000)
  expect(isText(bytes, 'OF')).toBe(true)
})

it('text in numbers with the upper byte first, and in doubles, is found', () => {
  expect(isText(text('SCHWARZENBERGERMARIALUISETHERESI'), 'OF', false)).toBe(true)
  expect(isText(text('\0\0\0\0\0\0\0\0MARIAEVA\0\0\0\0\0\0\0\0'), 'OD')).toBe(true)
})

const SPELLED = new Float32Array(Uint8Array.from(text('AKEMDBXD')).buffer)
const SERIES: Readonly<Record<string, (random: () => number) => (index: number) => number>> = {
  'up to 1': (random) => random,
  'from 8 to 1000': (random) => () => 8 + 992 * random(),
  'whose upper bytes are letters': (random) => () => 780 + 60 * random(),
  'of both signs': (random) => () => -500 + 30_500 * random(),
  'of any size': (random) => () => 10 ** (1 + 14 * random()),
  'on a ramp': () => (i) => 8 + i * 0.00137,
  'on a steep ramp': () => (i) => 1000 + i * 16.37,
  'on a wave': () => (i) => 820 + 25 * Math.sin(i / 97.3),
  'with noise on a wave': (random) => (i) => 2000 + 1500 * Math.sin(i / 311) + 50 * random(),
  'that fade': (random) => (i) => 1e6 * Math.exp(-(i % 200) / 30) * (1 + 0.01 * random()),
  'that count': () => (i) => 8_400_000 + i,
  'that are integers': (random) => () => Math.floor(random() * 16_777_216),
  'that are thirds': (random) => () => Math.floor(random() * 6000) / 3,
  'that are tenths': (random) => () => Math.floor(random() * 100_000) / 10,
  'that are one constant of letters': () => () => SPELLED[0]!,
  'that are two of letters in turn': () => (i) => SPELLED[i % 2]!,
  'with rounding alone': (random) => () => 13.05 * (1 + 3e-7 * random()),
}

it.each(Object.keys(SERIES))('a million values %s are not taken for text', (name) => {
  for (const seed of [1, 20, 300]) {
    const values = bytesOf(1_000_000, SERIES[name]!(createRandom(seed)))
    expect([seed, isText(values, 'OF')]).toEqual([seed, false])
    const doubles = bytesOf(200_000, SERIES[name]!(createRandom(seed)), Float64Array)
    expect([seed, isText(doubles, 'OD')]).toEqual([seed, false])
  }
})

it('of many short lists of values, few are taken for text', () => {
  const random = createRandom(5)
  const values = bytesOf(400_000, () => 780 + 60 * random())
  let texts = 0
  for (let at = 0; at < values.length; at += 32) if (isText(values.subarray(at, at + 32), 'FL')) texts++
  expect(texts).toBeLessThan(5)
})
