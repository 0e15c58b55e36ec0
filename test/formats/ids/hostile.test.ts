// Hostile lines end in a result for each line, or in a problem with its place, and no problem repeats a value.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runToJson } from '../../../src/core/run.ts'
import type { Json } from '../../../src/core/tool.ts'
import { codeCheckId } from '../../../src/tools/code/check-id.ts'
import { codeUcum } from '../../../src/tools/code/ucum.ts'
import { codeUdi } from '../../../src/tools/code/udi.ts'
import { HOSTILE_LINES } from './hostile-lines.ts'
import { HOSTILE_SHAPES } from './hostile-shapes.ts'

const SIZE = 3_000
const cases = Object.entries({ ...HOSTILE_LINES, ...HOSTILE_SHAPES })
const TOOLS = [
  ['check-id', (text: string) => runToJson(codeCheckId, { ids: text })],
  ['udi', (text: string) => runToJson(codeUdi, { udi: text })],
  ['ucum', (text: string) => runToJson(codeUcum, { units: text })],
] as const

test('there are at least sixty kinds', () => expect(cases.length).toBeGreaterThanOrEqual(60))

test.each(TOOLS)('%s refuses a text of more than 100,000 lines, with the place', (_, run) => {
  expect(() => run('1\n'.repeat(100_002))).toThrow(
    expect.objectContaining({ code: 'resource_limit', at: { line: 100_002 } }) as ProblemError,
  )
})

test('udi refuses results of more than 100,000 elements, with the line', () => {
  const text = HOSTILE_LINES['lost separators']!(400_000)
  expect(() => runToJson(codeUdi, { udi: text })).toThrow(
    expect.objectContaining({
      code: 'resource_limit',
      at: { line: expect.any(Number) as number },
      facts: { limit: 100_000 },
    }) as ProblemError,
  )
})

describe.each(TOOLS)('%s', (_, run) => {
  test.each(cases)('%s', (_title, make) => {
    const text = make(SIZE)
    try {
      const json = run(text) as Json
      const read: unknown = JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json))
      const { results } = read as { results: readonly { readonly index: number }[] }
      const lines = text.split(/\r\n?|\n/).flatMap((line, i) => (line.trim() === '' ? [] : [i]))
      expect(results.map(({ index }) => index)).toEqual(lines)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      expect(error.code).not.toBe('internal')
      expect(error.message).not.toContain(text.slice(0, 12))
    }
  })
})
