// The types of a FHIR version as text: what each element may hold, and the invariants, from the StructureDefinitions of HL7's packages.
import type { Resource } from './fhir-packages.ts'
import { byCodeUnit } from './pack-table.ts'

export interface ElementDefinition {
  readonly id: string
  readonly path: string
  readonly sliceName?: string
  readonly min: number
  readonly max: string
  readonly base?: { readonly max: string }
  readonly type?: readonly ElementType[]
  readonly contentReference?: string
  readonly binding?: Binding
  readonly constraint?: readonly Constraint[]
  readonly slicing?: unknown
  readonly isModifier?: boolean
  readonly representation?: readonly string[]
}

interface ElementType {
  readonly code: string
  readonly profile?: readonly string[]
  readonly targetProfile?: readonly string[]
  readonly extension?: readonly Extension[]
}

interface Extension {
  readonly url: string
  readonly valueUrl?: string
  readonly valueUri?: string
  readonly valueCanonical?: string
}

interface Binding {
  readonly strength: string
  readonly valueSet?: string
  readonly extension?: readonly Extension[]
}

interface Constraint {
  readonly key: string
  readonly severity: string
  readonly expression?: string
  readonly human: string
  readonly extension?: readonly { readonly url: string; readonly valueBoolean?: boolean }[]
}

export interface StructureDefinition extends Resource {
  readonly url: string
  readonly name: string
  readonly type: string
  readonly kind: string
  readonly abstract: boolean
  readonly derivation?: string
  readonly baseDefinition?: string
  readonly snapshot?: { readonly element: readonly ElementDefinition[] }
}

const BASE = 'http://hl7.org/fhir/StructureDefinition/'
const FHIR_TYPE = `${BASE}structuredefinition-fhir-type`
const MAX_VALUE_SET = `${BASE}elementdefinition-maxValueSet`
const BEST_PRACTICE = `${BASE}elementdefinition-bestpractice`
/** Held by every element; the walk of the validator applies it by itself. */
export const EVERYWHERE = new Set(['ele-1', 'ext-1'])

export interface DefinitionTexts {
  /** Blocks by type: `=Name TAB kind TAB base TAB invariants`, then a line an element. */
  readonly types: string
  /** `=key TAB severity TAB best practice TAB expression TAB text`. */
  readonly invariants: string
}

/** The texts of one version. */
export function definitionTexts(structures: readonly StructureDefinition[]): DefinitionTexts {
  const types = structures.filter(({ kind, derivation, snapshot }) => derivation !== 'constraint' && kind !== 'logical' && snapshot)
  const invariants = new Invariants()
  const blocks = new Map<string, string[]>()
  for (const structure of types) for (const [name, lines] of blocksOf(structure, invariants)) blocks.set(name, lines)
  dropInherited(blocks)
  const names = [...blocks.keys()].sort(byCodeUnit)
  return { types: names.flatMap((name) => blocks.get(name)!).join('\n'), invariants: invariants.text() }
}

/** A key stands for one expression nearly always; where another element uses it for another one, that one gets a number. */
class Invariants {
  private readonly names = new Map<string, string>()
  private readonly lines = new Map<string, string>()

  nameOf({ key, severity, expression = '', human, extension = [] }: Constraint): string {
    const best = extension.some(({ url, valueBoolean }) => url === BEST_PRACTICE && valueBoolean) ? 'b' : ''
    const columns = [severity === 'error' ? '' : 'w', best, oneLine(expression), oneLine(human)].join('\t')
    const known = this.names.get(`${key}\t${columns}`)
    if (known !== undefined) return known
    let name = key
    for (let i = 2; this.lines.has(name); i++) name = `${key}~${i}`
    this.names.set(`${key}\t${columns}`, name)
    this.lines.set(name, columns)
    return name
  }

  text(): string {
    return [...this.lines.keys()]
      .sort(byCodeUnit)
      .map((name) => `=${name}\t${this.lines.get(name)!}`)
      .join('\n')
  }
}

function blocksOf({ name, kind, abstract, baseDefinition, snapshot }: StructureDefinition, invariants: Invariants): Map<string, string[]> {
  const elements = snapshot!.element
  const owners = new Set(elements.filter(({ path }) => path.includes('.')).map(({ path }) => ownerOf(path)))
  const blocks = new Map<string, string[]>()
  for (const element of elements) {
    const { path } = element
    if (path === name) {
      const letter = { resource: 'r', 'complex-type': 'c', 'primitive-type': 'p' }[kind]!
      const value = elements.find((each) => kind === 'primitive-type' && each.path === `${name}.value`)
      const heading = [`=${name}`, abstract ? letter.toUpperCase() : letter, lastOf(baseDefinition ?? ''), keysOf(element, invariants)]
      blocks.set(name, [[...heading, value ? systemType(value) : ''].join('\t').trimEnd()])
      continue
    }
    if (kind === 'primitive-type' && path === `${name}.value`) continue
    if (owners.has(path)) blocks.set(path, [[`=${path}`, 'b', element.type![0]!.code].join('\t')])
    blocks.get(ownerOf(path))!.push(lineOf(element, invariants))
  }
  return blocks
}

/** `name TAB cardinality TAB types TAB binding TAB invariants TAB flags`. */
function lineOf(element: ElementDefinition, invariants: Invariants): string {
  const { path, min, max, contentReference } = element
  const isList = (element.base?.max ?? max) !== '1'
  const cardinality = max === '0' ? '0' : (min > 0 ? '!' : '') + (isList ? '*' : '')
  if (min > 1 || (max !== '*' && max !== '1' && max !== '0')) throw new Error(`a cardinality that the tables do not hold: ${path}`)
  const types = contentReference === undefined ? (element.type ?? []).map(typeOf) : [contentReference.slice(contentReference.indexOf('#'))]
  const attribute = element.representation?.includes('xmlAttr') ? 'a' : ''
  const flags = attribute + (element.isModifier ? 'm' : '')
  const columns = [
    path.slice(path.lastIndexOf('.') + 1),
    cardinality,
    types.join('|'),
    bindingOf(element),
    keysOf(element, invariants),
    flags,
  ]
  return columns.join('\t').trimEnd()
}

/** `Reference(Patient,Group)`, `canonical(ValueSet)`, `Quantity<SimpleQuantity>`. */
function typeOf({ code, profile = [], targetProfile = [], extension = [] }: ElementType): string {
  const named = extension.find(({ url }) => url === FHIR_TYPE)
  // In R4 the definition of Resource.id says string and its text says id; R4B put that right.
  const name = code.startsWith('http://hl7.org/fhirpath/') ? (named?.valueUrl ?? named?.valueUri ?? 'string') : code
  const targets = targetProfile.map(lastOf).filter((target) => target !== 'Resource')
  const profiles = profile.length > 0 ? `<${profile.map(lastOf).join()}>` : ''
  return name + profiles + (targets.length > 0 ? `(${targets.join()})` : '')
}

/** `System.String`: the type of FHIRPath that a primitive is. The definitions of the two kinds of whole number say String; they are integers. */
function systemType({ path, type }: ElementDefinition): string {
  return /^(?:positiveInt|unsignedInt)\./.test(path) ? 'System.Integer' : lastOf(type?.[0]?.code ?? 'System.String')
}

/** `r|`, `e|` or `p|` for the strength and the value set, and `m|` with the set that bounds an extensible or preferred one. */
function bindingOf({ binding }: ElementDefinition): string {
  if (!binding) return ''
  const bound = binding.extension?.find(({ url }) => url === MAX_VALUE_SET)
  const max = bound?.valueCanonical ?? bound?.valueUri
  const parts =
    binding.valueSet === undefined || binding.strength === 'example' ? [] : [`${binding.strength[0]}|${setName(binding.valueSet)}`]
  return [...parts, ...(max === undefined ? [] : [`m|${setName(max)}`])].join(' ')
}

/** A canonical without its version; sets of FHIR itself without what they all begin with. */
export function setName(canonical: string): string {
  return canonical.split('|')[0]!.replace(/^http:\/\/hl7\.org\/fhir\/ValueSet\//, '')
}

function keysOf({ constraint = [] }: ElementDefinition, invariants: Invariants): string {
  return constraint
    .filter(({ key }) => !EVERYWHERE.has(key))
    .map((each) => invariants.nameOf(each))
    .join(' ')
}

function ownerOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.'))
}

function lastOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

/** Leaves out what a block says as its base does: a reader puts the elements of the base before its own. */
function dropInherited(blocks: Map<string, string[]>): void {
  const whole = new Map([...blocks].map(([name, lines]) => [name, lines]))
  for (const [name, [heading, ...lines]] of whole) {
    const [key, kind, base = '', keys = '', system = ''] = heading!.split('\t')
    const parent = whole.get(base)
    if (!parent) continue
    const [, , , inherited = ''] = parent[0]!.split('\t')
    const own = keys.split(' ').filter((each) => !inherited.split(' ').includes(each))
    const rest = lines.filter((line) => !parent.includes(line))
    blocks.set(name, [[key, kind, base, own.join(' '), system].join('\t').trimEnd(), ...rest])
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
