// Unified diffs: by hand, and applied by the system's patch where there is one.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeUnifiedDiff } from '../../../src/formats/text/diff/unified-diff.ts'
import { makeRandom, randomText } from './random.ts'

const EXACT = { ignoreCase: false, ignoreWhitespace: false }
const FORM = { context: 3, leftName: 'left', rightName: 'right' }
/** The system's own, where it has one. */
const PATCH = 'patch'
const HEAD = '--- left\n+++ right\n'

describe('writeUnifiedDiff', () => {
  it.each([
    ['nothing', 'a\n', 'a\n', ''],
    ['an insertion', 'a\nc\n', 'a\nb\nc\n', `${HEAD}@@ -1,2 +1,3 @@\n a\n+b\n c\n`],
    ['from empty', '', 'a\nb\n', `${HEAD}@@ -0,0 +1,2 @@\n+a\n+b\n`],
    ['to empty', 'a\n', '', `${HEAD}@@ -1 +0,0 @@\n-a\n`],
    ['a final line end lost', 'a\nb\n', 'a\nb', `${HEAD}@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n`],
    ['no final line end on both sides', 'x\nb', 'y\nb', `${HEAD}@@ -1,2 +1,2 @@\n-x\n+y\n b\n\\ No newline at end of file\n`],
    ['CR LF', 'a\r\nb\r\n', 'a\r\nc\r\n', `${HEAD}@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n`],
  ])('%s', (_title, left, right, expected) => {
    expect(writeUnifiedDiff(left, right, EXACT, FORM)).toBe(expected)
  })

  it('parts hunks whose context does not touch', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `${i}\n`)
    const changed = lines.with(2, 'x\n').with(17, 'y\n')
    const heads = (context: number) => writeUnifiedDiff(lines.join(''), changed.join(''), EXACT, { ...FORM, context }).match(/^@@ .*$/gm)
    expect(heads(3)).toEqual(['@@ -1,6 +1,6 @@', '@@ -15,6 +15,6 @@'])
    expect(heads(0)).toEqual(['@@ -3 +3 @@', '@@ -18 +18 @@'])
    expect(heads(10)).toEqual(['@@ -1,20 +1,20 @@'])
  })

  it('ends a name with a space at a tab', () => {
    expect(writeUnifiedDiff('a\n', 'b\n', EXACT, { ...FORM, leftName: 'a b.txt' })).toMatch(/^--- a b\.txt\t\n/)
  })

  it('shows equal lines as the left text has them', () => {
    expect(writeUnifiedDiff(' A\nx\n', 'a\ny\n', { ignoreCase: true, ignoreWhitespace: true }, FORM)).toBe(
      `${HEAD}@@ -1,2 +1,2 @@\n  A\n-x\n+y\n`,
    )
  })
})

describe.skipIf(spawnSync(PATCH, ['--version']).status !== 0)('patch', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'unified-diff-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('turns the left text into the right one', () => {
    const pieces = ['a\n', 'b\n', 'c\r\n', 'd', '\n', 'x y\n', '-- z\n', '\\ \n', '+\n', '@@ -1 +1 @@\n', 'e\r', '\u00e9\n']
    const random = makeRandom(41)
    let applied = 0
    for (let i = 0; i < 150; i++) {
      const left = randomText(random, pieces, 20)
      const right = randomText(random, pieces, 20)
      const patch = writeUnifiedDiff(left, right, EXACT, { ...FORM, context: random(5) })
      if (left === right) continue
      const [file, patchFile] = [join(folder, 'file'), join(folder, 'patch')]
      writeFileSync(file, left)
      writeFileSync(patchFile, patch)
      execFileSync(PATCH, ['--silent', '--binary', file, patchFile], { stdio: 'pipe' })
      expect([left, right, existsSync(file) ? readFileSync(file, 'utf8') : '']).toEqual([left, right, right])
      applied++
    }
    expect(applied).toBeGreaterThan(100)
  })
})
