// The demands of a profile on the fields of one segment and their parts, as rows of the profile format.
import type { CodeTable } from '../dictionary/code-tables.ts'
import { type Hl7Dictionary, STANDARD } from '../dictionary/standard.ts'
import type { Hl7Version } from '../dictionary/versions.ts'
import type { ConditionalUsage, ImportedRow } from './imported-row.ts'
import type { Binding, ElementModel, NotImported, SegmentModel } from './message-model.ts'
import type { ValueSet } from './read-value-sets.ts'

export interface ImportContext {
  readonly version: Hl7Version
  readonly valueSets: ReadonlyMap<string, ValueSet>
  /** By `segment path`, such as `PID_1 PID-3.4`: conditions of the file that the format can say. */
  readonly conditions: ReadonlyMap<string, ConditionalUsage>
  /** Takes the keys of the conditions that an element has. */
  readonly used: Set<string>
  readonly notes: NotImported[]
}

/** A list in one row; more codes than this are a terminology. */
const MAX_CODES = 10_000

/** What the standard says of an element, as far as it matters here. */
interface StandardElement {
  readonly dataType: string | null
  readonly composite: string
  readonly table: string | null
}

const dictionary: Hl7Dictionary = STANDARD

export function rowsOfSegment(context: ImportContext, segment: SegmentModel): ImportedRow[] {
  const definition = dictionary.segment(context.version, segment.name)
  return segment.fields.flatMap((field) => {
    // The delimiters are no values.
    if (segment.name === 'MSH' && field.position <= 2) return []
    const path = `${segment.name}-${field.position}`
    return rowsOf({ ...context, segment, field }, field, path, definition?.fields[field.position], undefined)
  })
}

interface FieldContext extends ImportContext {
  readonly segment: SegmentModel
  readonly field: ElementModel
}

/** @param holder path of the component that a subcomponent is in, if that need not be there */
function rowsOf(
  context: FieldContext,
  element: ElementModel,
  path: string,
  standard: StandardElement | undefined,
  holder: string | undefined,
): ImportedRow[] {
  const { notes, version } = context
  if (standard?.dataType && isOtherType(standard.dataType, element.dataType)) notes.push({ path, kind: 'data_type' })
  const own = ownRows(context, element, path, holder)
  const isLeft = element.usage === 'X' || element.usage === 'W'
  const codes = element.binding && !isLeft ? codeRow(context, element, element.binding, path, standard) : undefined
  const definitions = standard ? dictionary.components(version, standard.composite) : []
  const parts = isLeft
    ? []
    : element.parts.flatMap((part) => {
        const isSub = path.includes('.')
        const known = definitions.find(({ position }) => position === part.position)
        const needsHolder = isSub && element.usage !== 'R' ? path : undefined
        return rowsOf(context, part, `${path}.${part.position}`, known, needsHolder)
      })
  return [...own, ...(codes ? [codes] : []), ...parts]
}

function isOtherType(standard: string, own: string): boolean {
  // What a CM or a flavor holds stands behind its name: CM_MSG.
  const [base = ''] = own.split('_')
  return base !== '' && base !== '-' && standard !== 'varies' && base.toUpperCase() !== 'VARIES' && base !== standard
}

/** What holds always, and a usage under a condition, are two rows. */
function ownRows(context: FieldContext, element: ElementModel, path: string, holder: string | undefined): ImportedRow[] {
  const usage = usageOf(context, element, path, holder)
  if (usage.usage === 'X' && !('when' in usage)) return [{ path, ...usage }]
  const { min, max, minLength, maxLength, constant } = element
  const row: ImportedRow = {
    path,
    ...('when' in usage ? {} : usage),
    ...(min > 1 ? { min: Math.min(min, 10_000) } : {}),
    ...(max <= 10_000 && max > 0 && !path.includes('.') ? { max } : {}),
    ...(minLength !== undefined && minLength > 1 ? { minLength: Math.min(minLength, 10_000_000) } : {}),
    ...(maxLength === undefined || maxLength > 10_000_000 ? {} : { maxLength }),
    ...(constant === undefined ? {} : { constant }),
  }
  return [...('when' in usage ? [{ path, ...usage }] : []), ...(Object.keys(row).length > 1 ? [row] : [])]
}

type FoundUsage = Pick<ImportedRow, 'usage' | 'severity' | 'when' | 'otherwise'>

function usageOf(context: FieldContext, { usage }: ElementModel, path: string, holder: string | undefined): FoundUsage {
  const { conditions, used, notes, segment, field } = context
  if (usage === 'O') return {}
  if (usage === 'W') return { usage: 'X', severity: 'warning' }
  if (usage === 'X' || usage === 'RE') return { usage }
  if (usage === 'R') {
    if (holder === undefined) return { usage }
    // The condition of a row is read in the first repetition alone.
    if (field.max === 1) return { usage, when: { all: [{ path: holder, valued: true }] } }
    notes.push({ path, kind: 'part_of_repetition' })
    return {}
  }
  const key = [segment.id, segment.name].map((id) => `${id} ${path}`).find((each) => conditions.has(each))
  if (key !== undefined && usage.startsWith('C') && holder === undefined) {
    used.add(key)
    return conditions.get(key)!
  }
  notes.push({ path, kind: usage.startsWith('C') ? 'conditional_usage' : 'usage' })
  return {}
}

/** The codes of a value set or table, in a row of their own: where a code stands may be another place than where it is bound. */
function codeRow(
  { valueSets, version, notes }: FieldContext,
  { parts }: ElementModel,
  { ids, location, isStrict }: Binding,
  path: string,
  standard: StandardElement | undefined,
): ImportedRow | undefined {
  const sets = ids.map((id) => valueSets.get(id))
  const place = location !== undefined && parts.length > 0 ? `${path}.${location}` : path
  if (sets.some((set) => !set)) {
    const table = ids.length === 1 ? tableOf(ids[0]!) : undefined
    // The standard's own table is checked already.
    if (table !== undefined && isStrict && table === standard?.table) return undefined
    const codes = table === undefined ? undefined : dictionary.table(version, table)
    // HL7 only suggests the codes of a user table (HL7 v2.5.1 §2.5.3.6).
    if (codes && isStrict && hasCodes(codes)) return { path: place, table: codes.id, ...(codes.kind === 'user' ? WARNING : {}) }
    notes.push({ path, kind: table === undefined ? 'value_set' : 'table' })
    return undefined
  }
  const codes = [...new Set(sets.flatMap((set) => set!.codes))]
  const isOpen = sets.some((set) => set!.extensibility === 'open')
  const isNested = place.split('.').length > 3
  if (!isStrict || isOpen || codes.length === 0 || codes.length > MAX_CODES || isNested || codes.some((code) => code.length > 1_000)) {
    notes.push({ path, kind: 'value_set' })
    return undefined
  }
  const isClosed = sets.every((set) => set!.extensibility === 'closed')
  return { path: place, codes, ...(isClosed ? {} : WARNING) }
}

/** `0001` and NIST's `HL70001` are tables of HL7. */
function tableOf(id: string): string | undefined {
  return /^(?:HL7)?([0-9]{4})$/.exec(id)?.[1]
}

function hasCodes({ codes }: CodeTable): boolean {
  return [...codes.values()].some(({ inVersion }) => inVersion)
}

const WARNING = { severity: 'warning' } as const
