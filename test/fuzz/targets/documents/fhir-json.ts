// The lossless JSON reader of FHIR: takes what JSON.parse takes, less duplicate names and deep nesting, and writes it back to the same value.
import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '../../../../src/core/problem.ts'
import { readJson } from '../../../../src/formats/fhir/json/read-json.ts'
import { writeJson } from '../../../../src/formats/fhir/json/write-json.ts'
import { bytesOf, expectThat, type FuzzTarget, refusable, textOf } from '../../engine/target.ts'

export const target: FuzzTarget = {
  covers: [
    'src/formats/fhir/json/json-scanner.ts',
    'src/formats/fhir/json/read-json.ts',
    'src/formats/fhir/json/write-json.ts',
    'src/formats/fhir/json/number-text.ts',
  ],
  dictionary: [
    '{"a":',
    '[',
    ']',
    '}',
    ',',
    '"',
    '\\u00e4',
    '\\ud83d\\ude00',
    '\\n',
    'true',
    'false',
    'null',
    '-0',
    '1.50',
    '1e400',
    '__proto__',
    '12345678901234567890',
  ],
  seeds: () =>
    ['{"resourceType":"Patient","a":[1,2.50,-0,1e3,true,null,"\\u00e4\\n"],"b":{"c":{}}}', '[]', '"x"', '1.10', '\ufeff{"a":1}'].map(
      bytesOf,
    ),
  run(input) {
    const text = textOf(input)
    const expected = parsed(text.startsWith('\ufeff') ? text.slice(1) : text)
    const value = refusable(() => readJson(text))
    if (value instanceof ProblemError) {
      const mayRefuse = expected === undefined || value.code === 'resource_limit' || hasUnsafeNames(text)
      expectThat(mayRefuse, 'JSON is read')
      return
    }
    expectThat(expected !== undefined, 'what is no JSON is refused')
    for (const pretty of [false, true]) {
      expectThat(isDeepStrictEqual(JSON.parse(writeJson(value, pretty)), expected.value), 'written JSON has the same value')
    }
  },
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Names that occur twice in one object, or __proto__, which the reader refuses. */
function hasUnsafeNames(text: string): boolean {
  let odd = false
  const names = text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g) ?? []
  const seen = new Set<string>()
  for (const name of names.map((each) => JSON.parse(each) as string)) {
    odd ||= seen.has(name) || name === '__proto__'
    seen.add(name)
  }
  return odd
}
