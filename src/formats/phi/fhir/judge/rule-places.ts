// What the caller's rules say of the places of a document. A rule is compiled FHIRPath; what it selects it decides, and what is in it.
import { ProblemError, type ProblemItem } from '../../../../core/problem.ts'
import type { FhirModel } from '../../../fhir/model/element-plan.ts'
import { checkExpression, type PathCheck } from '../../../fhir/path/check.ts'
import { allChildrenOf } from '../../../fhir/path/children.ts'
import { compileExpression } from '../../../fhir/path/compile.ts'
import type { Evaluate } from '../../../fhir/path/context.ts'
import { evaluate } from '../../../fhir/path/evaluate.ts'
import { formatNode, type Items, type NodeItem, rootNode, systemOf } from '../../../fhir/path/item.ts'
import { parseExpression } from '../../../fhir/path/parse.ts'
import type { PhiAction, PhiPolicy } from '../../policy/policy-schema.ts'
import type { AnonymizerRule } from '../anonymizer-configuration.ts'
import type { Walked } from '../fhir-leaf.ts'

export interface RuleAction {
  /** FHIRPath from each resource, those of Bundles too. */
  readonly fhirPath: string
  readonly action: PhiAction
}

/** What a rule says of a place. */
export interface RuleOutcome {
  /** redact: what of dates, ages and ZIP codes may stay is said by the parameters of the configuration. */
  readonly action: PhiAction | 'redact'
  /** JSON pointer of the rule. */
  readonly rule: string
  /** What stands there instead. */
  readonly text?: string | undefined
}

interface Compiled {
  /** Types of resources that it can be for; undefined for all. */
  readonly type: string | undefined
  /** What it begins with: all elements of a type, or of a name. */
  readonly nodes: { readonly by: 'type' | 'name'; readonly value: string } | undefined
  readonly expression: Evaluate
}

const NODES = /^\s{0,10}nodesBy(Type|Name)\(\s{0,10}'([A-Za-z][A-Za-z0-9]{0,60})'\s{0,10}\)/
/** Types that every resource has. */
const BASES: ReadonlySet<string> = new Set(['Resource', 'DomainResource'])

/** @throws ProblemError `invalid_input` with the pointer of a rule whose expression is none, or that the policy does not allow */
export function checkRules({ rules, configured }: RuleSources, { policy, hasKey, model }: RuleBounds): void {
  const isSafeHarbor = (typeof policy === 'string' ? policy : policy.default) === 'safe-harbor'
  const findings: ProblemItem[] = []
  const check = (action: RuleOutcome['action'], pointer: string) => {
    if (!KEYED.has(action)) return
    const detail = `safe-harbor allows no value made from the original (45 CFR 164.514(c)): ${action}`
    if (isSafeHarbor) findings.push({ pointer, code: 'contradiction', detail })
    else if (!hasKey) findings.push({ pointer, code: 'missing', detail: `${action} needs a key` })
  }
  for (const [i, { fhirPath, action }] of rules.entries()) {
    const { type } = compileRule(fhirPath, `/options/rules/${i}/fhirPath`)
    // A misspelt element would leave what the rule was meant for.
    const wrong =
      type !== undefined && model.resource(type) ? checkExpression(parseExpression(fhirPath), model, type).find(isUnknown) : undefined
    if (wrong)
      findings.push({ pointer: `/options/rules/${i}/fhirPath`, code: 'unknown_path', detail: `${wrong.message} Column ${wrong.from + 1}.` })
    check(action, `/options/rules/${i}`)
  }
  for (const { path, pointer, cases, method } of configured) {
    compileRule(path, `${pointer}/path`)
    for (const part of cases.flat()) compileRule(part, `${pointer}/cases`)
    if (method !== 'substitute' && method !== 'generalize') check(ACTIONS[method], pointer)
  }
  if (findings.length > 0) throw new ProblemError('A rule cannot be applied.', { code: 'invalid_input', errors: findings })
}

export interface RuleBounds {
  readonly policy: PhiPolicy
  readonly hasKey: boolean
  /** By which the names of elements are looked up. */
  readonly model: FhirModel
}

function isUnknown({ code }: PathCheck): boolean {
  return code === 'unknown_element' || code === 'choice_type'
}

const KEYED: ReadonlySet<string> = new Set(['hash', 'surrogate', 'date-shift'])

function compileRule(path: string, pointer: string): Compiled {
  const [whole = '', by, value = ''] = NODES.exec(path) ?? []
  try {
    const expression = compileExpression(by === undefined ? path : `$this${path.slice(whole.length)}`)
    const type = by === undefined ? /^\s{0,10}([A-Z][A-Za-z]{1,60})(?=[.[]|\s{0,10}$)/.exec(path)?.[1] : undefined
    const nodes = by === undefined ? undefined : { by: by === 'Type' ? ('type' as const) : ('name' as const), value }
    return { type: type === undefined || BASES.has(type) ? undefined : type, nodes, expression }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const errors = [{ pointer, code: 'invalid_value', detail: error.message }]
    throw new ProblemError('Invalid rule.', { code: 'invalid_input', at: { pointer }, errors })
  }
}

export interface RuleSources {
  /** A later one wins over an earlier one for the same place, one for a place over one for what holds it. */
  readonly rules: readonly RuleAction[]
  /** The first one for a place, or for what holds it, wins; all of `rules` over all of these. */
  readonly configured: readonly AnonymizerRule[]
}

export class RulePlaces {
  readonly #model: FhirModel
  /** By place in the document and path. */
  readonly #own = new Map<string, RuleOutcome>()
  readonly #configured = new Map<string, { readonly order: number; readonly outcome: RuleOutcome }>()

  constructor({ rules, configured }: RuleSources, walked: readonly Walked[], model: FhirModel) {
    this.#model = model
    if (rules.length + configured.length === 0) return
    const own = rules.map(({ fhirPath, action }, i) => {
      const rule = `/options/rules/${i}`
      return { compiled: compileRule(fhirPath, `${rule}/fhirPath`), outcome: { action, rule } }
    })
    const anonymizing = configured.map((rule) => ({
      compiled: compileRule(rule.path, rule.pointer),
      outcomeFor: this.#outcomesOf(rule),
    }))
    walked.forEach(({ resources }, index) => {
      for (const { value, path } of resources) {
        const root = rootNode(model, value)!
        const nodes = new NodeLists(root, model)
        const keyOf = (node: NodeItem) => `${index} ${path}${formatNode(node).slice(root.step.length)}`
        for (const { compiled, outcome } of own) for (const node of this.#select(compiled, root, nodes)) this.#own.set(keyOf(node), outcome)
        anonymizing.forEach(({ compiled, outcomeFor }, order) => {
          for (const node of this.#select(compiled, root, nodes)) {
            const key = keyOf(node)
            if (!this.#configured.has(key)) this.#configured.set(key, { order, outcome: outcomeFor(node) })
          }
        })
      }
    })
  }

  #select({ type, nodes: start, expression }: Compiled, root: NodeItem, nodes: NodeLists): NodeItem[] {
    if (type !== undefined && type !== root.plan.name && this.#model.resource(type)) return []
    const from = start === undefined ? [root] : nodes.of(start.by, start.value)
    return from.flatMap((each) => this.#evaluate(expression, each).filter((item) => item.kind === 'node'))
  }

  #evaluate(expression: Evaluate, start: NodeItem): Items {
    return evaluate(expression, start, { model: this.#model, variables: new Map(), now: undefined })
  }

  #outcomesOf({ method, pointer: rule, text, cases, otherwise }: AnonymizerRule): (node: NodeItem) => RuleOutcome {
    if (method === 'substitute') return () => ({ action: 'replace', rule, text })
    if (method !== 'generalize') return () => ({ action: ACTIONS[method], rule })
    const compiled = cases.map(([condition, value]) => [compileRule(condition, rule), compileRule(value, rule)] as const)
    return (node) => {
      for (const [condition, value] of compiled) {
        const [outcome] = this.#evaluate(condition.expression, node)
        if (!outcome || systemOf(outcome)?.value !== true) continue
        const [made] = this.#evaluate(value.expression, node)
        const found = made && systemOf(made)?.value
        if (found !== undefined) return { action: 'generalize', rule, text: String(found) }
      }
      return { action: otherwise, rule }
    }
  }

  /** What a rule says of a place, or of the nearest place above that one is for. */
  outcomeAt(index: number, path: string): RuleOutcome | undefined {
    if (this.#own.size + this.#configured.size === 0) return undefined
    let first: { readonly order: number; readonly outcome: RuleOutcome } | undefined
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      for (const each of /\[\d+\]$/.test(at) ? [at, at.slice(0, at.lastIndexOf('['))] : [at]) {
        const own = this.#own.get(`${index} ${each}`)
        if (own !== undefined) return own
        const found = this.#configured.get(`${index} ${each}`)
        // What is put in the place of a value is none for its parts.
        if (found && (first === undefined || found.order < first.order) && (at === path || found.outcome.text === undefined)) first = found
      }
    }
    return first?.outcome
  }
}

const ACTIONS = { keep: 'keep', redact: 'redact', dateshift: 'date-shift', cryptohash: 'hash' } as const

/** All elements of a resource by type and by name, but those of resources in it. */
class NodeLists {
  readonly #root: NodeItem
  readonly #model: FhirModel
  #lists: Readonly<Record<'type' | 'name', Map<string, NodeItem[]>>> | undefined

  constructor(root: NodeItem, model: FhirModel) {
    this.#root = root
    this.#model = model
  }

  of(by: 'type' | 'name', value: string): readonly NodeItem[] {
    return this.#read()[by].get(value) ?? []
  }

  #read() {
    if (this.#lists) return this.#lists
    const lists = { type: new Map<string, NodeItem[]>(), name: new Map<string, NodeItem[]>() }
    const rest = [this.#root]
    for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
      for (const child of allChildrenOf(node, this.#model)) {
        if (child.kind !== 'node' || child.plan.kind === 'resource') continue
        rest.push(child)
        listAt(lists.type, child.plan.name).push(child)
        listAt(lists.name, child.step).push(child)
      }
    }
    this.#lists = lists
    return lists
  }
}

function listAt(lists: Map<string, NodeItem[]>, name: string): NodeItem[] {
  const known = lists.get(name)
  if (known) return known
  const list: NodeItem[] = []
  lists.set(name, list)
  return list
}
