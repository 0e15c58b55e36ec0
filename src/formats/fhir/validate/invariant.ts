// The invariants of the definitions, evaluated on each element that has them.
import { ProblemError } from '../../../core/problem.ts'
import type { Invariant } from '../model/element-plan.ts'
import { compileExpression } from '../path/compile.ts'
import { type Evaluate, truth } from '../path/context.ts'
import { evaluate } from '../path/evaluate.ts'
import { type Items, type NodeItem, rootNode } from '../path/item.ts'
import type { Context, ResourceNode, Visit } from './context.ts'

/** Rules that other parts of the validator judge, with a place of their own: contained resources, references to them, and narratives. */
export const JUDGED_ELSEWHERE: ReadonlySet<string> = new Set(['dom-3', 'ref-1', 'txt-1', 'txt-2'])

const compiled = new Map<string, Evaluate | null>()

/** Compiled once; null for an expression that cannot be compiled. */
export function compiledOf(expression: string): Evaluate | null {
  let known = compiled.get(expression)
  if (known === undefined) {
    try {
      known = compileExpression(expression)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      known = null
    }
    compiled.set(expression, known)
  }
  return known
}

/** Functions that give nothing if what they look for is not loaded or not in the document. */
const LOOKS_ELSEWHERE = /\b(?:memberOf|conformsTo|resolve)\(/

/** Whether a rule is met: an empty result is not true (R4 5.4.4.3), unless it comes from something that is not here; then undefined. */
export function verdictOf(items: Items, expression: string): boolean | undefined {
  if (items.length > 1) return true
  return truth(items, 'A rule') ?? (LOOKS_ELSEWHERE.test(expression) ? undefined : false)
}

/** Rules whose published expressions say less or more than their texts, as HL7 has corrected them since. */
const CORRECTED: Readonly<Record<string, string>> = {
  'bdl-8': "fullUrl.empty() or fullUrl.contains('/_history/').not()",
  'que-7': "operator = 'exists' implies (answer is boolean)",
  'que-12': 'enableWhen.count() > 1 implies enableBehavior.exists()',
  'ras-2': 'probability.empty() or (probability is decimal).not() or (probability as decimal) <= 100',
  'tim-9': "offset.empty() or (when.exists() and when.all(($this in ('C' | 'CM' | 'CD' | 'CV')).not()))",
  'vs-1': '($this is dateTime).not() or hasValue().not() or toString().length() >= 8',
}

export function expressionOf({ key, expression }: Pick<Invariant, 'key' | 'expression'>): string {
  return Object.hasOwn(CORRECTED, key) ? CORRECTED[key]! : expression
}

export class Invariants {
  private readonly context: Context
  private readonly roots = new Map<ResourceNode, NodeItem>()

  constructor(context: Context) {
    this.context = context
  }

  /** Judges a value by the rules of its type and of its element. */
  check(visit: Visit): void {
    const { plan, element } = visit
    const own = element?.invariants ?? NONE
    if (plan.invariants.length === 0 && own.length === 0) return
    const node = this.nodeOf(visit)
    for (const invariant of plan.invariants) this.judge(invariant, node, visit)
    for (const invariant of own) if (!plan.invariants.includes(invariant)) this.judge(invariant, node, visit)
  }

  private judge(invariant: Invariant, node: NodeItem, { path, resource }: Visit): void {
    const { key, severity, bestPractice, human } = invariant
    const { issues } = this.context
    if (JUDGED_ELSEWHERE.has(key) || !issues.checks(bestPractice ? 'bestPractice' : 'invariant')) return
    const expression = expressionOf(invariant)
    const code = bestPractice ? 'best_practice' : 'invariant'
    const run = compiledOf(expression)
    const result = run ? this.result(run, node, resource, expression) : undefined
    if (result === undefined) issues.add('invariant_undecided', path, { rule: key, expected: human })
    else if (!result) issues.add(code, path, { rule: key, expected: human, ...(bestPractice ? {} : { severity }) })
  }

  /** Undefined if the rule cannot be evaluated. */
  private result(run: Evaluate, node: NodeItem, resource: ResourceNode, expression: string): boolean | undefined {
    try {
      const root = this.rootOf(resource)
      const items = evaluate(run, node, { model: this.context.model, resource: root })
      return verdictOf(items, expression)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      return undefined
    }
  }

  private nodeOf({ value, plan, element, resource }: Visit): NodeItem {
    const root = this.rootOf(resource)
    if (plan.kind === 'resource') return root
    return { kind: 'node', plan, value, extras: undefined, element, parent: root, step: element?.name ?? plan.name, index: -1 }
  }

  private rootOf(resource: ResourceNode): NodeItem {
    let node = this.roots.get(resource)
    if (!node) {
      const plain = rootNode(this.context.model, resource.value)!
      const parent = resource.parent && this.rootOf(resource.parent)
      node = parent ? { ...plain, parent, step: resource.contained ? 'contained' : 'resource' } : plain
      this.roots.set(resource, node)
    }
    return node
  }
}

const NONE: readonly Invariant[] = []
