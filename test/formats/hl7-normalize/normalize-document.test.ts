// Normalization: what the options change, that the values stay, and that a second run changes nothing.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { compareDocuments } from '../../../src/formats/hl7/diff/compare-documents.ts'
import { readDiffRules } from '../../../src/formats/hl7/diff/diff-rules.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import type { Hl7Document } from '../../../src/formats/hl7/document-types.ts'
import { LINE } from '../../../src/formats/hl7/index/line-start.ts'
import { lineCount, lineKind } from '../../../src/formats/hl7/index/segment-index.ts'
import { normalizeDocument } from '../../../src/formats/hl7/normalize/normalize-document.ts'
import { type NormalizeChoices, readSettings } from '../../../src/formats/hl7/normalize/normalize-settings.ts'
import { trimSegment } from '../../../src/formats/hl7/normalize/trim-segment.ts'
import { projectFolder } from '../../architecture/source-file.ts'

const KEEP: NormalizeChoices = { split: false, lineEnd: 'keep', mllp: 'keep', charset: 'keep', trailing: 'keep', delimiters: 'keep' }
const DEFAULTS: NormalizeChoices = { ...KEEP, lineEnd: 'CR', mllp: 'remove' }
const STANDARD = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&', truncation: null }

describe('trailing parts', () => {
  test.each([
    ['PID|1||', 'PID|1'],
    ['PID||', 'PID'],
    ['PID', 'PID'],
    ['PID|1^^|2', 'PID|1|2'],
    ['PID|^A^|2', 'PID|^A|2'],
    ['PID|A~|2', 'PID|A|2'],
    ['PID|~A|2', 'PID|~A|2'],
    ['PID|A~~B', 'PID|A~~B'],
    ['PID|A^~^B', 'PID|A~^B'],
    ['PID|A&^B&&C&', 'PID|A^B&&C'],
    ['PID|&^~|""|', 'PID||""'],
    ['PID|A|B', 'PID|A|B'],
  ])('%s becomes %s', (text, expected) => {
    expect(trimSegment(text, STANDARD, 3)).toBe(expected)
  })

  test('stay where a delimiter has two roles', () => {
    expect(trimSegment('PID|1^^', { ...STANDARD, repetition: '^' }, 3)).toBe('PID|1^^')
  })
})

describe.each([
  ['standard', 'standard'],
  ['others', '#*%!@'],
  ['with a truncation character', '|^~\\&#'],
])('delimiters, %s', (_title, delimiters) => {
  test.each(['a|b', 'a^b', 'a~b', 'a\\b', 'a&b', 'a#b', 'a*b%c!d@e', 'a!F!b', 'a\\F\\b', '\\', '!', 'C:\\dir'])('carry %s', (value) => {
    const names: Record<string, string> = { ':': '!F!', ';': '!S!', '!': '!E!', ',': '!T!', '?': '!R!' }
    const written = [...value].map((char) => names[char] ?? char).join('')
    const before = readDocument(`MSH:;?!,:A:B:::20260102::ADT;A01:1:P:2.5\rOBX:1:TX:9::${written}\r`)
    const { content } = normalizeDocument(before, readSettings({ ...DEFAULTS, delimiters }))
    const rules = readDiffRules({ ignore: [], match: {}, treatEqual: ['escapes', 'delimiters'] })
    expect(compareDocuments(before, readDocument(content), { rules, pairBy: 'order' }).changes).toEqual([])
  })
})

const corpus = join(projectFolder, '..', 'shared', 'corpora', 'hl7')
const files = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv')
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  : []

/** Values of all messages, without what the normalization may change. */
function difference(before: Hl7Document, after: Hl7Document, ignore: string[]): unknown[] {
  const rules = readDiffRules({ ignore, match: {}, treatEqual: ['trailing', 'escapes', 'delimiters'] })
  const { changes, summary } = compareDocuments(before, after, { rules, pairBy: 'order' })
  expect(summary.messages.left).toBe(summary.messages.right)
  return changes.map(({ op, path }) => `${op} ${path}`)
}

describe.skipIf(files.length === 0)('the corpus', () => {
  test.each<[string, Partial<NormalizeChoices>, string[]]>([
    ['line ends and frames', {}, []],
    ['trimmed', { trailing: 'trim' }, []],
    ['standard delimiters', { delimiters: 'standard' }, []],
    ['other delimiters', { delimiters: '#*%!@' }, []],
    ['framed, line feeds', { mllp: 'add', lineEnd: 'LF' }, []],
    ['UTF-8', { charset: 'UNICODE UTF-8' }, ['MSH-18']],
  ])('keeps its values: %s', (_title, options, ignore) => {
    const settings = readSettings({ ...DEFAULTS, ...options })
    const faults: string[] = []
    let count = 0
    for (const file of files) {
      let before: Hl7Document
      try {
        before = readDocument(new Uint8Array(readFileSync(file)))
      } catch {
        continue
      }
      // Where delimiters are missing, doubled or letters, nothing says what a part is.
      if (
        before.index.headers.some(({ declared }) => declared.problems.length > 0) ||
        before.messages.some(({ header }) => header === undefined)
      )
        continue
      // A line without identifier is named by its text, which changes with the delimiters.
      const hasOdd = Array.from({ length: lineCount(before.index) }, (_, line) => lineKind(before.index, line)).includes(LINE.odd)
      if (options.delimiters && hasOdd) continue
      try {
        const { content } = normalizeDocument(before, settings)
        const after = readDocument(content)
        count++
        const found = difference(before, after, ignore)
        if (found.length > 0) faults.push(`${file} ${found.slice(0, 3).join()}`)
        const again = normalizeDocument(after, settings)
        const isStable = options.mllp === 'add' || again.changes.length === 0
        if (!isStable || !Buffer.from(again.content).equals(Buffer.from(content))) faults.push(`${file} is changed by a second run`)
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        if (before.illFormed === false) faults.push(`${file} ${error.code} ${error.at?.path}`)
      }
    }
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(900)
  })
})

test('the comparison of these tests sees a value that changes', () => {
  const left = readDocument('MSH|^~\\&|A\rPID|1||7\r')
  expect(difference(left, readDocument('MSH|^~\\&|A\rPID|1||8\r'), [])).toEqual(['replace PID-3'])
})
