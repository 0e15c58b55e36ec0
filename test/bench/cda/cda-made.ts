// De-identifies documents of CDA that are made by seed, and looks for every planted value in every spelling:
//   node test/bench/cda/cda-made.ts [COUNT] [FIRST SEED] [--policy pseudonymize] [--list]
import { runTool } from '../../../src/core/run.ts'
import { dataCdaParse } from '../../../src/tools/data/cda-parse.ts'
import { phiDeidentifyCda } from '../../../src/tools/phi/deidentify-cda.ts'
import { findSurvivors } from '../../formats/phi/cda/made/find-survivors.ts'
import { makeCda } from '../../formats/phi/cda/made/make-cda.ts'

interface Parsed {
  readonly counts: object
  readonly references: { readonly total: number; readonly resolved: number }
  readonly unmapped: readonly { readonly path: string; readonly count: number }[]
  readonly issues: readonly { readonly code: string; readonly path: string }[]
}

const [count = '200', first = '1', ...flags] = process.argv.slice(2)
const isKeyed = flags.includes('pseudonymize')
const options = isKeyed ? { policy: 'pseudonymize', key: 'a key of sixteen characters' } : { policy: 'safe-harbor' }
const parse = (document: Uint8Array) => runTool(dataCdaParse, { document }, {}) as unknown as Parsed
/** Text in elements that CDA does not have goes; all else stays where it is. */
const isKept = ({ path }: { readonly path: string }) => !/sdtc:remark\/note|@summary/.test(path)
const shape = ({ counts, references, unmapped, issues }: Parsed) =>
  JSON.stringify([
    { ...counts, issues: 0 },
    references.total,
    references.resolved,
    unmapped
      .filter(isKept)
      .map(({ path, count }) => `${path} ${count}`)
      .sort(),
    issues.map(({ code, path }) => code + path),
  ])
const sums = { documents: 0, people: 0, withSurvivors: 0, survivors: 0, changed: 0, residual: 0, refused: 0 }
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const made = makeCda(seed, isKeyed ? 'invented' : 'any')
  sums.documents++
  sums.people += made.people.length
  try {
    const before = shape(parse(made.bytes))
    const { content, residual } = runTool(phiDeidentifyCda, { document: made.bytes }, options) as unknown as {
      content: Uint8Array
      residual: readonly { path: string }[]
    }
    const left = findSurvivors(made, content)
    sums.survivors += left.length
    sums.withSurvivors += Number(left.length > 0)
    sums.residual += residual.length
    if (flags.includes('--list')) for (const each of left) console.log(`${seed} ${made.style}: ${each}`)
    if (before !== shape(parse(content))) {
      sums.changed++
      if (flags.includes('--list')) console.log(`${seed}: other shape\n${before}\n${shape(parse(content))}`)
    }
  } catch (error) {
    sums.refused++
    console.log(seed, made.style, (error as Error).message)
  }
}
console.log(sums)
