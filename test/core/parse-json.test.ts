// Names that are written with escapes are read as they are meant, whatever JSON was read before.
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../src/core/parse-json.ts'

const SLASH = '\\'

describe('a name with escapes', () => {
  test('keeps its meaning after an object that has its letters', () => {
    const before = `{"before":1,"${SLASH}${SLASH}u00":1}`
    const text = `{"before":1,"${SLASH}u006eame":"x","a":{"b${SLASH}n":[1,-2.5e3,"${SLASH}u00e4",{}]}}`
    parseJson(before)
    expect(parseJson(text)).toEqual({ before: 1, name: 'x', a: { 'b\n': [1, -2500, 'ä', {}] } })
    expect(Object.keys(parseJson(before) as object)).toEqual(['before', `${SLASH}u00`])
  })

  test.each([
    [`{"${SLASH}u005f_proto__":{"a":1}}`, '__proto__'],
    [`{ "${SLASH}"" : [ ] }`, '"'],
    [`{"${SLASH}${SLASH}":true}`, SLASH],
    [`[{"x":"${SLASH}${SLASH}"},{"${SLASH}t":null}]`, undefined],
  ])('of %s is read as JSON.parse reads it', (text, name) => {
    const value = parseJson(text)
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
    if (name !== undefined) expect(Object.keys(value as object)).toEqual([name])
  })

  test('does not hide an error of the grammar', () => {
    expect(() => parseJson(`{"${SLASH}u0061":1,}`)).toThrow(SyntaxError)
  })

  test('is read in any depth', () => {
    const depth = 100_000
    const value = parseJson(`${`{"${SLASH}u0061":`.repeat(depth)}1${'}'.repeat(depth)}`)
    let levels = 0
    for (let each = value as Record<string, unknown>; typeof each === 'object'; each = each.a as typeof each) levels++
    expect(levels).toBe(depth)
  })
})
