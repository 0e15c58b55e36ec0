// Rows of phi/deidentify-fhir: how fast it is on structured documents, and what it leaves of them.
import { runTool } from '../../../src/core/run.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'
import { type BenchRow, median } from '../row.ts'
import { outputOf } from './corpus.ts'
import { interleave } from './measure.ts'

/** @param bundles as Synthea writes them @param resources of the same, each a line of a bulk export */
export function deidentifyRows(bundles: readonly string[], resources: readonly string[]): BenchRow[] {
  if (bundles.length === 0) return []
  const works = [bundles, resources].map((texts) => ({
    count: texts.reduce((sum, text) => sum + text.length, 0),
    run: () => {
      for (const resource of texts) runTool(phiDeidentifyFhir, { resource }, {})
    },
  }))
  const [whole, lines] = interleave(works).map((times) => times.map((time) => 1 / time))
  return [
    speedRow('deidentify-bundles', 'Bundles of Synthea', whole!),
    speedRow('deidentify-lines', 'the same as lines of a bulk export', lines!),
    ...leftRows(),
  ]
}

function speedRow(id: string, what: string, rates: readonly number[]): BenchRow {
  return {
    id,
    what: `de-identify, MB of JSON a CPU-second: ${what}`,
    measured: median(rates).toFixed(1),
    reference: '',
    ratio: undefined,
    figure: median(rates),
    rounds: rates,
  }
}

function leftRows(): BenchRow[] {
  const output = outputOf('fhir-deidentify.ts')
  const numberIn = (pattern: RegExp): number => Number(pattern.exec(output)?.[1])
  const codes = /quantities kept: (\d+) of (\d+)/.exec(output)
  const share = Number(codes?.[1]) / Number(codes?.[2])
  const row = (id: string, what: string, figure: number): BenchRow => ({
    id,
    what,
    measured: String(figure),
    reference: '',
    ratio: undefined,
    figure,
  })
  return [
    { ...row('deidentify-codes', 'de-identify Synthea: codes and quantities kept', share), measured: `${codes?.[1]} of ${codes?.[2]}` },
    row('deidentify-names', 'de-identify Synthea: words of names and numbers of persons left', numberIn(/that survive: (\d+)/)),
    row('deidentify-references', 'de-identify Synthea: references that lead nowhere afterwards', numberIn(/do not any more: (\d+)/)),
    row('deidentify-valid', 'de-identify Synthea: valid before and not after', numberIn(/not after: (\d+)/)),
  ]
}
