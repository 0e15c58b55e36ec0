// The JSON scan of request bodies: takes exactly what JSON.parse takes, less duplicate names and deep nesting, in whatever pieces they come.
import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '../../../../src/core/problem.ts'
import { JsonScan } from '../../../../src/http/request/json-scan.ts'
import { parseJsonBytes } from '../../../../src/http/response/json-text.ts'
import { bytesOf, expectThat, type FuzzTarget, refusable } from '../../engine/target.ts'

const MAX_DEPTH = 20

export const target: FuzzTarget = {
  covers: [
    'src/http/request/json-scan.ts',
    'src/http/request/json-names.ts',
    'src/http/request/json-number.ts',
    'src/http/response/json-text.ts',
  ],
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
    checkPieces(input)
    const value = refusable(() => parseJsonBytes(input, MAX_DEPTH))
    if (value instanceof ProblemError) {
      const at = value.at?.byteOffset
      expectThat(at === undefined || (at >= 0 && at <= input.length), 'a refusal is at a place of the body')
      const isAllowed = expected === undefined || value.code === 'resource_limit' || value.message.startsWith('Duplicate')
      expectThat(isAllowed, 'JSON is taken')
      return
    }
    expectThat(expected !== undefined && isDeepStrictEqual(expected.value, value), 'the value is that of JSON.parse')
  },
}

/** Pieces of any length have the same error at the same place, or none. */
function checkPieces(input: Uint8Array): void {
  const isMarked = input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf
  const bytes = isMarked ? input.subarray(3) : input
  const refusalOf = (length: number): unknown => {
    const scan = new JsonScan(MAX_DEPTH)
    const refusal = refusable(() => {
      for (let at = 0; at < bytes.length; at += length) scan.append(bytes.subarray(at, at + length))
      scan.end()
    })
    return refusal instanceof ProblemError ? [refusal.code, refusal.message, refusal.at] : undefined
  }
  const whole = refusalOf(bytes.length)
  for (const length of [1, 2, 3, 7]) expectThat(isDeepStrictEqual(refusalOf(length), whole), 'pieces are read as the whole is')
}

function parsed(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return undefined
  }
}
