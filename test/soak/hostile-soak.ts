// Hostile requests: inputs of the fuzz corpora and examples of the tools, changed at random, as documents, JSON, batches,
// forms and jobs, with invalid headers and framing in between. No answer may be an error of the server, no problem may hold what was sent, the
// service must answer throughout, and its memory must not grow. node test/soak/hostile-soak.ts [minutes] [requests a second]
import { connect } from 'node:net'
import { catalogue } from '../../src/tools/catalogue.ts'
import { composeRequest } from '../bench/load.ts'
import { median } from '../bench/row.ts'
import { memoryOf, type ServedProgram, startServed } from '../bench/served-program.ts'
import { listTargets } from '../fuzz/engine/build-target.ts'
import { readCorpus } from '../fuzz/engine/corpus-file.ts'
import { createRandom, Mutator } from '../fuzz/engine/mutator.ts'

export interface HostileReport {
  requests: number
  /** Connections that the server closed without an answer, as it may for what is no HTTP. */
  closed: number
  readonly statuses: Record<string, number>
  readonly wrong: string[]
  /** MB; medians of each minute. */
  readonly memory: number[]
  /** The last tenth over the second one. */
  readonly growth: number
}

const MARK = 'Quillfeather'
const CONNECTIONS = 8
const MAX_BYTES = 30_000
const ANSWER_MS = 90_000
const SAMPLE_MS = 1_000
const MINUTE_MS = 60_000
const DICTIONARY = [MARK, '{"', '"}', '[]', '\r\n\r\n', 'null', '-1', '1e400', '\u0000', '\ud800', '../', '%00', '<!DOCTYPE', 'MSH|^~\\&|']

export async function soakHostile(minutes: number, perSecond: number, note: (text: string) => void): Promise<HostileReport> {
  const own = await startServed({ yaml: 'workers: { threads: 1 }\njobs: { keep: 5s, per_caller: 100 }' })
  const started = performance.now()
  const report = { requests: 0, closed: 0, statuses: {} as Record<string, number>, wrong: [] as string[] }
  const samples: { minute: number; megabytes: number }[] = []
  const minuteNow = (): number => Math.floor((performance.now() - started) / MINUTE_MS)
  let noted = 0
  const watch = setInterval(() => {
    samples.push({ minute: minuteNow(), megabytes: memoryOf(own.pid).residentMegabytes })
    if (minuteNow() === noted) return
    noted = minuteNow()
    note(
      `${noted} min: ${report.requests} requests, ${report.closed} closed, ${report.wrong.length} wrong, ${samples.at(-1)!.megabytes.toFixed(0)} MB`,
    )
  }, SAMPLE_MS)
  try {
    const makers = Array.from({ length: CONNECTIONS }, (_, i) => openMaker(own, createRandom(i + 1)))
    await Promise.all(
      makers.map(async (make) => {
        while (performance.now() - started < minutes * MINUTE_MS) {
          const began = performance.now()
          await tryRequest(own, make(), report)
          const rest = (CONNECTIONS * 1_000) / perSecond - (performance.now() - began)
          if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
        }
      }),
    )
    const memory = Array.from({ length: Math.max(1, Math.floor(minutes)) }, (_, minute) =>
      median(samples.filter((sample) => sample.minute === minute).map(({ megabytes }) => megabytes)),
    )
    // The first tenth is the start: code is compiled, tables are read, each tool has run.
    const tenth = Math.max(1, Math.floor(memory.length / 10))
    const growth = median(memory.slice(-tenth)) / median(memory.slice(tenth, 2 * tenth))
    return { ...report, memory, growth: Number.isNaN(growth) ? 1 : growth }
  } finally {
    clearInterval(watch)
    await own.stop()
  }
}

type Mutable = Omit<HostileReport, 'memory' | 'growth'>

async function tryRequest(own: ServedProgram, request: Buffer, report: Mutable): Promise<void> {
  const head = request.toString('latin1', 0, 120).split('\r\n')[0]
  const answer = await exchange(own.port, request)
  report.requests++
  if (own.process.exitCode !== null) throw new Error(`The service ended after: ${head}`)
  if (answer === undefined) {
    report.wrong.push(`no answer: ${head}`)
    return
  }
  if (answer.length === 0) {
    report.closed++
    return
  }
  const status = answer.slice(9, 12)
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  const isOverload = status === '503' && answer.includes('"overloaded"')
  if (status >= '500' && !isOverload) report.wrong.push(`${status}: ${head}: ${answer.slice(-300)}`)
  if (answer.includes('application/problem+json') && answer.includes(MARK)) report.wrong.push(`quoted: ${head}`)
}

/** What the server answers until it closes; undefined if it answers nothing and stays connected. */
function exchange(port: number, request: Buffer): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const end = (isOver: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(isOver || pieces.length > 0 ? Buffer.concat(pieces).toString('latin1') : undefined)
    }
    const timer = setTimeout(() => end(false), ANSWER_MS)
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('error', () => end(true))
    socket.on('close', () => end(true))
    // Half closed: the server learns that the request has ended.
    socket.end(request)
  })
}

/** Each call composes another request. */
function openMaker({ key }: ServedProgram, random: () => number): () => Buffer {
  const corpora = listTargets()
    .map(readCorpus)
    .filter((inputs) => inputs.length > 0)
  const mutator = new Mutator(random, DICTIONARY, MAX_BYTES)
  const pick = <T>(values: readonly T[]): T => values[mutator.below(values.length)]!
  const document = (): Uint8Array => {
    const inputs = pick(corpora)
    const input = pick(inputs)
    return mutator.below(8) === 0 ? input : mutator.mutate(input, pick(inputs))
  }
  const exampleOf = (tool: (typeof catalogue)[number]): Uint8Array => {
    const example = pick(tool.examples)
    const text = JSON.stringify({ ...(example.input as object), ...(example.options as object | undefined) })
    const bytes = Buffer.from(text.replace(/"([A-Za-z ]{6,})"/, `"${MARK} $1"`))
    return mutator.below(6) === 0 ? bytes : mutator.mutate(bytes, document())
  }
  const form = (bytes: Uint8Array): [Buffer, string] => {
    const boundary = 'x-boundary'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${MARK}.dcm"\r\n\r\n`
    const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    return [mutator.below(3) === 0 ? Buffer.from(mutator.mutate(whole, bytes)) : whole, `multipart/form-data; boundary=${boundary}`]
  }
  const ways: (() => Buffer)[] = [
    () => {
      const tool = pick(catalogue)
      return request(`/v1/tools/${tool.id}`, exampleOf(tool), 'application/json')
    },
    () => {
      const tool = pick(catalogue.filter(({ document }) => document !== undefined))
      return request(`/v1/tools/${tool.id}`, document(), pick([...tool.document!.mediaTypes]))
    },
    () => request(`/v1/tools/${pick(catalogue).id}`, ...form(document())),
    () => {
      const tool = pick(catalogue)
      const items = Array.from({ length: 1 + mutator.below(4) }, () => JSON.stringify({ input: tool.examples[0].input }))
      const lines = Buffer.from(`${items.join('\n')}\n`)
      return request(`/v1/tools/${tool.id}/batch`, mutator.mutate(lines, document()), pick(['application/x-ndjson', 'application/json']))
    },
    () =>
      request(`/v1/tools/${pick(catalogue).id}`, document(), 'application/json', {
        Prefer: 'respond-async',
        'Idempotency-Key': `${mutator.below(50)}`,
      }),
    () =>
      request(
        pick(['/v1/recipes/run', '/mcp', '/v1/jobs', '/v1/me', '/v1/../etc', '/v1/tools/%00', `/v1/jobs/${'f'.repeat(68)}`]),
        document(),
        'application/json',
      ),
    () =>
      Buffer.from(mutator.mutate(request('/v1/tools/text/word-count', Buffer.from(`{"text":"${MARK}"}`), 'application/json'), document())),
  ]
  const request = (path: string, body: Uint8Array, type: string, more: Readonly<Record<string, string>> = {}): Buffer =>
    composeRequest(path, body, { Authorization: `Bearer ${key}`, 'Content-Type': type, Connection: 'close', ...more })
  return () => pick(ways)()
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

if (import.meta.main) {
  const [minutes = '60', perSecond = '400'] = process.argv.slice(2)
  const { memory, ...report } = await soakHostile(Number(minutes), Number(perSecond), print)
  print(JSON.stringify({ ...report, wrong: report.wrong.slice(0, 20) }, undefined, 2))
  print(`memory by minute, MB: ${memory.map((megabytes) => megabytes.toFixed(0)).join(' ')}; growth ${report.growth.toFixed(2)}`)
  process.exitCode = report.wrong.length > 0 || report.growth > 1.1 ? 1 : 0
}
