// code/ucum beside npm libraries, in one run: node test/bench/ucum/ucum-peers.ts [UcumFunctionalTests.xml]
// Installs the libraries into a temporary folder. For each: the functional tests of UCUM, conversions of special and arbitrary units, the
// first suggestion for what laboratories write, and the time of a validation and of a conversion beside ours in the same rounds.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LABORATORY_UNITS } from '../../formats/ucum/laboratory-units.ts'
import { formatCells, median } from '../row.ts'
import { agrees, CONVERSIONS, countNamesAndProducts, type Library, own, PROBES, readSuite } from './ucum-suite.ts'

const PACKAGES = ['@lhncbc/ucum-lhc@7.1.10', '@atomic-ehr/ucum@0.2.5']
const ROUNDS = 9
const ROUND_MS = 60

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

const suite = readSuite(process.argv[2])
if (!suite) throw new Error('the functional tests of UCUM are not at hand; give their path')
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
const { names, products } = countNamesAndProducts(suite)
console.log(`display names: ${names} of ${suite.names.length}`)
console.log(`multiplication and division: ${products} of ${suite.products.length}`)
