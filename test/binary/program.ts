// Runs the built executable as a stranger would: with the environment that a test gives and nothing else.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const projectFolder = join(import.meta.dirname, '..', '..')
export const executable = join(projectFolder, 'dist', 'health-tools')

if (!existsSync(executable)) throw new Error('dist/health-tools is missing: npm run build')

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly input?: string
}

export interface Outcome {
  /** Exit code, or the name of the signal that ended it. */
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
  readonly milliseconds: number
}

/** Runs it to its end, with an empty environment unless one is given. */
export async function run(args: readonly string[], { env = {}, cwd = '/', input = '' }: Surroundings = {}): Promise<Outcome> {
  const startMs = performance.now()
  const child = spawn(executable, args, { env, cwd })
  // A program that reads no input may be gone before its input is closed.
  child.stdin.on('error', () => undefined).end(input)
  return { ...(await outcomeOf(child)), milliseconds: performance.now() - startMs }
}

export async function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<Omit<Outcome, 'milliseconds'>> {
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const code = await new Promise<number | string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'unknown'))
  })
  return { code, stdout, stderr }
}

/** An empty folder for one test. */
export function makeFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'health-tools-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** TCP ports that a process listens on, read from the kernel's tables; Linux only. */
export function listeningPorts(pid: number): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    }),
  )
  const ports = ['tcp', 'tcp6'].flatMap((table) => {
    const rows = readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1)
    return rows.flatMap((row) => {
      const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/)
      return state === '0A' && sockets.has(inode) ? Number.parseInt(local.slice(local.indexOf(':') + 1), 16) : []
    })
  })
  return [...new Set(ports)].sort((a, b) => a - b)
}
