// Lines of a feed without the document that says the same as the rest: it is not even made.
import { expect, it } from 'vitest'
import * as z from 'zod'
import { textOrBytesField } from '../../../src/core/document.ts'
import { defineTool, type Tool } from '../../../src/core/tool.ts'
import { performTask } from '../../../src/http/batch/batch-task.ts'

const tool = defineTool({
  id: 'text/copy',
  version: '1.0.0',
  title: 'Copy',
  summary: 'Copies a text.',
  input: z.strictObject({ text: textOrBytesField('A text.') }),
  options: z.strictObject({}),
  output: z.strictObject({ text: z.string(), content: z.string() }),
  document: { field: 'text', mediaTypes: ['text/plain'] },
  download: { field: 'content', mediaType: 'text/plain', extension: 'txt', isCopy: true },
  maxInputBytes: 1_000,
  mayRunLong: false,
  examples: [{ title: 'A word', input: { text: 'ward' }, output: { text: 'ward' } }],
  run: ({ text }) => ({
    text: typeof text === 'string' ? text : new TextDecoder().decode(text),
    get content(): string {
      throw new Error('The copy was made.')
    },
  }),
}) as Tool

it('leaves a copy unmade', async () => {
  const items = [new TextEncoder().encode('ward')]
  const { outcomes, failed } = await performTask(tool, {
    kind: 'group',
    toolId: tool.id,
    options: {},
    group: { form: 'documents', items, answer: 'outcomes' },
    firstIndex: 0,
    requestId: 'request',
    jsonDepth: 64,
    fileCount: undefined,
  })
  expect(failed).toBe(0)
  expect(JSON.parse(new TextDecoder().decode(outcomes))).toMatchObject({ index: 0, result: { text: 'ward' } })
})
