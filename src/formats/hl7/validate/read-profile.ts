// Makes a profile ready for use: its paths read, and which checks of the standard it takes over.
import { ProblemError, type ProblemItem } from '../../../core/problem.ts'
import { type Hl7Path, parsePath } from '../paths.ts'
import type { Hl7Profile, PlaceRow, ProfileCondition, ProfilePredicate, SegmentRow } from './profile-schema.ts'

export interface ReadCondition {
  readonly condition: ProfileCondition
  readonly path: Hl7Path
  /** True where the path names no particular segment. */
  readonly anySegment: boolean
}

export interface ReadPredicate {
  readonly all: readonly ReadCondition[]
  readonly any: readonly ReadCondition[]
}

export interface ReadSegmentRow {
  readonly row: SegmentRow
  readonly when: ReadPredicate | undefined
}

export interface ReadPlaceRow {
  readonly row: PlaceRow
  readonly path: Hl7Path & { readonly field: number }
  readonly anySegment: boolean
  readonly when: ReadPredicate | undefined
}

export interface ReadProfile {
  readonly messages: Hl7Profile['messages']
  readonly segments: readonly ReadSegmentRow[]
  readonly places: readonly ReadPlaceRow[]
  /** Checks of the standard that the profile takes over, as `PID-8 table`. */
  readonly overridden: ReadonlySet<string>
}

const ASPECTS = [
  ['usage', ({ usage }: PlaceRow) => usage !== 'O'],
  ['cardinality', ({ max }: PlaceRow) => max !== undefined],
  ['length', ({ maxLength }: PlaceRow) => maxLength !== undefined],
  ['table', ({ table, codes, constant }: PlaceRow) => table !== undefined || codes !== undefined || constant !== undefined],
] as const

/**
 * @param pointer JSON pointer of the profile in the request
 * @throws ProblemError `invalid_input` with a pointer to each path that is none
 */
export function readProfile(profile: Hl7Profile, pointer: string): ReadProfile {
  const wrong: ProblemItem[] = []
  const segments = profile.segments.map((row, i) => ({ row, when: readPredicate(row.when, `${pointer}/segments/${i}/when`, wrong) }))
  const places = profile.places.flatMap((row, i) => {
    const path = readPath(row.path, `${pointer}/places/${i}/path`, wrong)
    const when = readPredicate(row.when, `${pointer}/places/${i}/when`, wrong)
    return path ? [{ row, path, anySegment: isAnySegment(row.path), when }] : []
  })
  if (wrong.length > 0) throw new ProblemError('Invalid HL7 path in the profile.', { code: 'invalid_input', errors: wrong })
  return { messages: profile.messages, segments, places, overridden: collectOverridden(places) }
}

function readPredicate(predicate: ProfilePredicate | undefined, pointer: string, wrong: ProblemItem[]): ReadPredicate | undefined {
  if (!predicate) return undefined
  const read = (conditions: readonly ProfileCondition[], list: 'all' | 'any') =>
    conditions.flatMap((condition, i) => {
      const path = readPath(condition.path, `${pointer}/${list}/${i}/path`, wrong)
      return path ? [{ condition, path, anySegment: isAnySegment(condition.path) }] : []
    })
  return { all: read(predicate.all, 'all'), any: read(predicate.any, 'any') }
}

function readPath(text: string, pointer: string, wrong: ProblemItem[]): ReadPlaceRow['path'] | undefined {
  const path = parsePath(text)
  if (path?.field !== undefined) return { ...path, field: path.field }
  wrong.push({ pointer, code: 'invalid_format', detail: 'expected a field or part such as PID-5, PID-3.4 or OBX-5[2].1' })
  return undefined
}

function isAnySegment(text: string): boolean {
  return text[3] !== '[' || text[4] === '*'
}

/** Rows for one segment or repetition alone, or under a condition, add to the standard and take nothing over. */
function collectOverridden(places: readonly ReadPlaceRow[]): Set<string> {
  const overridden = new Set<string>()
  for (const { row, path, anySegment, when } of places) {
    if (!anySegment || when || typeof path.repetition === 'number') continue
    const { segment, field, component, subcomponent } = path
    const place = [`${segment}-${field}`, component, subcomponent].filter((each) => each !== undefined).join('.')
    for (const [aspect, isNamed] of ASPECTS) if (isNamed(row)) overridden.add(`${place} ${aspect}`)
    // The table of a coded field is the table of its first component.
    if (component === undefined && overridden.has(`${place} table`)) overridden.add(`${place}.1 table`)
  }
  return overridden
}
