// What code/ucum is measured by: the functional tests of UCUM where they are at hand, probes of special and arbitrary units, conversions.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convert } from '../../../src/formats/ucum/convert.ts'
import { parseUnit } from '../../../src/formats/ucum/grammar.ts'
import { canonicalUnits, isMeasure, type Measure, measureOf } from '../../../src/formats/ucum/measure.ts'
import { readDecimal, writeDecimal } from '../../../src/formats/ucum/rational.ts'
import { suggestUnits } from '../../../src/formats/ucum/suggest.ts'
import { nameOfUnit } from '../../../src/formats/ucum/write-unit.ts'

const SUITE = join(import.meta.dirname, '../../../../shared/corpora/ucum/FHIR+Ucum-java/src/test/resources/UcumFunctionalTests.xml')

export interface Library {
  readonly name: string
  isValid(unit: string): boolean
  /** The decimal text; undefined where it refuses. */
  convert(value: string, from: string, to: string): string | undefined
  suggest(unit: string): string | undefined
}

const DIGITS = 34
const NO_SUBSTANCE = { molarMass: undefined, charge: undefined }

export const own: Library = {
  name: 'health-tools',
  isValid(unit) {
    const parsed = parseUnit(unit, { caseInsensitive: false })
    if (parsed.errors.length > 0) return false
    const measure = measureOf(parsed)
    if (isMeasure(measure)) canonicalUnits(measure)
    return true
  },
  convert(value, from, to) {
    const source = readMeasure(from)
    const target = readMeasure(to)
    if (!source || !target) return undefined
    const converted = convert(readDecimal(value)!, source, target, NO_SUBSTANCE)
    return converted.value && writeDecimal(converted.value, DIGITS, converted.exact).text
  },
  suggest: (unit) => suggestUnits(unit, 1)[0]?.unit,
}

function readMeasure(unit: string): Measure | undefined {
  const parsed = parseUnit(unit, { caseInsensitive: false })
  const measure = parsed.errors.length > 0 ? undefined : measureOf(parsed)
  return measure && isMeasure(measure) ? measure : undefined
}

const decode = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** Undefined where the file is not there. */
export function readSuite(path = SUITE) {
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
    .split('<!--')
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf('-->') + 3)))
    .join('')
  const rows = text
    .split('<case ')
    .slice(1)
    .map((row) => {
      const head = row.slice(0, row.indexOf('>'))
      return (name: string) => {
        const start = head.indexOf(` ${name}="`)
        return start < 0 ? undefined : decode(head.slice(start + name.length + 3, head.indexOf('"', start + name.length + 3)))
      }
    })
  return {
    validations: rows.flatMap((row) => (row('valid') === undefined ? [] : [{ unit: row('unit')!, valid: row('valid') === 'true' }])),
    names: rows.flatMap((row) => (row('display') === undefined ? [] : [{ unit: row('unit')!, name: row('display')! }])),
    conversions: rows.flatMap((row) =>
      row('outcome') === undefined ? [] : [{ value: row('value')!, from: row('srcUnit')!, to: row('dstUnit')!, outcome: row('outcome')! }],
    ),
    products: rows.flatMap((row) =>
      row('vRes') === undefined
        ? []
        : [{ v1: row('v1')!, u1: row('u1')!, v2: row('v2')!, u2: row('u2')!, result: row('vRes')!, unit: row('uRes')! }],
    ),
  }
}

/** Equal to the last digit that is given. */
export function agrees(found: string | undefined, given: string): boolean {
  if (found === undefined) return false
  const mantissa = given.toLowerCase().split('e')[0]!
  const digits = mantissa.replace(/^[-0.]+/, '').replace('.', '').length
  const bare = mantissa.includes('.') ? digits : mantissa.replace(/^[-0]+/, '').replace(/0+$/, '').length
  const a = writeDecimal(readDecimal(found)!, Math.max(bare, 1), false).text
  return a === writeDecimal(readDecimal(given)!, Math.max(bare, 1), false).text
}

/** Value, unit, target and the answer by the clauses of UCUM; undefined where a conversion is to be refused. */
export const PROBES: readonly (readonly [value: string, from: string, to: string, answer: string | undefined])[] = [
  ['37', 'Cel', '[degF]', '98.6'],
  ['98.6', '[degF]', 'Cel', '37'],
  ['4', '[degRe]', 'K', '278.15'],
  ['25000', 'mCel', 'Cel', '25'],
  ['1', '5.Cel', 'K', '278.15'],
  ['1', 'm.Cel', 'm.K', undefined],
  ['1', 'Cel2', 'K2', undefined],
  ['7', '[pH]', 'mol/L', '1e-7'],
  ['1e-7', 'mol/L', '[pH]', '7'],
  ['30', 'dB[W]', 'W', '1000'],
  ['1000', 'W', 'dB[W]', '30'],
  ['60', 'dB[SPL]', 'Pa', '0.02'],
  ['2', 'B[V]', 'V', '10'],
  ['1', 'Np', '1', '2.718281828'],
  ['8', '1', 'bit_s', '3'],
  ['3', "[hp'_X]", '1', '0.001'],
  ['1', '%[slope]', 'deg', '0.5729386977'],
  ['1', "[p'diop]", 'deg', '0.5729386977'],
  ['1', '[IU]/L', 'm[IU]/mL', '1'],
  ['1', '[IU]', "[arb'U]", undefined],
  ['5', '[CFU]/mL', '[CFU]/L', '5000'],
  ['1', 'mol', '1', '602214076000000000000000'],
  ['3', '[m/s2/Hz^(1/2)]', 'm2/s4/Hz', '9'],
  ['9007199254740993', 'ug', 'mg', '9007199254740.993'],
]

export const CONVERSIONS = [
  'mg/dL g/L',
  '[lb_av] kg',
  'kg [lb_av]',
  'mm[Hg] kPa',
  'U/L nkat/L',
  'Cel [degF]',
  '[ft_i] m',
  'm [ft_us]',
  '10*9/L /uL',
  'kcal J',
].map((pair) => pair.split(' ') as [string, string])

/** How many of the display names, products and quotients of the suite are ours. */
export function countNamesAndProducts({ names, products }: NonNullable<ReturnType<typeof readSuite>>): { names: number; products: number } {
  const named = names.filter(({ unit, name }) => nameOfUnit(parseUnit(unit, { caseInsensitive: false })) === name)
  const right = products.filter(({ v1, u1, v2, u2, result, unit }, i) => {
    const isProduct = i < 2
    const first = `(${v1.replace('.', '')}.${u1})`
    const second = `(${v2.replace('.', '')}.${u2})`
    const scale = (v1.split('.')[1] ?? '').length - (isProduct ? -1 : 1) * (v2.split('.')[1] ?? '').length
    return agrees(own.convert(`1e${-scale}`, `${first}${isProduct ? '.' : '/'}${second}`, unit === '' ? '1' : unit), result)
  })
  return { names: named.length, products: right.length }
}
