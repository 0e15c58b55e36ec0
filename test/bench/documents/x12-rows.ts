// data/x12-parse beside what reads X12 elsewhere: a split at two delimiters, node-x12, and pyx12.
import { spawnSync } from 'node:child_process'
import { runToJson, runTool } from '../../../src/core/run.ts'
import { dataX12Parse } from '../../../src/tools/data/x12-parse.ts'
import { type BenchRow, median, missingRow } from '../row.ts'
import { compareSpeed } from './measure.ts'
import type { DocumentPeers } from './peers.ts'

/** Segments of a payment for as many claims; 15,000 claims are 180,000 segments. */
function makePayment(claims: number): string {
  const claim = (i: number) =>
    `CLP*C${i}*1*150*100**12*9876${i}*11~NM1*QC*1*SAMPLE*ADA****MI*M${i}~REF*1L*G${i}~DTM*232*20260102~` +
    `SVC*HC:99213*90*60**1~DTM*472*20260102~CAS*CO*45*30~REF*6R*L${i}~SVC*HC:99214*60*40**1~DTM*472*20260103~CAS*PR*1*20~AMT*B6*60~`
  const body = Array.from({ length: claims }, (_, i) => claim(i)).join('')
  return [
    'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0809*^*00501*000000007*0*T*:~',
    'GS*HP*SENDER*RECEIVER*20260102*0809*7*X*005010X221A1~ST*835*0001~',
    `BPR*I*${claims * 100}*C*ACH*CCP*01*999*DA*1*1**01*999*DA*1*20260102~TRN*1*1*1~N1*PR*P~N3*A~N4*B*OH*12345~N1*PE*P*XX*1234567893~`,
    `LX*1~${body}SE*${claims * 12 + 9}*0001~GE*1*7~IEA*1*000000007~`,
  ].join('')
}

const PYX12 = `
import io, sys, time
import pyx12.params, pyx12.error_handler, pyx12.x12context
text = sys.stdin.read()
start = time.process_time()
reader = pyx12.x12context.X12ContextReader(pyx12.params.params(), pyx12.error_handler.errh_null(), io.StringIO(text))
count = sum(1 for _ in reader.iter_segments())
print(time.process_time() - start, count)
`

export function x12Rows(peers: DocumentPeers | undefined): BenchRow[] {
  const text = makePayment(15_000)
  const summary = () => runTool(dataX12Parse, { interchange: text }, {})
  const split = () => text.split('~').map((segment) => segment.split('*'))
  const rows = [
    compareSpeed({ id: 'x12-summary', what: 'X12: summary with balance', length: text.length, own: summary, peer: split, name: 'split()' }),
  ]
  if (!peers) return [...rows, missingRow('x12-segments', 'X12: segments to JSON', 'node-x12 is not at hand')]
  const { X12Parser } = peers.load('node-x12')
  const small = makePayment(1_500)
  const segments = () => runToJson(dataX12Parse, { interchange: small }, { view: 'segments' })
  const nodeX12 = () => JSON.stringify(new X12Parser(true).parse(small))
  rows.push(
    compareSpeed({
      id: 'x12-segments',
      what: 'X12: segments to JSON',
      length: small.length,
      own: segments,
      peer: nodeX12,
      name: 'node-x12',
      rounds: 5,
    }),
  )
  return [...rows, loopRow(peers)]
}

function loopRow({ python }: DocumentPeers): BenchRow {
  const [id, what] = ['x12-loops', 'X12: loops to JSON']
  if (python === undefined) return missingRow(id, what, 'pyx12 is not at hand')
  const text = makePayment(150)
  const run = spawnSync('python3', ['-c', PYX12], { input: text, encoding: 'utf8', env: { ...process.env, PYTHONPATH: python } })
  const seconds = Number(run.stdout.split(' ')[0])
  if (run.status !== 0 || !(seconds > 0)) return missingRow(id, what, 'pyx12 did not run')
  const times: number[] = []
  for (let round = 0; round < 30; round++) {
    const started = process.cpuUsage()
    runToJson(dataX12Parse, { interchange: text }, { view: 'loops' })
    const { user, system } = process.cpuUsage(started)
    times.push(user + system)
  }
  const own = text.length / median(times.slice(10))
  const peer = text.length / seconds / 1e6
  return {
    id,
    what,
    measured: `${own.toFixed(1)} MB/CPU-s`,
    reference: `pyx12: ${peer.toFixed(2)} MB/CPU-s`,
    ratio: own / peer,
  }
}
