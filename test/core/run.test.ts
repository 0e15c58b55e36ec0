// Running a tool: what is checked before it runs, and that no value of the input comes back in a finding.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../src/core/document.ts'
import { ProblemError } from '../../src/core/problem.ts'
import { runTool } from '../../src/core/run.ts'
import { defineTool } from '../../src/core/tool.ts'
import { inputFromJson, resultToJson } from '../../src/core/wire.ts'

const SECRET = 'Zebulon-Quux'
const tool = defineTool({
  id: 'test/echo',
  version: '1.0.0',
  title: 'Echo',
  summary: 'Gives back its input.',
  input: z.strictObject({
    file: bytesField('Bytes.'),
    message: textOrBytesField('Text or bytes.').optional(),
    name: z.string().max(5).optional(),
  }),
  options: z.strictObject({
    locale: z.string().default('en'),
    mode: z.enum(['balanced', 'fail-closed']).default('balanced'),
    limit: z.int().min(1).max(10).default(3),
    ratio: z.number().multipleOf(0.5).optional(),
    rules: z.array(z.strictObject({ path: z.string(), action: z.enum(['keep', 'remove']) })).default([]),
    labels: z.record(z.string(), z.int()).optional(),
    either: z.union([z.string(), z.int()]).optional(),
    policy: z.union([z.enum(['strict', 'lax']), z.strictObject({ default: z.enum(['keep', 'remove']) })]).optional(),
  }),
  output: z.strictObject({ file: bytesField('Bytes.'), limit: z.int() }),
  maxInputBytes: 8,
  mayRunLong: false,
  examples: [{ title: 'One', input: { file: 'AAE=' }, output: { limit: 3 } }],
  run: ({ file }, { limit }) => ({ file, limit }),
})
const file = Uint8Array.of(0, 1)

function findings(input: unknown, options: unknown): ProblemError['errors'] {
  try {
    runTool(tool, input, options)
  } catch (error) {
    expect(error).toBeInstanceOf(ProblemError)
    expect((error as ProblemError).code).toBe('invalid_input')
    expect(JSON.stringify([(error as ProblemError).message, (error as ProblemError).errors])).not.toContain(SECRET)
    return (error as ProblemError).errors
  }
  return undefined
}

describe('findings point to the place, name what was expected and repeat nothing', () => {
  const cases: [string, unknown, unknown, unknown[]][] = [
    ['a missing document', {}, {}, [{ pointer: '/file', code: 'invalid_type', detail: 'is missing; expected a document' }]],
    ['a wrong type', { file: SECRET }, {}, [{ pointer: '/file', code: 'invalid_type', detail: 'expected a document' }]],
    ['no object', SECRET, {}, [{ pointer: '', code: 'invalid_type', detail: 'expected object' }]],
    [
      'a misspelt option',
      { file },
      { locle: SECRET },
      [{ pointer: '/options', code: 'unknown_field', detail: 'a field is unknown; did you mean locale?' }],
    ],
    [
      'an unknown field whose name is a value',
      { file, [SECRET]: 1 },
      {},
      [{ pointer: '', code: 'unknown_field', detail: 'a field is unknown; expected one of: file, message, name' }],
    ],
    [
      'an option outside its list',
      { file },
      { mode: SECRET },
      [{ pointer: '/options/mode', code: 'invalid_value', detail: 'expected one of: balanced, fail-closed' }],
    ],
    ['too small', { file }, { limit: 0 }, [{ pointer: '/options/limit', code: 'too_small', detail: 'expected at least 1' }]],
    ['too big', { file }, { limit: 11 }, [{ pointer: '/options/limit', code: 'too_big', detail: 'expected at most 10' }]],
    ['a text too long', { file, name: SECRET }, {}, [{ pointer: '/name', code: 'too_big', detail: 'expected at most 5 characters' }]],
    ['no multiple', { file }, { ratio: 0.7 }, [{ pointer: '/options/ratio', code: 'invalid_value', detail: 'expected a multiple of 0.5' }]],
    [
      'inside a list',
      { file },
      {
        rules: [
          { path: 'PID-5', action: 'keep' },
          { path: 'PID-7', action: SECRET },
        ],
      },
      [{ pointer: '/options/rules/1/action', code: 'invalid_value', detail: 'expected one of: keep, remove' }],
    ],
    [
      'inside a record whose key is a value',
      { file },
      { labels: { [SECRET]: SECRET } },
      [{ pointer: '/options/labels/*', code: 'invalid_type', detail: 'expected number' }],
    ],
    [
      'none of a union',
      { file },
      { either: [SECRET] },
      [{ pointer: '/options/either', code: 'invalid_type', detail: 'fits none of the forms that the schema allows' }],
    ],
    [
      'inside the one form of a union that has the type of the value',
      { file },
      { policy: { defalt: SECRET, default: SECRET } },
      [
        { pointer: '/options/policy/default', code: 'invalid_value', detail: 'expected one of: keep, remove' },
        { pointer: '/options/policy', code: 'unknown_field', detail: 'a field is unknown; did you mean default?' },
      ],
    ],
    [
      'a word that none of the forms of a union has',
      { file },
      { policy: SECRET },
      [{ pointer: '/options/policy', code: 'invalid_value', detail: 'expected one of: strict, lax' }],
    ],
    [
      'an option among the fields of the input',
      { file, locale: SECRET, [SECRET]: 1 },
      {},
      [
        { pointer: '', code: 'unknown_field', detail: 'a field is unknown; expected one of: file, message, name' },
        { pointer: '/locale', code: 'unknown_field', detail: 'this is an option: put it into `options`' },
      ],
    ],
  ]
  it.each(cases)('%s', (_, input, options, expected) => {
    expect(findings(input, options)).toEqual(expected)
  })

  it('reports input and options together', () => {
    expect(findings({}, { limit: 0 })).toHaveLength(2)
  })
})

describe('more findings than anybody reads', () => {
  it('are told up to the first thousand', () => {
    const call = () => runTool(tool, { file }, { rules: Array.from({ length: 300_000 }, () => SECRET) })
    expect(call).toThrow(expect.objectContaining({ code: 'invalid_input', facts: { errorLimit: 1_000 } }))
    expect(findings({ file }, { rules: Array.from({ length: 300_000 }, () => SECRET) })).toHaveLength(1_000)
  })

  it('of the input, too', () => {
    const list = defineTool({
      id: 'test/count',
      version: '1.0.0',
      title: 'Count',
      summary: 'Counts names.',
      input: z.strictObject({ names: z.array(z.string()) }),
      options: z.strictObject({}),
      output: z.strictObject({ count: z.int() }),
      maxInputBytes: 8,
      mayRunLong: false,
      examples: [{ title: 'None', input: { names: [] }, output: { count: 0 } }],
      run: ({ names }) => ({ count: names.length }),
    })
    expect(() => runTool(list, { names: Array.from({ length: 300_000 }, () => 1) })).toThrow(
      expect.objectContaining({ code: 'invalid_input', facts: { errorLimit: 1_000 } }),
    )
  })
})

describe('a call', () => {
  it('takes defaults', () => {
    expect(runTool(tool, { file }, {})).toEqual({ file, limit: 3 })
  })

  it('limits the documents', () => {
    expect(() => runTool(tool, { file, message: 'seven!!' }, {})).toThrow(
      expect.objectContaining({ code: 'body_too_large', facts: { limitBytes: 8 } }),
    )
  })
})

describe('the JSON form', () => {
  it.each([
    ['', []],
    ['AA==', [0]],
    ['AAE=', [0, 1]],
    ['AAE', [0, 1]],
    ['AAEC', [0, 1, 2]],
  ])('reads base64 %j', (text, bytes) => {
    expect(inputFromJson(tool, { file: text })).toEqual({ file: Uint8Array.from(bytes) })
  })

  it.each(['A', 'AA=', '=', 'AA==AA==', 'A A=', 'AA-_', 'é', 'AAE=='])('refuses %j', (text) => {
    expect(() => inputFromJson(tool, { file: text })).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [{ pointer: '/file', code: 'invalid_format', detail: 'expected base64' }] }),
    )
  })

  it('writes bytes as base64, also large ones', () => {
    const large = Uint8Array.from({ length: 100_000 }, (_, i) => i & 0xff)
    const json = resultToJson(tool, { file: large, limit: 3 })
    expect(Buffer.from(json.file as string, 'base64')).toEqual(Buffer.from(large))
    expect(json.limit).toBe(3)
  })
})
