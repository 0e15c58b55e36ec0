// Finds names in an expression that no type of FHIR has at their place, before a resource is read: they would give nothing, without a word.
import type { FhirModel, TypePlan } from '../model/element-plan.ts'
import type { Expression } from '../path/parse.ts'

/** What an expression may stand on or give; undefined where that cannot be told. */
export type Plans = readonly TypePlan[] | undefined

/** Deeper expressions are not followed. */
const MAX_DEPTH = 300

/** Give some of what they stand on. */
const SAME = new Set(['where', 'first', 'last', 'tail', 'skip', 'take', 'single', 'distinct', 'trace', 'sort', 'exclude', 'intersect'])
/** Evaluate their arguments on each value that they stand on. */
const EACH = new Set(['where', 'exists', 'all', 'select', 'any', 'iif'])

/**
 * The types that an expression gives.
 * @param unknown called with the offset in the expression of a name that no type has there
 */
export function checkNames(model: FhirModel, expression: Expression, focus: Plans, unknown: (at: number) => void): Plans {
  return new NameChecker(model, focus, unknown).infer(expression, focus, 0)
}

class NameChecker {
  readonly #model: FhirModel
  readonly #root: Plans
  readonly #unknown: (at: number) => void

  constructor(model: FhirModel, root: Plans, unknown: (at: number) => void) {
    this.#model = model
    this.#root = root
    this.#unknown = unknown
  }

  infer(expression: Expression, focus: Plans, depth: number): Plans {
    if (depth > MAX_DEPTH) return undefined
    switch (expression.kind) {
      case 'special':
        return expression.name === '$this' ? focus : undefined
      case 'variable':
        return expression.name === 'context' ? this.#root : undefined
      case 'member':
        return this.#member(expression, focus, depth)
      case 'call':
        return this.#call(expression, focus, depth)
      case 'index':
        this.infer(expression.index, focus, depth + 1)
        return this.infer(expression.of, focus, depth + 1)
      case 'sign':
        return this.infer(expression.of, focus, depth + 1)
      case 'type':
        this.infer(expression.of, focus, depth + 1)
        return expression.operator === 'as' ? this.#type(expression.type) : undefined
      case 'binary': {
        const left = this.infer(expression.left, focus, depth + 1)
        const right = this.infer(expression.right, focus, depth + 1)
        return expression.operator === '|' && left && right ? [...left, ...right] : undefined
      }
      default:
        return undefined
    }
  }

  #member({ of, name, at }: Extract<Expression, { kind: 'member' }>, focus: Plans, depth: number): Plans {
    const source = of ? this.infer(of, focus, depth + 1) : focus
    if (!source) return undefined
    if (!of && /^[A-Z]/.test(name) && source.some((plan) => this.#model.isA(plan.name, name))) return source
    const elements = source.flatMap((plan) => plan.byName.get(name) ?? [])
    if (elements.length === 0) {
      this.#unknown(at)
      return undefined
    }
    const plans = elements.flatMap(({ types }) => types.map(({ plan }) => plan))
    // Any resource may stand where the abstract one does.
    return plans.some(({ abstract, kind }) => abstract || kind === 'resource') ? undefined : plans
  }

  #call({ of, name, args }: Extract<Expression, { kind: 'call' }>, focus: Plans, depth: number): Plans {
    const source = of ? this.infer(of, focus, depth + 1) : focus
    const [argument] = args
    if (name === 'ofType' || name === 'as') return argument ? this.#type(typeNameOf(argument)) : undefined
    let given: Plans
    if (EACH.has(name)) for (const arg of args) given = this.infer(arg, source, depth + 1)
    if (name === 'select') return given
    if (name === 'extension') return this.#type('Extension')
    return SAME.has(name) ? source : undefined
  }

  #type(name: string | undefined): Plans {
    const plan = name === undefined ? undefined : this.#model.type(name.slice(name.indexOf('.') + 1))
    return plan && !plan.abstract && plan.kind !== 'resource' ? [plan] : undefined
  }
}

function typeNameOf(expression: Expression): string | undefined {
  return expression.kind === 'member' ? expression.name : undefined
}
