// JSON without loss: numbers as written, errors with their place, and the writer that gives back what was read.
import { describe, expect, test } from 'vitest'
import type { ProblemError } from '../../../src/core/problem.ts'
import { LineCounter } from '../../../src/formats/fhir/json/line-counter.ts'
import { locateJson } from '../../../src/formats/fhir/json/locate-json.ts'
import { NumberText } from '../../../src/formats/fhir/json/number-text.ts'
import { readJson } from '../../../src/formats/fhir/json/read-json.ts'
import { writeJson } from '../../../src/formats/fhir/json/write-json.ts'
import { thrownProblem } from '../../thrown-problem.ts'

const errorOf = (text: string): ProblemError => thrownProblem(() => readJson(text))

describe('numbers', () => {
  test.each(['1.0', '1.2E+2', '1234567890123456789', '-0', '0.10', '1e2', '100000000000000000001', '0.1000000000000000055511151231257827'])(
    '%s keeps its text',
    (text) => {
      expect(readJson(text)).toEqual(new NumberText(text))
      expect(writeJson(readJson(`[${text}]`))).toBe(`[${text}]`)
    },
  )

  test.each(['0', '-1', '123456789012345', '9007199254740991', '0.5', '-12.25', '1e+21'])('%s is a plain number', (text) => {
    expect(readJson(text)).toBe(Number(text))
    expect(writeJson(readJson(text))).toBe(text)
  })
})

describe('strings', () => {
  test('escapes of RFC 8259 section 7', () => {
    expect(readJson(String.raw`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 é"`)).toBe('"\\/\b\f\n\r\té😀 é')
    expect(readJson(String.raw`["a\\","\\\"","b"]`)).toEqual(['a\\', '\\"', 'b'])
  })
})

describe('what cannot be read has a place', () => {
  test.each<[title: string, text: string, offset: number]>([
    ['a member twice', '{"a":1,"a":2}', 7],
    ['a member twice, one of them with an escape', String.raw`{"a":1,"\u0061":2}`, 7],
    ['__proto__', '{"x":{"__proto__":{}}}', 6],
    ['a cut object', '{"a":1', 6],
    ['a cut string', '{"a":"bc', 5],
    ['a comma too many', '{"a":1,}', 7],
    ['an array with a comma too many', '[1,]', 3],
    ['a word', '[nul]', 1],
    ['a leading zero', '[01]', 1],
    ['a number without digits behind the point', '[1.]', 1],
    ['a plus', '[+1]', 1],
    ['a bad escape', String.raw`["a\x"]`, 3],
    ['a bad unicode escape', String.raw`["\u12g4"]`, 2],
    ['a line feed in a string', '["a\nb"]', 3],
    ['a tab in a long string', `["${'a'.repeat(40)}\t"]`, 42],
    ['two values', '{} {}', 3],
    ['nothing', '  ', 2],
    ['a comment', '{/* */}', 1],
  ])('%s', (_, text, offset) => {
    const { code, at } = errorOf(text)
    expect([code, at?.byteOffset]).toEqual(['unreadable_input', offset])
  })

  test('the offset counts bytes, line and column count characters', () => {
    expect(errorOf('{"é":"ü",\n "b": x}').at).toEqual({ byteOffset: 18, line: 2, column: 7 })
  })

  test('64 levels are read, 65 are not', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(writeJson(readJson(deep(64)))).toBe(deep(64))
    expect(errorOf(deep(65)).code).toBe('resource_limit')
    expect(errorOf(deep(1_000_000)).code).toBe('resource_limit')
  })

  test('a string of more than 16 million characters', () => {
    expect(errorOf(`"${'a'.repeat(16 * 1024 * 1024 + 1)}"`).code).toBe('resource_limit')
  })

  test('no message holds anything of the document', () => {
    for (const text of ['{"Geheim":1,"Geheim":2}', '["Geheim\\x"]', '[Geheim]', '{"a":Geheim']) {
      expect(errorOf(text).message).not.toContain('Geheim')
    }
  })
})

describe('members', () => {
  test('keep their order, and names of Object.prototype are names like others', () => {
    const text = '{"b":1,"a":2,"constructor":3,"toString":[],"hasOwnProperty":{"valueOf":null}}'
    expect(writeJson(readJson(text))).toBe(text)
  })

  test('a byte order mark before the document is passed over', () => {
    expect(readJson('\uFEFF{"a":true}')).toEqual({ a: true })
  })

  test('pretty output indents by two', () => {
    expect(writeJson(readJson('{"a":[1.0,{}],"b":[],"c":{"d":null}}'), true)).toBe(
      '{\n  "a": [\n    1.0,\n    {}\n  ],\n  "b": [],\n  "c": {\n    "d": null\n  }\n}',
    )
  })
})

describe('places on demand', () => {
  const text = '{\n  "a": [1, {"b": "x]}\\""}],\n  "é": {"c": false}\n}'

  test('of members, entries and what is not there', () => {
    const paths = [['a', 1, 'b'], ['é', 'c'], ['a', 0], [], ['a', 1, 'none', 'deeper'], ['é']]
    expect(locateJson(text, paths)).toEqual([
      { line: 2, column: 13, offset: text.indexOf('"b"') },
      { line: 3, column: 9, offset: text.indexOf('"c"') },
      { line: 2, column: 9, offset: text.indexOf('1,') },
      { line: 1, column: 1, offset: 0 },
      { line: 2, column: 12, offset: text.indexOf('{"b"') },
      { line: 3, column: 3, offset: text.indexOf('"é"') },
    ])
  })
})

test('a line counter goes on from the last offset, and back', () => {
  const lines = new LineCounter('ab\n\ncd\r\nef')
  const places = [0, 2, 3, 4, 6, 9, 1, 5].map((offset) => lines.at(offset))
  expect(places.map(({ line, column }) => `${line}:${column}`)).toEqual(['1:1', '1:3', '2:1', '3:1', '3:3', '4:2', '1:2', '3:2'])
})
