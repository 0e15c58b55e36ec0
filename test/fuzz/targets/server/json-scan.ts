// The JSON scan of request bodies: takes exactly what JSON.parse takes, less duplicate names and deep nesting, and slices members where they are.
import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '../../../../src/core/problem.ts'
import { sliceList, sliceObject } from '../../../../src/http/request/json-members.ts'
import { parseJsonBytes, readJsonBytes } from '../../../../src/http/response/json-text.ts'
import { bytesOf, expectThat, type FuzzTarget, refusable } from '../../engine/target.ts'

const MAX_DEPTH = 20

export const target: FuzzTarget = {
  covers: ['src/http/request/json-scan.ts', 'src/http/response/json-text.ts', 'src/http/request/json-members.ts'],
  dictionary: [
    '{"',
    '":',
    '[',
    ']',
    '}',
    ',',
    '"',
    '\\u00e4',
    '\\ud83d',
    '\\n',
    'true',
    'false',
    'null',
    '-0',
    '1.5e-7',
    '01',
    '\ufeff',
    '\u2028',
  ],
  seeds: () =>
    [
      '{"inputs":[{"a":1},{"b":"\\u00e4"}],"options":{}}',
      '[1,2.5,-3e4,true,false,null,"x"]',
      '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"\\u006a":10}',
      '\ufeff{}',
      '"ä"',
    ].map(bytesOf),
  run(input) {
    const expected = parsed(input)
    const value = refusable(() => parseJsonBytes(input, MAX_DEPTH))
    if (value instanceof ProblemError) {
      const at = value.at?.byteOffset
      expectThat(at === undefined || (at >= 0 && at <= input.length), 'a refusal is at a place of the body')
      const isAllowed = expected === undefined || value.code === 'resource_limit' || value.message.startsWith('Duplicate')
      expectThat(isAllowed, 'JSON is taken')
      return
    }
    expectThat(expected !== undefined && isDeepStrictEqual(expected.value, value), 'the value is that of JSON.parse')
    checkSlices(readJsonBytes(input, MAX_DEPTH), value)
  },
}

function checkSlices(text: string, value: unknown): void {
  const members = sliceObject(text)
  expectThat((members !== undefined) === (typeof value === 'object' && value !== null && !Array.isArray(value)), 'an object has members')
  for (const [name, slice] of members ?? []) {
    const member = (value as Record<string, unknown>)[name]
    expectThat(isDeepStrictEqual(JSON.parse(text.slice(slice.start, slice.end)), member), 'a member is where it was found')
    const elements = sliceList(text, slice)
    expectThat((elements !== undefined) === Array.isArray(member), 'a list has elements')
    const values = elements?.map(({ start, end }) => JSON.parse(text.slice(start, end)) as unknown)
    if (values) expectThat(isDeepStrictEqual(values, member), 'elements are where they were found')
  }
}

function parsed(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return undefined
  }
}
