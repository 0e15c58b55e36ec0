// Real servers for tests: started on loopback in folders of the test's own, and ended by the test by their process id.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

const projectFolder = join(import.meta.dirname, '..', '..')

export interface Peer {
  readonly child: ChildProcess
  /** What it has said on its standard error. */
  said(): string
  stop(): Promise<void>
}

/** Where a program is, or undefined. */
export function findProgram(name: string): string | undefined {
  return ['/usr/sbin', '/usr/bin', '/sbin', '/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Names of the programs that are not installed; a test that needs them is skipped, and its title says so. */
export function missingPrograms(...names: string[]): string {
  return names.filter((name) => findProgram(name) === undefined).join(', ')
}

/** Starts a server and waits until it answers on its port. */
export async function startPeer(command: string, args: readonly string[], port: number): Promise<Peer> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${command} ended with ${child.exitCode}: ${said}`)
    if (await answers(port)) return { child, said: () => said, stop }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export function runProgram(command: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', input })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
  return stdout
}

/** A shipped sample with its documented settings changed; each must be there exactly once. */
export function readSample(path: string, changes: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(projectFolder, path), 'utf8')
  for (const [from, to] of Object.entries(changes)) {
    const parts = text.split(from)
    if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${from}`)
    text = parts.join(to)
  }
  return text
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
