// Value sets of packages as lists of codes, expanded from the code systems that are loaded; what is not loaded stays open.

import { codeSystemsOf, type EnumeratedSet, valueSetsOf } from '../model/value-sets.ts'
import type { CodeSystemDefinition, ValueSetDefinition, ValueSetPart } from '../profile/definitions.ts'
import type { Guides, Loaded } from '../profile/guides.ts'
import type { GuidePackage } from '../profile/read-package.ts'
import { CodeHierarchy } from './code-hierarchy.ts'

type Codes = ReadonlySet<string> | undefined

interface Expansion {
  /** By system: the codes, or undefined where any code of the system may be meant. */
  readonly systems: Map<string, Codes>
  /** A part of the set is not loaded. */
  partial: boolean
}

/** The value sets of guides and of a version of FHIR, each expanded when it is first asked for. */
export class GuideSets {
  private readonly guides: Guides
  private readonly core: (url: string) => EnumeratedSet | undefined
  private readonly known = new Map<ValueSetDefinition, EnumeratedSet>()
  private readonly open = new Set<ValueSetDefinition>()
  private readonly hierarchies = new Map<CodeSystemDefinition, CodeHierarchy>()

  constructor(guides: Guides) {
    this.guides = guides
    this.core = valueSetsOf(guides.version)
  }

  /** Undefined where nothing is known of the set. */
  find(canonical: string, from?: GuidePackage): EnumeratedSet | undefined {
    const loaded = this.guides.valueSet(canonical, from)
    return loaded ? this.expand(loaded) : this.core(canonical.split('|')[0]!)
  }

  /** A set that is not loaded by its address, as one that another resource contains. */
  expandOwn(definition: ValueSetDefinition): EnumeratedSet {
    return this.expand({ definition, package: undefined })
  }

  private expand({ definition, package: from }: Loaded<ValueSetDefinition>): EnumeratedSet {
    const known = this.known.get(definition)
    if (known) return known
    // A set that includes itself adds nothing to itself that could be told.
    if (this.open.has(definition)) return { systems: new Map(), closed: false, partial: true }
    this.open.add(definition)
    const set = this.compose(definition, from)
    this.open.delete(definition)
    this.known.set(definition, set)
    return set
  }

  private compose({ include, exclude, expansion }: ValueSetDefinition, from: GuidePackage | undefined): EnumeratedSet {
    const whole: Expansion = { systems: new Map(), partial: include.length === 0 }
    for (const part of include) unite(whole, this.included(part, from))
    for (const part of exclude) subtract(whole, this.included(part, from))
    const isKnown = !whole.partial && [...whole.systems.values()].every((codes) => codes !== undefined)
    if (!isKnown && expansion) return { systems: groupBySystem(expansion), closed: true }
    return { systems: whole.systems, closed: isKnown, ...(whole.partial ? { partial: true } : {}) }
  }

  /** What one part takes: codes of a system that are in all of its value sets as well. */
  private included({ system, codes, filters, valueSets }: ValueSetPart, from: GuidePackage | undefined): Expansion {
    const nested = valueSets.map((each): Expansion => {
      const set = this.find(each, from)
      return set ? { systems: new Map(set.systems), partial: set.partial === true } : { systems: new Map(), partial: true }
    })
    if (system === undefined) return nested.length === 0 ? { systems: new Map(), partial: true } : nested.reduce(intersect)
    const name = system.split('|')[0]!
    const source = this.guides.codeSystem(system, from)?.definition
    const core = source || codes || filters.length > 0 ? undefined : codeSystemsOf(this.guides.version).get(name)
    const known = core ? core.codes : this.codesOf(source, codes, filters)
    return nested.reduce(intersect, { systems: new Map([[name, known]]), partial: core?.isGrowing === true })
  }

  private codesOf(source: CodeSystemDefinition | undefined, listed: ValueSetPart['codes'], filters: ValueSetPart['filters']): Codes {
    const hierarchy = source?.content === 'complete' ? this.hierarchyOf(source) : undefined
    if (listed) return hierarchy && source?.caseSensitive === false ? hierarchy.only(listed) : new Set(listed)
    return hierarchy?.filter(filters)
  }

  private hierarchyOf(source: CodeSystemDefinition): CodeHierarchy {
    let hierarchy = this.hierarchies.get(source)
    if (!hierarchy) {
      hierarchy = new CodeHierarchy(source)
      this.hierarchies.set(source, hierarchy)
    }
    return hierarchy
  }
}

function unite(whole: Expansion, { systems, partial }: Expansion): void {
  whole.partial ||= partial
  for (const [system, codes] of systems) {
    const known = whole.systems.get(system)
    if (!whole.systems.has(system)) whole.systems.set(system, codes)
    else whole.systems.set(system, known && codes && copyOf(known, (copy) => addAll(copy, codes)))
  }
}

/** What cannot be told of the part that is taken out leaves the rest open. */
function subtract(whole: Expansion, { systems, partial }: Expansion): void {
  if (partial) {
    for (const system of whole.systems.keys()) whole.systems.set(system, undefined)
    return
  }
  for (const [system, codes] of systems) {
    const known = whole.systems.get(system)
    if (!known) continue
    whole.systems.set(system, codes && copyOf(known, (copy) => removeAll(copy, codes)))
  }
}

/** Where a part of one is not loaded, any code of the other may be in both. */
function intersect(a: Expansion, b: Expansion): Expansion {
  const systems = new Map<string, Codes>()
  if (a.partial || b.partial) {
    const known = a.partial ? (b.partial ? [...a.systems.keys(), ...b.systems.keys()] : b.systems.keys()) : a.systems.keys()
    for (const system of known) systems.set(system, undefined)
    return { systems, partial: a.partial && b.partial }
  }
  for (const [system, codes] of a.systems) {
    if (!b.systems.has(system)) continue
    const others = b.systems.get(system)
    const both =
      codes &&
      others &&
      copyOf(codes, (copy) => {
        for (const code of codes) if (!others.has(code)) copy.delete(code)
      })
    systems.set(system, both)
  }
  return { systems, partial: false }
}

function copyOf(codes: ReadonlySet<string>, change: (copy: Set<string>) => void): ReadonlySet<string> {
  const copy = new (codes.constructor as new (codes: Iterable<string>) => Set<string>)(codes)
  change(copy)
  return copy
}

function groupBySystem(codes: readonly { readonly system: string; readonly code: string }[]): Map<string, Set<string>> {
  const systems = new Map<string, Set<string>>()
  for (const { system, code } of codes) {
    const known = systems.get(system)
    if (known) known.add(code)
    else systems.set(system, new Set([code]))
  }
  return systems
}

function addAll(to: Set<string>, codes: ReadonlySet<string>): void {
  for (const code of codes) to.add(code)
}

function removeAll(from: Set<string>, codes: ReadonlySet<string>): void {
  for (const code of codes) from.delete(code)
}
