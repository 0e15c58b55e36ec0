// Servers that a bench measures beside the service: started on a port of loopback, ended with the bench.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { endProcess } from './served-program.ts'

export interface PeerServer {
  readonly name: string
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/** A script of this folder that prints its port when it listens. */
export async function startScript(file: string, name: string, args: readonly string[] = []): Promise<PeerServer> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return peerOf(child, name, Number(String(line)))
}

export function peerOf(child: ChildProcess, name: string, port: number): PeerServer {
  return { name, port, pid: child.pid!, stop: () => endProcess(child, 'SIGKILL') }
}

/** Asks until it answers at all. */
export async function waitForAnswer(child: ChildProcess, url: string): Promise<void> {
  for (let i = 0; i < 1_200; i++) {
    if (child.exitCode !== null) throw new Error(`the server at ${url} ended with ${child.exitCode}`)
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing answers at ${url}`)
}
