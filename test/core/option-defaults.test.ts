// Other defaults for options: what a caller leaves out comes from them, what a caller gives wins, and a secret is shown by nothing.
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { describeTool } from '../../src/core/describe.ts'
import { findSecretProblems, isSecretOption, withDefaults } from '../../src/core/option-defaults.ts'
import { runTool } from '../../src/core/run.ts'
import { defineTool, type Tool } from '../../src/core/tool.ts'
import { inputFromJson } from '../../src/core/wire.ts'
import { catalogue } from '../../src/tools/catalogue.ts'

const tool = defineTool({
  id: 'text/echo',
  version: '1.0.0',
  title: 'Echo',
  summary: 'Gives its options back.',
  input: z.strictObject({ text: z.string().describe('A text.') }),
  options: z.strictObject({
    size: z.int().min(1).default(1).describe('A size.'),
    list: z
      .strictObject({ names: z.array(z.string()).default([]), order: z.enum(['up', 'down']).default('up') })
      .default({ names: [], order: 'up' })
      .describe('A list.'),
    note: z.string().optional().describe('A note.'),
    key: z.string().max(20).optional().describe('A secret.').meta({ writeOnly: true }),
  }),
  output: z.strictObject({ options: z.unknown().describe('The options.') }),
  maxInputBytes: 100,
  mayRunLong: false,
  examples: [{ title: 'One', input: { text: '' }, output: {} }],
  run: (_, options) => ({ options }),
})
const optionsOf = async (of: Tool, options: unknown): Promise<unknown> => (await runTool(of, { text: '' }, options)).options

describe('defaults', () => {
  const changed = withDefaults(tool, { size: 5, list: { order: 'down' }, note: 'n', key: 'correct horse' })

  it('stand where the caller says nothing, filled up by the schema', async () => {
    expect(await optionsOf(changed, {})).toEqual({ size: 5, list: { names: [], order: 'down' }, note: 'n', key: 'correct horse' })
  })

  it('give way to what the caller says', async () => {
    const own = { size: 2, list: { names: ['a'], order: 'up' }, note: '', key: 'own' }
    expect(await optionsOf(changed, own)).toEqual(own)
    expect(await optionsOf(changed, { list: { names: ['a'] } })).toMatchObject({ list: { names: ['a'], order: 'up' } })
  })

  it('leave the bounds and the strictness of the schema as they are', async () => {
    await expect(async () => optionsOf(changed, { size: 0 })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(async () => optionsOf(changed, { seize: 1 })).rejects.toMatchObject({ errors: [{ code: 'unknown_field' }] })
  })

  it('are what the description says, but for secrets', () => {
    const described = describeTool(changed)
    expect(described.schemas.options).toMatchObject({
      properties: {
        size: { default: 5, minimum: 1, description: 'A size.' },
        list: { default: { order: 'down' }, description: 'A list.' },
        note: { default: 'n', description: 'A note.' },
        key: { writeOnly: true, description: 'A secret.' },
      },
    })
    expect(JSON.stringify(described)).not.toContain('horse')
    expect(described.examples[0].options).toEqual({ size: 1, list: { names: [], order: 'up' } })
  })

  it('leave the tool that they are not for alone', () => {
    expect(withDefaults(tool, undefined)).toBe(tool)
    expect(describeTool(tool).schemas.options).toMatchObject({ properties: { size: { default: 1 } } })
  })
})

describe('a secret', () => {
  it('is what the schema calls write-only', () => {
    expect(['size', 'list', 'key'].map((name) => isSecretOption(tool, name))).toEqual([false, false, true])
    const phi = catalogue.filter(({ options }) => Object.hasOwn(options.shape, 'key'))
    expect(phi.length).toBeGreaterThan(3)
    expect(phi.every((one) => isSecretOption(one, 'key'))).toBe(true)
    // Often a record number.
    const withSubject = phi.filter(({ options }) => Object.hasOwn(options.shape, 'subject'))
    expect(withSubject.length).toBeGreaterThan(3)
    expect(withSubject.filter((one) => !isSecretOption(one, 'subject')).map(({ id }) => id)).toEqual([])
  })

  it('that a tool does not take is found', async () => {
    expect(await findSecretProblems(tool, { key: 'x'.repeat(21) })).toMatchObject([{ name: 'key' }])
    expect(await findSecretProblems(tool, { key: 'fine', size: 1 })).toEqual([])
    for (const phi of catalogue.filter(({ options }) => Object.hasOwn(options.shape, 'key'))) {
      expect(await findSecretProblems(phi, { key: 'short' }), phi.id).toMatchObject([{ name: 'key', detail: /16 characters/ }])
      expect(await findSecretProblems(phi, { key: 'correct horse battery staple' }), phi.id).toEqual([])
    }
  })
})

describe('every tool', () => {
  it.each(catalogue.map((one) => [one.id, one] as const))('%s runs its examples with its own defaults given anew', async (_, one) => {
    const known = Object.keys(one.options.shape).flatMap((name) => {
      const own = one.options.shape[name]!.safeParse(undefined)
      return own.success && own.data !== undefined && !isSecretOption(one, name) ? [[name, own.data] as const] : []
    })
    const same = withDefaults(one, Object.fromEntries(known))
    for (const { input, options } of one.examples) {
      const given = inputFromJson(one, input)
      expect(await runTool(same, given, options)).toEqual(await runTool(one, inputFromJson(one, input), options))
    }
  })
})
