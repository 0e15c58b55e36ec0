// The memory of a long stream of JSON lines, over the API and on the command line:
//   node test/bench/lines-soak.ts [lines]      starts the executable where it has been built, else the sources
// One reader of the API takes the answers as they come, another one rests after each piece. Prints the resident memory at each twentieth, and
// exits with 1 where a line is missing, or where the median of the last quarter is above that of the second one by more than a twentieth.
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { median } from './row.ts'
import { memoryOf, programCommand, programName, startServed } from './served-program.ts'

const lines = Number(process.argv[2] ?? 1_000_000)
const MESSAGE = 'MSH|^~\\&|A|B|C|D|20260101||ADT^A01|1|P|2.5.1\rPID|1||4471^^^H^MR||Quist^Alvin||19700101|M\r'
const LINES_AT_ONCE = 200
const GROWTH = 1.05
const SAMPLES = 40
const REST_MS = 1
/** What a slow reader is sent takes minutes otherwise. */
const SLOW_SHARE = 0.2

function* write(lines: number): Generator<string> {
  for (let i = 0; i < lines; i += LINES_AT_ONCE) {
    yield Array.from(
      { length: Math.min(LINES_AT_ONCE, lines - i) },
      (_, k) => `${JSON.stringify({ id: `n${i + k}`, input: { message: MESSAGE } })}\n`,
    ).join('')
  }
}

interface Watched {
  readonly name: string
  readonly pid: number
  readonly lines: number
  readonly restMs: number
}

/** @returns whether every line was answered in constant memory */
async function watch({ name, pid, lines, restMs }: Watched, answers: AsyncIterable<Uint8Array>): Promise<boolean> {
  const started = performance.now()
  const samples: number[] = []
  let seen = 0
  let tail = ''
  for await (const chunk of answers) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) {
      if (++seen % (lines / SAMPLES) === 0) samples.push(memoryOf(pid).residentMegabytes)
    }
    tail = (tail + new TextDecoder().decode(chunk.subarray(-500))).slice(-500)
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
  }
  const seconds = (performance.now() - started) / 1000
  const summary = tail.trimEnd().split('\n').at(-1)
  const quarter = (n: number): number => median(samples.slice((n * SAMPLES) / 4, ((n + 1) * SAMPLES) / 4))
  const growth = quarter(3) / quarter(1)
  const shown = samples.filter((_, i) => i % 2 === 1).map((sample) => sample.toFixed(0))
  console.log(`${name}: ${lines} lines in ${seconds.toFixed(1)} s, ${Math.round(lines / seconds)} lines/s; growth ${growth.toFixed(3)}`)
  console.log(`  MB at each twentieth: ${shown.join(' ')}`)
  console.log(`  ${summary}`)
  return summary === `{"summary":{"total":${lines},"succeeded":${lines},"failed":0}}` && growth <= GROWTH
}

async function overCommandLine(): Promise<boolean> {
  const [file, args] = programCommand('run', 'hl7/ack', '--lines', '--options', OPTIONS)
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  Readable.from(write(lines)).pipe(child.stdin)
  return watch({ name: 'run --lines', pid: child.pid!, lines, restMs: 0 }, child.stdout)
}

async function overApi(tool: string, query: string, share: number, restMs: number): Promise<boolean> {
  const served = await startServed()
  try {
    const post = request({
      port: served.port,
      path: `/v1/tools/${tool}/batch${query}`,
      method: 'POST',
      headers: { Authorization: `Bearer ${served.key}`, 'Content-Type': 'application/x-ndjson' },
    })
    const sent = lines * share
    Readable.from(write(sent)).pipe(post)
    const response = await new Promise<AsyncIterable<Uint8Array>>((resolve, reject) => post.on('response', resolve).on('error', reject))
    const name = `POST ${tool}/batch${restMs > 0 ? ', read slowly' : ''}`
    return await watch({ name, pid: served.pid, lines: sent, restMs }, response)
  } finally {
    await served.stop()
  }
}

const OPTIONS = JSON.stringify({ code: 'AA', timestamp: '20260101000000' })
console.log(programName())
const query = `?${new URLSearchParams(JSON.parse(OPTIONS) as Record<string, string>)}`
const ok = [
  await overCommandLine(),
  await overApi('hl7/ack', query, 1, 0),
  await overApi('hl7/parse', '', 1, 0),
  await overApi('hl7/parse', '', SLOW_SHARE, REST_MS),
]
process.exitCode = ok.every(Boolean) ? 0 : 1
