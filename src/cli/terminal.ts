// The terminal of the running process.
import type { Terminal } from './verb.ts'

export function openTerminal(json: boolean): Terminal {
  const out = (text: string): void => {
    process.stdout.write(text)
  }
  return {
    json,
    env: process.env,
    cwd: process.cwd(),
    out,
    err: (text) => {
      process.stderr.write(text)
    },
    print: (value, text) => out(json ? `${JSON.stringify(value)}\n` : text),
  }
}
