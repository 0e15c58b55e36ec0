// The terminal of the running process.
import { ProblemError } from '../../core/problem.ts'
import type { Terminal } from './verb.ts'

export function openTerminal(json: boolean): Terminal {
  const { stdout, stderr } = process
  let failure: ProblemError | undefined
  let wake: () => void = () => undefined
  // Whoever reads may go away at any time, as `head` does; without a listener that would end the process with a trace.
  stdout.on('error', (cause) => {
    failure = new ProblemError('Standard output was closed.', { code: 'io_error', cause })
    wake()
  })
  stdout.on('drain', () => wake())
  const out = (text: string | Uint8Array, whenWritten?: () => void): void => {
    if (failure) return
    stdout.write(text, (error) => {
      if (!error) whenWritten?.()
    })
  }
  return {
    json,
    env: process.env,
    cwd: process.cwd(),
    showsProgress: stderr.isTTY === true,
    showsOutput: stdout.isTTY === true,
    out,
    async whenTaken() {
      if (stdout.writableNeedDrain && !failure) await new Promise<void>((resolve) => (wake = resolve))
      if (failure) throw failure
    },
    err: (text) => {
      stderr.write(text)
    },
    print: (value, text) => out(json ? `${JSON.stringify(value)}\n` : text),
  }
}
