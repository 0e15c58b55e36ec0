// What log receivers cost a request that are down, hang, read slowly or refuse: text/word-count with such sinks, with a spool and traces
// whose receivers hang, and with an audit log, against the same service with a log file alone, interleaved in one run. Calls are paced: at
// full load a p99 says how long the queue is.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, createServer as createHttpServer, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningProgram, startProgram } from '../platform/running-program.ts'
import { freePort } from '../platform/server/free-port.ts'
import { type BenchRow, median } from './row.ts'

const CONNECTIONS = 4
const PAUSE_MS = 5
const ROUND_MS = 2_000
const ROUNDS = 9
const BODY = '{"text":"BP 120/80 mmHg, HR 72.5"}'

interface Round {
  readonly p99: number
  readonly median: number
}

export async function benchSinks(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-bench-'))
  const receivers = await openReceivers()
  const settings = {
    reference: '',
    'four bad receivers': receivers.settings,
    'spool and traces, receivers hang': `logging: { sinks: [SINKS, { type: loki, url: "${receivers.hanging}", buffer_mb: 0.1, spool: { dir: "${join(folder, 'spool')}", mb: 50 } }] }\ntracing: { otlp: "${receivers.hanging}" }\n`,
    'audit log, refuse': `audit: { file: "${join(folder, 'audit.log')}" }\n`,
  }
  const programs: [string, RunningProgram][] = []
  try {
    for (const [name, text] of Object.entries(settings)) {
      const own = mkdtempSync(join(folder, 'service-'))
      const file = `{ type: file, path: "${join(own, 'log')}" }`
      const yaml = text.includes('SINKS') ? text.replace('SINKS', file) : `logging: { sinks: [${file}] }\n${text}`
      programs.push([name, await startProgram(own, yaml)])
    }
    const rounds = new Map(programs.map(([name]) => [name, [] as Round[]]))
    for (const [, program] of programs) await runRound(program, 1_000)
    for (let i = 0; i < ROUNDS; i++) for (const [name, program] of programs) rounds.get(name)!.push(await runRound(program, ROUND_MS))
    const [reference, ...others] = programs.map(([name, program]) => ({
      name,
      rounds: rounds.get(name)!,
      megabytes: residentMegabytes(program.pid),
    }))
    return others.flatMap((other) => composeRows(reference!, other))
  } finally {
    for (const [, program] of programs) await program.stop()
    receivers.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measured {
  readonly name: string
  readonly rounds: readonly Round[]
  readonly megabytes: number
}

function composeRows(reference: Measured, { name, rounds, megabytes }: Measured): BenchRow[] {
  const id = name.replaceAll(/[ ,]+/g, '-')
  const p99 = median(rounds.map((round) => round.p99))
  const referenceP99 = median(reference.rounds.map((round) => round.p99))
  const added = rounds.map((round, i) => round.p99 - reference.rounds[i]!.p99)
  return [
    {
      id: `${id}-p99`,
      what: `${name}: p99 of ${CONNECTIONS} connections, ms (added: ${median(added).toFixed(2)})`,
      measured: p99.toFixed(2),
      reference: `${referenceP99.toFixed(2)} file alone`,
      ratio: median(rounds.map((round, i) => reference.rounds[i]!.p99 / round.p99)),
      figure: median(added),
      rounds: added,
    },
    {
      what: `${name}: median of calls, ms`,
      measured: median(rounds.map((round) => round.median)).toFixed(2),
      reference: `${median(reference.rounds.map((round) => round.median)).toFixed(2)} file alone`,
      ratio: median(rounds.map((round, i) => reference.rounds[i]!.median / round.median)),
    },
    {
      what: `${name}: megabytes resident`,
      measured: megabytes.toFixed(0),
      reference: `${reference.megabytes.toFixed(0)} file alone`,
      ratio: reference.megabytes / megabytes,
    },
  ]
}

/** One that is down, one that takes the connection and reads nothing, one that never answers, one that answers 503. */
async function openReceivers() {
  const unread = createServer((socket) => socket.pause().on('error', () => undefined))
  const silent = createHttpServer((incoming) => incoming.resume())
  const busy = createHttpServer((incoming, response) => {
    incoming.resume()
    response.writeHead(503).end()
  })
  const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port
  for (const server of [unread, silent, busy]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sinks = [
    `{ type: syslog, transport: tcp, host: 127.0.0.1, port: ${await freePort()} }`,
    `{ type: syslog, transport: tcp, host: 127.0.0.1, port: ${portOf(unread)} }`,
    `{ type: loki, url: "http://127.0.0.1:${portOf(silent)}" }`,
    `{ type: splunk_hec, url: "http://127.0.0.1:${portOf(busy)}" }`,
  ]
  const close = (): void => {
    for (const server of [silent, busy]) server.closeAllConnections()
    for (const server of [unread, silent, busy]) server.close()
  }
  return { settings: `logging: { sinks: [SINKS, ${sinks.join(', ')}] }\n`, hanging: `http://127.0.0.1:${portOf(silent)}`, close }
}

async function runRound({ origin, key }: RunningProgram, milliseconds: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const latencies: number[] = []
  const started = performance.now()
  const callUntilEnd = async (): Promise<void> => {
    while (performance.now() - started < milliseconds) {
      const before = performance.now()
      await callTool(`${origin}/v1/tools/text/word-count`, key, agent)
      latencies.push(performance.now() - before)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, callUntilEnd))
  agent.destroy()
  latencies.sort((a, b) => a - b)
  return { p99: latencies[Math.floor(latencies.length * 0.99)]!, median: median(latencies) }
}

function callTool(url: string, key: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Content-Length': BODY.length }
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`the server answered ${response.statusCode}`))))
    })
    outgoing.on('error', reject)
    outgoing.end(BODY)
  })
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
