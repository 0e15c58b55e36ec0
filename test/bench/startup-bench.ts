// How soon the program answers, beside a bare server of the same Node, and what it takes on disk and in memory when nothing is asked.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { freePort } from '../platform/server/free-port.ts'
import { type BenchRow, formatTable, median } from './row.ts'
import { endProcess, makeSite, memoryOf, programCommand, programName, removeSite, type Site } from './served-program.ts'

const ROUNDS = 11
/** V8 gives memory back some eight seconds after the last calls. */
const IDLE_MS = 15_000
const POLL_MS = 1
const BARE = "require('node:http').createServer((q, r) => r.end('{}')).listen(Number(process.argv[1]), '127.0.0.1')"

export async function benchStartup(): Promise<BenchRow[]> {
  const site = await makeSite()
  try {
    const [own, bare, version, bareVersion]: number[][] = [[], [], [], []]
    let idle = { residentMegabytes: 0, privateMegabytes: 0 }
    for (let i = -1; i < ROUNDS; i++) {
      const mine = await startOwn(site, i === ROUNDS - 1)
      const theirs = await startBare()
      const spoken = timeRun(...programCommand('version'))
      const nothing = timeRun(process.execPath, ['--version'])
      if (mine.idle) idle = mine.idle
      if (i < 0) continue
      own!.push(mine.milliseconds)
      bare!.push(theirs)
      version!.push(spoken)
      bareVersion!.push(nothing)
    }
    return composeRows({ own: own!, bare: bare!, version: version!, bareVersion: bareVersion! }, idle)
  } finally {
    removeSite(site)
  }
}

async function startOwn({ config, port, key }: Site, staysIdle: boolean) {
  const [file, args] = programCommand('serve', '--config', config)
  const started = performance.now()
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    const milliseconds = await untilAnswered(child, port, started, `/v1/me HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n`)
    if (!staysIdle) return { milliseconds, idle: undefined }
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    return { milliseconds, idle: memoryOf(child.pid!) }
  } finally {
    await endProcess(child)
  }
}

async function startBare(): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, ['-e', BARE, String(port)], { stdio: 'ignore' })
  try {
    return await untilAnswered(child, port, started, '/ HTTP/1.1\r\n')
  } finally {
    await endProcess(child)
  }
}

async function untilAnswered(child: ChildProcess, port: number, started: number, head: string): Promise<number> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`)
    const status = await ask(port, head)
    if (status === '200') return performance.now() - started
    if (status !== undefined) throw new Error(`the program answered ${status}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** By a bare socket, because a client that tries each millisecond must not take the processor that the program needs; undefined where nothing listens. */
function ask(port: number, head: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${head}Host: 127.0.0.1\r\nConnection: close\r\n\r\n`))
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1', 9, 12))
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(undefined))
  })
}

function timeRun(file: string, args: readonly string[]): number {
  const started = performance.now()
  if (spawnSync(file, args, { stdio: 'ignore' }).status !== 0) throw new Error('a command failed')
  return performance.now() - started
}

interface Times {
  readonly own: readonly number[]
  readonly bare: readonly number[]
  readonly version: readonly number[]
  readonly bareVersion: readonly number[]
}

function composeRows({ own, bare, version, bareVersion }: Times, idle: ReturnType<typeof memoryOf>): BenchRow[] {
  const [file] = programCommand()
  const isBuilt = file !== process.execPath
  const megabytes = isBuilt ? statSync(file).size / 1e6 : undefined
  const pair = (id: string, what: string, mine: readonly number[], theirs: readonly number[], reference: string): BenchRow => ({
    id,
    what: `${what}, ${programName()}`,
    measured: median(mine).toFixed(0),
    reference: `${median(theirs).toFixed(0)} ${reference}`,
    ratio: median(mine.map((value, i) => theirs[i]! / value)),
    figure: median(mine),
    rounds: mine,
  })
  return [
    pair('first-answer', 'first answer with a key after the start, ms', own, bare, 'bare node:http'),
    pair('version', 'the version verb, ms', version, bareVersion, 'node --version'),
    {
      id: 'idle-memory',
      what: `megabytes resident when nothing has been asked for ${IDLE_MS / 1000} s`,
      measured: idle.residentMegabytes.toFixed(0),
      reference: `${idle.privateMegabytes.toFixed(0)} of them private`,
      ratio: undefined,
      figure: idle.residentMegabytes,
    },
    {
      id: 'executable',
      what: 'megabytes of the executable',
      measured: megabytes?.toFixed(1) ?? '',
      reference: isBuilt ? '' : 'it has not been built',
      ratio: undefined,
      figure: megabytes,
    },
  ]
}

if (import.meta.main) console.log(formatTable(await benchStartup()))
