// Clients of the benches: keep-alive connections over bare sockets, each with one request at a time, because a client of Node's own costs
// more than the server that is measured.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { cpuSecondsOf } from './served-program.ts'

export interface Side {
  readonly name: string
  readonly port: number
  /** Whose processor time counts. */
  readonly pid: number
  /** A reference: where it fails it is not asked again, and there is nothing to compare with. */
  readonly isPeer?: boolean
  /** The requests that one operation of a connection is made of, one after the other. */
  readonly requests: (connection: number) => readonly Buffer[]
}

export interface Round {
  readonly perSecond: number
  readonly cpuMicroseconds: number
  readonly latenciesMs: readonly number[]
}

export interface LoadShape {
  readonly connections: number
  readonly milliseconds: number
  /** Between two operations of a connection; none where a server is to be loaded fully. */
  readonly pauseMs?: number
}

export function composeRequest(
  path: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const length = method === 'GET' ? [] : [`Content-Length: ${bytes.length}`]
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...length,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes])
}

/** An answer that is none. */
class AnswerError extends Error {}

/** A service runs for weeks and has compiled its own code by then: what it costs has come to rest when so many rounds bring it no lower. */
const RESTING_ROUNDS = 3
/** What is lower by less than this has come to rest. */
const REST = 0.97
const MAX_WARM_UP_ROUNDS = 12
/** A peer that refuses one call under load is asked again so often. */
const TRIES = 3

/** Runs all sides in turn, each first until it costs no less with every round. A peer that goes on answering with faults has no rounds. */
export async function compareSides(sides: readonly Side[], shape: LoadShape, rounds: number): Promise<Round[][]> {
  const results: Round[][] = sides.map(() => [])
  const failed = new Set<Side>()
  const run = async (side: Side, tries = TRIES): Promise<Round | undefined> => {
    try {
      return failed.has(side) ? undefined : await runRound(side, shape)
    } catch (error) {
      if (!side.isPeer || !(error instanceof AnswerError)) throw error
      if (tries > 1) return run(side, tries - 1)
      failed.add(side)
      return undefined
    }
  }
  for (const side of sides) await warmUp(() => run(side))
  for (let i = 0; i < rounds; i++) {
    for (const [k, side] of sides.entries()) {
      const round = await run(side)
      if (round) results[k]!.push(round)
    }
  }
  return results.map((result, k) => (failed.has(sides[k]!) ? [] : result))
}

async function warmUp(run: () => Promise<Round | undefined>): Promise<void> {
  let lowest = Number.POSITIVE_INFINITY
  let resting = 0
  for (let i = 0; i < MAX_WARM_UP_ROUNDS && resting < RESTING_ROUNDS; i++) {
    const cost = (await run())?.cpuMicroseconds ?? 0
    resting = cost < REST * lowest ? 0 : resting + 1
    lowest = Math.min(lowest, cost)
  }
}

export async function runRound(side: Side, { connections, milliseconds, pauseMs = 0 }: LoadShape): Promise<Round> {
  const callers = await Promise.all(Array.from({ length: connections }, () => openCaller(side.port)))
  const cpuBefore = cpuSecondsOf(side.pid)
  const started = performance.now()
  const latenciesMs: number[] = []
  const work = async (caller: Caller, connection: number): Promise<void> => {
    const requests = side.requests(connection)
    while (performance.now() - started < milliseconds) {
      const before = performance.now()
      for (const request of requests) {
        const { status } = await caller.call(request)
        if (status !== 200) throw new AnswerError(`${side.name} answered ${status}`)
      }
      latenciesMs.push(performance.now() - before)
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  await Promise.all(callers.map(work)).catch((error: unknown) => {
    for (const caller of callers) caller.close()
    throw error
  })
  const seconds = (performance.now() - started) / 1000
  const cpu = cpuSecondsOf(side.pid) - cpuBefore
  for (const caller of callers) caller.close()
  const operations = latenciesMs.length
  return { perSecond: operations / seconds, cpuMicroseconds: (cpu * 1e6) / operations, latenciesMs }
}

export interface Caller {
  call(request: Buffer): Promise<{ readonly status: number; readonly head: string; readonly body: Buffer }>
  close(): void
}

/** @throws Error where the server ends the connection in the middle */
export async function openCaller(port: number): Promise<Caller> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const reader = new AnswerReader(socket)
  return {
    call(request) {
      const answer = reader.next()
      socket.write(request)
      return answer
    },
    close: () => void socket.destroy(),
  }
}

interface Answer {
  readonly status: number
  readonly head: string
  readonly body: Buffer
}

/** What ends an answer that comes in chunks; none of the texts that are answered has it inside, because JSON escapes line breaks. */
const LAST_CHUNK = '\r\n0\r\n\r\n'

/** Reads answers whose length is announced, or that come in chunks. */
class AnswerReader {
  #pieces: Buffer[] = []
  #size = 0
  #head: { readonly text: string; readonly end: number; readonly total: number | undefined } | undefined
  #resolve: (answer: Answer) => void = () => undefined
  #reject: (error: Error) => void = () => undefined

  constructor(socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#reject(error))
    socket.on('close', () => this.#reject(new Error('the server closed the connection')))
  }

  next(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  #take(chunk: Buffer): void {
    this.#pieces.push(chunk)
    this.#size += chunk.length
    this.#head ??= this.#readHead()
    if (!this.#head || !this.#isWhole(this.#head.total)) return
    const { text, end } = this.#head
    const all = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#size = 0
    this.#head = undefined
    this.#resolve({ status: Number(text.slice(9, 12)), head: text, body: all.subarray(end) })
  }

  #isWhole(total: number | undefined): boolean {
    if (total !== undefined) return this.#size >= total
    const tail = Buffer.concat(this.#pieces.slice(-LAST_CHUNK.length))
    return tail.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK
  }

  #readHead() {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)]
    const bytes = this.#pieces[0]!
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const text = bytes.toString('latin1', 0, end)
    const length = /^content-length: *(\d+)/im.exec(text)?.[1]
    return { text, end: end + 4, total: length === undefined ? undefined : end + 4 + Number(length) }
  }
}
