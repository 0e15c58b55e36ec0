// A Debian 12 that really boots: a minimal root with systemd, made once in dist/booted-root, and a container of a copy of it.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readAptSource } from '../binary/minbase-root.ts'
import { projectFolder } from '../binary/program.ts'

const SUITE = 'bookworm'
const dist = join(projectFolder, 'dist')

/** Why no system can be booted here; undefined where it can. */
export function whyNoBootedSystem(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it takes root on Linux'
  const missing = ['debootstrap', 'systemd-nspawn', 'nsenter', 'curl'].filter((command) => spawnSync('which', [command]).status !== 0)
  if (missing.length > 0) return `these commands are missing: ${missing.join(', ')}`
  if (!existsSync(rootFolderOf('booted')) && !readAptSource(SUITE)) return `the apt sources have no main of ${SUITE}`
  return undefined
}

/** A root with more Debian packages than the minimal one; the name tells its folder in dist. */
export interface RootKind {
  readonly name: string
  readonly packages: readonly string[]
}

function rootFolderOf(name: string): string {
  return join(dist, `${name}-root`)
}

/** @returns the folder of the root; it is made if it is missing or has other packages, which takes minutes */
function makeRoot({ name, packages }: RootKind): string {
  const rootFolder = rootFolderOf(name)
  const listFile = `${rootFolder}.packages`
  const list = packages.join(' ')
  if (existsSync(rootFolder) && (existsSync(listFile) ? readFileSync(listFile, 'utf8') : '') === list) return rootFolder
  rmSync(rootFolder, { recursive: true, force: true })
  const { uri, signedBy } = readAptSource(SUITE)!
  const unfinished = `${rootFolder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const keyring = signedBy === undefined ? [] : [`--keyring=${signedBy}`]
  const options = ['--variant=minbase', `--include=${['systemd', 'systemd-sysv', 'dbus', ...packages].join(',')}`, ...keyring]
  execFileSync('debootstrap', [...options, SUITE, unfinished, uri], { stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(unfinished, rootFolder)
  writeFileSync(listFile, list)
  return rootFolder
}

export interface CommandOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface BootedSystem {
  /** Runs a command of the system in it. */
  run(...command: readonly string[]): Promise<CommandOutcome>
  /** The same, and throws where it fails. */
  must(...command: readonly string[]): Promise<string>
  /** Runs a command of this machine in the network of the system. */
  inNetwork(...command: readonly string[]): Promise<CommandOutcome>
  stop(): Promise<void>
}

/**
 * Boots a copy of the root, without a network but the loopback.
 * @param packages folder that stands at /packages in the system
 * @param kind the root that is copied
 */
export async function bootSystem(packages: string, kind: RootKind = { name: 'booted', packages: [] }): Promise<BootedSystem> {
  const folder = mkdtempSync(join(dist, 'booted-'))
  execFileSync('cp', ['--archive', `${makeRoot(kind)}/.`, folder])
  writeFileSync(join(folder, 'etc/machine-id'), '')
  const console = openSync(`${folder}.log`, 'w')
  const options = ['--register=no', '--keep-unit', '--private-network', `--bind-ro=${packages}:/packages`]
  const container = spawn('systemd-nspawn', ['--quiet', `--directory=${folder}`, ...options, '--boot'], {
    stdio: ['ignore', console, console],
  })
  closeSync(console)
  const ended = new Promise<void>((resolve) => container.on('close', () => resolve()))
  const enter = async (namespaces: readonly string[], command: readonly string[]): Promise<CommandOutcome> => {
    const leader = await childOf(container.pid!)
    if (leader === undefined) return { code: 255, stdout: '', stderr: 'the system is not running' }
    return execute('nsenter', ['--target', leader, ...namespaces, '--', ...command])
  }
  const run = (...command: readonly string[]) => enter(['--all'], command)
  const stop = async (): Promise<void> => {
    await run('systemctl', 'poweroff')
    await Promise.race([ended, sleep(30_000)])
    container.kill('SIGKILL')
    await ended
    for (const path of [folder, `${folder}.log`]) rmSync(path, { recursive: true, force: true })
  }
  try {
    await untilBooted(run, () => readFileSync(`${folder}.log`, 'latin1'))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    run,
    inNetwork: (...command) => enter(['--net'], command),
    stop,
    async must(...command) {
      const { code, stdout, stderr } = await run(...command)
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stdout}${stderr}`)
      return stdout
    },
  }
}

async function untilBooted(run: BootedSystem['run'], readConsole: () => string): Promise<void> {
  for (let i = 0; i < 240; i++) {
    const { stdout } = await run('systemctl', 'is-system-running')
    if (/^(?:running|degraded)$/.test(stdout.trim())) return
    await sleep(500)
  }
  throw new Error(`The system did not boot: ${readConsole().slice(-2_000)}`)
}

/** The first process of the container is the one child of the program that runs it. */
async function childOf(pid: number): Promise<string | undefined> {
  const { stdout } = await execute('pgrep', ['--parent', String(pid)])
  return stdout.trim().split('\n')[0] || undefined
}

async function execute(command: string, args: readonly string[]): Promise<CommandOutcome> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, {
      maxBuffer: 64 << 20,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}
