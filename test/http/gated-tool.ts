// A tool whose calls end when a test says so.
import * as z from 'zod'
import { ProblemError } from '../../src/core/problem.ts'
import { defineTool, type Tool } from '../../src/core/tool.ts'

/** `bad` as its text is a fault. */
export function gatedTool(): { tool: Tool; open: () => void; started: () => number } {
  let open: () => void = () => undefined
  let started = 0
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const tool = defineTool({
    id: 'text/gated',
    version: '1.0.0',
    title: 'Gated',
    summary: 'Waits.',
    input: z.strictObject({ text: z.string() }),
    options: z.strictObject({}),
    output: z.strictObject({ text: z.string() }),
    document: { field: 'text', mediaTypes: ['text/plain'] },
    maxInputBytes: 10_000_000,
    mayRunLong: false,
    examples: [{ title: 'one', input: { text: 'a' }, output: { text: 'a' } }],
    async run({ text }) {
      started++
      await gate
      if (text === 'bad') throw new ProblemError('It cannot be read.', { code: 'unreadable_input' })
      return { text }
    },
  })
  return { tool, open, started: () => started }
}
