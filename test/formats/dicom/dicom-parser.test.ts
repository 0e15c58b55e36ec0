// Two readers that know nothing of each other give the same tree: what dicom-parser reads to the last byte, ours reads the same.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import type { DicomFile } from '../../../src/formats/dicom/dicom-file.ts'
import { IssueList } from '../../../src/formats/dicom/dicom-issue.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { encodingOf } from '../../../src/formats/dicom/read/transfer-syntax.ts'
import { walkDataset } from '../../../src/formats/dicom/read/walk-dataset.ts'
import { buildFixtures } from '../../fixtures/dicom/make-fixtures.ts'
import { concat, element, encapsulated, hex, item, type Syntax, sequence, tagBytes, UNDEFINED, u16, u32 } from './build-dicom.ts'
import { readWithDicomParser } from './dicom-parser-peer.ts'
import { mutate, seededRandom } from './mutate-bytes.ts'

const LIMITS = { maxDepth: 64, maxElements: 1_000_000 }

function both(bytes: Uint8Array, syntax: Syntax = 'explicit', start = 0) {
  const encoding = encodingOf(syntax !== 'implicit', syntax !== 'big')
  const context = { issues: new IssueList(), limits: LIMITS, count: 0, complete: true }
  const walked = walkDataset(bytes, { start, end: bytes.length, encoding }, context)
  return { parsed: readWithDicomParser(bytes, start, encoding, LIMITS.maxDepth), walked, context }
}

const inner = (syntax: Syntax) => concat(element(0x00080100, 'SH', 'CODE', syntax), element(0x00080104, 'LO', 'meaning ', syntax))

describe('what both read', () => {
  it.each<[string, Syntax, Uint8Array]>([
    [
      'explicit',
      'explicit',
      concat(element(0x00100010, 'PN', 'A^B '), element(0x00104000, 'LT', 'x'), element(0x7fe00010, 'OW', new Uint8Array(4))),
    ],
    ['big endian', 'big', concat(element(0x00280010, 'US', u16(2, 'big'), 'big'), element(0x00280103, 'US', u16(1, 'big'), 'big'))],
    ['implicit', 'implicit', concat(element(0x00280103, '', u16(1), 'implicit'), element(0x00280106, '', u16(1), 'implicit'))],
    [
      'sequences',
      'explicit',
      sequence(0x0040a730, [item(inner('explicit')), item(inner('explicit'), 'explicit', true), item(concat())], 'explicit', true),
    ],
    [
      'implicit sequences',
      'implicit',
      sequence(0x0040a730, [item(inner('implicit'), 'implicit'), item(inner('implicit'), 'implicit', true)], 'implicit', true),
    ],
    ['big endian sequences', 'big', sequence(0x0040a730, [item(inner('big'), 'big'), item(inner('big'), 'big', true)], 'big')],
    ['nested', 'explicit', sequence(0x0040a730, [item(sequence(0x0040a168, [item(inner('explicit'))], 'explicit', true))])],
    ['private', 'explicit', concat(element(0x00290010, 'LO', 'SIEMENS CSA HEADER'), element(0x00291008, 'CS', 'X'))],
    [
      'implicit private',
      'implicit',
      concat(element(0x00290010, '', 'SIEMENS CSA HEADER', 'implicit'), element(0x00291008, '', 'X', 'implicit')),
    ],
    ['encapsulated', 'explicit', encapsulated([0, 10], [hex('0102'), hex('feffdde0')])],
  ])('%s', (_, syntax, bytes) => {
    const { parsed, walked, context } = both(bytes, syntax)
    expect(context.issues.issues).toEqual([])
    expect(parsed?.dataset).toEqual(walked)
    expect(parsed?.count).toBe(context.count)
  })
})

describe('what only ours reads', () => {
  const nested = (depth: number) => {
    let bytes = inner('explicit')
    for (let i = 0; i < depth; i++) bytes = sequence(0x0040a730, [item(bytes)])
    return bytes
  }
  it.each<[string, Syntax, Uint8Array]>([
    ['OV', 'explicit', element(0x7fe00001, 'OV', new Uint8Array(8))],
    ['SV', 'explicit', element(0x00720082, 'SV', new Uint8Array(8))],
    ['UV', 'explicit', element(0x00720083, 'UV', new Uint8Array(8))],
    ['UN', 'explicit', element(0x00091001, 'UN', new Uint8Array(8))],
    ['UN of undefined length', 'explicit', sequence(0x00091001, [item(inner('implicit'), 'implicit')], 'explicit', true, 'UN')],
    [
      'a private sequence',
      'implicit',
      concat(
        element(0x20010010, '', 'Philips Imaging DD 001', 'implicit'),
        element(0x2001105f, '', item(inner('implicit'), 'implicit'), 'implicit'),
      ),
    ],
    ['duplicates', 'explicit', concat(element(0x00100010, 'PN', 'A^B '), element(0x00100010, 'PN', 'C^D '))],
    ['disorder', 'explicit', concat(element(0x00100020, 'LO', 'ID'), element(0x00100010, 'PN', 'A^B '))],
    ['an odd length', 'explicit', element(0x00100020, 'LO', Uint8Array.of(65))],
    ['a cut value', 'implicit', element(0x00100020, '', 'TEST', 'implicit', 100)],
    ['a missing delimiter', 'explicit', sequence(0x0040a730, [item(inner('explicit'))], 'explicit', true).subarray(0, -8)],
    [
      'a delimiter with a length',
      'explicit',
      concat(sequence(0x0040a730, [item(inner('explicit'))], 'explicit', true).subarray(0, -4), u32(4), [0, 0, 0, 0]),
    ],
    ['a stray delimiter', 'explicit', concat(element(0x00100010, 'PN', 'A^B '), tagBytes(0xfffee00d), u32(0))],
    ['an unknown VR', 'explicit', element(0x00100010, 'ZZ', 'A^B ')],
    ['padding', 'explicit', concat(element(0x00100010, 'PN', 'A^B '), new Uint8Array(16))],
    ['3,000 levels', 'explicit', nested(3000)],
    ['text of undefined length', 'explicit', element(0x00100020, 'UT', '', 'explicit', UNDEFINED)],
    ['nothing', 'explicit', concat()],
    ['garbage', 'explicit', hex('00112233445566778899aabbccddeeff')],
  ])('%s', (_, syntax, bytes) => {
    expect(readWithDicomParser(bytes, 0, encodingOf(syntax !== 'implicit', true), 64)).toBeUndefined()
  })

  it('a data set of very many elements', () => {
    const many = concat(...Array.from({ length: 70_000 }, (_, i) => element(0x00100000 + i, 'LO', '')))
    expect(readWithDicomParser(many, 0, encodingOf(true, true), 64)).toBeUndefined()
  })
})

describe('on damaged files', () => {
  it('whatever it takes, ours reads the same without a finding', () => {
    const random = seededRandom(11)
    const sources = [...buildFixtures().values()]
    let taken = 0
    for (let i = 0; i < 3000; i++) {
      const bytes = mutate(sources[i % sources.length]!, random)
      for (const start of [0, 294]) {
        if (start >= bytes.length) continue
        const encoding = encodingOf(random() < 0.5, random() < 0.9)
        const parsed = readWithDicomParser(bytes, start, encoding, 64)
        if (!parsed) continue
        taken++
        const context = { issues: new IssueList(), limits: LIMITS, count: 0, complete: true }
        const walked = walkDataset(bytes, { start, end: bytes.length, encoding }, context)
        expect([isDeepStrictEqual(parsed.dataset, walked), context.complete, context.issues.issues]).toEqual([true, true, []])
      }
    }
    expect(taken).toBeGreaterThan(100)
  })
})

/** False where ours refuses the file, or dicom-parser does not read the data set to its last byte. */
function readsTheSame(bytes: Uint8Array): boolean {
  const file = readOrRefuse(bytes)
  if (!file) return false
  const { encoding } = file.transferSyntax
  const parsed = readWithDicomParser(file.data, file.dataset.start, encoding, LIMITS.maxDepth)
  if (!parsed) return false
  const context = { issues: new IssueList(), limits: LIMITS, count: 0, complete: true }
  const walked = walkDataset(file.data, { start: file.dataset.start, end: file.data.length, encoding }, context)
  expect([isDeepStrictEqual(parsed.dataset, walked), context.count, context.issues.issues]).toEqual([true, parsed.count, []])
  expect(file.complete).toBe(true)
  return true
}

function readOrRefuse(bytes: Uint8Array): DicomFile | undefined {
  try {
    return readDicom(bytes)
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

describe('whole files', () => {
  it('of the fixtures are read the same', () => {
    const same = [...buildFixtures()].filter(([, bytes]) => readsTheSame(bytes)).map(([name]) => name)
    expect(same).toEqual([
      'explicit-little.dcm',
      'implicit-little.dcm',
      'explicit-big.dcm',
      'deflated.dcm',
      'no-preamble.dcm',
      'encapsulated.dcm',
      'japanese.dcm',
      'korean-items.dcm',
      'chinese.dcm',
    ])
  })

  const corpus = new URL('../../../../shared/corpora/dicom/', import.meta.url).pathname
  it.skipIf(!existsSync(corpus))('of the corpus are read the same', () => {
    let same = 0
    for (const entry of readdirSync(corpus, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && readsTheSame(new Uint8Array(readFileSync(join(entry.parentPath, entry.name))))) same++
    }
    expect(same).toBeGreaterThan(150)
  })
})
