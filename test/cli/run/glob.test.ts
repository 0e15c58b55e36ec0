// Patterns of paths: wildcards stay within a name, two stars cross folders, and no pattern takes long.
import { describe, expect, it } from 'vitest'
import { isGlob, matchesGlob, matchesPath, splitGlob } from '../../../src/cli/command-line/glob.ts'

describe('a pattern', () => {
  it.each([
    ['a/b/c.dcm', '*.dcm', true],
    ['c.dcm', '*.dcm', true],
    ['c.dcm.txt', '*.dcm', false],
    ['a/c.dcm', 'a/*.dcm', true],
    ['a/b/c.dcm', 'a/*.dcm', false],
    ['a/b/c.dcm', 'a/**/*.dcm', true],
    ['a/c.dcm', 'a/**/*.dcm', true],
    ['a/b', 'a/**', true],
    ['b/a', 'a/**', false],
    ['c.dcm', '**/*.dcm', true],
    ['c1.dcm', 'c?.dcm', true],
    ['c12.dcm', 'c?.dcm', false],
    ['😀.txt', '?.txt', true],
    ['a.c', 'a.b', false],
    ['', '*', true],
    ['a+b(1).txt', 'a+b(?).txt', true],
    ['abcbc', 'a*bc', true],
    ['abcbd', 'a*bc', false],
  ])('%s, %s: %s', (path, pattern, fits) => {
    expect(matchesGlob(path, pattern)).toBe(fits)
  })

  it('without a slash is for the name alone, or for the whole path where that is asked for', () => {
    expect([matchesGlob('a/c.dcm', '*.dcm'), matchesPath('a/c.dcm', '*.dcm'), matchesPath('c.dcm', '*.dcm')]).toEqual([true, false, true])
  })

  it('of many wildcards ends', () => {
    expect(matchesGlob('a'.repeat(2_000), `${'*a'.repeat(200)}b`)).toBe(false)
    expect(matchesPath('a/'.repeat(500), `${'**/a/'.repeat(100)}b`)).toBe(false)
  })

  it.each([
    ['in/**/*.hl7', { folder: 'in', pattern: '**/*.hl7' }],
    ['*.hl7', { folder: '.', pattern: '*.hl7' }],
    ['/in/a?/x', { folder: '/in', pattern: 'a?/x' }],
    ['/*', { folder: '/', pattern: '*' }],
  ])('%s is cut at its first wildcard', (text, parts) => {
    expect([isGlob(text), splitGlob(text)]).toEqual([true, parts])
  })
})
