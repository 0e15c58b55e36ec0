// Rational and transcendental arithmetic against known digits and floating point, and lines of random pieces that must never throw.
import { describe, expect, test } from 'vitest'
import { type CheckSettings, checkUnit, readTarget } from '../../../src/formats/ucum/check-unit.ts'
import { add, divide, multiply, type Rational, readDecimal, writeDecimal } from '../../../src/formats/ucum/rational.ts'
import {
  arcTangent,
  exponential,
  logarithm,
  naturalLogarithm,
  powerOf,
  squareRoot,
  tangent,
} from '../../../src/formats/ucum/transcendental.ts'

/** Numbers below `limit`, the same in every run. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const read = (text: string) => readDecimal(text)!
const forty = (value: Rational) => writeDecimal(value, 40, false).text

describe('decimals', () => {
  test.each([
    ['1', '1'],
    ['-0.50', '-0.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+1.5E+3', '1500'],
    ['1e-22', '1e-22'],
    ['1e-21', '0.000000000000000000001'],
    ['1.25e45', '1.25e45'],
    ['123e39', '1.23e41'],
    ['0e5', '0'],
  ])('%s is written %s', (text, written) => expect(writeDecimal(read(text), 34)).toEqual({ text: written, exact: true }))

  test.each(['', '.', 'e5', '1e', '1,5', '1e99999', '0x10', ' 1', 'Infinity', '1_000', '--1'])('%j is none', (text) =>
    expect(readDecimal(text)).toBeUndefined(),
  )

  test('a quotient is the one of whole numbers, rounded half to even', () => {
    const random = randomNumbers(25)
    for (let i = 0; i < 2000; i++) {
      const n = BigInt(random(1e9)) * BigInt(random(1e9)) + 1n
      const d = BigInt(random(1e6)) + 1n
      const digits = 1 + random(40)
      const { text, exact } = writeDecimal({ n, d, e: 0 }, digits)
      const back = read(text)
      // |n / d - text|, in units of the last digit, is at most a half.
      const difference = add({ n, d, e: 0 }, { n: -back.n, d: back.d, e: back.e })
      if (exact) expect(difference.n).toBe(0n)
      else {
        const leading = Math.floor(Math.log10(Number(n) / Number(d)))
        const inUnits = divide(difference, { n: 1n, d: 1n, e: leading - digits + 1 })
        expect(Math.abs((Number(inUnits.n) / Number(inUnits.d)) * 10 ** inUnits.e)).toBeLessThanOrEqual(0.5 * 1.0000001)
      }
    }
  })

  test('halves round to the even digit', () => {
    const round = (text: string, digits: number) => writeDecimal(read(text), digits, false).text
    expect([round('0.125', 2), round('0.135', 2), round('0.12500001', 2), round('9.95', 2), round('-2.5', 1), round('99.5', 2)]).toEqual([
      '0.12',
      '0.14',
      '0.13',
      '10',
      '-2',
      '100',
    ])
  })
})

describe('functions have 40 digits', () => {
  test.each([
    ['ln 2', naturalLogarithm(read('2')), '0.6931471805599453094172321214581765680755'],
    ['ln 10', naturalLogarithm(read('10')), '2.302585092994045684017991454684364207601'],
    ['ln 1.0000001', naturalLogarithm(read('1.0000001')), '0.00000009999999500000033333330833333533333316667'],
    ['lg 4e-8', logarithm(read('4e-8'), 10), '-7.397940008672037609572522210551013946464'],
    ['ld 10', logarithm(read('10'), 2), '3.321928094887362347870319429489390175865'],
    ['e', exponential(read('1')), '2.718281828459045235360287471352662497757'],
    ['10^-7.4', powerOf(10, read('-7.4')), '0.00000003981071705534972507702523050877520434877'],
    ['sqrt 2', squareRoot(read('2')).root, '1.41421356237309504880168872420969807857'],
    ['4 arctan 1', multiply(arcTangent(read('1')), read('4')), '3.141592653589793238462643383279502884197'],
  ])('%s', (_name, value, digits) => {
    expect(forty(value)).toBe(digits)
  })

  test('and agree with floating point over their range', () => {
    const random = randomNumbers(7)
    const wrong: string[] = []
    const compare = (name: string, found: Rational | undefined, expected: number) => {
      const value = found === undefined ? Number.NaN : Number(forty(found))
      if (!(Math.abs(value - expected) <= 1e-12 * Math.max(Math.abs(expected), 1e-300) + 1e-13 * Math.abs(expected)))
        wrong.push(`${name} ${value} ${expected}`)
    }
    for (let i = 0; i < 300; i++) {
      const text = `${1 + random(1e6)}e${random(40) - 20}`
      const number = Number(text)
      if (Math.abs(number - 1) > 1e-3) compare(`ln ${text}`, naturalLogarithm(read(text)), Math.log(number))
      compare(`arctan ${text}`, arcTangent(read(text)), Math.atan(number))
      compare(`sqrt ${text}`, squareRoot(read(text)).root, Math.sqrt(number))
      const small = `${random(2) === 0 ? '-' : ''}${random(100_000)}e-3`
      compare(`exp ${small}`, exponential(read(small)), Math.exp(Number(small)))
      const angle = `${random(2) === 0 ? '-' : ''}${random(1500)}e-3`
      compare(`tan ${angle}`, tangent(read(angle)), Math.tan(Number(angle)))
    }
    expect(wrong).toEqual([])
  })

  test('a tangent is the same a half turn further', () => {
    const turns = multiply(read('3.1415926535897932384626433832795028841971693993751'), read('1000'))
    expect(forty(tangent(add(turns, read('0.25')))!).slice(0, 30)).toBe(forty(tangent(read('0.25'))!).slice(0, 30))
  })
})

test('lines of random pieces never throw, and what comes out is valid', () => {
  const pieces =
    "m g / . ( ) { } [ ] 10* 10^ - + 2 9 Cel B[W] [pH] [IU] mol Np % k u µ x 1e e9 L mm Hg ² per hr mcg 1.73 m2 0 999 Y [p'diop] deg bit_s units a".split(
      ' ',
    )
  pieces.push(' ', '5 ', '1e500 ')
  const targets = [undefined, 'g', 'K', 'mol/L', 'dB[W]', '[pH]', '%[slope]', '[degF]', '1', "[hp'_Q]", 'bit_s']
  const random = randomNumbers(2026)
  const settings: CheckSettings = {
    to: undefined,
    property: undefined,
    caseInsensitive: false,
    maxSuggestions: 3,
    digits: 34,
    molarMass: read('180.156'),
    charge: 2,
  }
  const wrong: string[] = []
  for (let i = 0; i < 8000; i++) {
    const line = Array.from({ length: 1 + random(random(10) === 0 ? 60 : 8) }, () => pieces[random(pieces.length)])
      .join('')
      .slice(0, 300)
    const target = targets[random(targets.length)]
    const to = target === undefined ? undefined : readTarget(target, false)
    const { valid, issues, suggestions, value, canonical } = checkUnit(line, 0, random(2) === 0, {
      ...settings,
      to,
      caseInsensitive: random(5) === 0,
    })
    if (issues.some(({ start, end }) => start < 0 || end < start || end > line.length)) wrong.push(`place ${line}`)
    if (!valid && (issues.length === 0 || canonical)) wrong.push(`invalid ${line}`)
    if (suggestions.some(({ unit }) => !checkUnit(unit, 0, false, settings).valid)) wrong.push(`suggestion ${line}`)
    if (value !== null && !/^-?\d+(?:\.\d+)?(?:e-?\d+)?$/.test(value)) wrong.push(`value ${line}`)
  }
  expect(wrong).toEqual([])
})
