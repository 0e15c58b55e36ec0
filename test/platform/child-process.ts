// Runs another process of this runtime on a TypeScript file, and reads its lines as they come.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

export interface Child {
  readonly process: ChildProcess
  /** Resolves with the first line that fits, or undefined when the child has ended without one. */
  waitFor(fits: (line: string) => boolean): Promise<string | undefined>
  /** Every line so far. */
  readonly lines: readonly string[]
  /** Resolves when the child has ended and its lines are read. */
  readonly ended: Promise<void>
}

export function startChild(script: string, args: readonly string[]): Child {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines: string[] = []
  const waiting: { fits: (line: string) => boolean; resolve: (line: string | undefined) => void }[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    lines.push(line)
    for (const waiter of waiting.filter(({ fits }) => fits(line))) waiter.resolve(line)
  })
  const ended = new Promise<void>((resolve) => {
    reader.on('close', () => {
      for (const { resolve: give } of waiting) give(undefined)
      resolve()
    })
  })
  return {
    process: child,
    lines,
    ended,
    waitFor: (fits) => {
      const known = lines.find(fits)
      return known === undefined ? new Promise((resolve) => waiting.push({ fits, resolve })) : Promise.resolve(known)
    },
  }
}
