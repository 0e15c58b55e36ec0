// Checks a value against a compiled profile: cardinality, types, fixed values, bindings, rules, references and slices, element by element.
import { ProblemError } from '../../../core/problem.ts'
import type { JsonPath } from '../json/json-value.ts'
import { evaluate, outermost } from '../path/evaluate.ts'
import { type Item, jsonPathOf, type NodeItem } from '../path/item.ts'
import type { GuideSets } from '../terminology/expand.ts'
import { Bindings } from '../validate/binding.ts'
import type { Context } from '../validate/context.ts'
import { compiledOf, expressionOf, JUDGED_ELSEWHERE, verdictOf } from '../validate/invariant.ts'
import { type IssueCode, RULES } from '../validate/issue-codes.ts'
import { findingKey, type Issue, type IssueFacts, IssueList, type RuleLevels } from '../validate/issue-list.ts'
import { checkTypes } from './allowed-types.ts'
import type { Profiles } from './compile-profile.ts'
import { type Check, ConformanceResults, checkKey } from './conformance-results.ts'
import { Discriminators, type Match } from './discriminators.ts'
import { checkControls } from './element-controls.ts'
import type { CompiledProfile, ElementRule, SourcedConstraint } from './element-rule.ts'
import { fitsPattern, isFixed } from './fixed-value.ts'
import { cardinalityOf, isOfType, type ProfileCheck, type Run } from './profile-check.ts'
import { ProfileNodes, resourceOf } from './profile-nodes.ts'
import type { GuidePackage } from './read-package.ts'
import { checkSlices } from './slices.ts'
import { isWithinLimits } from './value-limits.ts'

const EVERYTHING = Object.fromEntries(RULES.map((rule) => [rule, 'error'])) as RuleLevels
/** As many as help to see why a value is not in its slice. */
const MAX_OBSTACLES = 5
const UNKNOWN_ELEMENT = { severity: 'warning', message: 'The profile names an element that its type does not have.' } as const
const CODED: ReadonlySet<string> = new Set(['code', 'Coding', 'CodeableConcept', 'CodeableReference', 'Quantity', 'string', 'uri'])

/** Checks the values of one document. */
export class ProfileChecker implements ProfileCheck {
  readonly profiles: Profiles
  readonly nodes: ProfileNodes
  readonly discriminators: Discriminators
  private readonly context: Context
  private readonly sets: GuideSets
  private readonly conformance = new ConformanceResults((check) => this.judge(check))
  private readonly reported = new Set<string>()
  private findings: Set<string> | undefined
  private readonly unusable = new Set<string>()

  /** @param context of a base validation that is done: what it found is not reported again */
  constructor(context: Context, profiles: Profiles, sets: GuideSets) {
    this.context = context
    this.profiles = profiles
    this.sets = sets
    this.nodes = new ProfileNodes(context.model)
    this.discriminators = new Discriminators({
      profiles,
      nodes: this.nodes,
      conforms: (node, canonical, rule) => this.conformsTo(node, canonical, rule.package),
      isBound: (node, rule) => this.isBound(node, rule),
    })
  }

  check(node: NodeItem, profile: CompiledProfile): void {
    const key = checkKey({ node, profile })
    if (this.reported.has(key)) return
    this.reported.add(key)
    const { context } = this
    const issues = profile.structure.isLater ? context.issues.forWarnings() : context.issues
    const bindings = new Bindings(context, (url) => this.sets.find(url, profile.package), issues)
    const run = { profile, resource: resourceOf(node) ?? node, issues, bindings, isSilent: false }
    for (const { url, id } of profile.unknown) {
      if (!this.unusable.has(`${url} ${id}`))
        run.issues.add('profile_faulty', jsonPathOf(node), { ...UNKNOWN_ELEMENT, profile: url, expected: id })
      this.unusable.add(`${url} ${id}`)
    }
    this.element(profile.root, node, run)
  }

  conforms(node: NodeItem, profile: CompiledProfile): boolean {
    return this.conformance.of({ node, profile })
  }

  private judge({ node, profile }: Check): boolean {
    const run = this.silentRun(profile, node)
    this.element(profile.root, node, run)
    return run.issues.counts.error === 0
  }

  obstacles(node: NodeItem, profile: CompiledProfile): readonly Issue[] {
    const run = this.silentRun(profile, node, MAX_OBSTACLES)
    this.element(profile.root, node, run)
    return run.issues.issues.filter(({ severity }) => severity === 'error')
  }

  conformsTo(node: NodeItem, canonical: string, from: GuidePackage | undefined): boolean | undefined {
    const found = this.profiles.get(canonical, from)
    if (found && 'profile' in found) return isOfType(this, node, found.profile) && this.conforms(node, found.profile)
    const core = found ? undefined : this.profiles.coreType(canonical)
    return core && this.context.model.isA(node.plan.name, core.name)
  }

  reportUnusable(run: Run, canonical: string, path: JsonPath, from: GuidePackage | undefined): void {
    if (run.isSilent || this.unusable.has(canonical)) return
    this.unusable.add(canonical)
    const found = this.profiles.get(canonical, from)
    if (found && 'problem' in found && !found.problem.isIncomplete)
      run.issues.add('profile_faulty', path, { profile: found.problem.url, expected: found.problem.reason })
    else run.issues.add('profile_unknown', path, { profile: run.profile.url, expected: canonical })
  }

  add(run: Run, code: IssueCode, path: JsonPath, facts: IssueFacts = {}): void {
    if (!run.isSilent) {
      const findings = this.knownFindings()
      const key = `${findingKey(code, path)} ${facts.rule ?? ''} ${facts.expected ?? ''}`
      if (findings.has(key) || findings.has(findingKey(code, path))) return
      findings.add(key)
    }
    run.issues.add(code, path, { profile: run.profile.url, ...facts })
  }

  private knownFindings(): Set<string> {
    if (!this.findings) {
      // What is missing is reported at the place around it: the element, and not the place, tells one finding from another.
      const known = this.context.issues.issues.filter(({ code }) => code !== 'required')
      this.findings = new Set(known.map(({ code, path }) => findingKey(code, path)))
    }
    return this.findings
  }

  element(rule: ElementRule, node: NodeItem, run: Run): void {
    this.value(rule, node, run)
    if (rule.types) checkTypes(this, rule, node, run)
    if (rule.controls) checkControls(this, rule.controls, node, run)
    this.bindings(rule, node, run)
    for (const constraint of rule.constraints) this.constraint(constraint, node, run)
    for (const child of rule.children.values()) this.list(child, node, run)
    const other = rule.contentReference === undefined ? undefined : run.profile.elements.get(rule.contentReference)
    if (other) for (const child of other.children.values()) this.list(child, node, run)
  }

  /** All values of an element below one value. */
  private list(rule: ElementRule, parent: NodeItem, run: Run): void {
    const items = this.nodes.childrenOf(parent, rule.name)
    const { min = 0, max = Number.POSITIVE_INFINITY } = rule
    const isBase = min <= 1 && rule.element?.required === true
    if (items.length < min && !isBase) this.add(run, 'required', jsonPathOf(parent), { expected: cardinalityOf(rule) })
    if (items.length > max) this.add(run, 'max', jsonPathOf(items[max]!), { expected: cardinalityOf(rule) })
    for (const item of items) this.element(rule, item, run)
    if (rule.slices.length > 0) checkSlices(this, rule, parent, items, run)
  }

  private value({ fixed, pattern, minValue, maxValue, maxLength, id }: ElementRule, node: NodeItem, run: Run): void {
    const { value } = node
    if (value === undefined || value === null) return
    if (fixed !== undefined && !isFixed(value, fixed)) this.add(run, 'fixed', jsonPathOf(node), { expected: id })
    if (pattern !== undefined && !fitsPattern(value, pattern)) this.add(run, 'pattern', jsonPathOf(node), { expected: id })
    const isLong = maxLength !== undefined && typeof value === 'string' && value.length > maxLength
    if (isLong) this.add(run, 'limit', jsonPathOf(node), { expected: `at most ${maxLength} characters` })
    if (minValue && !isWithinLimits(node, minValue, 'least', this.context.model)) {
      this.add(run, 'limit', jsonPathOf(node), { expected: `${id}: not less than minValue${minValue.type}` })
    }
    if (maxValue && !isWithinLimits(node, maxValue, 'greatest', this.context.model)) {
      this.add(run, 'limit', jsonPathOf(node), { expected: `${id}: not greater than maxValue${maxValue.type}` })
    }
  }

  private bindings({ binding, maxValueSet, package: from }: ElementRule, node: NodeItem, run: Run): void {
    const { plan, value, element } = node
    if (!CODED.has(plan.name) || value === undefined || value === null || !run.issues.checks('binding')) return
    if (binding && (binding.strength === 'required' || binding.strength === 'extensible')) {
      const url = binding.valueSet.split('|')[0]!
      const base = element?.binding
      const isBase = base?.valueSet === url && base.strength === binding.strength
      const own = { strength: binding.strength, valueSet: url }
      const set = this.sets.find(binding.valueSet, binding.source.package)
      if (!isBase) run.bindings.against(own, plan.name, value, jsonPathOf(node), run.profile.url, set)
    }
    if (maxValueSet === undefined || maxValueSet === element?.maxValueSet) return
    const own = { strength: 'required', valueSet: maxValueSet.split('|')[0]! } as const
    run.bindings.against(own, plan.name, value, jsonPathOf(node), run.profile.url, this.sets.find(maxValueSet, from))
  }

  private isBound({ plan, value }: NodeItem, { binding }: ElementRule): Match {
    if (!binding || value === undefined || value === null || !CODED.has(plan.name)) return 'unknown'
    const set = this.sets.find(binding.valueSet, binding.source.package)
    const membership = this.silentBindings().membership(set, binding.valueSet, plan.name, value, [])
    return membership === 'in' ? 'yes' : membership === 'out' ? 'no' : 'unknown'
  }

  private constraint(constraint: SourcedConstraint, node: NodeItem, run: Run): void {
    const { key, severity, human, bestPractice, source } = constraint
    // A guide may use the same key for a rule of its own.
    const expression = source.url.startsWith('http://hl7.org/fhir/StructureDefinition/') ? expressionOf(constraint) : constraint.expression
    const isBase = [...node.plan.invariants, ...(node.element?.invariants ?? [])].some((each) => each.key === key)
    if (isBase || JUDGED_ELSEWHERE.has(key) || expression === '') return
    if (!run.issues.checks(bestPractice ? 'bestPractice' : 'invariant')) return
    const facts = { rule: key, expected: human, profile: source.url }
    const result = this.evaluate(expression, node, run.resource, source.package)
    if (result === undefined) this.add(run, 'invariant_undecided', jsonPathOf(node), facts)
    else if (!result && bestPractice) this.add(run, 'best_practice', jsonPathOf(node), facts)
    else if (!result) this.add(run, 'invariant', jsonPathOf(node), { ...facts, severity })
  }

  /** Undefined where the rule cannot be evaluated. */
  private evaluate(expression: string, node: NodeItem, resource: NodeItem, from: GuidePackage | undefined): boolean | undefined {
    const compiled = compiledOf(expression)
    if (!compiled) return undefined
    try {
      const items = evaluate(compiled, node, {
        model: this.context.model,
        resource,
        rootResource: outermost(resource),
        resolve: (reference, at) => this.nodes.resolve(reference, at ?? node),
        memberOf: (item, url) => this.memberOf(item, url, from),
        conformsTo: (item, url) => this.conformsTo(item, url, from),
      })
      return verdictOf(items, expression)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      return undefined
    }
  }

  /** Undefined where the set is not loaded, or not whole. */
  memberOf(item: Item, url: string, from?: GuidePackage): boolean | undefined {
    const { type, value } = item.kind === 'node' ? { type: item.plan.name, value: item.value } : { type: 'code', value: textIn(item) }
    if (value === undefined || value === null) return undefined
    const membership = this.silentBindings().membership(this.sets.find(url, from), url, type, value, [])
    return membership === 'unknown' ? undefined : membership === 'in'
  }

  private silentRun(profile: CompiledProfile, node: NodeItem, kept = 0): Run {
    const issues = new IssueList(EVERYTHING, kept)
    return { profile, resource: resourceOf(node) ?? node, issues, bindings: this.silentBindings(issues), isSilent: true }
  }

  private silentBindings(issues = new IssueList(EVERYTHING, 0)): Bindings {
    return new Bindings({ ...this.context, issues, unchecked: new Map() }, (url) => this.sets.find(url))
  }
}

function textIn(item: Exclude<Item, NodeItem>): string | undefined {
  return item.kind === 'system' && typeof item.value === 'string' ? item.value : undefined
}
