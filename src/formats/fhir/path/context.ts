// What an expression is evaluated in: the resource, the element at hand, variables, and a budget of steps.
import { ProblemError } from '../../../core/problem.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { type Item, type Items, type NodeItem, plainValueOf } from './item.ts'

/** A compiled expression. */
export type Evaluate = (context: EvaluationContext, input: Items) => Items

export interface Settings {
  readonly model: FhirModel
  /** %context. */
  readonly start: Items
  /** %resource. */
  readonly resource: NodeItem | undefined
  /** %rootResource. */
  readonly rootResource: NodeItem | undefined
  readonly variables: ReadonlyMap<string, Items>
  /** What a reference leads to within the document. */
  readonly resolve: (reference: string, from: NodeItem | undefined) => Item | undefined
  /** Whether a code is in a value set; undefined where nobody knows. */
  readonly memberOf: (item: Item, valueSet: string) => boolean | undefined
  /** Whether a node conforms to a profile; undefined where it is not loaded. Types of FHIR itself are not asked for. */
  readonly conformsTo: (node: NodeItem, profile: string) => boolean | undefined
  /** The time of the call as FHIR writes it; undefined where the clock is not to be asked. */
  readonly now: string | undefined
  /** What trace() was called with, and what it saw. */
  readonly trace?: ((name: string, items: Items) => void) | undefined
  /** The expression is of a view, where join() of nothing is an empty text. */
  readonly isView?: boolean
}

const MAX_STEPS = 10_000_000
const MAX_TEXT = 16_000_000

export class EvaluationContext {
  readonly settings: Settings
  /** `$this`, `$index` and `$total` of the innermost function that has them. */
  current: Items
  index = 0
  total: Items = []
  variables: ReadonlyMap<string, Items>
  private steps = 0

  constructor(settings: Settings) {
    this.settings = settings
    this.current = settings.start
    this.variables = settings.variables
  }

  /** @throws ProblemError `resource_limit` where the expression takes more than ten million steps */
  count(steps: number): void {
    this.steps += steps
    if (this.steps > MAX_STEPS) {
      throw new ProblemError(`The expression takes more than ${MAX_STEPS} steps.`, { code: 'resource_limit', facts: { limit: MAX_STEPS } })
    }
  }

  /** Counts what was made: lists by their items, texts by their length. @throws ProblemError as count */
  countResult(items: Items): void {
    this.count(1 + items.length)
    const [first] = items
    if (first?.kind === 'system' && typeof first.value === 'string') this.countText(first.value.length)
  }

  /** @param length of a text that is made @throws ProblemError `resource_limit` for one too long, and as count */
  countText(length: number): void {
    if (length > MAX_TEXT) {
      throw new ProblemError(`The expression creates a text of more than ${MAX_TEXT} characters.`, {
        code: 'resource_limit',
        facts: { limit: MAX_TEXT },
      })
    }
    this.count(length >> 4)
  }

  /** Evaluates with another `$this`. @param input other than that */
  within(item: Items, index: number, run: Evaluate, input = item): Items {
    const { current, index: outer } = this
    this.current = item
    this.index = index
    const result = run(this, input)
    this.current = current
    this.index = outer
    return result
  }
}

/** @throws ProblemError `invalid_input` where a value that cannot be evaluated is met; the message names no value */
export function evaluationError(message: string): ProblemError {
  return new ProblemError(message, { code: 'invalid_input' })
}

/** The only item, undefined for none. @throws ProblemError for several */
export function single(items: Items, what: string): Item | undefined {
  if (items.length > 1) throw evaluationError(`${what} takes one value, and there are several.`)
  return items[0]
}

/** A collection as a condition: a Boolean as it is, any other single value as true; undefined for none. */
export function truth(items: Items, what: string): boolean | undefined {
  const item = single(items, what)
  if (!item) return undefined
  const value = plainValueOf(item)
  return typeof value === 'boolean' ? value : true
}

/** The only text; undefined for none. @throws ProblemError for what is no text */
export function textOf(items: Items, what: string): string | undefined {
  const item = single(items, what)
  if (!item) return undefined
  const value = plainValueOf(item)
  if (value === undefined && item.kind === 'node' && item.plan.kind === 'primitive') return undefined
  if (typeof value !== 'string') throw evaluationError(`${what} takes a text.`)
  return value
}
