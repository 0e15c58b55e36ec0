// Scans whose separators were lost: the reading they were made of comes first or is listed, and none is taken silently.
import { describe, expect, test } from 'vitest'
import { describeUdi } from '../../../src/formats/udi/describe-udi.ts'
import { bracketed, scanMaker, withoutSeparators, withSeparators } from './made-scans.ts'

const COUNT = 600
const read = (text: string) => describeUdi(text, 0, { format: 'auto', jurisdiction: 'any', fhirRelease: 'R4', currentYear: 2026 })
const printed = (elements: readonly { readonly id: string; readonly value: string }[]): string =>
  elements.map(({ id, value }) => `(${id})${value}`).join('')

describe(`${COUNT} made scans`, () => {
  const maker = scanMaker(20260131)
  const scans = Array.from({ length: COUNT }, () => maker.several())
  const results = scans.map((scan) => ({ expected: bracketed(scan), result: read(withoutSeparators(scan)) }))

  test('without separators are ambiguous, and none is called valid', () => {
    expect(results.filter(({ result }) => !result.ambiguous || (result.valid && result.readings.length > 1))).toEqual([])
  })

  test('without separators have the right reading in their list', () => {
    const missed = results.filter(({ expected, result }) => !result.readings.some(({ elements }) => printed(elements) === expected))
    expect(missed.map(({ expected }) => expected)).toEqual([])
  })

  test('without separators have it first in at least 90 of 100', () => {
    const right = results.filter(({ expected, result }) => printed(result.elements) === expected).length
    expect(right / COUNT).toBeGreaterThanOrEqual(0.9)
  })

  test('with separators, and printed, are read as they were made', () => {
    for (const scan of scans) {
      expect(read(withSeparators(scan))).toMatchObject({ valid: true, ambiguous: false, hrf: bracketed(scan) })
      expect(read(bracketed(scan))).toMatchObject({ valid: true, ambiguous: false, aidc: withSeparators(scan).replace(/\x1d$/, '') })
    }
  })

  test('with one number at their end are rarely ambiguous, and read right', () => {
    const singles = Array.from({ length: COUNT }, () => maker.single())
    const read1 = singles.map((scan) => ({ scan, result: read(withoutSeparators(scan)) }))
    const silent = read1.filter(({ scan, result }) => !result.ambiguous && printed(result.elements) !== bracketed(scan))
    expect(silent.map(({ scan }) => bracketed(scan))).toEqual([])
    expect(read1.filter(({ result }) => result.ambiguous).length / COUNT).toBeLessThan(0.1)
  })
})

describe('a text that lost its separators', () => {
  test('ranks readings by likelihoods that sum to 1', () => {
    const { readings } = read('01510222222333361728123110LOT4711ABC21S0000123456')
    const shares = readings.map(({ likelihood }) => likelihood)
    expect(shares).toEqual([...shares].sort((a, b) => b - a))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2)
    expect(readings[0]).toMatchObject({ lotNumber: 'LOT4711ABC', serialNumber: 'S0000123456', expirationDate: '2028-12-31' })
  })

  test('with one reading only is valid, and says that a separator is missing', () => {
    // 28 characters behind the lot's AI are too long for it, and one place alone divides them.
    const result = read('015102222223333610ABCDEFGHIJKLMN21OPQRSTUVWXYZ')
    expect(result).toMatchObject({ valid: true, ambiguous: true, lotNumber: 'ABCDEFGHIJKLMN', serialNumber: 'OPQRSTUVWXYZ' })
    expect(result.issues).toMatchObject([{ code: 'separator_missing' }])
    expect(result.readings.length).toBe(1)
  })

  test('with separators elsewhere is taken as it stands where it fits', () => {
    expect(read('015102222223333610A21B\x1d2112')).toMatchObject({ valid: true, ambiguous: false, lotNumber: 'A21B', serialNumber: '12' })
  })

  test('never reads the same AI twice, nor pairs that exclude each other', () => {
    const { readings } = read('015102222223333610A10B3712')
    expect(readings.filter(({ elements }) => new Set(elements.map(({ id }) => id)).size !== elements.length)).toEqual([])
    expect(readings.filter(({ elements }) => elements.some(({ id }) => id === '37'))).toEqual([])
  })

  test('of data identifiers is divided as well', () => {
    const result = read('9N1103752864141T12345ABCDD150600S12345ABCDEF98765')
    expect(result).toMatchObject({ ambiguous: true, valid: false, lotNumber: '12345ABCD', expirationDate: '2015-06-30' })
    expect(result.readings.length).toBeGreaterThan(1)
  })

  test('of 1,000 digits ends at once', () => {
    const started = performance.now()
    const result = read(`01510222222333361${'0'.repeat(970)}`)
    expect(result.valid).toBe(false)
    expect(read(`0151022222233336${'1021'.repeat(240)}`).valid).toBe(false)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
