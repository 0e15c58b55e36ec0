// A real `serve` process in a folder of its own: started with a configuration, called over its socket, read by its log.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { freePort } from '../../platform/server/free-port.ts'
import { programCommand } from '../../program.ts'

export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string }

export interface RunningService {
  readonly process: ChildProcess
  readonly configFile: string
  readonly port: number
  /** Lines of the service log so far. */
  readonly log: readonly LogLine[]
  /** Resolves with the first line after the first `after` ones that has this message. */
  waitForLog(message: string, after?: number): Promise<LogLine>
  stop(): Promise<void>
}

/** Kept apart from the service, so that keys can be made before it runs. */
export interface Site {
  readonly folder: string
  readonly configFile: string
  readonly port: number
  readonly operationsPort: number
  /** Writes the configuration: where it listens and stores, and the given lines. */
  configure(lines: readonly string[]): void
}

export async function makeSite(folder: string, lines: readonly string[]): Promise<Site> {
  mkdirSync(folder, { recursive: true })
  const configFile = join(folder, 'config.yaml')
  const [port, operationsPort] = [await freePort(), await freePort()]
  writeFileSync(join(folder, 'pepper'), 'p'.repeat(64), { mode: 0o600 })
  const configure = (own: readonly string[]): void => {
    const base = [
      `operations: { listen: { address: 127.0.0.1, port: ${operationsPort} } }`,
      `auth: { api_key: { pepper: { file: ${join(folder, 'pepper')} } } }`,
    ]
    const settings = [...base.filter((line) => !own.some((other) => other.startsWith(line.split(':')[0]!))), ...own]
    const served = own.some((line) => line.startsWith('server:')) ? [] : [`server: { listen: [{ address: 127.0.0.1, port: ${port} }] }`]
    const stored = own.some((line) => line.startsWith('storage:')) ? [] : [`storage: { path: ${join(folder, 'health-tools.db')} }`]
    writeFileSync(configFile, [...served, ...stored, ...settings, ''].join('\n'))
  }
  configure(lines)
  return { folder, configFile, port, operationsPort, configure }
}

/** Started and listening. */
export async function startService({ configFile, port }: Site): Promise<RunningService> {
  const child = spawn(...programCommand('serve', '--config', configFile), { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const log: LogLine[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as LogLine & { stream: string }
    if (line.stream !== 'service') return
    log.push(line)
    for (const look of waiting) look()
  })
  const waitForLog = (message: string, after = 0): Promise<LogLine> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = log.slice(after).find(({ msg }) => msg === message)
        if (!found) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it said: ${message}`)))
      look()
    })
  await waitForLog('listening')
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { process: child, configFile, port, log, waitForLog, stop }
}

export function callTool(port: number, key: string, tool = 'text/word-count', body: unknown = { text: 'a' }): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return fetch(`http://127.0.0.1:${port}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(body) })
}
