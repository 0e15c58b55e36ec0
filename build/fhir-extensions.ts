// The extensions and profiles of HL7's packages as text: what their differentials say, without what a validator does not read.
import { type ElementDefinition, EVERYWHERE, type StructureDefinition, setName } from './fhir-definitions.ts'
import { byCodeUnit } from './pack-table.ts'

const CORE = 'http://hl7.org/fhir/StructureDefinition/'
/** Members of an element that constrain; fixed, pattern, minValue and maxValue are told by how they begin. */
const KEPT = new Set(['id', 'path', 'sliceName', 'min', 'max', 'type', 'contentReference', 'binding', 'constraint', 'slicing', 'maxLength'])
const KEPT_BEGINNINGS = ['fixed', 'pattern', 'minValue', 'maxValue']

interface Profile extends StructureDefinition {
  readonly differential?: { readonly element: readonly ElementDefinition[] }
  readonly context?: readonly { readonly type: string; readonly expression: string }[]
  readonly contextInvariant?: readonly string[]
}

/** Blocks by canonical: `=url`, then the definition as JSON, cut to what a validator reads. */
export function profileText(structures: readonly StructureDefinition[]): string {
  return structures
    .filter(({ derivation, kind }) => derivation === 'constraint' && kind !== 'logical')
    .sort((a, b) => byCodeUnit(shorten(a.url), shorten(b.url)))
    .map((structure) => `=${shorten(structure.url)}\n${JSON.stringify(cut(structure))}`)
    .join('\n')
}

/** The value sets that the profiles bind codes to, more than as a suggestion. */
export function boundSets(structures: readonly StructureDefinition[]): string[] {
  return structures
    .filter(({ derivation }) => derivation === 'constraint')
    .flatMap((structure) => (structure as Profile).differential?.element ?? [])
    .flatMap(({ binding }) => (binding?.valueSet && /^(?:required|extensible)$/.test(binding.strength) ? [setName(binding.valueSet)] : []))
}

function shorten(url: string): string {
  return url.startsWith(CORE) ? url.slice(CORE.length) : url
}

function cut(structure: StructureDefinition): Record<string, unknown> {
  const { name, type, baseDefinition, abstract, differential, context, contextInvariant } = structure as Profile
  const elements = differential?.element.map(cutElement).filter((element) => Object.keys(element).length > 1)
  return {
    name,
    type,
    base: shorten(baseDefinition ?? ''),
    ...(abstract ? { abstract } : {}),
    ...(context ? { context: context.map((each) => `${each.type[0]} ${each.expression}`) } : {}),
    ...(contextInvariant ? { contextInvariant } : {}),
    element: elements,
  }
}

function cutElement(element: ElementDefinition): Record<string, unknown> {
  const kept = Object.entries(element).filter(([key]) => KEPT.has(key) || KEPT_BEGINNINGS.some((each) => key.startsWith(each)))
  const cut: Record<string, unknown> = Object.fromEntries(kept)
  if (element.id !== undefined) delete cut.path
  if (element.binding) {
    const { strength, valueSet } = element.binding
    if (valueSet === undefined || strength === 'example' || strength === 'preferred') delete cut.binding
    else cut.binding = { strength, valueSet: valueSet.split('|')[0] }
  }
  if (element.type) cut.type = element.type.map(({ extension, ...rest }) => rest)
  if (element.constraint) {
    const constraints = element.constraint.filter(({ key }) => !EVERYWHERE.has(key))
    if (constraints.length === 0) delete cut.constraint
    else cut.constraint = constraints.map(({ key, severity, human, expression }) => ({ key, severity, human, expression }))
  }
  if (element.slicing) {
    const { description, ...slicing } = element.slicing as Record<string, unknown>
    cut.slicing = slicing
  }
  return cut
}
