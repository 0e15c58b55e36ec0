// What a caller asks for and would not get is refused by every tool that searches: rules for no place, patterns that cannot be used, texts
// that are said to be an identifier and none.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { phiDeidentifyHl7 } from '../../../src/tools/phi/deidentify-hl7.ts'
import { phiDeidentifyTable } from '../../../src/tools/phi/deidentify-table.ts'
import { phiDeidentifyText } from '../../../src/tools/phi/deidentify-text.ts'
import { phiDetect } from '../../../src/tools/phi/detect.ts'
import { phiEvaluate } from '../../../src/tools/phi/evaluate.ts'

const MESSAGE = 'MSH|^~\\&|A|B|C|D|20260101||ADT^A01|1|P|2.5.1\rPID|1||1001774^^^N^MR||Zambrano^Adalind\r'
const GOLD = '{"id":"1","text":"Seen by Dr. Vela.","spans":[{"start":12,"end":16,"category":"name"}]}\n'

async function refusalOf(tool: Tool, input: object, options: object) {
  try {
    await runTool(tool, input, options)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    expect(JSON.stringify([error.message, error.errors])).not.toMatch(/Vela|Zambrano|nosuch/)
    return [error.code, error.errors?.[0]?.pointer]
  }
  return undefined
}

const TOOLS: readonly (readonly [string, Tool, object, (options: object) => object])[] = [
  ['detect', phiDetect, { text: 'Seen by Dr. Vela.' }, (options) => options],
  ['deidentify-text', phiDeidentifyText, { text: 'Seen by Dr. Vela.' }, (options) => options],
  ['deidentify-hl7', phiDeidentifyHl7, { message: MESSAGE }, (options) => options],
  ['deidentify-table', phiDeidentifyTable, { csv: 'name,x\nVela,1\n' }, (options) => options],
  ['evaluate', phiEvaluate, { gold: GOLD }, (options) => ({ detect: options })],
]

describe.each(TOOLS)('%s refuses', (_, tool, input, wrap) => {
  test.each([
    ['what is allowed and denied', { allow: ['Ward B', 'VELA'], deny: ['Vela'] }],
    ['what is allowed and known', { allow: ['Ward B', 'ada vela'], known: { names: ['Ada Vela'] } }],
    ['a word of what is known', { allow: ['Ward B', 'vela'], known: { names: ['Ada Vela'] } }],
    ['words of what is known', { allow: ['Ward B', 'Cedar Lane'], known: { addresses: ['12 Cedar Lane, Millford'] } }],
    ['a number that is allowed and known with other signs', { allow: ['Ward B', '100-1774'], known: { ids: ['1001774'] } }],
  ])('%s', async (_what, options) => {
    const [code, pointer] = (await refusalOf(tool, input, wrap(options))) ?? []
    expect(code).toBe('invalid_input')
    expect(pointer).toMatch(/\/allow\/1$/)
  })

  test.each([['(?<=a)b'], ['(a'], ['((a{1,1000}){1,1000}){1,1000}']])('the pattern %s', async (pattern) => {
    const refusal = await refusalOf(tool, input, wrap({ patterns: [{ pattern, category: 'other-id' }] }))
    expect(refusal?.[0]).toBe('invalid_input')
  })

  test('nothing of options that agree', async () => {
    expect(await refusalOf(tool, input, wrap({ allow: ['Ward B'], deny: ['Vela'], known: { names: ['Ada Vela'] } }))).toBeUndefined()
  })
})

describe('a rule of the policy for a path', () => {
  const policy = (path: string) => ({ policy: { default: 'limited-data-set', rules: [{ path, action: 'remove' }] } })

  test.each([['nosuch'], ['name'], ['PID-5']])('%s has no place in a text', async (path) => {
    expect(await refusalOf(phiDeidentifyText, { text: 'Seen by Dr. Vela.' }, policy(path))).toEqual([
      'invalid_input',
      '/options/policy/rules/0/path',
    ])
  })

  test('is for a column that the table has', async () => {
    const input = { csv: 'name,x\nVela,1\n' }
    expect(await refusalOf(phiDeidentifyTable, input, policy('nosuch'))).toEqual(['invalid_input', '/options/policy/rules/0/path'])
    expect(await refusalOf(phiDeidentifyTable, input, policy('x'))).toBeUndefined()
  })

  test('is for a place of HL7', async () => {
    expect(await refusalOf(phiDeidentifyHl7, { message: MESSAGE }, policy('PID-55'))).toEqual([
      'invalid_input',
      '/options/policy/rules/0/path',
    ])
    expect(await refusalOf(phiDeidentifyHl7, { message: MESSAGE }, policy('PID-5'))).toBeUndefined()
  })
})
