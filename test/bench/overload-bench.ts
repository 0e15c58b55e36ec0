// More long work than the service can do: files of 200 MB, hostile texts and a queue that is full, while small calls and health are asked.
import { performance } from 'node:perf_hooks'
import { runBackground } from './background.ts'
import { composeImage } from './dicom-upload-file.ts'
import { composeRequest, runRound } from './load.ts'
import { type BenchRow, formatTable, median, quantile } from './row.ts'
import { memoryOf, type ServedProgram, startServed } from './served-program.ts'

const SHAPE = { connections: 4, milliseconds: 3_000, pauseMs: 5 }
const ROUNDS = 5
const QUEUE = 8
const HOSTILE_CALLERS = 32
const HOSTILE_BYTES = 300_000
const FILE_BYTES = 195_000_000
const HEALTH_PAUSE_MS = 10

export async function benchOverload(): Promise<BenchRow[]> {
  const own = await startServed({ limits: `{ queue: ${QUEUE} }` })
  try {
    const authorization = { Authorization: `Bearer ${own.key}` }
    const small = composeRequest('/v1/tools/text/word-count', '{"text":"BP 120/80 mmHg"}', {
      ...authorization,
      'Content-Type': 'application/json',
    })
    const side = { name: 'the service', port: own.port, pid: own.pid, requests: () => [small] }
    const quiet: number[] = []
    for (let i = 0; i < ROUNDS; i++) quiet.push(quantile((await runRound(side, SHAPE)).latenciesMs, 0.99))
    const hostile = composeRequest('/v1/tools/phi/detect', 'John Smith '.repeat(HOSTILE_BYTES / 11), {
      ...authorization,
      'Content-Type': 'text/plain',
    })
    const file = composeRequest('/v1/tools/dicom/inspect', composeImage(FILE_BYTES, 1), {
      ...authorization,
      'Content-Type': 'application/dicom',
    })
    const background = await runBackground(own.port, [file, ...Array.from({ length: HOSTILE_CALLERS }, () => hostile)])
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const health = pollHealth(own)
    const loaded: number[] = []
    for (let i = 0; i < ROUNDS; i++) loaded.push(quantile((await runRound(side, SHAPE)).latenciesMs, 0.99))
    const healthMs = await health.stop()
    const { residentMegabytes } = memoryOf(own.pid)
    await background.stop()
    const others = [...background.answers].filter(([status]) => status !== 200 && status !== 503).reduce((sum, [, count]) => sum + count, 0)
    const silent = background.refusals.filter((head) => !/^retry-after: \d+/im.test(head)).length
    const [done = 0, refused = 0] = [200, 503].map((status) => background.answers.get(status))
    return [
      {
        id: 'p99-small',
        what: 'p99 of small calls under overload, ms',
        measured: median(loaded).toFixed(1),
        reference: `${median(quiet).toFixed(1)} without it`,
        ratio: median(loaded.map((value, i) => quiet[i]! / value)),
        figure: median(loaded),
        rounds: loaded,
      },
      {
        id: 'p99-health',
        what: `p99 of ${healthMs.length} health checks under overload, ms`,
        measured: quantile(healthMs, 0.99).toFixed(1),
        reference: '',
        ratio: undefined,
        figure: quantile(healthMs, 0.99),
      },
      {
        id: 'wrong-answers',
        what: 'long calls neither answered nor refused with Retry-After',
        measured: String(others + silent),
        reference: `${done} answered, ${refused} refused as overloaded`,
        ratio: undefined,
        figure: refused === 0 ? Number.NaN : others + silent,
      },
      {
        what: 'a refusal takes, ms (p50)',
        measured: median(background.latenciesMs.get(503) ?? [Number.NaN]).toFixed(1),
        reference: `${median(background.latenciesMs.get(200) ?? [Number.NaN]).toFixed(0)} an answer`,
        ratio: undefined,
      },
      { what: 'megabytes resident under overload', measured: residentMegabytes.toFixed(0), reference: '', ratio: undefined },
    ]
  } finally {
    await own.stop()
  }
}

function pollHealth({ operationsPort }: ServedProgram): { stop(): Promise<number[]> } {
  const latencies: number[] = []
  let isStopped = false
  const ask = async (): Promise<void> => {
    while (!isStopped) {
      const started = performance.now()
      const response = await fetch(`http://127.0.0.1:${operationsPort}/health/live`)
      await response.text()
      latencies.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, HEALTH_PAUSE_MS))
    }
  }
  const done = ask()
  return {
    async stop() {
      isStopped = true
      await done
      return latencies
    },
  }
}

if (import.meta.main) console.log(formatTable(await benchOverload()))
