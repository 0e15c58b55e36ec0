// The program serving on loopback for a bench: the executable where it has been built, else the sources.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../platform/server/free-port.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const EXECUTABLE = join(ROOT, 'dist', 'health-tools')
const SOURCES = [process.execPath, join(ROOT, 'src', 'main.ts')]

let command = existsSync(EXECUTABLE) ? [EXECUTABLE] : SOURCES

/** Even where the executable has been built. */
export function useSources(): void {
  command = SOURCES
}

export function programName(): string {
  return command === SOURCES ? 'the sources' : 'dist/health-tools'
}

/** The program with arguments, as spawn takes it. */
export function programCommand(...args: string[]): [string, string[]] {
  return [command[0]!, [...command.slice(1), ...args]]
}

export interface ServedProgram {
  readonly pid: number
  readonly process: ChildProcess
  readonly port: number
  readonly operationsPort: number
  readonly config: string
  readonly key: string
  readonly keyId: string
  /** Ends it and removes what it stored. */
  stop(): Promise<void>
}

export interface ServeSettings {
  /** Further sections of the configuration, as YAML. */
  readonly yaml?: string
  readonly limits?: string
  /** False: every request goes the general path. */
  readonly isFastPathOn?: boolean
  /** Plans beside `unlimited`, as members of a YAML object. */
  readonly plans?: string
}

/** A site with a key of a plan without limits: what a service starts from. */
export interface Site {
  readonly folder: string
  readonly config: string
  readonly port: number
  readonly operationsPort: number
  readonly key: string
  readonly keyId: string
}

export async function makeSite({ yaml = '', limits = '{}', isFastPathOn = true, plans = '' }: ServeSettings = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-bench-'))
  const [port, operationsPort] = [await freePort(), await freePort()]
  const config = join(folder, 'config.yaml')
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  writeFileSync(join(folder, 'pepper'), 'p'.repeat(64), { mode: 0o600 })
  const lines = [
    `server: { listen: [{ address: 127.0.0.1, port: ${port} }], limits: ${limits}, fast_path: ${isFastPathOn} }`,
    `operations: { listen: { address: 127.0.0.1, port: ${operationsPort} } }`,
    `storage: { path: "${join(folder, 'data', 'health-tools.db')}" }`,
    `auth: { api_key: { pepper: { file: "${join(folder, 'pepper')}" } } }`,
    `logging: { sinks: [{ type: file, path: "${join(folder, 'log')}" }] }`,
    `plans: { unlimited: {}, ${plans} }`,
    yaml,
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  const { key, id } = createKey(config, 'unlimited')
  return { folder, config, port, operationsPort, key, keyId: id }
}

export function createKey(config: string, plan: string): { readonly key: string; readonly id: string } {
  const [file, args] = programCommand('keys', 'create', '--owner', 'bench', '--plan', plan, '--config', config, '--json')
  return JSON.parse(execFileSync(file, args, { encoding: 'utf8' })) as { key: string; id: string }
}

/** Serves a site; resolves when it is ready. */
export async function serveSite({ config, operationsPort }: Site): Promise<ChildProcess> {
  const [file, args] = programCommand('serve', '--config', config)
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`)
    const isReady = await fetch(`http://127.0.0.1:${operationsPort}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return child
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function startServed(settings: ServeSettings = {}): Promise<ServedProgram> {
  const site = await makeSite(settings)
  const child = await serveSite(site)
  return {
    ...site,
    pid: child.pid!,
    process: child,
    async stop() {
      await endProcess(child)
      removeSite(site)
    },
  }
}

export function removeSite({ folder }: Site): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Asks a process to end and waits for it. */
export function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else {
      child.once('exit', () => resolve())
      child.kill(signal)
    }
  })
}

export interface Memory {
  /** All pages that are in memory, those of files too, which the system takes back when it needs them. */
  readonly residentMegabytes: number
  /** What the process has written: what nothing but the process gives back. */
  readonly privateMegabytes: number
}

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1.024e-3
  return { residentMegabytes: megabytes('VmRSS'), privateMegabytes: megabytes('RssAnon') }
}

/** User and system time of a process and its threads: fields 14 and 15 of its stat file, in hundredths of a second (USER_HZ). */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
