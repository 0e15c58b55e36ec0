// Compiles a profile to a tree of rules: its own differential over those of the profiles that it is derived from.
import type { FhirModel, TypePlan } from '../model/element-plan.ts'
import type { ElementRow, StructureDefinition, TypeRule } from './definitions.ts'
import { identifyRows } from './element-ids.ts'
import { type CompiledProfile, type ElementRule, newRule, type RuleSource } from './element-rule.ts'
import type { Guides, Loaded } from './guides.ts'
import type { GuidePackage } from './read-package.ts'

/** Why a profile that is loaded cannot be used. */
export interface ProfileProblem {
  /** Of the profile that is wrong, which may be a base of the one that was asked for. */
  readonly url: string
  /** In words: `the definition is derived from itself`. */
  readonly reason: string
  /** A profile that it rests on is not loaded; else it contradicts itself. */
  readonly isIncomplete: boolean
}

export type ProfileResult = { readonly profile: CompiledProfile } | { readonly problem: ProfileProblem } | undefined

/** More than any published profile is derived from others. */
const MAX_CHAIN = 50

/** The compiled profiles of a set of guides, each compiled when it is first asked for. */
export class Profiles {
  readonly model: FhirModel
  readonly guides: Guides
  private readonly known = new Map<StructureDefinition, ProfileResult>()

  constructor(model: FhirModel, guides: Guides) {
    this.model = model
    this.guides = guides
  }

  /** Undefined where no profile of the canonical is loaded. */
  get(canonical: string, from?: GuidePackage): ProfileResult {
    const loaded = this.guides.structure(canonical, from)
    if (!loaded) return undefined
    let result = this.known.get(loaded.definition)
    if (!result) {
      result = this.compile(loaded)
      this.known.set(loaded.definition, result)
    }
    return result
  }

  /** Compiles a definition that is not loaded itself, over what is. */
  ofDefinition(definition: StructureDefinition): Exclude<ProfileResult, undefined> {
    return this.compile({ definition, package: undefined })
  }

  /** The type that a canonical is of: `Patient` for the core definition and for a profile of it; undefined where it is not loaded. */
  typeOf(canonical: string, from?: GuidePackage): string | undefined {
    const loaded = this.guides.structure(canonical, from)
    return loaded ? loaded.definition.type : this.coreType(canonical)?.name
  }

  /** The type of FHIR itself that a canonical is for. */
  coreType(canonical: string): TypePlan | undefined {
    const name = /^http:\/\/hl7\.org\/fhir\/StructureDefinition\/([A-Za-z0-9]{1,60})(?:\|.*)?$/.exec(canonical)?.[1]
    return name === undefined ? undefined : this.model.type(name)
  }

  private compile(loaded: Loaded<StructureDefinition>): Exclude<ProfileResult, undefined> {
    const { definition } = loaded
    const { url } = definition
    const plan = this.model.type(definition.type)
    if (!plan) return { problem: { url, reason: 'it constrains a type that this version of FHIR does not have', isIncomplete: false } }
    const chain = this.chainOf(loaded)
    if (!Array.isArray(chain)) return { problem: chain }
    const root = newRule(definition.type, definition.type, { plan })
    const elements = new Map([[root.id, root]])
    const unknown: { url: string; id: string }[] = []
    for (const { structure, rows, source } of chain) {
      const short = new Map<ElementRule, TypeRule[]>()
      for (const { steps, row } of identifyRows(rows)) {
        const rule = this.place(root, steps, elements, short)
        if (rule) this.apply(rule, row, source)
        else unknown.push({ url: structure.url, id: steps.join('.') })
      }
      for (const [rule, types] of short) restrictTypes(rule, types)
    }
    return { profile: { url, structure: definition, package: loaded.package, root, elements, unknown } }
  }

  /** The definitions to lay over each other, the most general first. */
  private chainOf(loaded: Loaded<StructureDefinition>): Layer[] | ProfileProblem {
    const layers: Layer[] = []
    const seen = new Set<StructureDefinition>()
    let at = loaded
    for (;;) {
      const { definition } = at
      if (seen.has(definition) || seen.size > MAX_CHAIN) {
        return { url: definition.url, reason: 'it is derived from itself', isIncomplete: false }
      }
      seen.add(definition)
      const source = { url: definition.url, package: at.package }
      const { base, differential, snapshot } = definition
      const next = base === undefined ? undefined : this.guides.structure(base, at.package)
      const isWhole = next !== undefined || base === undefined || this.coreType(base) !== undefined
      if (snapshot && (!isWhole || differential.length === 0)) return [{ structure: definition, rows: snapshot, source }, ...layers]
      if (!isWhole) {
        return { url: definition.url, reason: `the profile that it is derived from is not loaded: ${base}`, isIncomplete: true }
      }
      layers.unshift({ structure: definition, rows: differential, source })
      const core = next || base === undefined ? undefined : this.coreType(base)
      if (core && !this.model.isA(definition.type, core.name))
        return { url: definition.url, reason: 'it is derived from a profile of another type', isIncomplete: false }
      if (!next) return layers
      if (next.definition.type !== definition.type && !this.model.isA(definition.type, next.definition.type)) {
        return { url: definition.url, reason: 'it is derived from a profile of another type', isIncomplete: false }
      }
      at = next
    }
  }

  /** The rule of an element, made where the tree does not have it yet; undefined where the type has no such element. */
  private place(
    root: ElementRule,
    steps: readonly string[],
    elements: Map<string, ElementRule>,
    shortNames: Map<ElementRule, TypeRule[]>,
  ): ElementRule | undefined {
    let rule = root
    for (const step of steps.slice(1)) {
      const [full = '', slice] = splitOnce(step)
      const plan = rule.plan ?? this.model.type('Element')!
      const name = full.endsWith('[x]') ? full.slice(0, -3) : full
      // `valueQuantity` stands for the slice of that name of `value[x]`.
      const short = plan.byName.has(name) ? undefined : plan.properties.get(name)
      const element = plan.byName.get(name) ?? (short?.element.choice ? short.element : undefined)
      if (!element) return undefined
      let child = rule.children.get(element.name)
      if (!child) {
        const own = element.types.length === 1 ? element.types[0]!.plan : undefined
        child = newRule(`${rule.id}.${element.name}${element.choice ? '[x]' : ''}`, element.name, { element, plan: own })
        rule.children.set(element.name, child)
        elements.set(child.id, child)
      }
      rule = child
      if (short) shortNames.set(child, [...(shortNames.get(child) ?? []), plainType(short.type.code)])
      const slices = new Set([short ? name : undefined, slice].filter((each) => each !== undefined))
      for (const each of slices) rule = this.placeSlice(rule, each, elements)
    }
    return rule
  }

  /** `a/b` is the slice b of the slice a. */
  private placeSlice(owner: ElementRule, name: string, elements: Map<string, ElementRule>): ElementRule {
    let rule = owner
    const parts = name.split('/')
    // A name may hold a slash of its own: only what is a slice already is one that is sliced again.
    for (let i = 1; i <= parts.length; i++) {
      const known = parts.slice(0, i).join('/')
      const slice = rule.slices.find(({ sliceName }) => sliceName === known)
      if (!slice && i < parts.length) continue
      rule = slice ?? this.newSlice(rule, owner, name, elements)
    }
    return rule
  }

  private newSlice(within: ElementRule, owner: ElementRule, name: string, elements: Map<string, ElementRule>): ElementRule {
    const { element } = owner
    const property = element?.choice ? element.properties.find((each) => each.name === name) : undefined
    const slice = newRule(`${owner.id}:${name}`, owner.name, { sliceName: name, element, plan: property?.type.plan ?? within.plan })
    if (property) slice.types = [plainType(property.type.code)]
    within.slices.push(slice)
    elements.set(slice.id, slice)
    return slice
  }

  private apply(rule: ElementRule, row: ElementRow, source: RuleSource): void {
    rule.package = source.package
    rule.min = row.min ?? rule.min
    rule.max = row.max ?? rule.max
    if (row.types && row.types.length > 0) {
      rule.types = row.types
      rule.plan = this.planOf(row.types, source.package) ?? rule.plan
    }
    if (row.binding) rule.binding = { ...row.binding, source }
    rule.maxValueSet = row.maxValueSet ?? rule.maxValueSet
    for (const constraint of row.constraints) {
      if (!rule.constraints.some(({ key }) => key === constraint.key)) rule.constraints.push({ ...constraint, source })
    }
    if (row.slicing) {
      const known = rule.slicing?.discriminators ?? []
      rule.slicing = row.slicing.discriminators.length > 0 ? row.slicing : { ...row.slicing, discriminators: known }
    }
    // A derived profile cannot fix another value.
    rule.fixed ??= row.fixed
    rule.pattern = row.pattern ?? rule.pattern
    rule.minValue = row.minValue ?? rule.minValue
    rule.maxValue = row.maxValue ?? rule.maxValue
    rule.maxLength = row.maxLength ?? rule.maxLength
    rule.modifier = row.modifier ?? rule.modifier
    rule.controls = row.controls ?? rule.controls
    if (row.contentReference?.startsWith('#')) rule.contentReference = row.contentReference.slice(1)
  }

  /** The one type that is left; a type of FHIRPath, as ids have it, says nothing. */
  private planOf(types: readonly TypeRule[], from: GuidePackage | undefined): TypePlan | undefined {
    const codes = new Set(types.map(({ code }) => code))
    const [only] = types
    if (codes.size !== 1 || !only || only.code.includes(':')) return undefined
    const plan = this.model.type(only.code)
    if (!plan || plan.kind === 'backbone' || only.code === 'BackboneElement' || only.code === 'Element') return undefined
    const [profile] = only.profiles
    if (!plan.abstract || profile === undefined) return plan
    const type = this.typeOf(profile, from)
    return type === undefined ? plan : this.model.type(type)
  }
}

interface Layer {
  readonly structure: StructureDefinition
  readonly rows: readonly ElementRow[]
  readonly source: RuleSource
}

function plainType(code: string): TypeRule {
  return { code, profiles: [], targetProfiles: [], aggregation: [] }
}

/** A differential that names a choice by types alone, as `valueQuantity`, allows no others; one that says how it is sliced is explicit. */
function restrictTypes(rule: ElementRule, types: readonly TypeRule[]): void {
  if (rule.slicing) return
  const codes = new Set(types.map(({ code }) => code))
  rule.types =
    rule.types?.filter(({ code }) => codes.has(code)) ?? types.filter(({ code }, i) => types.findIndex((each) => each.code === code) === i)
}

function splitOnce(step: string): [string, string | undefined] {
  const at = step.indexOf(':')
  return at < 0 ? [step, undefined] : [step.slice(0, at), step.slice(at + 1)]
}
