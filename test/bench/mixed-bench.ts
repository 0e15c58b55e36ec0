// Small calls beside long ones: what four jobs of 5 MB add to the p99 of small calls, in the service and where every call runs on the event loop.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runBackground } from './background.ts'
import { composeRequest, type Round, runRound, type Side } from './load.ts'
import { peerOf } from './peer-process.ts'
import { type BenchRow, formatTable, median, quantile } from './row.ts'
import { startServed } from './served-program.ts'

const SHAPE = { connections: 4, milliseconds: 3_000, pauseMs: 5 }
const INLINE_SHAPE = { ...SHAPE, milliseconds: 12_000 }
const ROUNDS = 5
const JOBS = 4
const JOB_BYTES = 5_000_000
const SENTENCE = 'The patient was seen in the clinic this morning and reports less pain since the dose was halved. '
const NOTES = { mediaType: 'text/plain', body: SENTENCE.repeat(Math.ceil(JOB_BYTES / SENTENCE.length)) }
const RESULT = 'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|12-16|N|||F\r'
const MESSAGE = {
  mediaType: 'application/hl7-v2',
  body: `MSH|^~\\&|A|B|C|D|20260101||ORU^R01|1|P|2.5.1\rPID|1||1||A^B\rOBR|1|||718-7^H^LN\r${RESULT.repeat(Math.ceil(JOB_BYTES / RESULT.length))}`,
}

/** What the jobs ask for: the shorter they are, the more bytes come in beside the small calls; the longer, the longer a call could wait for them. */
const JOB_TOOLS = [
  { tool: 'text/readability', suffix: '', ...NOTES },
  { tool: 'hl7/validate', suffix: '-validate', ...MESSAGE },
  { tool: 'phi/detect', suffix: '-detect', ...NOTES },
] as const
type JobTool = (typeof JOB_TOOLS)[number]

export async function benchMixed(): Promise<BenchRow[]> {
  const own = await startServed()
  const inline = await startInline()
  try {
    const rows: BenchRow[] = []
    for (const job of JOB_TOOLS) rows.push(...(await benchBeside(job, own, inline)))
    return rows
  } finally {
    await Promise.all([own.stop(), inline.peer.stop()])
  }
}

async function benchBeside(
  job: JobTool,
  own: Awaited<ReturnType<typeof startServed>>,
  inline: Awaited<ReturnType<typeof startInline>>,
): Promise<BenchRow[]> {
  const [alone, beside, stalled]: Round[][] = [[], [], []]
  const side = { name: 'the service', port: own.port, pid: own.pid, requests: smallCalls(own.key) }
  for (let i = 0; i < ROUNDS; i++) {
    alone!.push(await runRound(side, SHAPE))
    beside!.push(await runBeside(side, own.key, SHAPE, job))
    stalled!.push(await runBeside({ ...inline.peer, requests: smallCalls(inline.key) }, inline.key, INLINE_SHAPE, job))
  }
  return composeRows(job, alone!, beside!, stalled!)
}

function smallCalls(key: string): Side['requests'] {
  const request = composeRequest('/v1/tools/text/word-count', '{"text":"BP 120/80 mmHg"}', {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
  })
  return () => [request]
}

async function runBeside(side: Side, key: string, shape: typeof SHAPE, { tool, mediaType, body }: JobTool): Promise<Round> {
  const job = composeRequest(`/v1/tools/${tool}`, body, { Authorization: `Bearer ${key}`, 'Content-Type': mediaType })
  const background = await runBackground(
    side.port,
    Array.from({ length: JOBS }, () => job),
  )
  // The threads start once in the life of a service.
  await new Promise((resolve) => setTimeout(resolve, 500))
  try {
    return await runRound(side, shape)
  } finally {
    await background.stop()
  }
}

async function startInline() {
  const file = new URL('inline-server.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const { port, key } = JSON.parse(String(line)) as { port: number; key: string }
  return { peer: peerOf(child, 'every call on the event loop', port), key }
}

const p99 = ({ latenciesMs }: Round): number => quantile(latenciesMs, 0.99)

function composeRows({ tool, suffix }: JobTool, alone: readonly Round[], beside: readonly Round[], stalled: readonly Round[]): BenchRow[] {
  const [before, during, inline] = [alone, beside, stalled].map((rounds) => rounds.map(p99)) as [number[], number[], number[]]
  const ofAlone = during.map((value, i) => before[i]! / value)
  const ofInline = during.map((value, i) => inline[i]! / value)
  const what = `p99 of small calls beside ${JOBS} jobs of 5 MB of ${tool}, ms`
  return [
    {
      id: `p99-beside-jobs${suffix}`,
      what,
      measured: median(during).toFixed(1),
      reference: `${median(before).toFixed(1)} without them`,
      ratio: median(ofAlone),
      figure: median(during),
      rounds: during,
    },
    {
      id: `p99-of-inline${suffix}`,
      what,
      measured: median(during).toFixed(1),
      reference: `${Math.round(median(inline))} every call on the event loop`,
      ratio: median(ofInline),
      rounds: ofInline,
    },
  ]
}

if (import.meta.main) console.log(formatTable(await benchMixed()))
