// Plants 20 kinds of defect in 50 messages each, which keep every rule before, and asks that the validator finds them where they are.
import { describe, expect, test } from 'vitest'
import { componentDefinitions, type FieldDefinition, segmentDefinition } from '../../../src/formats/hl7/dictionary/dictionary.ts'
import type { Hl7Version } from '../../../src/formats/hl7/dictionary/versions.ts'
import type { ValidationIssue } from '../../../src/formats/hl7/validate/issue-list.ts'
import type { ValidationRule } from '../../../src/formats/hl7/validate/rules.ts'
import { type MadeMessage, type MadeSegment, makeMessage, pick, randomFrom, writeMade } from './make-message.ts'
import { ALL_ERRORS, validateText } from './validate-text.ts'

const MESSAGES_PER_KIND = 50
const GROUND: readonly (readonly [Hl7Version, string])[] = [
  ['2.2', 'ADT_A01'],
  ['2.3', 'ADT_A01'],
  ['2.3', 'ORM_O01'],
  ['2.3.1', 'ORU_R01'],
  ['2.4', 'ADT_A01'],
  ['2.4', 'ORU_R01'],
  ['2.5', 'ORM_O01'],
  ['2.5.1', 'ORU_R01'],
  ['2.5.1', 'ADT_A01'],
  ['2.5.1', 'SIU_S12'],
  ['2.5.1', 'MDM_T02'],
  ['2.6', 'ORU_R01'],
  ['2.7', 'ADT_A01'],
  ['2.8.2', 'ORU_R01'],
]

interface Planted {
  readonly text: string
  readonly rule: ValidationRule
  /** Where the finding may be: the path, or a part of it. */
  readonly path: string
}

/** Plants a defect; undefined where the message has no place for it. */
type Plant = (message: MadeMessage, random: () => number) => Planted | undefined

interface Candidate {
  readonly segment: MadeSegment
  readonly field: FieldDefinition
  readonly path: string
}

/** The valued fields that meet a condition, delimiters and type of the message left out. */
function valuedFields({ version, segments }: MadeMessage, isMeant: (field: FieldDefinition) => boolean): Candidate[] {
  const seen = new Map<string, number>()
  return segments.flatMap((segment) => {
    const count = (seen.get(segment.id) ?? 0) + 1
    seen.set(segment.id, count)
    const prefix = count === 1 ? segment.id : `${segment.id}[${count}]`
    return (segmentDefinition(version, segment.id)?.fields ?? []).flatMap((field) => {
      if (!field || !segment.fields[field.position] || (segment.id === 'MSH' && [1, 2, 9, 12].includes(field.position))) return []
      return isMeant(field) ? [{ segment, field, path: `${prefix}-${field.position}` }] : []
    })
  })
}

/** Changes one field that meets a condition. */
function change(
  rule: ValidationRule,
  isMeant: (field: FieldDefinition) => boolean,
  changed: (value: string, field: FieldDefinition) => string,
): Plant {
  return (message, random) => {
    const candidates = valuedFields(message, isMeant)
    if (candidates.length === 0) return undefined
    const { segment, field, path } = pick(candidates, random)
    segment.fields[field.position] = changed(segment.fields[field.position]!, field)
    return { text: writeMade(message), rule, path }
  }
}

const isDate = ({ dataType }: FieldDefinition) => dataType !== null && ['DT', 'TS', 'DTM'].includes(dataType)
const isTime = ({ dataType }: FieldDefinition) => dataType === 'TS' || dataType === 'DTM'
const isOf =
  (...types: string[]) =>
  ({ dataType }: FieldDefinition) =>
    dataType !== null && types.includes(dataType)

const KINDS: Readonly<Record<string, Plant>> = {
  'a required segment is missing': (message) => {
    const id = message.structure.startsWith('SIU')
      ? 'SCH'
      : message.structure === 'ORM_O01'
        ? 'ORC'
        : message.structure === 'ORU_R01'
          ? 'OBR'
          : 'PID'
    if (message.segments.filter((segment) => segment.id === id).length !== 1) return undefined
    const segments = message.segments.filter((segment) => segment.id !== id)
    return { text: writeMade({ ...message, segments }), rule: 'structure', path: id }
  },
  'a segment is out of order': (message) => {
    const at = message.segments.findIndex(({ id }) => id === 'PID' || id === 'SCH')
    if (at < 0 || at === message.segments.length - 1) return undefined
    const [moved] = message.segments.splice(at, 1)
    message.segments.push(moved!)
    return { text: writeMade(message), rule: 'structure', path: moved!.id }
  },
  'a segment of another message is there': (message, random) => {
    const id = message.structure.startsWith('SIU') ? 'EVN' : 'SCH'
    message.segments.splice(1 + Math.floor(random() * message.segments.length), 0, { id, fields: [] })
    return { text: writeMade(message), rule: 'structure', path: id }
  },
  'a segment of no version is there': (message, random) => {
    message.segments.splice(1 + Math.floor(random() * message.segments.length), 0, { id: 'QQQ', fields: [] })
    return { text: writeMade(message), rule: 'structure', path: 'QQQ' }
  },
  'a segment is there twice': (message) => {
    const at = message.segments.findIndex(({ id }) => id === 'EVN' || id === 'SCH' || id === 'PD1')
    if (at < 0) return undefined
    message.segments.splice(at, 0, message.segments[at]!)
    return { text: writeMade(message), rule: 'structure', path: `${message.segments[at]!.id}[2]` }
  },
  'a required field is empty': change(
    'required',
    ({ required, path }) => required && path !== 'OBX-2',
    () => '',
  ),
  'a required component is empty': (message, random) => {
    const candidates = valuedFields(message, ({ composite }) =>
      componentDefinitions(message.version, composite).some(({ required }) => required),
    )
    if (candidates.length === 0) return undefined
    const { segment, field, path } = pick(candidates, random)
    const { position } = componentDefinitions(message.version, field.composite).find(({ required }) => required)!
    const parts = segment.fields[field.position]!.split('^')
    parts[position - 1] = ''
    if (parts.join('') === '') parts[position] = 'A'
    segment.fields[field.position] = parts.join('^')
    return { text: writeMade(message), rule: 'required', path: `${path}.${position}` }
  },
  'a field is repeated that must not be': change(
    'cardinality',
    ({ repeats, path }) => !repeats && path !== 'OBX-5',
    (value) => `${value}~${value}`,
  ),
  'a value is too long': change(
    'length',
    ({ maxLength, dataType }) => maxLength !== null && maxLength < 400 && dataType === 'ST',
    (_value, { maxLength }) => 'x'.repeat(maxLength! + 1),
  ),
  'a number holds letters': change('dataType', isOf('NM'), () => '1O'),
  'a sequence number is none': change('dataType', isOf('SI'), () => '1.'),
  'a code has a blank in front': change('dataType', isOf('ID', 'IS'), (value) => ` ${value}`),
  'a month is 13': change('dates', isDate, () => '20261301'),
  'a day is not in the calendar': change('dates', isDate, () => '20260229'),
  'an hour is 24': change('dates', isTime, () => '202601022400'),
  'an offset is beyond all zones': change('dates', isTime, () => '202601020809+2500'),
  'a date has an odd number of digits': change('dates', isDate, () => '2026010'),
  'a code is not in its table': (message, random) => {
    const at = valuedFields(message, ({ path }) => ['OBX-11', 'MSH-11', 'ORC-1', 'PV1-2', 'OBX-2', 'MSH-12'].includes(path))
    const { segment, field, path } = pick(at, random)
    segment.fields[field.position] = 'QQ'
    return { text: writeMade(message), rule: 'table', path }
  },
  'a segment has a field too many': (message, random) => {
    const at = 1 + Math.floor(random() * (message.segments.length - 1))
    const segment = message.segments[at]!
    const count = segmentDefinition(message.version, segment.id)?.fields.length
    if (count === undefined) return undefined
    segment.fields[count] = 'x'
    const number = message.segments.slice(0, at + 1).filter(({ id }) => id === segment.id).length
    const path = number === 1 ? segment.id : `${segment.id}[${number}]`
    return { text: writeMade(message), rule: 'cardinality', path: `${path}-${count}` }
  },
  'a batch counts otherwise': (message) => ({
    text: `BHS|^~\\&\r${writeMade(message)}BTS|2\r`,
    rule: 'batchCounts',
    path: 'BTS-1',
  }),
}

/** Messages of a kind, those left out that have no place for the defect. */
function plantAll(plant: Plant): { readonly planted: Planted; readonly clean: string }[] {
  const all: { planted: Planted; clean: string }[] = []
  for (let seed = 1; all.length < MESSAGES_PER_KIND && seed < 5_000; seed++) {
    const random = randomFrom(seed)
    const [version, structure] = pick(GROUND, random)
    const message = makeMessage(version, structure, random)
    const clean = writeMade(message)
    const planted = plant(message, random)
    if (planted && planted.text !== clean) all.push({ planted, clean })
  }
  return all
}

function isFound(issues: readonly ValidationIssue[], { rule, path }: Planted): boolean {
  return issues.some((issue) => issue.rule === rule && issue.path !== null && (issue.path === path || issue.path.startsWith(`${path}.`)))
}

describe('defects that were planted', () => {
  const all = Object.entries(KINDS).map(([kind, plant]) => ({ kind, cases: plantAll(plant) }))

  test('are of 20 kinds in 50 messages each', () => {
    expect(all).toHaveLength(20)
    expect(all.map(({ kind, cases }) => `${kind}: ${cases.length}`)).toEqual(all.map(({ kind }) => `${kind}: ${MESSAGES_PER_KIND}`))
  })

  test('stand in messages that keep every rule', () => {
    const faulty = all
      .flatMap(({ cases }) => cases.map(({ clean }) => validateText(clean, { levels: ALL_ERRORS }).issues))
      .filter((issues) => issues.length > 0)
    expect(faulty.slice(0, 3)).toEqual([])
  })

  test('are found, at least 99 in 100', () => {
    const missed = all.flatMap(({ kind, cases }) =>
      cases
        .filter(({ planted }) => !isFound(validateText(planted.text, { levels: ALL_ERRORS }).issues, planted))
        .map(({ planted }) => ({ kind, ...planted })),
    )
    const total = all.length * MESSAGES_PER_KIND
    expect({ missed: missed.length > total / 100 ? missed : [], total }).toEqual({ missed: [], total: 1_000 })
  })

  test('would be missed without the rules: the suite can fail', () => {
    const { cases } = all.find(({ kind }) => kind === 'a number holds letters')!
    const levels = { ...ALL_ERRORS, dataType: 'off' as const }
    expect(cases.filter(({ planted }) => isFound(validateText(planted.text, { levels }).issues, planted))).toEqual([])
  })
})
