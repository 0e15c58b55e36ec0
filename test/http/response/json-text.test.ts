// The JSON reader: RFC 8259 and nothing else, faults by offset, no duplicate names.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ProblemError } from '../../../src/core/problem.ts'
import { parseJsonBytes, parseJsonText } from '../../../src/http/response/json-text.ts'
import { thrownProblem } from '../../thrown-problem.ts'

const CORPUS = new URL('../../../../shared/corpora/bad/jsontestsuite/', import.meta.url).pathname

const errorOf = (text: string, maxDepth = 64): ProblemError => thrownProblem(() => parseJsonText(text, maxDepth))

describe('valid JSON (RFC 8259) reads as JSON.parse reads it', () => {
  const cases = [
    '{}',
    '[]',
    ' [1 , -0.5e+3,true,false,null,"a\\u00e9\\n"] ',
    '{"a":{"b":[{}]},"c":""}',
    '"x"',
    '0',
    '-0',
    '1E5',
    '{"":1}',
    '[[[]],[]]',
    '"\u2028"',
    '"\\ud800"',
  ]
  it.each(cases)('%s', (text) => {
    expect(parseJsonText(text, 64)).toEqual(JSON.parse(text))
  })
})

describe('broken JSON tells the byte offset and no excerpt', () => {
  const cases: [string, number][] = [
    ['', 0],
    ['{', 1],
    ['{"a"}', 4],
    ['{"a":}', 5],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['[01]', 2],
    ['[1.]', 3],
    ['[-]', 2],
    ['[1e]', 3],
    ['"a', 2],
    ['"\\x"', 2],
    ['"\\u12g4"', 5],
    ['"a\nb"', 2],
    ['tru', 0],
    ['{} x', 3],
    ["{'a':1}", 1],
    ['é', 0],
    ['["é" x]', 6],
    ['[1}', 2],
    ['{"a":1]', 6],
    ['\uFEFF{}', 0],
  ]
  it.each(cases)('%s at %i', (text, byteOffset) => {
    expect(() => JSON.parse(text)).toThrow()
    const fault = errorOf(text)
    expect(fault.code).toBe('malformed_json')
    expect(fault.at).toEqual({ byteOffset })
  })
})

describe('what JSON.parse would pass silently', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"options":{"k":1},"options":{}}',
    '{"a":1,"\\u0061":2}',
    '{"x":{"__proto__":1,"__proto__":2}}',
    '{"é":1,"é":2}',
    '{"\\u00e9":1,"é":2}',
    '{"a":{"b":1},"c":2,"a":3}',
  ])('refuses a name that stands twice: %s', (text) => {
    expect(errorOf(text).code).toBe('malformed_json')
  })

  it('refuses every one of many names that stands twice', () => {
    for (const count of [2, 8, 9, 10, 100]) {
      const members = Array.from({ length: count }, (_, i) => `"n${i}":${i}`)
      expect(Object.keys(parseJsonText(`{${members.join(',')}}`, 64) as object)).toHaveLength(count)
      for (const twice of [0, 7, 8, count - 1].filter((i) => i < count))
        expect(errorOf(`{${[...members, `"n${twice}":0`].join(',')}}`).code).toBe('malformed_json')
    }
  })

  it('allows the same name in different objects, also around and inside of others, few and many', () => {
    expect(parseJsonText('[{"a":1},{"a":2}]', 64)).toEqual([{ a: 1 }, { a: 2 }])
    expect(parseJsonText('{"a":{"a":1,"b":{"a":2}},"b":[{"b":3}]}', 64)).toEqual({ a: { a: 1, b: { a: 2 } }, b: [{ b: 3 }] })
    const members = (letter: string): string[] => Array.from({ length: 20 }, (_, i) => `"${letter}${i}":${i}`)
    const inner = `{${members('é').join(',')},"\\u0061b":1}`
    const text = `{"ab":${inner},${members('é').join(',')},"ba":${inner}}`
    expect(parseJsonText(text, 64)).toEqual(JSON.parse(text))
    for (const twice of ['ab', 'é3', 'ba']) expect(errorOf(`${text.slice(0, -1)},"${twice}":0}`).code).toBe('malformed_json')
  })

  it('limits nesting, and nesting far beyond any stack', () => {
    expect(parseJsonText(`${'['.repeat(64)}${']'.repeat(64)}`, 64)).toBeDefined()
    expect(errorOf(`${'['.repeat(65)}${']'.repeat(65)}`).code).toBe('resource_limit')
    expect(errorOf('{"a":'.repeat(1_000_000)).code).toBe('resource_limit')
  })

  it('keeps __proto__ an own member that reaches no prototype', () => {
    const value = parseJsonText('{"__proto__":{"polluted":1}}', 64) as object
    expect(Object.hasOwn(value, '__proto__')).toBe(true)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})

describe('bytes', () => {
  it('finds the first byte that is not UTF-8', () => {
    const bytes = Uint8Array.from([0x22, 0xc3, 0xa9, 0x61, 0xff, 0x22])
    expect(() => parseJsonBytes(bytes, 64)).toThrow(expect.objectContaining({ code: 'malformed_json', at: { byteOffset: 4 } }))
  })

  it('takes a byte order mark', () => {
    expect(parseJsonBytes(Uint8Array.from([0xef, 0xbb, 0xbf, 0x5b, 0x5d]), 64)).toEqual([])
  })
})

describe('a name that is written with escapes', () => {
  it('is read the same whatever body came before', () => {
    const read = (text: string) => parseJsonBytes(new TextEncoder().encode(text), 64)
    read('{"a":1,"\\\\u00":1}')
    expect(read('{"a":1,"\\u006eame":2}')).toEqual({ a: 1, name: 2 })
  })
})

describe.skipIf(!existsSync(CORPUS))('JSONTestSuite', () => {
  const files = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => name.endsWith('.json')) : []

  it('sees its files', () => {
    expect(files.length).toBeGreaterThan(20)
  })

  it.each(files)('%s', (name) => {
    const bytes = new Uint8Array(readFileSync(CORPUS + name))
    let valid = true
    try {
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    } catch {
      valid = false
    }
    let code: string | undefined
    try {
      parseJsonBytes(bytes, 1_000_000)
    } catch (error) {
      code = (error as ProblemError).code
    }
    const duplicate = /duplicated?_key/.test(name)
    expect(code).toBe(valid && !duplicate ? undefined : 'malformed_json')
  })
})
