// The program serving on loopback, with a configuration of a test.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programCommand } from '../program.ts'
import { freePort } from './server/free-port.ts'

export interface RunningProgram {
  readonly pid: number
  readonly process: ChildProcess
  readonly config: string
  readonly key: string
  readonly origin: string
  readonly operations: string
  /** A GET with the key, or a POST where there is a body. */
  ask(path: string, body?: unknown): Promise<{ readonly status: number; readonly body: string }>
  /** Asks it to end, and waits for its end. Resolves with the exit code. */
  stop(): Promise<number | null>
  kill(): void
}

/** What the program prints for one command; throws where its exit code is not 0. */
export function callProgram(args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  return execFileSync(...programCommand(...args), { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** @param settings further sections of the configuration, as YAML */
export async function startProgram(folder: string, settings: string): Promise<RunningProgram> {
  const [port, operationsPort] = [await freePort(), await freePort()]
  const config = join(folder, 'config.yaml')
  writeFileSync(
    config,
    `server: { listen: [{ address: 127.0.0.1, port: ${port} }] }
operations: { listen: { address: 127.0.0.1, port: ${operationsPort} } }
storage: { path: "${join(folder, 'data', 'health-tools.db')}" }
plans: { free: {} }
${settings}`,
  )
  const { key } = JSON.parse(callProgram(['keys', 'create', '--owner', 'test', '--plan', 'free', '--config', config, '--json'])) as {
    key: string
  }
  const child = spawn(...programCommand('serve', '--config', config), { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [origin, operations] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${operationsPort}`]
  await waitUntilReady(operations, child)
  return {
    pid: child.pid!,
    process: child,
    config,
    key,
    origin,
    operations,
    async ask(path, body) {
      const authorization = { Authorization: `Bearer ${key}` }
      const post = { method: 'POST', body: JSON.stringify(body), headers: { ...authorization, 'Content-Type': 'application/json' } }
      const response = await fetch(origin + path, body === undefined ? { headers: authorization } : post)
      return { status: response.status, body: await response.text() }
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

async function waitUntilReady(operations: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`)
    const isReady = await fetch(`${operations}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
