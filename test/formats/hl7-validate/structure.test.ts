// The order of segments: groups, choices, repetitions, and what is said of the first fault and of those behind it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { type GroupNode, messageStructure, type SegmentNode, structureOfEvent } from '../../../src/formats/hl7/dictionary/structures.ts'
import type { Hl7Version } from '../../../src/formats/hl7/dictionary/versions.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { messageType } from '../../../src/formats/hl7/message-header.ts'
import { IssueList } from '../../../src/formats/hl7/validate/issue-list.ts'
import { createMessageContext } from '../../../src/formats/hl7/validate/message-context.ts'
import { StructureAutomaton } from '../../../src/formats/hl7/validate/structure-automaton.ts'
import { projectFolder } from '../../architecture/source-file.ts'
import { makeMessage, pick, randomFrom } from './make-message.ts'
import { ALL_OFF, validateText } from './validate-text.ts'

const STRUCTURE_ONLY = { ...ALL_OFF, structure: 'error' } as const

/** A second opinion: the tree as a regular expression of the language, which backtracks. */
function patternOf(node: SegmentNode | GroupNode): string {
  const inner = node.kind === 'segment' ? `${node.id} ` : node.of.map(patternOf).join(node.kind === 'choice' ? '|' : '')
  const suffix = node.repeats ? (node.required ? '+' : '*') : node.required ? '' : '?'
  return `(?:${inner})${suffix}`
}

function fitsPattern(root: GroupNode, ids: readonly string[]): boolean {
  return new RegExp(`^${patternOf(root)}$`).test(ids.map((id) => `${id} `).join(''))
}

function fitsAutomaton(root: GroupNode, ids: readonly string[]): boolean {
  const automaton = new StructureAutomaton(root)
  let position = automaton.start
  for (const id of ids) {
    const next = automaton.step(position, id)
    if (!next) return false
    position = next
  }
  return position.canEnd
}

const sequence = (...ids: readonly string[]) => ids.map((id) => (id === 'MSH' ? '' : `${id}|1\r`)).join('')
const header = (type: string, version = '2.5.1') => `MSH|^~\\&|||||20260102||${type}|1|P|${version}\r`

function findings(type: string, ids: readonly string[], options: Parameters<typeof validateText>[1] = {}, version?: string): string[] {
  const { issues } = validateText(header(type, version) + sequence(...ids), { levels: STRUCTURE_ONLY, ...options })
  return issues.map(({ code, path, expected }) => `${code} ${path}: ${expected}`)
}

describe('HL7 v2.5.1 chapter 2.12: the order of segments', () => {
  test.each<[string, string, string[]]>([
    ['ADT^A01^ADT_A01', 'the least', ['EVN', 'PID', 'PV1']],
    ['ADT^A01^ADT_A01', 'ROL before and behind PV2', ['EVN', 'PID', 'ROL', 'ROL', 'NK1', 'PV1', 'PV2', 'ROL', 'DB1']],
    [
      'ORU^R01^ORU_R01',
      'two orders, specimens with their results',
      ['PID', 'ORC', 'OBR', 'OBX', 'SPM', 'OBX', 'OBR', 'NTE', 'OBX', 'NTE', 'OBX'],
    ],
    ['ORU^R01^ORU_R01', 'an optional group left out', ['OBR', 'OBX']],
    ['ORM^O01^ORM_O01', 'a choice: RXO', ['PID', 'ORC', 'RXO', 'NTE']],
    ['RSP^K11^RSP_K11', 'the segments of a query profile', ['MSA', 'QAK', 'QPD', 'PID', 'NK1', 'ORC', 'RXA', 'OBX', 'ORC', 'RXA', 'DSC']],
    ['RSP^K11^RSP_K11', 'no answer', ['MSA', 'QAK', 'QPD']],
    ['ORM^O01^ORM_O01', 'a choice: OBR, then ODS', ['ORC', 'OBR', 'OBX', 'ORC', 'ODS']],
    ['ADT^A01^ADT_A01', 'segments of the site', ['ZEV', 'EVN', 'PID', 'ZPI', 'PV1', 'ZZZ']],
  ])('%s: %s', (type, _title, ids) => {
    expect(findings(type, ids)).toEqual([])
  })

  test.each<[string, string, string[], string[]]>([
    ['ADT^A01^ADT_A01', 'one missing', ['EVN', 'PID'], ['segment_missing PV1: PV1']],
    ['ADT^A01^ADT_A01', 'two missing', ['PID'], ['segment_missing EVN: EVN', 'segment_missing PV1: PV1']],
    ['ADT^A01^ADT_A01', 'one of no version', ['EVN', 'QQQ', 'PID', 'PV1'], ['segment_undefined QQQ: PID']],
    ['ADT^A01^ADT_A01', 'one of another message', ['EVN', 'SCH', 'PID', 'PV1'], ['segment_unexpected SCH: PID']],
    ['ADT^A01^ADT_A01', 'repeated', ['EVN', 'EVN', 'PID', 'PV1'], ['segment_repeated EVN[2]: PID']],
    ['ORU^R01^ORU_R01', 'a group missing', ['PID', 'DSC'], ['segment_missing OBR: ORDER_OBSERVATION (OBR)']],
    [
      'ORU^R01^ORU_R01',
      'a last segment too early does not condemn the rest',
      ['DSC', 'PID', 'OBR', 'OBX', 'OBX'],
      ['segment_unexpected DSC: one of: SFT, PID, ORC, OBR'],
    ],
    ['ORM^O01^ORM_O01', 'both of a choice: the second begins an order without ORC', ['ORC', 'OBR', 'RXO'], ['segment_missing ORC: ORC']],
  ])('%s: %s', (type, _title, ids, expected) => {
    expect(findings(type, ids)).toEqual(expected)
  })

  test.each([
    ['the first part of a message', ['EVN', 'PID', 'PV1', 'OBX', 'ADD', 'DSC']],
    ['a message that goes on with a segment', ['ADD', 'EVN', 'PID', 'PV1']],
  ])('HL7 v2.5.1 §2.10.2: %s has ADD and DSC where it was cut', (_title, ids) => {
    expect(findings('ADT^A01^ADT_A01', ids)).toEqual([])
    expect(findings('ADT^A01^ADT_A01', [...ids, 'LOC'])).toHaveLength(1)
  })

  test('segments of the site are reported where that is wanted', () => {
    const ids = ['EVN', 'ZEV', 'PID', 'LOC', 'PV1']
    expect(findings('ADT^A01^ADT_A01', ids, { zSegments: 'report' })).toHaveLength(2)
    expect(findings('ADT^A01^ADT_A01', ids)).toHaveLength(1)
    expect(findings('ADT^A01^ADT_A01', ids, { localSegments: ['LOC'] })).toEqual([])
  })

  test('names the first segment that does not fit, and what was expected there', () => {
    const { messages } = validateText(header('ADT^A01^ADT_A01') + sequence('PID', 'EVN', 'PV1'))
    expect(messages[0]!.structure).toEqual({ expected: 'ADT_A01', version: '2.5.1', firstUnexpected: 'PID' })
  })

  test.each([
    ['RSP^K22^RSP_K21', '2.7', ['MSA', 'QAK', 'QPD', 'PID', 'PID'], { expected: 'RSP_K22', version: '2.7', firstUnexpected: null }, 1],
    ['ADT^A31^ADT_A01', '2.5.1', ['EVN', 'PID', 'PV1'], { expected: 'ADT_A01', version: '2.5.1', firstUnexpected: null }, 1],
    ['ADT^A31^ADT_A01', '2.5.1', ['EVN', 'PID', 'OBR'], { expected: 'ADT_A01', version: '2.5.1', firstUnexpected: 'OBR' }, 3],
  ])('%s of %s with %j is judged by the structure of its event where that fits alone', (type, version, ids, structure, count) => {
    const { messages, issues } = validateText(header(type, version) + sequence(...ids), { levels: STRUCTURE_ONLY })
    expect(messages[0]!.structure).toEqual(structure)
    expect(issues.map(({ code }) => code)).toHaveLength(count)
    expect(issues[0]).toMatchObject({ code: 'structure_differs', severity: 'warning' })
  })

  test.each([
    ['ZZZ^Z01', 'structure_unknown MSH-9'],
    ['ADT^Q99', 'event_unknown MSH-9'],
    ['ADT^A01^ADT_A05', 'structure_differs MSH-9.3'],
  ])('%s is no fault of the message', (type, expected) => {
    const { issues } = validateText(header(type) + sequence('EVN', 'PID', 'PV1'), { levels: STRUCTURE_ONLY })
    expect(issues.map(({ code, path, severity }) => `${code} ${path} ${severity}`)).toEqual([`${expected} warning`])
  })
})

describe('the automaton and the backtracking expression agree', () => {
  const ground: readonly (readonly [Hl7Version, string])[] = [
    ['2.3', 'ORM_O01'],
    ['2.5.1', 'ORU_R01'],
    ['2.5.1', 'ADT_A01'],
    ['2.5', 'ORM_O01'],
    ['2.5.1', 'SIU_S12'],
    ['2.4', 'DFT_P03'],
  ]

  test('on messages that were made and then shuffled', () => {
    let fitting = 0
    for (let seed = 1; seed <= 1_200; seed++) {
      const random = randomFrom(seed)
      const [version, structure] = pick(ground, random)
      const { root } = messageStructure(version, structure)!
      const ids = makeMessage(version, structure, random).segments.map(({ id }) => id)
      if (seed % 3 > 0) ids.splice(Math.floor(random() * ids.length), 1)
      if (seed % 3 > 1) ids.splice(Math.floor(random() * ids.length), 0, pick(ids, random))
      const fits = fitsPattern(root, ids)
      if (fits) fitting++
      expect([ids.join(' '), fitsAutomaton(root, ids)]).toEqual([ids.join(' '), fits])
    }
    expect(fitting).toBeGreaterThan(400)
    expect(fitting).toBeLessThan(1_100)
  })

  test('takes time in proportion to the segments', () => {
    const ids = ['OBR', ...Array.from({ length: 60_000 }, () => ['OBX', 'NTE']).flat()]
    const text = header('ORU^R01^ORU_R01') + sequence(...ids)
    expect(findings('ORU^R01^ORU_R01', ids)).toEqual([])
    expect(text.length).toBeGreaterThan(700_000)
  })
})

const corpus = join(projectFolder, '..', 'shared', 'corpora', 'hl7')

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  const files = existsSync(corpus)
    ? readdirSync(corpus, { recursive: true, withFileTypes: true }).filter((file) => file.isFile() && file.name !== 'MANIFEST.tsv')
    : []

  test('raises no false alarm: a message is condemned exactly where the backtracking expression condemns it', () => {
    let messages = 0
    let condemned = 0
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name))
      for (const { ids, roots, alarm } of judge(bytes)) {
        messages++
        if (alarm) condemned++
        expect([file.name, ids.join(' '), alarm]).toEqual([file.name, ids.join(' '), !roots.some((root) => fitsPattern(root, ids))])
      }
    }
    expect(messages).toBeGreaterThan(900)
    expect(condemned).toBeGreaterThan(100)
    expect(condemned).toBeLessThan(messages / 2)
  })
})

/** The messages with a structure: their segments without those of the site, and whether the validator condemns them. */
function judge(bytes: Uint8Array): { readonly ids: string[]; readonly roots: GroupNode[]; readonly alarm: boolean }[] {
  const document = readOrSkip(bytes)
  if (!document) return []
  const { issues } = validateText(bytes, { levels: STRUCTURE_ONLY })
  return document.messages.flatMap((message, i) => {
    // A version without tables is held against the nearest one, and nothing of it is an error.
    if (message.header === undefined || message.version.how === 'nearest') return []
    const version = message.version.used
    const { code, trigger, structure } = messageType(document, message)
    const names = [structure, structureOfEvent(version, code ?? '', trigger ?? '')].flatMap((name) => name ?? [])
    const trees = names.flatMap((name) => messageStructure(version, name) ?? [])
    if (trees.length === 0 || code === null) return []
    const roots = trees.map(({ root }) => root)
    const { segments } = createMessageContext(document, message, {
      version,
      issues: new IssueList(ALL_OFF, 'strict', 1),
      overridden: new Set(),
      isNewer: false,
    })
    const text = roots.map(patternOf).join()
    const ids = segments.map(({ id }) => id).filter((id) => !id.startsWith('Z') || text.includes(id))
    // A place where any segment may stand has no such pattern.
    if (text.includes('ANYHL7SEGMENT')) return []
    return [{ ids, roots, alarm: issues.some((issue) => issue.message === i && issue.severity === 'error') }]
  })
}

function readOrSkip(bytes: Uint8Array): ReturnType<typeof readDocument> | undefined {
  try {
    return readDocument(bytes)
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}
