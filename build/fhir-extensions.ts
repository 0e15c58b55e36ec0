// The extensions and profiles of HL7's packages as text: what their differentials say, without what a validator does not read.
import { type ElementDefinition, EVERYWHERE, type StructureDefinition, setName } from './fhir-definitions.ts'
import type { Resource } from './fhir-packages.ts'
import { byCodeUnit } from './pack-table.ts'

const CORE = 'http://hl7.org/fhir/StructureDefinition/'
/** Members of an element that constrain; fixed, pattern, minValue and maxValue are told by how they begin. */
const KEPT = new Set(['id', 'path', 'sliceName', 'min', 'max', 'type', 'contentReference', 'binding', 'constraint', 'slicing', 'maxLength'])
const KEPT_BEGINNINGS = ['fixed', 'pattern', 'minValue', 'maxValue']

interface Profile extends StructureDefinition {
  readonly differential?: { readonly element: readonly ElementDefinition[] }
  readonly context?: readonly { readonly type: string; readonly expression: string }[]
  readonly contextInvariant?: readonly string[]
  /** Of the package of extensions alone. */
  readonly isLater?: boolean
}

interface Concepts extends Resource {
  readonly concept?: readonly object[]
}

/**
 * The definitions of a version, and those of HL7's package of extensions that it does not have: FHIR publishes its extensions apart since R5.
 * An extension that both have stays as the version has it, and may stand wherever one of them says. A code system that both have gets the
 * codes of both. Definitions that only the package has, and its code systems, are marked as later.
 */
export function withExtensions(core: readonly Resource[], extensions: readonly Resource[]): Resource[] {
  const later = new Map(extensions.map((each) => [keyOf(each), each]))
  const merged = core.map((each) => {
    const other = later.get(keyOf(each))
    later.delete(keyOf(each))
    if (other && each.resourceType === 'StructureDefinition') return withContexts(each as Profile, other as Profile)
    return other && each.resourceType === 'CodeSystem' ? withConcepts(each, other) : each
  })
  return [...merged, ...[...later.values()].map((each) => ({ ...each, isLater: true }))]
}

function keyOf({ resourceType, url }: Resource): string {
  return `${resourceType} ${url}`
}

function withContexts(core: Profile, later: Profile): Profile {
  const known = new Set(core.context?.map(({ type, expression }) => `${type} ${expression}`))
  const more = later.context?.filter(({ type, expression }) => !known.has(`${type} ${expression}`)) ?? []
  return { ...core, context: [...(core.context ?? []), ...more] }
}

function withConcepts(core: Concepts, later: Concepts): Resource {
  return { ...core, concept: [...(core.concept ?? []), ...(later.concept ?? [])], isLater: true }
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
  const { name, type, baseDefinition, abstract, differential, context, contextInvariant, isLater } = structure as Profile
  const elements = differential?.element
    .map(cutElement)
    .filter((element) => Object.keys(element).length > 1 && !isOwnUrl(element, structure))
  return {
    name,
    type,
    base: shorten(baseDefinition ?? ''),
    ...(abstract ? { abstract } : {}),
    ...(isLater ? { isLater } : {}),
    ...(structure.snapshot?.element[0]?.isModifier ? { isModifier: true } : {}),
    ...(context ? { context: [...new Set(context.map((each) => `${each.type[0]} ${each.expression}`))] } : {}),
    ...(contextInvariant ? { contextInvariant } : {}),
    element: elements,
  }
}

/** An extension fixes its address to its canonical, which a reader of the table adds. */
function isOwnUrl({ id, fixedUri }: Record<string, unknown>, { type, url }: StructureDefinition): boolean {
  return type === 'Extension' && id === 'Extension.url' && fixedUri === url
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
