// Every tool of the catalogue: its file, its declaration, its schemas by an independent judge, and its examples.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { schemasOf } from '../src/core/describe.ts'
import { bytesField } from '../src/core/document.ts'
import { runTool } from '../src/core/run.ts'
import { categoryOf, defineTool, type Tool } from '../src/core/tool.ts'
import { inputFromJson, resultToJson } from '../src/core/wire.ts'
import { catalogue } from '../src/tools/catalogue.ts'
import { projectFolder, readSources } from './architecture/source-file.ts'
import { checkDeclaration } from './catalogue/declaration-rules.ts'

const tools = catalogue.map((tool) => [tool.id, tool] as const)

describe('the catalogue', () => {
  test('holds the tools', () => {
    expect(tools.length).toBeGreaterThanOrEqual(7)
    expect(tools.flatMap(([, tool]) => tool.examples).length).toBeGreaterThanOrEqual(10)
  })

  test('names each tool once and after its file', () => {
    const declared = readSources('src/tools').filter(({ text }) => /\bdefineTool\(/.test(text))
    const fromFiles = declared.map(({ path }) => path.slice('src/tools/'.length, -'.ts'.length))
    expect(catalogue.map(({ id }) => id).sort()).toEqual(fromFiles.sort())
  })

  test('keeps the tools of a category together', () => {
    const categories = catalogue.map(categoryOf)
    const changes = categories.filter((category, i) => category !== categories[i - 1])
    expect(changes).toEqual([...new Set(categories)])
  })
})

describe.each(tools)('%s', (id, tool) => {
  test('is declared by the rules', () => {
    expect(checkDeclaration(tool)).toEqual([])
  })

  test('has JSON Schemas that a validator compiles', () => {
    for (const schema of Object.values(schemasOf(tool))) expect(compile(schema)).toBeTypeOf('function')
  })

  test('has golden cases', () => {
    const folder = join(projectFolder, 'test', 'golden', id)
    expect(existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')).length : 0).toBeGreaterThan(0)
  })

  test.each(tool.examples.map((example) => [example.title, example] as const))(
    'example: %s',
    async (_title, { input, options = {}, output }) => {
      const schemas = schemasOf(tool)
      expectValid(schemas.input, input)
      expectValid(schemas.options, options)
      const result = await runTool(tool, inputFromJson(tool, input), options)
      expect(tool.output.safeParse(result).error?.issues).toBeUndefined()
      const json = toJson(tool, result)
      expectValid(schemas.output, json)
      expect(json).toMatchObject(output)
      expect(toJson(tool, await runTool(tool, inputFromJson(tool, input), options))).toEqual(json)
    },
  )
})

describe('a planted fault is caught:', () => {
  const sound = {
    id: 'text/planted',
    version: '1.0.0',
    title: 'Planted',
    summary: 'A declaration that only this test knows.',
    input: z.strictObject({ text: z.string().describe('The text.') }),
    options: z.strictObject({ locale: z.string().default('en').describe('A language tag.') }),
    output: z.strictObject({ words: z.int() }),
    document: { field: 'text', mediaTypes: ['text/plain'] },
    maxInputBytes: 1_000,
    mayRunLong: false,
    examples: [{ title: 'One', input: { text: 'a' }, output: { words: 1 } }],
    run: () => ({ words: 1 }),
  } as const
  const plant = (fault: Partial<Tool>) => checkDeclaration({ ...(defineTool(sound) as Tool), ...fault }).join('\n')
  const text = z.string().describe('The text.')

  test('none in a sound declaration', () => {
    expect(plant({})).toBe('')
  })

  test.each<[string, Partial<Tool>, string]>([
    ['a loose input', { input: z.object({ text }) }, 'input is not strict'],
    ['a passing input', { input: z.looseObject({ text }) }, 'input is not strict'],
    [
      'a loose object deep inside',
      { output: z.strictObject({ a: z.array(z.record(z.string(), z.union([z.null(), z.object({ b: z.int() }).optional()]))) }) },
      'output/a/*/* is not strict',
    ],
    [
      'a loose object behind a getter',
      {
        output: z.strictObject({
          get a() {
            return z.array(z.object({ b: z.int() }))
          },
        }),
      },
      'output/a/* is not strict',
    ],
    ['an option without a description', { options: z.strictObject({ k: z.int().default(5) }) }, 'options/k has no description'],
    [
      'a nested option without a description',
      {
        options: z.strictObject({
          rules: z
            .array(z.strictObject({ path: z.string() }))
            .default([])
            .describe('The rules.'),
        }),
      },
      'options/rules/path has no description',
    ],
    ['an input without a description', { input: z.strictObject({ text: z.string() }) }, 'input/text has no description'],
    [
      'a document below the top level',
      { output: z.strictObject({ files: z.array(z.strictObject({ file: bytesField('A file.') })) }) },
      'output/files/*/file is a document below the top level',
    ],
    ['a list of documents', { input: z.strictObject({ text, files: z.array(bytesField('A file.')) }) }, 'below the top level'],
    ['a document among the options', { options: z.strictObject({ key: bytesField('A key.') }) }, 'below the top level'],
    ['a document that is not there', { document: { field: 'message', mediaTypes: ['text/plain'] } }, 'document.field'],
    ['a download that is not there', { download: { field: 'words', mediaType: 'text/plain', extension: 'txt' } }, 'download.field'],
    [
      'a verdict that is no list of values',
      { download: { field: 'file', mediaType: 'text/plain', extension: 'txt', verdict: ['file', 'status'] } },
      'download.verdict',
    ],
    ['an option that hides an input', { options: z.strictObject({ text }) }, 'text is a field of both'],
    ['a version that is none', { version: '1' }, 'version'],
    ['a summary that is no sentence', { summary: 'Counts words' }, 'summary'],
    ['a retirement on no day', { retirement: { deprecatedAt: '2026-13-01' } }, 'is no day'],
    ['an end before its announcement', { retirement: { deprecatedAt: '2027-01-02', sunsetAt: '2027-01-01' } }, 'gone before'],
    ['an id with capitals', { id: 'text/wordCount' }, 'id'],
  ])('%s', (_title, fault, words) => {
    expect(plant(fault)).toContain(words)
  })

  test('a result that the schema does not allow', () => {
    expect(() => expectValid(schemasOf(defineTool(sound)).output, { words: 1, extra: 2 })).toThrow()
    expect(() => expectValid(schemasOf(defineTool(sound)).output, { words: 'one' })).toThrow()
  })

  test('a schema that is none', () => {
    expect(() => compile({ type: 'strange' })).toThrow()
    expect(() => compile({ type: 'string', minimumLenght: 1 })).toThrow()
  })
})

function compile(schema: object) {
  return new Ajv2020({ strict: true, strictTypes: false, allErrors: true, validateFormats: false }).compile(schema)
}

function expectValid(schema: object, value: unknown): void {
  const validate = compile(schema)
  validate(value)
  expect(validate.errors ?? []).toEqual([])
}

/** As it goes over the wire: what JSON cannot say is lost. */
function toJson(tool: Tool, result: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(resultToJson(tool, result)))
}
