// Imports a conformance profile in HL7's or NIST's XML form as profiles of this program, one for each message, with a list of what they lack.
import { ProblemError } from '../../../core/problem.ts'
import { STANDARD } from '../dictionary/standard.ts'
import { chooseVersion, type Hl7Version } from '../dictionary/versions.ts'
import { profileField } from '../validate/profile-schema.ts'
import type { ImportedRow } from './imported-row.ts'
import type { MessageModel, NotImported, ProfileModel, SegmentModel } from './message-model.ts'
import { type ImportContext, rowsOfSegment } from './place-rows.ts'
import { readProfileXml, refuse } from './profile-xml.ts'
import { type ReadConstraints, readConstraints, type SegmentNames } from './read-constraints.ts'
import { readHl7Profile } from './read-hl7-profile.ts'
import { readNistProfile } from './read-nist-profile.ts'
import { readValueSets } from './read-value-sets.ts'
import { hasSegment, type ImportedSegmentRow, listPlaces, rowOfSegment, type SegmentPlace } from './segment-rows.ts'

export interface ImportSource {
  readonly profile: string | Uint8Array
  readonly valueSets: string | Uint8Array | undefined
  readonly constraints: string | Uint8Array | undefined
}

export interface ImportedProfile {
  readonly name: string
  readonly messages: readonly { readonly code: string; readonly trigger?: string }[]
  readonly segments: readonly ImportedSegmentRow[]
  readonly places: readonly ImportedRow[]
}

export interface ImportedMessage {
  readonly id: string
  readonly structure: string
  readonly profile: ImportedProfile
  readonly notImported: readonly NotImported[]
}

export interface Import {
  readonly form: 'hl7' | 'nist'
  readonly name: string
  readonly version: { readonly declared: string; readonly used: Hl7Version }
  readonly messages: readonly ImportedMessage[]
  /** Of the files as a whole. */
  readonly notImported: readonly NotImported[]
}

/** @throws ProblemError `unreadable_input`, `unsupported_variant` or `resource_limit` for a file that is no such profile, or no XML */
export function importProfile({ profile, valueSets, constraints }: ImportSource): Import {
  const notes: NotImported[] = []
  const model = readModel(profile, notes)
  const version = chooseVersion(model.version).used
  const sets = valueSets === undefined ? new Map() : readValueSets(readProfileXml(valueSets))
  const read = constraints === undefined ? NO_CONSTRAINTS : readConstraints(readProfileXml(constraints), segmentNames(model), notes)
  const used = new Set<string>()
  const messages = model.messages.map((message) => {
    const own: NotImported[] = []
    const context = { version, valueSets: sets, conditions: read.conditions, used, notes: own }
    return importMessage(model, message, context, read)
  })
  for (const key of read.conditions.keys()) if (!used.has(key)) notes.push({ path: key.slice(key.indexOf(' ') + 1), kind: 'predicate' })
  const { form, name } = model
  return { form, name, version: { declared: model.version, used: version }, messages, notImported: distinct(notes) }
}

const NO_CONSTRAINTS: ReadConstraints = { conditions: new Map(), rows: new Map() }

function readModel(source: string | Uint8Array, notes: NotImported[]): ProfileModel {
  const document = readProfileXml(source)
  const { local } = document.root
  if (local === 'HL7v2xConformanceProfile') return readHl7Profile(document, notes)
  if (local === 'ConformanceProfile') return readNistProfile(document, notes)
  throw refuse(document, document.root, 'The file is neither an HL7v2xConformanceProfile nor a ConformanceProfile.')
}

function segmentNames({ messages }: ProfileModel): SegmentNames {
  const byId = new Map<string, SegmentModel>()
  const visit = (of: MessageModel['of']) => {
    for (const each of of) {
      if (each.kind === 'group') visit(each.of)
      else for (const id of [each.id, each.name]) if (!byId.has(id)) byId.set(id, each)
    }
  }
  for (const { of } of messages) visit(of)
  return {
    nameOf: (id) => byId.get(id)?.name,
    isSingle: (id, field) => byId.get(id)?.fields[field - 1]?.max === 1,
  }
}

function importMessage(model: ProfileModel, message: MessageModel, context: ImportContext, read: ReadConstraints): ImportedMessage {
  const { notes, version } = context
  const { code, trigger, id } = message
  const structureId = message.structure || STANDARD.structureOfEvent(version, code, trigger) || ''
  const structure = STANDARD.structure(version, structureId)
  const byName = Map.groupBy(listPlaces(message, structure, notes), ({ segment }) => segment.name)
  const segments: ImportedSegmentRow[] = []
  const places: ImportedRow[] = []
  for (const [name, all] of byName) {
    if (!/^[A-Z][A-Z0-9]{2}$/.test(name)) {
      notes.push({ path: name.slice(0, 100), kind: 'other' })
      continue
    }
    const row = rowOfSegment(name, all, structure, notes)
    if (row) segments.push(row)
    const used = all.filter(({ isLeft }) => !isLeft)
    if (used.length > 0 && structure && !name.startsWith('Z') && !hasSegment(structure.root, name))
      notes.push({ path: name, kind: 'structure' })
    places.push(...commonRows(used, context, read))
  }
  const messages = code === '' ? [] : [{ code, ...(trigger === '' ? {} : { trigger }) }]
  const name = model.messages.length === 1 ? model.name : `${model.name} ${id}`
  const profile = { name: name.slice(0, 200), messages, segments, places }
  checkLimits(profile)
  return { id, structure: structureId, profile, notImported: distinct(notes) }
}

/** @throws ProblemError `unsupported_variant` for a profile beyond the limits of the format, such as a constant of more than 10,000 characters */
function checkLimits(profile: ImportedProfile): void {
  const { success, error } = profileField.safeParse(profile)
  if (success) return
  const paths = error.issues.slice(0, 1).map(({ path }) => path.join('/'))
  throw new ProblemError('The profile exceeds the limits of the profile format.', { code: 'unsupported_variant', facts: { member: paths } })
}

/** The rows on which all places of a segment agree; others are noted, because a row is for every segment of its name. */
function commonRows(places: readonly SegmentPlace[], context: ImportContext, read: ReadConstraints): ImportedRow[] {
  // Segments of one identifier share their fields.
  const kinds = new Map(places.map(({ segment }) => [segment.fields, segment]))
  const lists = [...kinds.values()].map((segment) => {
    const rows = [segment.id, segment.name].flatMap((id, i, all) => (all.indexOf(id) < i ? [] : (read.rows.get(id) ?? [])))
    return new Map([...rowsOfSegment(context, segment), ...rows].map((row) => [JSON.stringify(row), row] as const))
  })
  const all = new Map(lists.flatMap((rows) => [...rows]))
  return [...all].flatMap(([key, row]) => {
    if (lists.every((rows) => rows.has(key))) return [row]
    context.notes.push({ path: row.path, kind: 'differs_by_place' })
    return []
  })
}

function distinct(notes: readonly NotImported[]): NotImported[] {
  return [...new Map(notes.map((note) => [`${note.kind} ${note.path}`, note])).values()]
}
