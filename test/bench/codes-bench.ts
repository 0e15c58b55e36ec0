// Codes: agreement of code/ucum, and speed of code/ucum, code/check-id and code/udi: node test/bench/bench.ts codes
import { runToJson, runTool } from '../../src/core/run.ts'
import { codeCheckId } from '../../src/tools/code/check-id.ts'
import { codeUcum } from '../../src/tools/code/ucum.ts'
import { codeUdi } from '../../src/tools/code/udi.ts'
import { LABORATORY_UNITS } from '../formats/ucum/laboratory-units.ts'
import { type BenchRow, median, missingRow } from './row.ts'
import { agrees, CONVERSIONS, countNamesAndProducts, own, PROBES, readSuite } from './ucum/ucum-suite.ts'

const ROUNDS = 9
const ROUND_MS = 80

/** Shares of agreement, and microseconds of processor time. */
export function benchCodes(): BenchRow[] {
  return [...agreementRows(), ...speedRows()]
}

function agreementRows(): BenchRow[] {
  const suite = readSuite()
  const probes = PROBES.map(([value, from, to, answer]) => {
    const found = own.convert(value, from, to)
    return answer === undefined ? found === undefined : agrees(found, answer)
  })
  const first = LABORATORY_UNITS.map(({ written, meant }) => meant.includes(own.suggest(written) ?? ''))
  const rows = [
    shareRow('ucum-probes', 'UCUM: special and arbitrary units', probes),
    shareRow('ucum-first-suggestion', 'UCUM: first suggestion for what laboratories write', first),
  ]
  if (!suite) return [missingRow('ucum-functional-tests', 'UCUM: functional tests', 'the file is not at hand'), ...rows]
  const { names, products } = countNamesAndProducts(suite)
  const counts = [
    ...suite.validations.map(({ unit, valid }) => own.isValid(unit) === valid),
    ...suite.conversions.map(({ value, from, to, outcome }) => agrees(own.convert(value, from, to), outcome)),
    ...suite.names.map((_, i) => i < names),
    ...suite.products.map((_, i) => i < products),
  ]
  return [shareRow('ucum-functional-tests', 'UCUM: functional tests (validation, conversion, names, products)', counts), ...rows]
}

function shareRow(id: string, what: string, found: readonly boolean[]): BenchRow {
  const right = found.filter(Boolean).length
  return { id, what, measured: `${right} right`, reference: `${found.length} cases`, ratio: right / found.length }
}

function speedRows(): BenchRow[] {
  const units = LABORATORY_UNITS.map(({ meant }) => meant[0]!)
  const batch = units.map((unit, i) => (i % 5 === 0 ? `5 ${unit}` : unit))
  const json = JSON.stringify(runTool(codeUcum, { units: batch }))
  const npis = Array.from({ length: 1_000 }, (_, i) => String(1_234_560_000 + i))
  const udis = Array.from({ length: 200 }, (_, i) => `(01)51022222233336(11)141231(17)150707(10)A213B1(21)${1_000 + i}`)
  const works = [
    {
      id: 'ucum-validate',
      what: 'UCUM: validate and canonicalize, µs a unit',
      count: units.length,
      work: () => units.every((unit) => own.isValid(unit)),
    },
    {
      id: 'ucum-convert',
      what: 'UCUM: convert with 34 digits, µs a value',
      count: CONVERSIONS.length,
      work: () => CONVERSIONS.every(([from, to]) => own.convert('90.7184', from, to)),
    },
    {
      id: 'id-typed',
      what: 'code/check-id, type us-npi, µs an id',
      count: npis.length,
      work: () => runTool(codeCheckId, { ids: npis }, { type: 'us-npi' }),
    },
    {
      id: 'id-auto',
      what: 'code/check-id over all schemes, µs an id',
      count: npis.length,
      work: () => runTool(codeCheckId, { ids: npis }),
    },
    { id: 'udi-parse', what: 'code/udi, µs a UDI', count: udis.length, work: () => runTool(codeUdi, { udi: udis }) },
    { id: 'ucum-tool', what: 'code/ucum with its JSON, µs a unit', count: batch.length, work: () => runToJson(codeUcum, { units: batch }) },
  ]
  const rounds = works.map(() => [] as number[])
  const references: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    works.forEach(({ count, work }, i) => void rounds[i]!.push(measure(count, work)))
    references.push(measure(batch.length, () => JSON.parse(json)))
  }
  const reference = median(references)
  return works.map(({ id, what }, i) => {
    const figure = median(rounds[i]!)
    return {
      id,
      what,
      measured: `${figure.toFixed(2)} µs`,
      reference: `JSON.parse of a result: ${reference.toFixed(2)} µs`,
      ratio: reference / figure,
      figure,
      rounds: rounds[i]!,
    }
  })
}

/** Microseconds of processor time for each of `count`. */
function measure(count: number, work: () => unknown): number {
  const begin = process.cpuUsage()
  let times = 0
  let used = 0
  // Rounds of processor time: beside other programs, rounds of the clock would end before the code is compiled.
  do {
    work()
    times++
    const { user, system } = process.cpuUsage(begin)
    used = user + system
  } while (used < ROUND_MS * 1000)
  return used / times / count
}
