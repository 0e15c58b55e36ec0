// Element plans: what each property of a type may hold, compiled on first use from the packed definitions of a version.
import { readBlocks, readSection } from './read-tables.ts'
import { FHIR_VERSIONS, type FhirVersion } from './versions.ts'

/** `backbone` is a type within one resource or data type, named by its path: `Patient.contact`. */
export type TypeKind = 'resource' | 'complex' | 'primitive' | 'backbone'

export type SystemType = 'Boolean' | 'Integer' | 'Decimal' | 'String' | 'Date' | 'DateTime' | 'Time'

export interface Invariant {
  /** `per-1`. */
  readonly key: string
  readonly severity: 'error' | 'warning'
  readonly bestPractice: boolean
  /** FHIRPath. */
  readonly expression: string
  /** What the definition says of it. */
  readonly human: string
}

export interface Binding {
  readonly strength: 'required' | 'extensible' | 'preferred'
  /** The canonical of the value set, without its version. */
  readonly valueSet: string
}

const KINDS: Readonly<Record<string, TypeKind>> = { r: 'resource', c: 'complex', p: 'primitive', b: 'backbone' }
const STRENGTHS: Readonly<Record<string, Binding['strength']>> = { r: 'required', e: 'extensible', p: 'preferred' }
const VALUE_SETS = 'http://hl7.org/fhir/ValueSet/'

/** One type that an element may have. */
export class TypeUse {
  /** `Patient`, `string`; a type within a resource by its path: `Patient.contact`, also where it is reused by content reference. */
  readonly code: string
  /** Names of types that a Reference, canonical or CodeableReference may lead to; empty where any may. */
  readonly targets: readonly string[]
  /** Names of profiles that the base definition itself demands, as `SimpleQuantity`. */
  readonly profiles: readonly string[]
  private readonly model: FhirModel
  private known: TypePlan | undefined

  constructor(code: string, targets: readonly string[], profiles: readonly string[], model: FhirModel) {
    this.code = code
    this.targets = targets
    this.profiles = profiles
    this.model = model
  }

  /** The plan of the type. */
  get plan(): TypePlan {
    this.known ??= this.model.type(this.code)!
    return this.known
  }
}

/** A member of the JSON form: `valueString` of the element `value[x]`. */
export interface Property {
  readonly name: string
  /** Where the id and extensions of a primitive stand: `_valueString`. */
  readonly extrasName: string
  readonly element: ElementPlan
  readonly type: TypeUse
  /** Grows in the order of the definition of a type. */
  readonly rank: number
}

export interface ElementPlan {
  /** Without `[x]`: what FHIRPath calls it. */
  readonly name: string
  /** `Observation.value[x]`: the path in the definition of the type that has the element first. */
  readonly path: string
  readonly choice: boolean
  readonly required: boolean
  /** An array in JSON, repeated in XML. */
  readonly list: boolean
  /** The definition forbids it here, as the extensions of xhtml. */
  readonly prohibited: boolean
  readonly types: readonly TypeUse[]
  /** One for each type of a choice, else one. */
  readonly properties: readonly Property[]
  readonly binding: Binding | undefined
  /** The set that no code may leave, though the binding itself is weaker. */
  readonly maxValueSet: string | undefined
  /** Without ele-1 and ext-1, which hold everywhere, and without those of the type, which stand with it. */
  readonly invariants: readonly Invariant[]
  readonly modifier: boolean
  /** An attribute in XML; it has no id and no extensions. */
  readonly attribute: boolean
  /** Its place in the definition, from 0. */
  readonly order: number
}

export interface TypePlan {
  readonly name: string
  readonly kind: TypeKind
  readonly abstract: boolean
  /** The type it is derived from; undefined for Element and Resource, and in R5 for Base. */
  readonly base: string | undefined
  /** What FHIRPath takes a primitive for. */
  readonly system: SystemType | undefined
  /** In the order of the definition, which is the order of XML; inherited ones first. */
  readonly elements: readonly ElementPlan[]
  /** By the name of the JSON member, without the `_` of a primitive's extensions. */
  readonly properties: ReadonlyMap<string, Property>
  /** By the name of FHIRPath: `value` for `value[x]`. */
  readonly byName: ReadonlyMap<string, ElementPlan>
  /** Those of its bases too; without ele-1 and ext-1. */
  readonly invariants: readonly Invariant[]
}

/** Everything that one version defines. */
export class FhirModel {
  readonly version: FhirVersion
  private readonly blocks: ReturnType<typeof readBlocks>
  private readonly plans = new Map<string, TypePlan>()
  private invariants: ReadonlyMap<string, Invariant> | undefined

  constructor(version: FhirVersion) {
    this.version = version
    this.blocks = readBlocks(readSection(version, 'types'))
  }

  /** The plan of a type by its name or path, compiled when it is first asked for; undefined where the version does not have it. */
  type(name: string): TypePlan | undefined {
    const known = this.plans.get(name)
    if (known) return known
    const block = this.blocks.get(name)
    if (!block) return undefined
    const [letter = '', base = '', keys = '', system = ''] = block.heading
    const parent = this.type(base)
    const own = block.body === '' ? [] : block.body.split('\n').map((line) => this.readElement(line, name))
    const elements = mergeElements(parent?.elements ?? [], own)
    const properties = elements.flatMap((element) => element.properties)
    const plan: TypePlan = {
      name,
      kind: KINDS[letter.toLowerCase()]!,
      abstract: letter !== letter.toLowerCase(),
      base: parent?.name,
      system: system === '' ? undefined : (system.slice('System.'.length) as SystemType),
      elements,
      properties: new Map(properties.map((property) => [property.name, property])),
      byName: new Map(elements.map((element) => [element.name, element])),
      invariants: [...(parent?.invariants ?? []), ...this.readInvariants(keys)],
    }
    this.plans.set(name, plan)
    return plan
  }

  /** The plan of a resource that may stand in a document: no abstract one, no data type. */
  resource(name: string): TypePlan | undefined {
    const plan = this.blocks.get(name)?.heading[0] === 'r' ? this.type(name) : undefined
    return plan
  }

  /** Whether a type is another one or derived from it: `isA('Age', 'Quantity')`. */
  isA(name: string, ancestor: string): boolean {
    for (let at: string | undefined = name; at !== undefined; at = this.type(at)?.base) if (at === ancestor) return true
    return false
  }

  /** Names of types of the kinds, in the order of code units; abstract ones too. */
  names(...kinds: readonly TypeKind[]): string[] {
    return [...this.blocks].filter(([, { heading }]) => kinds.includes(KINDS[heading[0]!.toLowerCase()]!)).map(([name]) => name)
  }

  private readElement(line: string, owner: string): ElementPlan {
    const [full = '', cardinality = '', listed = '', bindings = '', keys = '', flags = ''] = line.split('\t')
    // R4 calls the id of a resource a string by mistake; its text (2.26.3.1), R4B and R5 call it an id.
    const types = owner === 'Resource' && full === 'id' ? 'id' : listed
    const choice = full.endsWith('[x]')
    const name = choice ? full.slice(0, -3) : full
    const uses = types === '' ? [] : types.split('|').map((text) => this.readType(text, `${owner}.${name}`))
    const properties: Property[] = []
    const element: ElementPlan = {
      name,
      path: `${owner}.${full}`,
      choice,
      required: cardinality.startsWith('!'),
      list: cardinality.endsWith('*'),
      prohibited: cardinality === '0',
      types: uses,
      properties,
      ...readBindings(bindings),
      invariants: this.readInvariants(keys),
      modifier: flags.includes('m'),
      attribute: flags.includes('a'),
      order: 0,
    }
    for (const type of uses) {
      const member = choice ? name + type.code[0]!.toUpperCase() + type.code.slice(1) : name
      properties.push({ name: member, extrasName: `_${member}`, element, type, rank: 0 })
    }
    return element
  }

  private readType(text: string, path: string): TypeUse {
    if (text.startsWith('#')) return new TypeUse(text.slice(1), [], [], this)
    const code = /^[^(<]+/.exec(text)![0]
    const listed = (begin: string, end: string): string[] => {
      const from = text.indexOf(begin)
      return from < 0 ? [] : text.slice(from + 1, text.indexOf(end, from)).split(',')
    }
    return new TypeUse(this.blocks.has(path) ? path : code, listed('(', ')'), listed('<', '>'), this)
  }

  private readInvariants(keys: string): Invariant[] {
    if (keys === '') return []
    this.invariants ??= readInvariantTable(this.version)
    return keys.split(' ').map((key) => this.invariants!.get(key)!)
  }
}

/** More than a choice has. */
const MAX_CHOICES = 1_000

/** What the bases have comes first; an element that the type defines again keeps its place. */
function mergeElements(inherited: readonly ElementPlan[], own: readonly ElementPlan[]): ElementPlan[] {
  const again = new Map(own.map((element) => [element.name, element]))
  const before = new Set(inherited.map(({ name }) => name))
  const merged = [...inherited.map((element) => again.get(element.name) ?? element), ...own.filter(({ name }) => !before.has(name))]
  merged.forEach((element, order) => {
    if (before.has(element.name) && !again.has(element.name)) return
    Object.assign(element, { order })
    element.properties.forEach((property, i) => void Object.assign(property, { rank: order * MAX_CHOICES + i }))
  })
  return merged
}

function readBindings(text: string): Pick<ElementPlan, 'binding' | 'maxValueSet'> {
  let binding: Binding | undefined
  let maxValueSet: string | undefined
  for (const part of text === '' ? [] : text.split(' ')) {
    const set = part.slice(2)
    const valueSet = /^(?:https?|urn):/.test(set) ? set : VALUE_SETS + set
    if (part[0] === 'm') maxValueSet = valueSet
    else binding = { strength: STRENGTHS[part[0]!]!, valueSet }
  }
  return { binding, maxValueSet }
}

function readInvariantTable(version: FhirVersion): Map<string, Invariant> {
  const table = new Map<string, Invariant>()
  for (const [name, { heading }] of readBlocks(readSection(version, 'invariants'))) {
    const [severity, best, expression = '', human = ''] = heading
    const key = name.split('~')[0]!
    table.set(name, { key, severity: severity === 'w' ? 'warning' : 'error', bestPractice: best === 'b', expression, human })
  }
  return table
}

const models = new Map<FhirVersion, FhirModel>()

/** The model of a version; opened when it is first asked for and kept. */
export function modelOf(version: FhirVersion): FhirModel {
  if (!FHIR_VERSIONS.includes(version)) throw new Error('no such version')
  let model = models.get(version)
  if (!model) {
    model = new FhirModel(version)
    models.set(version, model)
  }
  return model
}
