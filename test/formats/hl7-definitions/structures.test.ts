// Where local segments stand in a message structure: for the validator, for groups, and for paths with groups.
import { describe, expect, test } from 'vitest'
import { insertSegments } from '../../../src/formats/hl7/definitions/insert-segments.ts'
import { type GroupNode, messageStructure } from '../../../src/formats/hl7/dictionary/structures.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { SegmentPlacer } from '../../../src/formats/hl7/index/place-segments.ts'
import { validateDocument } from '../../../src/formats/hl7/validate/validate-document.ts'
import { lines } from '../hl7/hl7-text.ts'
import { ALL_OFF, summarize } from '../hl7-validate/validate-text.ts'
import { definitionsOf, dictionaryOf } from './definitions-of-site.ts'

const V = '2.5.1'
const ZSEGMENTS = ['ZAA', 'ZBB'].map((id) => ({ id }))

/** A group as the tables write it: `PID PD1? VISIT(PV1 PV2?)?`. */
function show(group: GroupNode): string {
  const parts = group.of.map((node) => {
    const suffix = node.required ? (node.repeats ? '+' : '') : node.repeats ? '*' : '?'
    if (node.kind === 'segment') return node.id + suffix
    return `${node.name}${node.kind === 'choice' ? '<' : '('}${show(node)}${node.kind === 'choice' ? '>' : ')'}${suffix}`
  })
  return parts.join(' ')
}

function places(id: string, ...segments: object[]) {
  return definitionsOf({ structures: [{ id, segments }] }).structures[0]!.segments
}

describe('inserting', () => {
  const structure = messageStructure(V, 'ORU_R01')!
  test.each<[string, object[], string, number[]]>([
    ['behind a segment', [{ segment: 'ZAA', after: 'PD1' }], 'PD1? ZAA? NTE*', []],
    ['before a segment', [{ segment: 'ZAA', before: 'PD1' }], 'PID ZAA? PD1?', []],
    ['required and repeating', [{ segment: 'ZAA', after: 'PD1', required: true, repeats: true }], 'PD1? ZAA+ NTE*', []],
    [
      'behind one that was put there',
      [
        { segment: 'ZAA', after: 'PD1' },
        { segment: 'ZBB', after: 'ZAA' },
      ],
      'PD1? ZAA? ZBB? NTE*',
      [],
    ],
    ['in one group of several', [{ segment: 'ZAA', after: 'NTE', group: 'OBSERVATION' }], 'OBSERVATION(OBX NTE* ZAA?)*', []],
    ['behind a group', [{ segment: 'ZAA', after: 'OBSERVATION' }], ')* ZAA? FT1*', []],
    [
      'nowhere',
      [
        { segment: 'ZAA', after: 'PV1', group: 'PATIENT' },
        { segment: 'ZBB', after: 'PD1' },
      ],
      'PD1? ZBB? NTE*',
      [0],
    ],
  ])('%s', (_title, given, expected, missing) => {
    const inserted = insertSegments(structure, places('ORU_R01', ...given))
    expect(show(inserted.structure.root)).toContain(expected)
    expect(inserted.missing).toEqual(missing)
  })

  test('without a group, wherever the structure has the place', () => {
    const inserted = insertSegments(structure, places('ORU_R01', { segment: 'ZAA', after: 'NTE' }))
    expect(show(inserted.structure.root).match(/NTE\* ZAA\?/g)).toHaveLength(show(structure.root).match(/NTE\*/g)!.length)
  })

  test('leaves the tree of the standard as it was', () => {
    const before = show(structure.root)
    insertSegments(structure, places('ORU_R01', { segment: 'ZAA', after: 'NTE' }))
    expect(show(structure.root)).toBe(before)
  })

  test('beside one segment of a choice', () => {
    const choice = messageStructure(V, 'PGL_PC6')!
    const { structure: inserted, missing } = insertSegments(choice, places('PGL_PC6', { segment: 'ZAA', after: 'OBR' }))
    expect(missing).toEqual([])
    expect(show(inserted.root)).toContain('<(OBR ZAA?)')
    const placer = new SegmentPlacer(inserted)
    expect(['MSH', 'PID', 'GOL', 'ORC', 'OBR', 'ZAA', 'OBX'].map((id) => placer.place(id).expected)).toEqual(Array(7).fill(true))
  })
})

describe('the validator', () => {
  const dictionary = dictionaryOf({
    segments: ZSEGMENTS,
    structures: [{ id: 'ADT_A01', segments: [{ segment: 'ZAA', after: 'PID', required: true }] }],
    events: [{ code: 'ADT', trigger: 'Z01', structure: 'ADT_A01' }],
  })
  const check = (event: string, ...ids: string[]) => {
    const text = lines(`MSH|^~\\&|A|B|C|D|20260102||ADT^${event}|1|P|${V}`, ...ids.map((id) => `${id}|1`))
    const options = { levels: { ...ALL_OFF, structure: 'error' }, strictness: 'strict', profile: undefined, version: undefined } as const
    const document = readDocument(text, 'auto', dictionary)
    return summarize(validateDocument(document, { ...options, maxIssues: 99, zSegments: 'allow', localSegments: [] }))
  }

  test.each<[string, string[], string[]]>([
    ['at its place', ['EVN', 'PID', 'ZAA', 'PV1'], []],
    ['at another place', ['EVN', 'PID', 'PV1', 'ZAA'], ['segment_unexpected PV1', 'segment_missing PV1']],
    ['missing', ['EVN', 'PID', 'PV1'], ['segment_missing ZAA']],
    ['twice', ['EVN', 'PID', 'ZAA', 'ZAA', 'PV1'], ['segment_repeated ZAA[2]']],
    ['one without a place may stand anywhere', ['EVN', 'ZBB', 'PID', 'ZAA', 'PV1', 'ZBB'], []],
  ])('%s', (_title, ids, expected) => {
    expect(check('A01', ...ids)).toEqual(expected)
    expect(check('Z01', ...ids)).toEqual(expected)
  })
})

test('a place that one version lacks is told for that version alone', () => {
  const dictionary = dictionaryOf({ segments: ZSEGMENTS, structures: [{ id: 'ADT_A01', segments: [{ segment: 'ZAA', after: 'PDA' }] }] })
  expect(dictionary.conflicts('2.3')).toEqual([{ code: 'definition_conflict', path: 'ADT_A01' }])
  expect(dictionary.conflicts('2.5.1')).toEqual([])
})
