// Runs every golden case of every tool.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ProblemError } from '../src/core/problem.ts'
import { runTool } from '../src/core/run.ts'
import { defineTool, type Tool } from '../src/core/tool.ts'
import { resultToJson } from '../src/core/wire.ts'
import { catalogue } from '../src/tools/catalogue.ts'
import { projectFolder } from './architecture/source-file.ts'
import { type GoldenFile, inputOf, listGoldenFiles, readGoldenCase } from './golden-cases/golden-case.ts'

const files = listGoldenFiles(join(projectFolder, 'test', 'golden'))

describe('the golden cases', () => {
  test('were seen', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(new Set(files.map(({ toolId }) => toolId))).toEqual(new Set(catalogue.map(({ id }) => id)))
  })

  test.each(files.map((file) => [file.path, file] as const))('%s', async (_path, file) => {
    await checkGoldenFile(file, catalogue)
  })
})

/** Fails where the tool does not do what the file says. */
async function checkGoldenFile(file: GoldenFile, tools: readonly Tool[]): Promise<void> {
  const golden = readGoldenCase(file)
  const tool = tools.find(({ id }) => id === file.toolId)
  if (!tool) throw new Error(`${file.path}: there is no tool ${file.toolId}`)
  const outcome = await runGolden(tool, inputOf(tool, golden, projectFolder), golden.options)
  if (golden.fault) {
    expect(outcome).toMatchObject({ fault: golden.fault })
    return
  }
  expect(outcome).toMatchObject({ output: golden.output })
}

async function runGolden(tool: Tool, input: Record<string, unknown>, options: Record<string, unknown>) {
  try {
    const result = await runTool(tool, input, options)
    expect(tool.output.safeParse(result).error?.issues).toBeUndefined()
    return { output: JSON.parse(JSON.stringify(resultToJson(tool, result))) as unknown }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return { fault: { code: error.code, at: error.at, errors: error.errors } }
  }
}

describe('a planted fault is caught:', () => {
  const list = defineTool({
    id: 'text/list',
    version: '1.0.0',
    title: 'List',
    summary: 'Lists the letters of a text.',
    input: z.strictObject({ text: z.string() }),
    options: z.strictObject({}),
    output: z.strictObject({ letters: z.array(z.string()), first: z.strictObject({ letter: z.string(), code: z.int() }) }),
    maxInputBytes: 100,
    mayRunLong: false,
    examples: [{ title: 'One', input: { text: 'a' }, output: {} }],
    run({ text }) {
      if (text === '') throw new ProblemError('Empty.', { code: 'unreadable_input', at: { byteOffset: 0 } })
      return { letters: [...text], first: { letter: text[0]!, code: text === 'odd' ? 0.5 : text.charCodeAt(0) } }
    },
  })
  const check = (golden: object, path = 'text/list/01-planted.json') =>
    checkGoldenFile({ path, toolId: 'text/list', text: JSON.stringify({ title: 'Planted', ...golden }) }, [list])

  test.each([
    ['a part of the result', { input: { text: 'ab' }, output: { first: { letter: 'a' } } }],
    ['a whole list', { input: { text: 'ab' }, output: { letters: ['a', 'b'] } }],
    ['a fault', { input: { text: '' }, fault: { code: 'unreadable_input', at: { byteOffset: 0 } } }],
    ['a fault of the schema', { input: { text: 'a' }, options: { loud: true }, fault: { code: 'invalid_input' } }],
  ])('not in %s', async (_title, golden) => {
    await check(golden)
  })

  test.each([
    ['another value', { input: { text: 'ab' }, output: { first: { letter: 'b' } } }],
    ['a shorter list', { input: { text: 'ab' }, output: { letters: ['a'] } }],
    ['a longer list', { input: { text: 'ab' }, output: { letters: ['a', 'b', 'c'] } }],
    ['a field that is not there', { input: { text: 'ab' }, output: { last: 'b' } }],
    ['a result where a fault is expected', { input: { text: 'ab' }, fault: { code: 'unreadable_input' } }],
    ['a fault where a result is expected', { input: { text: '' }, output: { letters: [] } }],
    ['another fault', { input: { text: '' }, fault: { code: 'invalid_input' } }],
    ['another place', { input: { text: '' }, fault: { code: 'unreadable_input', at: { byteOffset: 1 } } }],
    ['a result outside the schema', { input: { text: 'odd' }, output: { letters: ['o', 'd', 'd'] } }],
    ['nothing expected', { input: { text: 'ab' }, output: {} }],
    ['neither output nor fault', { input: { text: 'ab' } }],
    ['a misspelt member', { inputs: { text: 'ab' }, output: { letters: ['a', 'b'] } }],
    ['a code that is none', { input: { text: '' }, fault: { code: 'unreadable' } }],
    ['a file that is not there', { inputFile: { field: 'text', path: 'test/fixtures/none.txt' }, output: { letters: [] } }],
  ])('%s', async (_title, golden) => {
    await expect(check(golden)).rejects.toThrow()
  })

  test('a case under a wrong name', async () => {
    await expect(check({ input: { text: 'a' }, output: { letters: ['a'] } }, 'text/list/planted.json')).rejects.toThrow('NN-name')
  })
})
