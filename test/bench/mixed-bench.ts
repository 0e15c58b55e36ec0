// Small calls beside long ones: what four jobs of 5 MB add to the p99 of small calls, in the service and where every call runs on the event loop.
import { composeRequest, type Round, runRound, type Side } from './load.ts'
import { JOBS, type JobTool, startJobs } from './mixed-jobs.ts'
import { type PeerServer, startScript } from './peer-process.ts'
import { type BenchRow, formatTable, median, quantile } from './row.ts'
import { type ServedProgram, startServed } from './served-program.ts'

const SHAPE = { connections: 4, milliseconds: 3_000, pauseMs: 5 }
const INLINE_SHAPE = { ...SHAPE, milliseconds: 12_000 }
const ROUNDS = 5
/** Goals of a tool are told apart by its suffix. */
const JOB_TOOLS = [
  { tool: 'text/readability', suffix: '' },
  { tool: 'hl7/validate', suffix: '-validate' },
  { tool: 'phi/detect', suffix: '-detect' },
] as const satisfies readonly { tool: JobTool; suffix: string }[]

export async function benchMixed(): Promise<BenchRow[]> {
  const own = await startServed()
  const inline = await startScript(new URL('inline-server.ts', import.meta.url).pathname, 'every call on the event loop')
  try {
    const rows: BenchRow[] = []
    for (const { tool, suffix } of JOB_TOOLS) rows.push(...(await benchBeside(tool, suffix, own, inline)))
    return rows
  } finally {
    await Promise.all([own.stop(), inline.stop()])
  }
}

async function benchBeside(tool: JobTool, suffix: string, own: ServedProgram, inline: PeerServer): Promise<BenchRow[]> {
  const [alone, beside, stalled]: Round[][] = [[], [], []]
  const call = composeRequest('/v1/tools/text/word-count', '{"text":"BP 120/80 mmHg"}', {
    Authorization: `Bearer ${own.key}`,
    'Content-Type': 'application/json',
  })
  const requests = () => [call]
  const side = { name: 'the service', port: own.port, pid: own.pid, requests }
  for (let i = 0; i < ROUNDS; i++) {
    alone!.push(await runRound(side, SHAPE))
    beside!.push(await runBeside(side, own.key, SHAPE, tool))
    stalled!.push(await runBeside({ ...inline, requests }, own.key, INLINE_SHAPE, tool))
  }
  return composeRows(tool, suffix, alone!, beside!, stalled!)
}

async function runBeside(side: Side, key: string, shape: typeof SHAPE, tool: JobTool): Promise<Round> {
  const jobs = await startJobs(side.port, tool, key)
  // The threads start once in the life of a service.
  await new Promise((resolve) => setTimeout(resolve, 500))
  try {
    return await runRound(side, shape)
  } finally {
    await jobs.stop()
  }
}

const p99 = ({ latenciesMs }: Round): number => quantile(latenciesMs, 0.99)

function composeRows(
  tool: JobTool,
  suffix: string,
  alone: readonly Round[],
  beside: readonly Round[],
  stalled: readonly Round[],
): BenchRow[] {
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
