// Every regular expression of the program runs in linear time, so that no text can hold up the server.
import { describe, expect, test } from 'vitest'
import { checkPattern, findPatterns, type Pattern } from './architecture/regular-expressions.ts'
import { parseSource, readSources } from './architecture/source-file.ts'

const found = readSources('src').map((source) => findPatterns(parseSource(source)))
const patterns = found.flatMap((each) => each.patterns)

/** Every pattern once, with the first place where it stands. */
const distinct = new Map<string, Pattern>()
for (const pattern of patterns) {
  const title = `/${pattern.source}/${pattern.flags}`
  if (!distinct.has(title)) distinct.set(title, pattern)
}

describe('the regular expressions of the program', () => {
  test('were seen', () => {
    expect(distinct.size).toBeGreaterThan(200)
  })

  test('are all known before the program runs', () => {
    expect(found.flatMap((each) => each.findings)).toEqual([])
  })

  test.each([...distinct])('%s', (_title, pattern) => {
    expect(checkPattern(pattern)).toEqual([])
  })
})

describe('a planted fault is caught:', () => {
  const plant = (text: string) => findPatterns(parseSource({ path: 'src/core/a.ts', text }))

  test.each([
    ['exponential', 'export const a = /^(a+)+$/'],
    ['polynomial', 'export const a = /\\s+$/'],
    ['in a template', 'export const a = new RegExp(`(?:a|b|ab)*c`)'],
    ['in a raw template', 'export const a = new RegExp(String.raw`\\d+\\d+x`, "u")'],
    ['in a string', "export const a = RegExp('(.*)*x', 's')"],
    ['with the flags v and d', 'export const a = /\\p{L}+\\p{L}+$/dv'],
    ['sticky', 'export const a = /(?:a|a)*b/y'],
    ['with a set operation, which recheck cannot read', 'export const a = /[\\p{L}--[a-z]]/v'],
  ])('%s', (_title, text) => {
    const { patterns, findings } = plant(text)
    expect(findings).toEqual([])
    expect(patterns).toHaveLength(1)
    expect(checkPattern(patterns[0] as Pattern)).toHaveLength(1)
  })

  test('put together at run time', () => {
    expect(plant('export const a = (s: string) => new RegExp(s)').findings).toHaveLength(1)
    expect(plant('export const a = (s: string) => new RegExp(s + "$")').findings).toHaveLength(1)
  })

  test('while a linear one passes', () => {
    const { patterns, findings } = plant('export const a = [/^[a-z]+$/, /\\d+x/y, new RegExp(/a/g)]')
    expect(findings).toEqual([])
    expect(patterns.flatMap(checkPattern)).toEqual([])
    expect(patterns).toHaveLength(3)
  })
})
