// The value sets that elements are bound to, expanded from the code systems of HL7's packages: system and codes of each.
import { setName } from './fhir-definitions.ts'
import type { Resource } from './fhir-packages.ts'
import { byCodeUnit } from './pack-table.ts'

interface CodeSystem extends Resource {
  readonly url: string
  readonly content: string
  readonly caseSensitive?: boolean
  /** Of the package of extensions, as fhir-extensions.ts marks it. */
  readonly isLater?: boolean
  readonly concept?: readonly Concept[]
}

interface Concept {
  readonly code: string
  readonly concept?: readonly Concept[]
  readonly property?: readonly ({ readonly code: string } & Readonly<Record<string, unknown>>)[]
}

interface ValueSet extends Resource {
  readonly url: string
  readonly compose?: { readonly include: readonly Include[]; readonly exclude?: readonly Include[] }
}

interface Include {
  readonly system?: string
  readonly concept?: readonly Concept[]
  readonly filter?: readonly { readonly property: string; readonly op: string; readonly value: string }[]
  readonly valueSet?: readonly string[]
}

/** By system: the codes, or undefined where only a terminology of its own could tell them. */
type Expansion = Map<string, Set<string> | undefined>

/** Their content is licensed by others: codes that HL7's sets list of them are not packed. */
const LICENSED = new Set(['http://snomed.info/sct', 'http://loinc.org', 'http://www.ama-assn.org/go/cpt'])
/** A longer list is a terminology of its own. */
const MAX_CODES = 2_000
/** Code systems that are published with a version of FHIR. */
const OF_A_VERSION = 'http://hl7.org/fhir/'

/**
 * Blocks by set, in the order of their keys: `=set`, then a line a system: `url TAB code TAB code …`, or `?url` where any code of the system
 * may be meant. `!url TAB code …` has all codes of the system, `+url TAB code …` all so far. A set that nothing is known of has no line.
 * @param wanted canonicals without version, as setName writes them
 */
export function valueSetText(resources: readonly Resource[], wanted: Iterable<string>): string {
  const sets = new ValueSets(resources)
  const names = [...new Set(wanted)].sort(byCodeUnit)
  return names
    .flatMap((name) => {
      const expansion = [...sets.expand(name)].sort(([a], [b]) => byCodeUnit(a, b))
      return [
        `=${name}`,
        ...expansion.map(([system, codes]) => {
          return codes ? [sets.markOf(system, codes) + system, ...[...codes].sort(byCodeUnit)].join('\t') : `?${system}`
        }),
      ]
    })
    .join('\n')
}

class ValueSets {
  private readonly systems = new Map<string, CodeSystem>()
  private readonly sets = new Map<string, ValueSet>()
  private readonly done = new Map<string, Expansion>()

  constructor(resources: readonly Resource[]) {
    for (const resource of resources) {
      if (resource.resourceType === 'CodeSystem') this.systems.set(resource.url!, resource as CodeSystem)
      if (resource.resourceType === 'ValueSet') this.sets.set(setName(resource.url!), resource as ValueSet)
    }
  }

  expand(name: string): Expansion {
    const known = this.done.get(name)
    if (known) return known
    const expansion: Expansion = new Map()
    this.done.set(name, expansion)
    const { include = [], exclude = [] } = this.sets.get(name)?.compose ?? {}
    for (const each of include) for (const [system, codes] of this.included(each)) add(expansion, system, codes)
    for (const each of exclude) for (const [system, codes] of this.included(each)) remove(expansion, system, codes)
    for (const [system, codes] of expansion) if (LICENSED.has(system) || (codes?.size ?? 0) > MAX_CODES) expansion.set(system, undefined)
    return expansion
  }

  /** `!` if codes are all that a system has, `+` if HL7 goes on adding codes: to its Terminology, and to its package of extensions. */
  markOf(system: string, codes: ReadonlySet<string>): '!' | '+' | '' {
    const source = this.systems.get(system)
    if (source?.content !== 'complete' || source.caseSensitive === false || describe(source).parents.size !== codes.size) return ''
    return source.isLater || !system.startsWith(OF_A_VERSION) ? '+' : '!'
  }

  private included({ system, concept, filter, valueSet = [] }: Include): Expansion {
    const nested = valueSet.map((each) => this.expand(setName(each)))
    const first: Expansion =
      system === undefined ? (nested.shift() ?? new Map()) : new Map([[system, this.codesOf(system, concept, filter)]])
    return nested.reduce(intersect, first)
  }

  private codesOf(system: string, listed: Include['concept'], filters: Include['filter'] = []): Set<string> | undefined {
    if (listed) return new Set(listed.map(({ code }) => code))
    const source = this.systems.get(system.split('|')[0]!)
    if (source?.content !== 'complete') return undefined
    const { parents, properties } = describe(source)
    let codes = [...parents.keys()]
    for (const { property, op, value } of filters) {
      if (op === 'is-a' || op === 'descendent-of') {
        codes = codes.filter((code) => (op === 'is-a' && code === value) || isBelow(code, value, parents))
      } else if (op === '=') codes = codes.filter((code) => (properties.get(code)?.get(property) ?? []).includes(value))
      else return undefined
    }
    return new Set(codes)
  }
}

/** The parents of each code, by nesting and by property, and its properties as texts. */
function describe(source: CodeSystem): { parents: Map<string, string[]>; properties: Map<string, Map<string, string[]>> } {
  const parents = new Map<string, string[]>()
  const properties = new Map<string, Map<string, string[]>>()
  const visit = (concepts: readonly Concept[], parent: string | undefined): void => {
    for (const { code, concept = [], property = [] } of concepts) {
      const above = parents.get(code) ?? []
      if (parent !== undefined) above.push(parent)
      const values = new Map<string, string[]>()
      for (const each of property) {
        const value = Object.entries(each).find(([key]) => key.startsWith('value'))?.[1]
        const text = String(typeof value === 'object' ? (value as { code: string }).code : value)
        values.set(each.code, [...(values.get(each.code) ?? []), text])
        if (each.code === 'subsumedBy' || each.code === 'parent') above.push(text)
      }
      parents.set(code, above)
      properties.set(code, values)
      visit(concept, code)
    }
  }
  visit(source.concept ?? [], undefined)
  return { parents, properties }
}

function isBelow(code: string, ancestor: string, parents: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>()
  const open = [...(parents.get(code) ?? [])]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each === ancestor) return true
    if (!seen.has(each)) open.push(...(parents.get(each) ?? []))
    seen.add(each)
  }
  return false
}

function add(expansion: Expansion, system: string, codes: Set<string> | undefined): void {
  const known = expansion.get(system)
  if (!expansion.has(system)) expansion.set(system, codes && new Set(codes))
  else if (known && codes) for (const code of codes) known.add(code)
  else expansion.set(system, undefined)
}

function remove(expansion: Expansion, system: string, codes: Set<string> | undefined): void {
  const known = expansion.get(system)
  if (known && codes) for (const code of codes) known.delete(code)
}

function intersect(a: Expansion, b: Expansion): Expansion {
  const both: Expansion = new Map()
  for (const [system, codes] of a) {
    if (!b.has(system)) continue
    const others = b.get(system)
    both.set(system, codes && others ? new Set([...codes].filter((code) => others.has(code))) : (codes ?? others))
  }
  return both
}
