// text/word-count over HTTP with key, limits, usage, request id and access log, against bare node:http, interleaved in one run.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchRow, formatTable, median } from './row.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CONNECTIONS = 64
const ROUND_MS = 2_000
const ROUNDS = 7
const BODY = '{"text":"BP 120/80 mmHg, HR 72.5"}'
/** Linux counts process time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100

interface Server {
  readonly process: ChildProcess
  readonly port: number
  readonly request: Buffer
}

interface Round {
  readonly perSecond: number
  readonly cpuMicroseconds: number
}

export async function benchHttp(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-bench-'))
  const servers = [await startReference(), await startService(folder)]
  try {
    const rounds: Round[][] = [[], []]
    for (const server of servers) await runRound(server, 1_000)
    for (let i = 0; i < ROUNDS; i++) for (const [k, server] of servers.entries()) rounds[k]!.push(await runRound(server, ROUND_MS))
    return composeRows(rounds[0]!, rounds[1]!)
  } finally {
    for (const { process } of servers) process.kill('SIGTERM')
    await Promise.all(servers.map(({ process }) => once(process, 'exit')))
    rmSync(folder, { recursive: true, force: true })
  }
}

function composeRows(reference: readonly Round[], service: readonly Round[]): BenchRow[] {
  const middle = (rounds: readonly Round[], pick: (round: Round) => number): number => median(rounds.map(pick))
  const paired = (pick: (round: Round) => number): number => median(service.map((round, i) => pick(round) / pick(reference[i]!)))
  const perSecond = (round: Round): number => round.perSecond
  const cpu = (round: Round): number => round.cpuMicroseconds
  return [
    {
      what: `word-count, ${CONNECTIONS} connections, requests/s`,
      measured: middle(service, perSecond).toFixed(0),
      reference: `${middle(reference, perSecond).toFixed(0)} bare node:http`,
      ratio: paired(perSecond),
    },
    {
      what: 'word-count, server CPU µs a request',
      measured: middle(service, cpu).toFixed(1),
      reference: `${middle(reference, cpu).toFixed(1)} bare node:http`,
      ratio: 1 / paired(cpu),
    },
  ]
}

async function startReference(): Promise<Server> {
  const child = spawn(process.execPath, [join(ROOT, 'test/bench/reference-server.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const port = Number(String(line))
  return { process: child, port, request: composeRequest('/', 'Bearer none') }
}

/** Serves from the sources with a configuration that names free ports; the access log goes to a file. */
async function startService(folder: string): Promise<Server> {
  const [port, operationsPort] = [await freePort(), await freePort()]
  const config = join(folder, 'config.yaml')
  writeFileSync(
    config,
    [
      'version: 1',
      `server: { listen: [{ address: 127.0.0.1, port: ${port} }] }`,
      `operations: { listen: { address: 127.0.0.1, port: ${operationsPort} } }`,
      `storage: { path: ${join(folder, 'health-tools.db')} }`,
      `auth: { api_key: { pepper: { file: ${join(folder, 'pepper')} } } }`,
      'plans: { unlimited: {} }',
    ].join('\n'),
  )
  writeFileSync(join(folder, 'pepper'), 'p'.repeat(64), { mode: 0o600 })
  const main = join(ROOT, 'src/main.ts')
  const created = spawn(
    process.execPath,
    [main, 'keys', 'create', '--owner', 'bench', '--plan', 'unlimited', '--config', config, '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [output] = (await once(created.stdout!, 'data')) as [Buffer]
  const { key } = JSON.parse(String(output)) as { key: string }
  const child = spawn(process.execPath, [main, 'serve', '--config', config], {
    stdio: ['ignore', openSync(join(folder, 'log'), 'a'), 'inherit'],
  })
  await waitForPort(port)
  return { process: child, port, request: composeRequest('/v1/tools/text/word-count', `Bearer ${key}`) }
}

function composeRequest(path: string, authorization: string): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${BODY}`)
}

async function runRound({ process: child, port, request }: Server, milliseconds: number): Promise<Round> {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => openSocket(port)))
  const cpuBefore = cpuSeconds(child.pid!)
  const started = performance.now()
  const deadline = started + milliseconds
  const counts = await Promise.all(sockets.map((socket) => callUntil(socket, request, deadline)))
  const seconds = (performance.now() - started) / 1000
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { perSecond: total / seconds, cpuMicroseconds: ((cpuSeconds(child.pid!) - cpuBefore) * 1e6) / total }
}

/** One request at a time on one connection. An answer is complete when its announced bytes are there. */
function callUntil(socket: Socket, request: Buffer, deadline: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let pending = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      const end = answerEnd(pending)
      if (end < 0) return
      if (!pending.startsWith('HTTP/1.1 200')) reject(new Error(`the server answered ${pending.slice(0, 12)}`))
      pending = pending.slice(end)
      count++
      if (performance.now() < deadline) socket.write(request)
      else {
        socket.destroy()
        resolve(count)
      }
    })
    socket.write(request)
  })
}

function answerEnd(text: string): number {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return -1
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1])
  return text.length >= head + 4 + length ? head + 4 + length : -1
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  return socket
}

/** User and system time of a process, fields 14 and 15 of its stat file. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function waitForPort(port: number): Promise<void> {
  for (let i = 0; i < 200; i++) {
    try {
      ;(await openSocket(port)).destroy()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('the server did not start')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(formatTable(await benchHttp()))
