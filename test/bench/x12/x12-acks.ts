// Whether pyx12 accepts the acknowledgments of data/x12-ack, and whether each planted error has its code:
//   node test/bench/x12/x12-acks.ts PYTHON
// PYTHON has pyx12 4.0.0. It has a map of 997 for interchanges of 00401 only.
import { spawnSync } from 'node:child_process'
import { runTool } from '../../../src/core/run.ts'
import { dataX12Ack } from '../../../src/tools/data/x12-ack.ts'
import { FURTHER_SAMPLES } from '../../formats/x12/made/further-samples.ts'
import { PLANTED_ERRORS } from '../../formats/x12/planted-errors.ts'
import { SAMPLES } from '../../formats/x12/sample-interchanges.ts'

const PYX12 = `
import io, json, logging, sys
import pyx12.params, pyx12.x12n_document
logging.disable(logging.CRITICAL)
for line in sys.stdin:
    try:
        print(json.dumps(bool(pyx12.x12n_document.x12n_document(pyx12.params.params(), io.StringIO(json.loads(line)), io.StringIO(), None, None))))
    except Exception as error:
        print(json.dumps(str(error)))
`

interface Answer {
  readonly name: string
  readonly ack: string
  readonly hasCode: boolean
}

function answer(name: string, interchange: string, kind: string, code?: string): Answer {
  const { ack, codes } = runTool(dataX12Ack, { interchange }, { kind }) as unknown as { ack: string; codes: string[] }
  return { name: `${name}, ${kind}`, ack, hasCode: code === undefined || codes.includes(code) }
}

const kindOf = (issue: string): string => (/^(?:iea|isa|interchange|segment_unterminated)/.test(issue) ? 'ta1' : '999')
const samples = Object.entries({ ...SAMPLES, ...FURTHER_SAMPLES })
const planted = PLANTED_ERRORS.map(([title, text, issue, code]) => answer(title, text, kindOf(issue), code))
const answers = [
  ...samples.flatMap(([name, text]) => ['999', 'ta1'].map((kind) => answer(name, text, kind))),
  ...samples.map(([name, text]) => answer(name, text.replaceAll('005010', '004010').replace('*^*00501*', '*U*00401*'), '997')),
  ...planted,
  ...PLANTED_ERRORS.flatMap(([title, text]) => ['999', 'ta1'].map((kind) => answer(title, text, kind))),
]
const [python = 'python3'] = process.argv.slice(2)
const input = answers.map(({ ack }) => `${JSON.stringify(ack)}\n`).join('')
const run = spawnSync(python, ['-c', PYX12], { input, encoding: 'utf8', maxBuffer: 1e9 })
if (run.status !== 0) throw new Error(run.stderr)
const verdicts = run.stdout.trim().split('\n')
verdicts.forEach((verdict, i) => {
  if (verdict !== 'true') console.log(`${answers[i]!.name}: ${verdict}`)
})
console.log({
  answers: answers.length,
  accepted: verdicts.filter((verdict) => verdict === 'true').length,
  plantedErrors: PLANTED_ERRORS.length,
  withCode: planted.filter(({ hasCode }) => hasCode).length,
})
