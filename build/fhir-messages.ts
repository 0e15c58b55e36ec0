// Packs the message maps of the v2-to-FHIR guide: which segment in which group fills which resource by which segment map, and what refers to what.
import { parseCondition } from '../src/formats/hl7/fhir/condition.ts'
import { resolveTarget } from '../src/formats/hl7/fhir/resolve-target.ts'
import { parseTarget } from '../src/formats/hl7/fhir/target-path.ts'
import { FALLBACK } from './fhir-fallback.ts'
import type { LedgerRow } from './fhir-maps.ts'
import { conditionBeside, OWN_MESSAGE_ROWS, ROWS_OF_MESSAGES, rowsWith } from './fhir-own/all-maps.ts'
import { CONDITION_REPAIRS, NARRATIVES } from './fhir-repairs.ts'
import { readSources } from './fhir-sources.ts'

/** Segment, groups, order, condition, label, path in its resource, map, links. */
export function packMessages(dir: string, names: ReadonlyMap<string, string>): { text: string; ledger: LedgerRow[] } {
  const lines: string[] = []
  const ledger: LedgerRow[] = []
  for (const { name, rows } of readSources(dir)) {
    lines.push(`=${name}`)
    const first = lines.length
    for (const [i, row] of rows.entries()) {
      if (row.every((cell) => cell === '')) continue
      const { packed, ...entry } = packRow(name, row, names)
      if (packed !== undefined) lines.push(packed)
      ledger.push({ file: name, row: i + 3, ...entry })
    }
    for (const row of ROWS_OF_MESSAGES[name] ?? []) lines.push(checkedRow(row, names))
    addRowsWith(lines, first, names)
  }
  lines.push('=*')
  const first = lines.length
  for (const row of FALLBACK) {
    const [segment = '', , , condition = '', label = '', , map = ''] = row
    const beside = conditionBeside('*', segment, label, map)
    lines.push(checkedRow(row.with(3, both(condition, beside)), names))
  }
  for (const row of OWN_MESSAGE_ROWS) lines.push(checkedRow(row, names))
  addRowsWith(lines, first, names)
  return { text: lines.join('\n'), ledger }
}

/** @param first of the lines of the message map */
function addRowsWith(lines: string[], first: number, names: ReadonlyMap<string, string>): void {
  const all = lines.slice(first).map((line) => line.split('\t'))
  for (const row of all) for (const added of rowsWith(row, all)) lines.push(checkedRow(added, names))
}

/** Both conditions, where there are two. */
function both(first: string, second: string): string {
  if (first === '' || second === '') return first === '' && second !== '' ? `IF ${second}` : first
  return `IF (${first.replace(/^IF /, '')}) AND (${second})`
}

/** @throws Error where a row is not of the grammar, or its map is not there */
function checkedRow(row: readonly string[], names: ReadonlyMap<string, string>): string {
  const [segment = '', , , condition = '', label = '', path = '', map = '', links = ''] = row
  if (!names.has(map.toLowerCase())) throw new Error(`${segment}: no map ${map}`)
  if (condition !== '') parseCondition(condition)
  if (path !== '') resolveTarget(label.replace(/\[.*/, ''), parseTarget(path))
  for (const link of links === '' ? [] : links.split(' ')) {
    const [, type = '', target = ''] = /^([A-Za-z]+)(?:\[[^\]]*\])?\.([^=]+)=/.exec(link) ?? []
    resolveTarget(type, parseTarget(target))
  }
  return row
    .map((cell) => cell.trim())
    .join('\t')
    .trimEnd()
}

interface Outcome {
  readonly status: LedgerRow['status']
  readonly why: string
  readonly packed?: string
}

/** Where the rows of the second patient begin in the guide's ADT_A17; some of them mean the first one. */
const SECOND_PATIENT = 13

function packRow(name: string, row: readonly string[], names: ReadonlyMap<string, string>): Outcome {
  const [sort = '', identifier = '', , , , , rawCondition = '', , narrative = '', rawTarget = '', map = '', references = ''] = row
  const notDone = (why: string) => ({ status: 'not done' as const, why })
  if (rawTarget === '' && map === '') return { status: 'no target' as const, why: '' }
  if (map === '') return notDone('the guide names no segment map')
  const taken = NARRATIVES.find(({ find, map: only }) => !only && find.test(narrative))
  if (taken?.reason !== undefined) return notDone(taken.reason)
  if (narrative !== '' && !taken && rawCondition === '') return notDone('its condition is a sentence that the message does not answer')
  const known = names.get(map.toLowerCase().replace(/\s/g, ''))
  if (!known) return notDone(`the guide has no segment map of the name ${map}`)
  if (known.startsWith('PV1[Basic')) return notDone('the guide maps it to an extension of R5 on a Basic, which R4 validators refuse')
  if (known === 'MSH[Encounter]') return notDone('the event gives the Encounter of PV1 its status, in the program')
  if (known === 'PID[Appointment]') return notDone('the Patient of the message is the participant for all its identifiers')
  if (known === 'OBR[ServiceRequest]' && rawTarget.startsWith('SupplyRequest'))
    return notDone('the guide has no map of OBR to a SupplyRequest')
  if (name === 'ADT_A17' && Number.parseInt(sort, 10) >= SECOND_PATIENT)
    return notDone('the rows of the first patient are those of each: every PID begins a Patient, which the segments behind it are of')
  if (known === 'IN3[CareTeam]') return notDone('the guide takes no value of IN3 over')
  try {
    let condition = rawCondition
    for (const { map: start, find, put } of CONDITION_REPAIRS)
      if (!start || name.startsWith(start)) condition = condition.replace(find, put)
    condition = [condition.trim(), taken?.take ?? ''].filter((each) => each !== '').join(' AND ')
    if (condition !== '') parseCondition(condition)
    const { label, path } = readLabel(rawTarget, known)
    const place = placeOf(identifier)
    const segment = segmentOf(identifier, row[2] ?? '')
    const beside = conditionBeside(name, segment, label, known)
    if (beside !== '') condition = both(condition, beside)
    const isOrder = name === 'ORM_O01' && segment === 'RXO'
    const cells = [
      segment,
      place,
      sort.split('.').at(-1)!,
      condition,
      isOrder ? `${label}[1]` : label,
      path,
      known,
      linksOf(references, label).join(' '),
    ]
    return { status: 'executed' as const, why: '', packed: cells.join('\t').trimEnd() }
  } catch (error) {
    return notDone((error as Error).message)
  }
}

/** `Observation[2].note` with a map whose rows begin with note is Observation[2]; `Provenance[1].entity.what(Device)` has a path. */
function readLabel(target: string, map: string): { label: string; path: string } {
  const match = /^([A-Z][A-Za-z]+(?:\[[^\]]*\])?)(?:\.(.*))?$/.exec(target)
  if (!match) throw new Error('the target is no resource')
  const [, label = '', rest = ''] = match
  if (rest === 'note' || rest === '') return { label, path: '' }
  if (rest === 'reasonReference(Condition)') return { label: 'Condition[1]', path: '' }
  resolveTarget(label.replace(/\[.*/, ''), parseTarget(rest))
  if (!map.includes('[')) throw new Error('the map is for no resource')
  return { label, path: rest }
}

/** The groups of `ORU_R01.PATIENT_RESULT.PATIENT.PID`; `@PV1` for what follows a segment. */
function placeOf(identifier: string): string {
  const follow = /:follow:([A-Z0-9]{3})\./.exec(identifier)
  if (follow) return `@${follow[1]}`
  return identifier.split('.').slice(1, -1).join('/')
}

function segmentOf(identifier: string, syntax: string): string {
  const named = /[A-Z][A-Z0-9]{2}/.exec(syntax)?.[0]
  return named ?? identifier.split('.').at(-1)!
}

/** `A[1].path=B[2]`, the label of the row's own resource where the guide gives its type alone. */
function linksOf(references: string, label: string): string[] {
  const own = label.replace(/\[.*/, '')
  const statements = references.split(/;|\s+(?=[A-Z][A-Za-z]+[[.])/).map((each) => each.trim())
  return statements.flatMap((statement) => {
    const match = /^(Immunzation|[A-Z][A-Za-z]+)(\[[^\]]*\])?\.(.+?)=(.+)$/.exec(statement)
    if (!match) return []
    const [, rawType = '', index = '', rawPath = '', rawValue = ''] = match
    const type = rawType === 'Immunzation' ? 'Immunization' : rawType
    if (rawValue.startsWith('"')) return [`${type}${index}.${rawPath}=${rawValue}`]
    const value = /^([A-Z][A-Za-z]+)(\[[^\]]*\])?/.exec(rawValue)
    if (!value) return []
    // A Bundle does not refer to itself: its header stands for it.
    const to = value[1] === 'Bundle' ? 'MessageHeader[1]' : `${value[1]}${value[2] ?? ''}`
    let path = rawPath
      .replace(/\.(?:reference|id)$/, '')
      .replace(/^specimen\[1\]\(Specimen\.collection\.collector(?:\.reference\))?\)?$/, 'collection.collector')
    const isCollector = path === 'collection.collector'
    if (path === 'diagnosis') path = type === 'Encounter' ? 'diagnosis.condition' : 'diagnosis.condition'
    if (path === 'subject.id') path = 'subject'
    const from = isCollector ? 'Specimen' : type
    resolveTarget(from, parseTarget(path))
    return [`${from}${isCollector ? '' : from === own && index === '' ? label.slice(own.length) : index}.${path}=${to}`]
  })
}
