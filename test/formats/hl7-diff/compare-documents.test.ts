// Comparison: which parts are told apart, which segments stand for which, and that one edit is one change.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareDocuments } from '../../../src/formats/hl7/diff/compare-documents.ts'
import { type DiffChoices, readDiffRules } from '../../../src/formats/hl7/diff/diff-rules.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import type { Hl7Document } from '../../../src/formats/hl7/document-types.ts'
import { editDocument } from '../../../src/formats/hl7/edit/edit-document.ts'
import { operationSchema, readOperations } from '../../../src/formats/hl7/edit/operations.ts'
import { projectFolder } from '../../architecture/source-file.ts'

const HEAD = 'MSH|^~\\&|A|B|||20260102||ORU^R01|1|P|2.5\r'
const CHOICES: DiffChoices = { ignore: [], match: { OBX: ['OBX-3', 'OBX-4'] }, treatEqual: ['trailing', 'escapes'] }

function compare(left: string, right: string, choices: Partial<DiffChoices> = {}) {
  const rules = readDiffRules({ ...CHOICES, ...choices })
  return compareDocuments(readDocument(left), readDocument(right), { rules, pairBy: 'order' })
}

function changesOf(left: string, right: string, choices: Partial<DiffChoices> = {}): string[] {
  const { changes, equal } = compare(HEAD + left, HEAD + right, choices)
  expect(equal).toBe(changes.length === 0)
  return changes.map(
    ({ op, path, rightPath, left: before, right: after }) => `${op} ${path}${rightPath === null ? '' : `>${rightPath}`} ${before}→${after}`,
  )
}

describe('parts', () => {
  test.each<[string, string, Partial<DiffChoices>, string[]]>([
    ['PID|1||a', 'PID|1||a', {}, []],
    ['PID|1||a', 'PID|1||b', {}, ['replace PID-3 a→b']],
    ['PID|1||a', 'PID|1', {}, ['remove PID-3 a→null']],
    ['PID|1', 'PID|1||a', {}, ['add PID-3 null→a']],
    ['PID|1||a^b', 'PID|1||a^c', {}, ['replace PID-3.2 b→c']],
    ['PID|1||a^b&c', 'PID|1||a^b&d', {}, ['replace PID-3.2.2 c→d']],
    ['PID|1||a&b', 'PID|1||a&c', {}, ['replace PID-3.1.2 b→c']],
    ['PID|1||a~b', 'PID|1||a~c', {}, ['replace PID-3[2] b→c']],
    ['PID|1||a~b^c', 'PID|1||a~b^d', {}, ['replace PID-3[2].2 c→d']],
    ['PID|1||a', 'PID|1||a~b^c', {}, ['add PID-3[2] null→b^c']],
    ['PID|1||a', 'PID|1||a^b', {}, ['add PID-3.2 null→b']],
    ['PID|1||""', 'PID|1||', {}, ['remove PID-3 ""→']],
    ['PID|1||""', 'PID|1||\\X2222\\', {}, ['replace PID-3 ""→""']],
    ['PID|1||a|||', 'PID|1||a', {}, []],
    ['PID|1||a^^&', 'PID|1||a', {}, []],
    ['PID|1||a^', 'PID|1||a', { treatEqual: [] }, ['remove PID-3.2 →null']],
    ['PID|1||a|', 'PID|1||a', { treatEqual: [] }, ['remove PID-4 →null']],
    ['PID|1||a\\T\\b', 'PID|1||a\\X26\\b', {}, []],
    ['PID|1||a\\T\\b', 'PID|1||a&b', {}, ['replace PID-3.1.1 a&b→a', 'add PID-3.1.2 null→b']],
    ['PID|1||007', 'PID|1||7.0', { treatEqual: ['numeric'] }, []],
    ['PID|1||-0', 'PID|1||+0.00', { treatEqual: ['numeric'] }, []],
    ['PID|1||7a', 'PID|1||07a', { treatEqual: ['numeric'] }, ['replace PID-3 7a→07a']],
    ['PID|1||A  b ', 'PID|1||a B', { treatEqual: ['case', 'whitespace'] }, []],
    ['PID|1||""^""', 'PID|1', { treatEqual: ['empty-null', 'trailing'] }, []],
    ['PID|1||a|b', 'PID|1||c|d', { ignore: ['PID-3'] }, ['replace PID-4 b→d']],
    ['PID|1||a^b~c^d', 'PID|1||x^b~y^e', { ignore: ['PID-3.1'] }, ['replace PID-3[2].2 d→e']],
    ['PID|1||a~b', 'PID|1||x~y', { ignore: ['PID-3[1]'] }, ['replace PID-3[2] b→y']],
    ['NTE|1\rNTE|2', 'NTE|3\rNTE|4', { ignore: ['NTE[2]-1'] }, ['replace NTE-1 1→3']],
    ['NTE|1\rPID|2', 'PID|2\rNTE|3', { ignore: ['NTE'] }, []],
  ])('%s and %s', (left, right, choices, expected) => {
    expect(changesOf(left, right, choices)).toEqual(expected)
  })
})

describe('segments', () => {
  test.each<[string, string, string, Partial<DiffChoices>, string[]]>([
    ['one more', 'NTE|1\rNTE|2', 'NTE|1\rNTE|x\rNTE|2', {}, ['add NTE[2] null→NTE|x']],
    ['one less', 'NTE|1\rNTE|2', 'NTE|2', {}, ['remove NTE NTE|1→null']],
    [
      'by key, in another place',
      'OBX|1||A||1\rOBX|2||B||2',
      'OBX|1||C||3\rOBX|2||A||1\rOBX|3||B||2',
      { ignore: ['OBX-1'] },
      ['add OBX null→OBX|1||C||3'],
    ],
    ['by key, one changed', 'OBX|1||A||1\rOBX|2||B||2', 'OBX|2||B||9', {}, ['remove OBX OBX|1||A||1→null', 'replace OBX[2]-5>OBX-5 2→9']],
    ['by key, in another order', 'OBX|1||A\rOBX|1||B\rOBX|1||C', 'OBX|1||B\rOBX|1||C\rOBX|1||A', {}, ['move OBX>OBX[3] null→null']],
    ['the order left out', 'OBX|1||A\rOBX|1||B', 'OBX|1||B\rOBX|1||A', { treatEqual: ['order'] }, []],
    ['equal keys in their order', 'OBX|1||A||1\rOBX|1||A||2', 'OBX|1||A||1\rOBX|1||A||3', {}, ['replace OBX[2]-5 2→3']],
    ['a key that changed', 'OBX|1||A||1', 'OBX|1||B||1', {}, ['replace OBX-3 A→B']],
    [
      'a key of a part',
      'OBX|1||A^x\rOBX|1||B^y',
      'OBX|1||B^z\rOBX|1||A^x',
      { match: { OBX: ['OBX-3.1'] }, treatEqual: ['order'] },
      ['replace OBX[2]-3.2>OBX-3.2 y→z'],
    ],
    ['another name', 'NTE|1', 'ZZZ|1', {}, ['remove NTE NTE|1→null', 'add ZZZ null→ZZZ|1']],
  ])('%s', (_title, left, right, choices, expected) => {
    expect(changesOf(left, right, choices)).toEqual(expected)
  })
})

test('a value that differs in 20,000 segments does not take quadratic time', () => {
  const lines = (value: string) => Array.from({ length: 20_000 }, (_, i) => `NTE|${i}||${value} ${i % 7}`).join('\r')
  const started = performance.now()
  const { summary } = compare(HEAD + lines('a'), `${HEAD}${lines('b')}\rNTE|x`)
  expect(summary).toMatchObject({ segments: { changed: 20_000, added: 1, removed: 0 }, parts: { replaced: 20_000 } })
  expect(performance.now() - started).toBeLessThan(10_000)
})

const corpus = join(projectFolder, '..', 'shared', 'corpora', 'hl7')

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  const files = readFiles()

  test('does not differ from itself, and one edit is one change', () => {
    const faults: string[] = []
    const rules = readDiffRules({ ...CHOICES, treatEqual: [] })
    const operations = readOperations([operationSchema.parse({ op: 'set', path: 'PID-5.1', value: 'Changed & | Name' })], '')
    let edits = 0
    for (const { name, bytes, document } of files) {
      if (!compareDocuments(document, readDocument(bytes), { rules, pairBy: 'order' }).equal) faults.push(`${name} differs from itself`)
      if (document.messages.length !== 1 || document.index.headers[0]!.declared.problems.length > 0) continue
      const edited = editDocument(document, operations, { messages: [], ifMissing: 'report' })
      if (edited.changes.length === 0) continue
      edits++
      const { changes } = compareDocuments(document, readDocument(edited.content), { rules, pairBy: 'order' })
      const isOne =
        changes.length > 0 && changes.every(({ path }) => path === 'PID-5' || path.startsWith('PID-5.1') || path.startsWith('PID-5[1]'))
      if (!isOne) faults.push(`${name} ${changes.map(({ op, path }) => `${op} ${path}`).join()}`)
    }
    expect(faults).toEqual([])
    expect(files.length).toBeGreaterThan(900)
    expect(edits).toBeGreaterThan(600)
  }, 60_000)
})

function readFiles(): { name: string; bytes: Uint8Array; document: Hl7Document }[] {
  if (!existsSync(corpus)) return []
  const names = readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv')
    .map((entry) => join(entry.parentPath, entry.name))
  return names.sort().flatMap((name) => {
    const bytes = new Uint8Array(readFileSync(name))
    try {
      return [{ name, bytes, document: readDocument(bytes) }]
    } catch {
      return []
    }
  })
}
