// The memory of a long stream of JSON lines, over the API and on the command line:
//   node test/bench/lines-soak.ts [lines]      starts the executable where it has been built, else the sources
// Prints the resident memory at each tenth, and exits with 1 where a line is missing or the second half takes a quarter more than the first.
// So many lines because a process of this size collects its garbage once in about a million lines: until then its memory grows.
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { memoryOf, programCommand, programName, startServed } from './served-program.ts'

const lines = Number(process.argv[2] ?? 2_500_000)
const MESSAGE = 'MSH|^~\\&|A|B|C|D|20260101||ADT^A01|1|P|2.5.1\rPID|1||4471^^^H^MR||Quist^Alvin||19700101|M\r'
const LINES_AT_ONCE = 200
const GROWTH = 1.25

function* write(): Generator<string> {
  for (let i = 0; i < lines; i += LINES_AT_ONCE) {
    yield Array.from(
      { length: Math.min(LINES_AT_ONCE, lines - i) },
      (_, k) => `${JSON.stringify({ id: `n${i + k}`, input: { message: MESSAGE } })}\n`,
    ).join('')
  }
}

/** @returns whether every line was answered in constant memory */
async function watch(name: string, pid: number, answers: AsyncIterable<Uint8Array>): Promise<boolean> {
  const started = performance.now()
  const samples: number[] = []
  let seen = 0
  let tail = ''
  for await (const chunk of answers) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) {
      if (++seen % (lines / 10) === 0) samples.push(memoryOf(pid).residentMegabytes)
    }
    tail = (tail + new TextDecoder().decode(chunk.subarray(-500))).slice(-500)
  }
  const seconds = (performance.now() - started) / 1000
  const summary = tail.trimEnd().split('\n').at(-1)
  console.log(
    `${name}: ${lines} lines in ${seconds.toFixed(1)} s, ${Math.round(lines / seconds)} lines/s; MB at each tenth: ${samples.map((sample) => sample.toFixed(0)).join(' ')}`,
  )
  console.log(`  ${summary}`)
  const half = samples.length / 2
  return (
    summary === `{"summary":{"total":${lines},"succeeded":${lines},"failed":0}}` &&
    Math.max(...samples.slice(half)) <= GROWTH * Math.max(...samples.slice(0, half))
  )
}

async function overCommandLine(): Promise<boolean> {
  const [file, args] = programCommand('run', 'hl7/ack', '--lines', '--options', OPTIONS)
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  Readable.from(write()).pipe(child.stdin)
  return watch('run --lines', child.pid!, child.stdout)
}

async function overApi(): Promise<boolean> {
  const served = await startServed()
  try {
    const post = request({
      port: served.port,
      path: `/v1/tools/hl7/ack/batch?${new URLSearchParams(JSON.parse(OPTIONS) as Record<string, string>)}`,
      method: 'POST',
      headers: { Authorization: `Bearer ${served.key}`, 'Content-Type': 'application/x-ndjson' },
    })
    Readable.from(write()).pipe(post)
    const response = await new Promise<AsyncIterable<Uint8Array>>((resolve, reject) => post.on('response', resolve).on('error', reject))
    return await watch('POST …/batch', served.pid, response)
  } finally {
    await served.stop()
  }
}

const OPTIONS = JSON.stringify({ code: 'AA', timestamp: '20260101000000' })
console.log(programName())
const ok = [await overCommandLine(), await overApi()]
process.exitCode = ok.every(Boolean) ? 0 : 1
