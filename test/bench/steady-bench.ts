// A process that has been through bursts of calls answers as cheaply as one that has not: what the engine learns under load must not make it
// slow for as long as it runs. Of several starts the one that came out worst is told.
import { compareRows } from './compare-rows.ts'
import { composeImage } from './dicom-upload-file.ts'
import { compareSides, composeRequest, type LoadShape, type Round, runRound, type Side } from './load.ts'
import { type BenchRow, formatTable, median } from './row.ts'
import { type ServedProgram, startServed } from './served-program.ts'

/** So many are enough to see what happens in every other. */
const STARTS = 3
/** With the pauses between them the heap collects itself again and again, which is when the engine decides. */
const BURSTS = 6
const WORDS = { connections: 64, milliseconds: 1_000 }
const FILES = { connections: 8, milliseconds: 800 }
const PAUSE_MS = 800
const ROUNDS = 5
const FILE = composeImage(10_000, 2)

export async function benchSteady(): Promise<BenchRow[]> {
  const starts: Round[][][] = []
  for (let i = 0; i < STARTS; i++) starts.push(await compareStart())
  const worst = starts.sort((a, b) => costOf(b) - costOf(a))[0]!
  return compareRows(worst[0]!, worst[1]!, {
    id: 'after-bursts',
    what: `dicom/inspect of 10 kB after bursts of calls, the worst of ${STARTS} starts`,
    reference: 'a process that had none',
  })
}

/** What a call costs, in calls of a process that had no bursts. */
function costOf([own = [], fresh = []]: readonly Round[][]): number {
  return median(own.map(({ cpuMicroseconds }, i) => cpuMicroseconds / fresh[i]!.cpuMicroseconds))
}

async function compareStart(): Promise<Round[][]> {
  const served: ServedProgram[] = []
  try {
    for (let i = 0; i < 2; i++) served.push(await startServed())
    const [own, fresh] = served
    const words = sideOf(own!, '/v1/tools/text/word-count', 'application/json', '{"text":"BP 120/80 mmHg, HR 72.5"}')
    const sides = [own!, fresh!].map((program) => sideOf(program, '/v1/tools/dicom/inspect', 'application/dicom', FILE))
    await sendBursts(words, WORDS)
    await sendBursts(sides[0]!, FILES)
    return await compareSides(sides, FILES, ROUNDS)
  } finally {
    await Promise.all(served.map((program) => program.stop()))
  }
}

async function sendBursts(side: Side, shape: LoadShape): Promise<void> {
  for (let i = 0; i < BURSTS; i++) {
    await runRound(side, shape)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

function sideOf({ port, pid, key }: ServedProgram, path: string, type: string, body: string | Uint8Array): Side {
  const requests = [composeRequest(path, body, { Authorization: `Bearer ${key}`, 'Content-Type': type })]
  return { name: 'the service', port, pid, requests: () => requests }
}

if (import.meta.main) console.log(formatTable(await benchSteady()))
