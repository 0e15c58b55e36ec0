// hl7/parse over a stream of JSON lines, end to end, beside the same parser called in this process on the same messages.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { runTool } from '../../src/core/run.ts'
import { hl7Parse } from '../../src/tools/hl7/parse.ts'
import { buildFixtures } from '../fixtures/hl7/make-fixtures.ts'
import { type BenchRow, formatTable, median } from './row.ts'
import { cpuSecondsOf, memoryOf, type ServedProgram, startServed } from './served-program.ts'

const ROUNDS = 7
const LINES = 8_000
const LINES_AT_ONCE = 100
const TAIL_BYTES = 300

export async function benchStream(): Promise<BenchRow[]> {
  const message = new TextDecoder().decode(buildFixtures().get('result.hl7')!)
  const own = await startServed()
  try {
    const rounds: Cost[] = []
    const calls: number[] = []
    const wholes: number[] = []
    const memory: number[] = []
    for (let round = -1; round < ROUNDS; round++) {
      const cost = await streamLines(own, { tool: 'hl7/parse', line: JSON.stringify({ input: { message } }), lines: LINES })
      const [call, whole] = [timeCalls(message), timeFullCall(message)]
      if (round < 0) continue
      rounds.push(cost)
      calls.push(call)
      wholes.push(whole)
      memory.push(memoryOf(own.pid).residentMegabytes)
    }
    return composeRows(rounds, calls, wholes, memory)
  } finally {
    await own.stop()
  }
}

interface Cost {
  readonly perSecond: number
  readonly cpuMicroseconds: number
}

export interface LineStream {
  /** Id of the tool. */
  readonly tool: string
  /** One line of the batch, sent again and again. */
  readonly line: string
  readonly lines: number
}

/** Sends all lines while it reads the answers. Over a bare socket: the time of the client is part of what is measured. */
export async function streamLines({ port, key, pid }: ServedProgram, { tool, line, lines }: LineStream): Promise<Cost> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const started = performance.now()
  const cpuBefore = cpuSecondsOf(pid)
  const head = [`POST /v1/tools/${tool}/batch HTTP/1.1`, 'Host: a', `Authorization: Bearer ${key}`, 'Content-Type: application/x-ndjson']
  const block = `${line}\n`.repeat(LINES_AT_ONCE)
  socket.write(`${[...head, `Content-Length: ${(Buffer.byteLength(block) * lines) / LINES_AT_ONCE}`].join('\r\n')}\r\n\r\n`)
  const tail = readToEnd(socket)
  for (let i = 0; i < lines; i += LINES_AT_ONCE) if (!socket.write(block)) await once(socket, 'drain')
  const end = await tail
  if (!end.includes(`{"summary":{"total":${lines},"succeeded":${lines},"failed":0}}`)) throw new Error('lines were not answered')
  const seconds = (performance.now() - started) / 1000
  return { perSecond: lines / seconds, cpuMicroseconds: ((cpuSecondsOf(pid) - cpuBefore) * 1e6) / lines }
}

/** The last bytes of an answer in chunks. */
function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let tail = ''
    socket.on('data', (chunk: Buffer) => {
      tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - TAIL_BYTES))).slice(-TAIL_BYTES)
      if (!tail.endsWith('\r\n0\r\n\r\n')) return
      resolve(tail)
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the stream was cut')))
  })
}

/** Messages a second of the bare tool. */
function timeCalls(message: string): number {
  return timeLoop(() => runTool(hl7Parse, { message }))
}

/** With the JSON that a line and its answer are made of. */
function timeFullCall(message: string): number {
  const line = JSON.stringify({ input: { message } })
  return timeLoop(() => JSON.stringify({ index: 0, status: 200, result: runTool(hl7Parse, (JSON.parse(line) as { input: object }).input) }))
}

function timeLoop(work: () => unknown): number {
  const started = performance.now()
  for (let i = 0; i < LINES; i++) work()
  return (LINES * 1000) / (performance.now() - started)
}

function composeRows(rounds: readonly Cost[], calls: readonly number[], wholes: readonly number[], memory: readonly number[]): BenchRow[] {
  const ofCalls = rounds.map(({ perSecond }, i) => perSecond / calls[i]!)
  const ofWholes = rounds.map(({ perSecond }, i) => perSecond / wholes[i]!)
  const measured = Math.round(median(rounds.map(({ perSecond }) => perSecond))).toLocaleString('en')
  const what = 'NDJSON hl7/parse end to end, messages a second'
  return [
    {
      what,
      measured,
      reference: `${Math.round(median(calls)).toLocaleString('en')} the bare tool in this process`,
      ratio: median(ofCalls),
      rounds: ofCalls,
    },
    {
      id: 'ndjson-of-parser',
      what,
      measured,
      reference: `${Math.round(median(wholes)).toLocaleString('en')} the tool in this process, JSON in and out`,
      ratio: median(ofWholes),
      rounds: ofWholes,
    },
    {
      what: 'NDJSON hl7/parse, server CPU µs a message; megabytes resident',
      measured: `${median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)).toFixed(1)}; ${memory.at(-1)!.toFixed(0)}`,
      reference: `${memory[0]!.toFixed(0)} MB after the first round`,
      ratio: undefined,
    },
  ]
}

if (import.meta.main) console.log(formatTable(await benchStream()))
