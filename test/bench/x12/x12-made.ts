// De-identifies interchanges that are made by seed, and looks for every planted value in every spelling:
//   node test/bench/x12/x12-made.ts [COUNT] [FIRST SEED] [--policy pseudonymize] [--list]
import { runTool } from '../../../src/core/run.ts'
import { readX12 } from '../../../src/formats/x12/document.ts'
import { dataX12Ack } from '../../../src/tools/data/x12-ack.ts'
import { phiDeidentifyX12 } from '../../../src/tools/phi/deidentify-x12.ts'
import { findX12Survivors } from '../../formats/x12/made/find-x12-survivors.ts'
import { makeX12 } from '../../formats/x12/made/make-x12.ts'

const [count = '200', first = '1', ...flags] = process.argv.slice(2)
const isKeyed = flags.includes('pseudonymize')
const options = isKeyed ? { policy: 'pseudonymize', key: 'a key of sixteen characters' } : {}
const sums = { interchanges: 0, people: 0, survivors: 0, residual: 0, changed: 0, refused: 0 }
const lists = flags.includes('--list')

for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const made = makeX12(seed, isKeyed ? 'invented' : 'any')
  sums.interchanges++
  sums.people += made.people.length
  try {
    const { interchange, residual } = runTool(phiDeidentifyX12, { interchange: made.text }, options) as unknown as {
      interchange: string
      residual: readonly object[]
    }
    const left = findX12Survivors(made, interchange)
    sums.survivors += left.length
    sums.residual += residual.length
    if (lists) for (const each of left) console.log(`${seed}: ${each}`)
    if (outlineOf(made.text) !== outlineOf(interchange)) {
      sums.changed++
      if (lists) console.log(`${seed}: other shape\n${outlineOf(made.text)}\n${outlineOf(interchange)}`)
    }
  } catch (error) {
    sums.refused++
    console.log(seed, (error as Error).stack)
  }
}
console.log(sums)

/** Segments, counts of elements, what the checks find, and the acknowledgment. */
function outlineOf(text: string): string {
  const { interchanges, issues } = readX12(text)
  const segments = interchanges.flatMap(({ groups }) =>
    groups.flatMap(({ transactions }) => transactions.flatMap((each) => [...each.range])),
  )
  const found = issues.filter(({ code }) => code !== 'npi_invalid' && code !== 'date_invalid')
  const ack = runTool(dataX12Ack, { interchange: text }, { timestamp: '202601020809' }) as unknown as { accepted: object; codes: object }
  return JSON.stringify([
    segments.map(({ id, elements }) => `${id}${elements.length}`).join(' '),
    found.map(({ code, path, position, element, difference }) => [code, path, position, element, difference]),
    ack.accepted,
    ack.codes,
  ])
}
