// What each layer adds to a small call: the tool, reading and answering, the handler with everything that a request has, and the socket.
import { runTool } from '../../src/core/run.ts'
import { answerCall } from '../../src/http/routes/call.ts'
import { textWordCount } from '../../src/tools/text/word-count.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../http/api-harness.ts'
import { compareSides, composeRequest } from './load.ts'
import { startScript } from './peer-process.ts'
import { type BenchRow, formatTable, median } from './row.ts'
import { type ServedProgram, startServed } from './served-program.ts'

const CALLS = 4_000
const ROUNDS = 7
const SOCKETS = { connections: 64, milliseconds: 1_200 }
const TEXT = 'BP 120/80 mmHg, HR 72.5'
const BODY = JSON.stringify({ text: TEXT })
const PATH = '/v1/tools/text/word-count'

export async function benchLayers(): Promise<BenchRow[]> {
  return [...(await benchInProcess()), ...(await benchSockets())]
}

async function benchInProcess(): Promise<BenchRow[]> {
  const api = await openApi()
  try {
    const bytes = new TextEncoder().encode(BODY)
    const call = {
      toolId: textWordCount.id,
      contentType: 'application/json',
      mediaType: 'application/json',
      body: bytes,
      query: '',
      form: 'json',
      jsonDepth: 64,
    } as const
    const parse = (): unknown => JSON.parse(BODY)
    return await compareLayers([
      ['JSON.parse of the call', parse],
      ['the tool with its schemas', () => runTool(textWordCount, { text: TEXT })],
      ['and its body read, its answer written', () => answerCall(textWordCount, call)],
      ['and route, key, limits, usage, headers, access log', () => callApi(api)],
    ])
  } finally {
    await api.close()
  }
}

async function callApi({ call, logLines, reports }: ApiHarness): Promise<void> {
  const response = await call(PATH, { method: 'POST', body: BODY, headers: JSON_TYPE })
  await response.text()
  if (response.status !== 200) throw new Error(`the API answered ${response.status}`)
  logLines.length = 0
  reports.length = 0
}

/** Each layer beside the one before it. */
async function compareLayers(layers: readonly (readonly [string, () => unknown])[]): Promise<BenchRow[]> {
  const costs: number[][] = layers.map(() => [])
  for (let round = -1; round < ROUNDS; round++) {
    for (const [k, [, work]] of layers.entries()) {
      const cost = await measureMicroseconds(work)
      if (round >= 0) costs[k]!.push(cost)
    }
  }
  return layers.slice(1).map(([what], i) => {
    const [below, own] = [costs[i]!, costs[i + 1]!]
    const ratios = own.map((cost, round) => below[round]! / cost)
    return {
      what: `in this process: ${what}, CPU µs a call`,
      measured: median(own).toFixed(2),
      reference: `${median(below).toFixed(2)} ${layers[i]![0]}`,
      ratio: median(ratios),
      rounds: ratios,
    }
  })
}

async function measureMicroseconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < CALLS; i++) {
    const result = work()
    if (result instanceof Promise) await result
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / CALLS
}

async function benchSockets(): Promise<BenchRow[]> {
  const own = await startServed()
  const general = await startServed({ isFastPathOn: false })
  const hono = await startScript(new URL('hono-server.ts', import.meta.url).pathname, 'hono on node:http, JSON echo')
  const bare = await startScript(new URL('reference-server.ts', import.meta.url).pathname, 'bare node:http, JSON echo')
  try {
    const echo = [composeRequest('/', BODY, JSON_TYPE)]
    const sideOf = (name: string, { port, pid, key }: ServedProgram) => {
      const call = [composeRequest(PATH, BODY, { ...JSON_TYPE, Authorization: `Bearer ${key}` })]
      return { name, port, pid, requests: () => call }
    }
    const sides = [
      { ...bare, requests: () => echo },
      { ...hono, requests: () => echo },
      sideOf('the service without its fast path', general),
      sideOf('the service', own),
    ]
    const rounds = await compareSides(sides, SOCKETS, ROUNDS)
    const reference = rounds[0]!
    return sides.slice(1).map(({ name }, i) => {
      const measured = rounds[i + 1]!
      const ratios = measured.map((round, k) => reference[k]!.cpuMicroseconds / round.cpuMicroseconds)
      return {
        what: `over a socket: ${name}, CPU µs a call`,
        measured: median(measured.map(({ cpuMicroseconds }) => cpuMicroseconds)).toFixed(1),
        reference: `${median(reference.map(({ cpuMicroseconds }) => cpuMicroseconds)).toFixed(1)} ${sides[0]!.name}`,
        ratio: median(ratios),
        rounds: ratios,
      }
    })
  } finally {
    await Promise.all([own, general, hono, bare].map((server) => server.stop()))
  }
}

if (import.meta.main) console.log(formatTable(await benchLayers()))
