// Compiles the program for the executable. Only a run shows what a start needs: the program starts a service in a folder of its own, answers
// one request of each kind, and what V8 has compiled by then is kept. Run by the runtime that is packed, in a process of its own.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, request } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'

export interface CompileTask {
  /** Paths of the assets by name, the program among them. */
  readonly assets: Readonly<Record<string, string>>
  readonly outputFolder: string
}

/** The program, and the tools that it loads when it needs them. */
export const PARTS = ['program', 'tools']

export function partFile(name: string): string {
  return `${name}.part.cjs`
}

export function compiledFile(name: string): string {
  return `${name}.compiled`
}

const START_MS = 60_000
/** By then what runs a moment after a start or an answer has run, on a slow machine too. */
const SETTLE_MS = 3_000

/** Enough memory for the whole run: reused memory holds remains of other objects, which would fill the gaps of compiled ones. */
const ROOM = ['--min-semi-space-size', '--max-semi-space-size', '--initial-old-space-size']
const ROOM_MB = [512, 512, 2_000]

/**
 * Two runs should write the same bytes, so that the executable can be built again to check it: no memory may be used twice, no thread may come
 * in between, no function may be marked because it was called often, and none of these flags may change what the runtime accepts.
 */
const RUN_FLAGS = [
  ...ROOM.map((flag, i) => `${flag}=${ROOM_MB[i]}`),
  '--random-seed=1',
  '--clear-free-memory',
  '--single-threaded-gc',
  '--no-memory-reducer',
  '--no-concurrent-recompilation',
  '--no-sparkplug',
]

/** Two are usually enough, unless the machine is very busy. */
const MAX_RUNS = 8

/**
 * Runs until two agree. A run that was delayed compiles more or less of the program, and hardly ever the same twice.
 * @param nodePath the runtime that is packed
 * @throws Error where the program does not start or answer
 */
export function compileApart(nodePath: string, task: CompileTask): void {
  const seen = new Set<string>()
  for (let run = 1; run <= MAX_RUNS; run++) {
    execFileSync(nodePath, [...RUN_FLAGS, import.meta.filename, JSON.stringify(task)])
    const digest = digestOf(task.outputFolder)
    if (seen.has(digest)) return
    seen.add(digest)
  }
  process.stderr.write(`No two of ${MAX_RUNS} runs compiled the same code: another build will differ. The machine is too busy.\n`)
}

function digestOf(folder: string): string {
  const digest = createHash('sha256')
  for (const name of PARTS) digest.update(readFileSync(join(folder, compiledFile(name))))
  return digest.digest('hex')
}

async function compileProgram({ assets, outputFolder }: CompileTask): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-compile-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  // What is compiled stays, however long the run takes.
  setFlagsFromString('--no-flush-bytecode')
  const scripts = new Map(
    PARTS.map((name) => [name, new Script(readFileSync(assets[partFile(name)]!, 'latin1'), { filename: `${name}.cjs` })]),
  )
  const require = requireAsExecutable(assets)
  const loadPart = (name: string): unknown => {
    const part = { exports: {} }
    const start = scripts.get(name)!.runInThisContext() as (...globals: unknown[]) => void
    start(part.exports, require, part, process.execPath, folder, loadPart)
    return part.exports
  }
  const run = (...args: string[]): void => {
    process.argv = [process.execPath, process.execPath, ...args]
    loadPart('program')
  }
  const site = await makeSite(folder)
  const key = await createKey(() => run('keys', 'create', '--owner', 'build', '--plan', 'unlimited', '--config', site.config, '--json'))
  run('serve', '--config', site.config)
  // V8 numbers functions in the order of their first use: requests must come after everything that follows a start, and none may fail.
  await untilListening(folder)
  await sleep(SETTLE_MS)
  await answerRequests(site, key)
  await sleep(SETTLE_MS)
  // The flags are part of what a compiled program is checked by.
  for (const flag of ['--flush-bytecode', '--no-clear-free-memory', '--memory-reducer', '--sparkplug', ...ROOM.map((name) => `${name}=0`)])
    setFlagsFromString(flag)
  for (const [name, script] of scripts) writeFileSync(join(outputFolder, compiledFile(name)), script.createCachedData())
  process.kill(process.pid, 'SIGTERM')
}

/** The program believes that it is in the executable, and that it has collected its garbage: memory would be used a second time. */
function requireAsExecutable(assets: Readonly<Record<string, string>>): (name: string) => unknown {
  const require = createRequire(import.meta.url)
  const getRawAsset = (name: string): ArrayBuffer => new Uint8Array(readFileSync(assets[name]!)).buffer
  const sea = { isSea: () => true, getRawAsset, getAsset: (name: string) => Buffer.from(getRawAsset(name)).toString('utf8') }
  const vm = { ...(require('node:vm') as object), runInNewContext: () => () => undefined }
  const own: Readonly<Record<string, unknown>> = { 'node:sea': sea, 'node:vm': vm }
  return (name) => own[name] ?? require(name)
}

interface CompileSite {
  readonly config: string
  readonly port: number
}

async function makeSite(folder: string): Promise<CompileSite> {
  const [port, operationsPort] = [await freePort(), await freePort()]
  const config = join(folder, 'config.yaml')
  writeFileSync(join(folder, 'pepper'), 'p'.repeat(64), { mode: 0o600 })
  const lines = [
    `server: { listen: [{ address: 127.0.0.1, port: ${port} }] }`,
    `operations: { listen: { address: 127.0.0.1, port: ${operationsPort} } }`,
    `storage: { path: "${join(folder, 'data.db')}" }`,
    `auth: { api_key: { pepper: { file: "${join(folder, 'pepper')}" } } }`,
    `logging: { sinks: [{ type: file, path: "${join(folder, 'log')}" }] }`,
    'plans: { unlimited: {} }',
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  return { config, port }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** The key that the command prints. */
async function createKey(run: () => void): Promise<string> {
  const { stdout } = process
  const write = stdout.write
  let printed = ''
  stdout.write = (text: unknown) => {
    printed += String(text)
    return true
  }
  run()
  const deadline = performance.now() + START_MS
  while (process.exitCode === undefined && performance.now() < deadline) await sleep(5)
  stdout.write = write
  if (process.exitCode !== 0) throw new Error('The program made no key')
  process.exitCode = undefined
  return (JSON.parse(printed) as { key: string }).key
}

async function untilListening(folder: string): Promise<void> {
  const log = join(folder, 'log')
  const deadline = performance.now() + START_MS
  while (!existsSync(log) || !readFileSync(log, 'utf8').includes('"listening"')) {
    if (performance.now() > deadline) throw new Error('The program did not serve')
    await sleep(5)
  }
}

async function answerRequests({ port }: CompileSite, key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` }
  const me = await statusOf(() => get({ port, host: '127.0.0.1', path: '/v1/me', headers, agent: false }))
  if (me !== 200) throw new Error(`The program answered with ${me}`)
  // What follows an answer, such as writing counters, must always come before the next call.
  await sleep(SETTLE_MS)
  const call = await statusOf(() => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path: '/v1/tools/text/word-count',
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'text/plain' },
      agent: false,
    })
    asked.end('two words')
    return asked
  })
  if (call !== 200) throw new Error(`The program answered a call with ${call}`)
}

/** 0 where nobody answers. */
function statusOf(ask: () => ReturnType<typeof get>): Promise<number> {
  return new Promise((resolve) => {
    ask()
      .on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)))
      .on('error', () => resolve(0))
  })
}

if (import.meta.main) await compileProgram(JSON.parse(process.argv[2]!) as CompileTask)
