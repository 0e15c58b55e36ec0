// The clinical items of a document by their kind, taken out of the concerns, panels and coverages that stand around them.
import type { ClinicalItem, Relation, Statement } from '../fields/statement-fields.ts'
import type { Section } from '../read-section.ts'
import { CLINICAL_KINDS, type ClinicalKind, kindOfStatement } from './clinical-kinds.ts'

export interface ClinicalLists {
  readonly items: Record<ClinicalKind, ClinicalItem[]>
  /** What stands around items, without those. */
  readonly groups: ClinicalItem[]
}

/** Every entry is in exactly one list: what neither its template nor its section tells the kind of is in `other`. */
export function listItems(sections: readonly Section[], loose: readonly Relation[]): ClinicalLists {
  const lists: ClinicalLists = {
    items: Object.fromEntries(CLINICAL_KINDS.map((kind) => [kind, [] as ClinicalItem[]])) as ClinicalLists['items'],
    groups: [],
  }
  const addAll = (relations: readonly Relation[], kind: ClinicalKind | undefined, section: string | null) => {
    for (const { statement } of relations) if (statement) addStatement(lists, statement, { kind, section, within: [] })
  }
  addAll(loose, undefined, null)
  const walk = (section: Section) => {
    addAll(section.entries, section.kind ?? undefined, section.path)
    for (const inner of section.sections) walk(inner)
  }
  for (const section of sections) walk(section)
  return lists
}

/** A panel of panels is three deep; a statement in more groups than these is an item with all that it holds. */
const MAX_GROUPS = 8

interface Place {
  /** Kind that the section, or the statement around, tells. */
  readonly kind: ClinicalKind | undefined
  readonly section: string | null
  /** Paths of the groups, the nearest last. */
  readonly within: readonly string[]
}

function addStatement({ items, groups }: ClinicalLists, statement: Statement, { kind: outer, section, within }: Place): void {
  const kind = kindOfStatement(statement.templates ?? []) ?? outer
  const parts = within.length < MAX_GROUPS ? partsOf(statement, kind) : []
  const place = within.length === 0 ? { section } : { section, within: [...within] }
  if (parts.length === 0) {
    items[kind ?? 'other'].push({ ...statement, ...place })
    return
  }
  const { related = [], ...facts } = statement
  const taken = new Set(parts)
  const kept = related.filter((relation) => !taken.has(relation))
  groups.push({ ...facts, ...(kept.length === 0 ? {} : { related: kept }), ...place })
  for (const part of parts) addStatement({ items, groups }, part.statement!, { kind, section, within: [...within, statement.path] })
}

/** The statements that an organizer, a concern or a coverage holds and that are what one asks for; empty for a statement that is itself such a one. */
function partsOf({ as, related = [] }: Statement, kind: ClinicalKind | undefined): Relation[] {
  if (as === 'organizer') return related.filter(({ type, statement }) => statement !== undefined && (type === undefined || type === 'COMP'))
  if (as !== 'act') return []
  if (kind === 'problems' || kind === 'allergies')
    return related.filter(({ type, statement }) => type === 'SUBJ' && statement?.as === 'observation' && isMain(statement))
  if (kind === 'payers') return related.filter(({ type, statement }) => type === 'COMP' && statement?.as === 'act')
  return []
}

/** No severity, status or priority. */
function isMain({ templates = [], name }: Statement): boolean {
  return kindOfStatement(templates) !== undefined || name === undefined
}
