// Puts what a site defines beside what one version of the standard says of the same segment, data type or table.
//
// The rule: what only one side defines holds. Where both do, the site may name the place and may fill in what the standard leaves open there (a
// table, a limit of length); where they contradict each other the standard holds, unless the site asks for its own by `override`.
import type { CodeTable, TableCode } from '../dictionary/code-tables.ts'
import type { ComponentDefinition, FieldDefinition, SegmentDefinition } from '../dictionary/dictionary.ts'
import type { DefinitionConflict } from '../dictionary/standard.ts'
import type { LocalComponent, LocalField, LocalSegment, LocalTable } from './definitions-schema.ts'

export interface Merged<T> {
  readonly definition: T
  readonly conflicts: readonly DefinitionConflict[]
}

/** @param standard undefined where the version does not define the segment */
export function mergeSegment(local: LocalSegment, standard: SegmentDefinition | undefined): Merged<SegmentDefinition> {
  const conflicts: DefinitionConflict[] = []
  const fields: (FieldDefinition | undefined)[] = [...(standard?.fields ?? [undefined])]
  for (const field of local.fields) {
    const path = `${local.id}-${field.position}`
    const known = fields[field.position]
    // A withdrawn field is free for use by agreement.
    const own = known && (known.dataType !== null || known.composite !== '') ? known : undefined
    while (fields.length <= field.position) fields.push(undefined)
    fields[field.position] = mergeField(field, own, path, conflicts)
  }
  return { definition: { id: local.id, name: local.name ?? standard?.name ?? local.id, fields }, conflicts }
}

function mergeField(
  local: LocalField,
  standard: FieldDefinition | undefined,
  path: string,
  conflicts: DefinitionConflict[],
): FieldDefinition {
  const isOther = differs(local.repeats, standard?.repeats) || hasOtherLength(local, standard)
  const verdict = compare(local, standard, path, conflicts, isOther)
  if (verdict === 'standard') return standard!
  const base = verdict === 'both' ? standard : undefined
  return {
    position: local.position,
    path,
    ...mergeType(local, base, standard),
    repeats: local.repeats ?? standard?.repeats ?? false,
    maxLength: base?.maxLength ?? local.maxLength ?? null,
    item: standard?.item ?? null,
  }
}

function hasOtherLength({ maxLength }: LocalField, standard: FieldDefinition | undefined): boolean {
  return standard !== undefined && standard.maxLength !== null && differs(maxLength, standard.maxLength)
}

/** True for a value that is given and is another one. */
function differs<T>(local: T | undefined, standard: T | undefined): boolean {
  return local !== undefined && standard !== undefined && local !== standard
}

/** Whose definition holds: both where they do not contradict each other. Notes a contradiction. */
function compare(
  local: LocalField | LocalComponent,
  standard: ComponentDefinition | undefined,
  path: string,
  conflicts: DefinitionConflict[],
  isOtherwise = false,
): 'site' | 'standard' | 'both' {
  if (!standard) return 'site'
  const { dataType, required, table, override } = local
  const isOther =
    isOtherwise ||
    differs(dataType, standard.dataType ?? undefined) ||
    differs(required, standard.required) ||
    (standard.table !== null && differs(table, standard.table))
  if (!isOther) return 'both'
  conflicts.push({ code: override ? 'definition_override' : 'definition_conflict', path })
  return override ? 'site' : 'standard'
}

type Typed = Pick<ComponentDefinition, 'name' | 'dataType' | 'composite' | 'required' | 'table'>

/** @param base the standard's definition where both hold */
function mergeType(local: LocalField | LocalComponent, base: Typed | undefined, standard: Typed | undefined): Typed {
  return {
    name: local.name,
    dataType: local.dataType,
    // A CM is one of several.
    composite: base?.composite || local.dataType,
    required: local.required ?? standard?.required ?? false,
    table: base?.table ?? local.table ?? null,
  }
}

/** @param standard empty where no version has the data type */
export function mergeComponents(
  name: string,
  local: readonly LocalComponent[],
  standard: readonly ComponentDefinition[],
): Merged<readonly ComponentDefinition[]> {
  const conflicts: DefinitionConflict[] = []
  const merged = new Map(standard.map((each) => [each.position, each]))
  for (const component of local) {
    const known = merged.get(component.position)
    const { position } = component
    const verdict = compare(component, known, `${name}.${position}`, conflicts)
    if (verdict !== 'standard') merged.set(position, { position, ...mergeType(component, verdict === 'both' ? known : undefined, known) })
  }
  return { definition: [...merged.values()].sort((a, b) => a.position - b.position), conflicts }
}

/** Added codes are no contradiction: sites extend tables. */
export function mergeTable(local: LocalTable, standard: CodeTable | undefined): Merged<CodeTable> {
  const own = local.codes.map(({ code, display }): [string, TableCode] => [code, { code, display, inVersion: true }])
  const isWhole = local.replace || !standard
  const conflicts: DefinitionConflict[] = local.replace && standard ? [{ code: 'definition_override', path: `table ${local.id}` }] : []
  const definition: CodeTable = {
    id: local.id,
    name: local.name ?? standard?.name ?? local.id,
    kind: isWhole ? 'site' : standard.kind,
    inVersion: true,
    codes: new Map(isWhole ? own : [...standard.codes, ...own]),
  }
  return { definition, conflicts }
}
