// What a batch says of its items: the bytes of single calls, many of them written in one go.
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ProblemError } from '../../../src/core/problem.ts'
import { runToJson } from '../../../src/core/run.ts'
import { defineTool, type Tool } from '../../../src/core/tool.ts'
import { inputFromJson } from '../../../src/core/wire.ts'
import { type GroupAnswer, performTask } from '../../../src/http/batch/batch-task.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'

const REQUEST_ID = '00000000-0000-4000-8000-000000000000'

type Input = Readonly<Record<string, unknown>>

function run(tool: Tool, inputs: readonly Input[], options: Input = {}, firstIndex = 0): Promise<GroupAnswer> {
  return performTask(tool, {
    kind: 'group',
    toolId: tool.id,
    options,
    group: { form: 'values', items: inputs.map((input, i) => (i % 2 === 0 ? { id: `n"${i}`, input } : { input })), byteLength: 0 },
    firstIndex,
    requestId: REQUEST_ID,
    jsonDepth: 64,
    fileCount: undefined,
  })
}

const textOf = ({ outcomes }: GroupAnswer): string => new TextDecoder().decode(outcomes)

/** Writes a number, and has no JSON for an odd one. */
const picky = defineTool({
  id: 'test/picky',
  version: '1.0.0',
  title: 'Picky',
  summary: 'A test.',
  input: z.strictObject({ value: z.number() }),
  options: z.strictObject({}),
  output: z.strictObject({ value: z.unknown() }),
  maxInputBytes: 10,
  mayRunLong: false,
  examples: [{ title: 'Two', input: { value: 2 }, output: { value: 2 } }],
  run({ value }) {
    if (value < 0) throw new ProblemError('Below zero.', { code: 'unreadable_input' })
    return { value: value % 2 === 0 ? value : BigInt(value) }
  },
})

describe('the outcomes of a batch', () => {
  const examples = catalogue.flatMap((tool) => tool.examples.map((example) => ({ name: `${tool.id}: ${example.title}`, tool, example })))
  it.each(examples)('hold the bytes of the single call: $name', async ({ tool, example: { input, options = {} } }) => {
    const single = await runToJson(tool, inputFromJson(tool, input), options)
    const json = typeof single === 'string' ? single : new TextDecoder().decode(single)
    const answer = await run(tool, [input, input], options, 7)
    expect(textOf(answer)).toBe(`{"index":7,"id":"n\\"0","status":200,"result":${json}},{"index":8,"status":200,"result":${json}}`)
    expect(answer).toMatchObject({ total: 2, failed: 0 })
  })

  it('are errors where a result has no JSON, and the others are results all the same', async () => {
    const answer = await run(picky, [{ value: 2 }, { value: 3 }, { value: -1 }, { value: 4 }])
    const results = JSON.parse(`[${textOf(answer)}]`) as { id?: string; status: number; error?: { code: string; requestId: string } }[]
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
      [200, undefined],
      [500, 'internal'],
      [422, 'unreadable_input'],
      [200, undefined],
    ])
    expect(results[1]!.error).toMatchObject({ requestId: REQUEST_ID })
    expect(results.map(({ id }) => id)).toEqual(['n"0', undefined, 'n"2', undefined])
    expect(answer).toMatchObject({ total: 4, failed: 2 })
  })

  it('are none of an empty batch', async () => {
    expect(textOf(await run(picky, []))).toBe('')
  })
})
