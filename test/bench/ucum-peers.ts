// code/ucum beside npm libraries, in one run: node test/bench/ucum-peers.ts [UcumFunctionalTests.xml]
// Installs the libraries into a temporary folder. For each: the functional tests of UCUM, conversions of special and arbitrary units, the
// first suggestion for what laboratories write, and the time of a validation and of a conversion beside ours in the same rounds.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { convert } from '../../src/formats/ucum/convert.ts'
import { parseUnit } from '../../src/formats/ucum/grammar.ts'
import { canonicalUnits, isMeasure, type Measure, measureOf } from '../../src/formats/ucum/measure.ts'
import { readDecimal, writeDecimal } from '../../src/formats/ucum/rational.ts'
import { suggestUnits } from '../../src/formats/ucum/suggest.ts'
import { nameOfUnit } from '../../src/formats/ucum/write-unit.ts'
import { LABORATORY_UNITS } from '../formats/ucum/laboratory-units.ts'
import { formatCells, median } from './row.ts'

const SUITE =
  process.argv[2] ?? join(import.meta.dirname, '../../../shared/corpora/ucum/FHIR+Ucum-java/src/test/resources/UcumFunctionalTests.xml')
const PACKAGES = ['@lhncbc/ucum-lhc@7.1.10', '@atomic-ehr/ucum@0.2.5']
const ROUNDS = 9
const ROUND_MS = 60

interface Library {
  readonly name: string
  isValid(unit: string): boolean
  /** The decimal text; undefined where it refuses. */
  convert(value: string, from: string, to: string): string | undefined
  suggest(unit: string): string | undefined
}

const DIGITS = 34
const NO_SUBSTANCE = { molarMass: undefined, charge: undefined }

const own: Library = {
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

async function loadPeers(folder: string): Promise<Library[]> {
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error('the libraries could not be installed')
  const load = (path: string) => import(pathToFileURL(join(folder, 'node_modules', path)).href)
  const { default: lhc } = await load('@lhncbc/ucum-lhc/source-cjs/ucumPkg.js')
  const { ucum } = await load('@atomic-ehr/ucum/dist/index.js')
  const utils = lhc.UcumLhcUtils.getInstance()
  return [
    {
      name: '@lhncbc/ucum-lhc',
      isValid: (unit) => utils.validateUnitString(unit).status === 'valid',
      convert(value, from, to) {
        const { status: outcome, toVal } = utils.convertUnitTo(from, Number(value), to)
        return outcome === 'succeeded' ? String(toVal) : undefined
      },
      suggest(unit) {
        const { suggestions, ucumCode, status: outcome } = utils.validateUnitString(unit, true)
        return outcome === 'valid' && ucumCode !== unit ? ucumCode : (suggestions?.[0]?.units?.[0]?.[0] ?? ucumCode ?? undefined)
      },
    },
    {
      name: '@atomic-ehr/ucum',
      isValid: (unit) => ucum.validate(unit).valid,
      convert: (value, from, to) => String(ucum.convert(Number(value), from, to)),
      suggest: () => undefined,
    },
  ]
}

const decode = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

function readSuite() {
  const text = readFileSync(SUITE, 'utf8')
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
function agrees(found: string | undefined, given: string): boolean {
  if (found === undefined) return false
  const mantissa = given.toLowerCase().split('e')[0]!
  const digits = mantissa.replace(/^[-0.]+/, '').replace('.', '').length
  const bare = mantissa.includes('.') ? digits : mantissa.replace(/^[-0]+/, '').replace(/0+$/, '').length
  const a = writeDecimal(readDecimal(found)!, Math.max(bare, 1), false).text
  return a === writeDecimal(readDecimal(given)!, Math.max(bare, 1), false).text
}

/** Value, unit, target and the answer by the clauses of UCUM; undefined where a conversion is to be refused. */
const PROBES: readonly (readonly [value: string, from: string, to: string, answer: string | undefined])[] = [
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

const CONVERSIONS = [
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

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Microseconds of processor time a unit. */
function measure(units: number, work: () => void): number {
  const begin = process.cpuUsage()
  const end = performance.now() + ROUND_MS
  let rounds = 0
  do {
    work()
    rounds++
  } while (performance.now() < end)
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / rounds / units
}

const suite = readSuite()
const folder = mkdtempSync(join(tmpdir(), 'ucum-peers-'))
try {
  const libraries = [own, ...(await loadPeers(folder))]
  const times = libraries.map(() => ({ validate: [] as number[], convert: [] as number[] }))
  const units = suite.validations.filter(({ valid }) => valid).map(({ unit }) => unit)
  for (let round = 0; round < ROUNDS; round++) {
    libraries.forEach((library, i) => {
      times[i]!.validate.push(measure(units.length, () => units.forEach((unit) => void attempt(() => library.isValid(unit)))))
      times[i]!.convert.push(
        measure(CONVERSIONS.length, () => CONVERSIONS.forEach(([from, to]) => void attempt(() => library.convert('90.7184', from, to)))),
      )
    })
  }
  const count = (found: readonly boolean[]) => `${found.filter(Boolean).length} of ${found.length}`
  const cells = libraries.map((library, i) => {
    const probes = PROBES.map(([value, from, to, answer]) => {
      const found = attempt(() => library.convert(value, from, to))
      if (answer === undefined) return found === undefined ? 'right' : 'wrong'
      return agrees(found, answer) ? 'right' : found === undefined ? 'refused' : 'wrong'
    })
    return [
      library.name,
      count(suite.validations.map(({ unit, valid }) => attempt(() => library.isValid(unit)) === valid)),
      count(
        suite.conversions.map(({ value, from, to, outcome }) =>
          agrees(
            attempt(() => library.convert(value, from, to)),
            outcome,
          ),
        ),
      ),
      `${probes.filter((each) => each === 'right').length} of ${probes.length}, ${probes.filter((each) => each === 'wrong').length} wrong`,
      count(LABORATORY_UNITS.map(({ written, meant }) => meant.includes(attempt(() => library.suggest(written)) ?? ''))),
      `${median(times[i]!.validate).toFixed(2)} µs`,
      `${median(times[i]!.convert).toFixed(2)} µs`,
    ]
  })
  console.log(
    formatCells([['library', 'validations', 'conversions', 'special and arbitrary', 'first suggestion', 'validate', 'convert'], ...cells]),
  )
} finally {
  rmSync(folder, { recursive: true })
}
const named = suite.names.filter(({ unit, name }) => nameOfUnit(parseUnit(unit, { caseInsensitive: false })) === name)
console.log(`display names: ${named.length} of ${suite.names.length}`)
const products = suite.products.map(({ v1, u1, v2, u2, result, unit }, i) => {
  const isProduct = i < 2
  const first = `(${v1.replace('.', '')}.${u1})`
  const second = `(${v2.replace('.', '')}.${u2})`
  const scale = (v1.split('.')[1] ?? '').length - (isProduct ? -1 : 1) * (v2.split('.')[1] ?? '').length
  return agrees(own.convert(`1e${-scale}`, `${first}${isProduct ? '.' : '/'}${second}`, unit === '' ? '1' : unit), result)
})
console.log(`multiplication and division: ${products.filter(Boolean).length} of ${products.length}`)
