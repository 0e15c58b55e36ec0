// What can be told of an expression before it runs: elements that there are not, choices called by their names in JSON, an order that nobody promises,
// and types that never meet. What cannot be told is let pass.
import type { ElementPlan, FhirModel, TypePlan } from '../model/element-plan.ts'
import { typeNameOf } from './functions/registry.ts'
import type { Expression } from './parse.ts'

export const CHECK_CODES = [
  'unknown_element',
  'choice_type',
  'wrong_context',
  'unordered',
  'type_mismatch',
  'not_boolean',
  'several',
] as const
export type CheckCode = (typeof CHECK_CODES)[number]

export interface PathCheck {
  readonly code: CheckCode
  /** Offset in the expression. */
  readonly from: number
  readonly message: string
}

/** What an expression gives; undefined where that cannot be told. */
interface Known {
  /** Names of types: `Patient`, `System.String`. */
  readonly types: ReadonlySet<string>
  readonly isMany: boolean
  readonly isOrdered: boolean
}

type Call = Extract<Expression, { kind: 'call' }>

/** @param root the type that the expression begins at, or the types of a choice: an element of any of them exists */
export function checkExpression(expression: Expression, model: FhirModel, root: string | readonly string[]): PathCheck[] {
  const checker = new Checker(model, one(...(typeof root === 'string' ? [root] : root)))
  checker.infer(expression, checker.root)
  return checker.found
}

function one(...types: readonly string[]): Known {
  return { types: new Set(types), isMany: false, isOrdered: true }
}

const BOOLEAN = one('System.Boolean')
const INTEGER = one('System.Integer')
const STRING = one('System.String')
const LITERALS = {
  string: STRING,
  boolean: BOOLEAN,
  date: one('System.Date'),
  dateTime: one('System.DateTime'),
  time: one('System.Time'),
} as const

const BOOLEAN_OPERATORS: ReadonlySet<string> = new Set([
  ...['=', '!=', '~', '!~', '<', '<=', '>', '>=', 'and', 'or', 'xor', 'implies', 'in', 'contains'],
])
const BOOLEAN_CALLS =
  /^(?:empty|exists|all|allTrue|anyTrue|allFalse|anyFalse|not|isDistinct|subsetOf|supersetOf|is|matches|matchesFull|startsWith|endsWith|contains|convertsTo[A-Z][A-Za-z]*|hasValue|memberOf|conformsTo|htmlChecks|comparable)$/
const STRING_CALLS =
  /^(?:startsWith|endsWith|matches|matchesFull|replace|replaceMatches|upper|lower|toChars|substring|split|trim|lastIndexOf)$/
/** They give what they are given, or some of it. */
const FILTERS = /^(?:where|first|last|tail|skip|take|single|distinct|trace|intersect|exclude|sort|defineVariable|checkModifiers)$/
const SINGLES = /^(?:first|last|single)$/
const BY_ORDER = /^(?:first|last|tail|skip|take)$/
/** Their arguments see each item. */
const BY_ITEM = /^(?:where|select|all|exists|repeat|repeatAll|trace|sort|iif)$/

class Checker {
  readonly found: PathCheck[] = []
  readonly root: Known
  readonly #model: FhirModel

  constructor(model: FhirModel, root: Known) {
    this.#model = model
    this.root = root
  }

  infer(expression: Expression, current: Known | undefined): Known | undefined {
    switch (expression.kind) {
      case 'literal':
        if (expression.type === 'number') return expression.text.includes('.') ? one('System.Decimal') : INTEGER
        return expression.type === 'null' ? undefined : LITERALS[expression.type]
      case 'quantity':
        return one('System.Quantity')
      case 'special':
        return expression.name === '$this' ? current : expression.name === '$index' ? INTEGER : undefined
      case 'variable':
        return expression.name === 'context' ? this.root : undefined
      case 'member':
        return this.#member(expression, current)
      case 'call':
        return this.#call(expression, current)
      case 'index': {
        const of = this.infer(expression.of, current)
        this.infer(expression.index, current)
        this.#order(of, expression.at)
        return of && { ...of, isMany: false }
      }
      case 'sign':
        return this.infer(expression.of, current)
      case 'type': {
        const of = this.infer(expression.of, current)
        return expression.operator === 'is' ? BOOLEAN : this.#typed(of, expression.type, expression.at)
      }
      default:
        return this.#binary(expression, current)
    }
  }

  #report(code: CheckCode, from: number, message: string): void {
    if (!this.found.some((each) => each.code === code && each.from === from)) this.found.push({ code, from, message })
  }

  #order(of: Known | undefined, at: number): void {
    if (of?.isOrdered === false) this.#report('unordered', at, 'The order of what stands before is not told.')
  }

  #member({ of, name, at }: Extract<Expression, { kind: 'member' }>, current: Known | undefined): Known | undefined {
    if (of) return this.#step(this.infer(of, current), name, at)
    if (!current || !/^[A-Z]/.test(name)) return this.#step(current, name, at)
    const plans = this.#plansOf(current)
    if (!plans) return undefined
    const meant = plans.filter((plan) => this.#model.isA(plan.name, name))
    if (meant.length > 0) return { ...current, types: new Set(meant.map((plan) => plan.name)) }
    if (this.#model.type(name)?.kind === 'resource') {
      this.#report('wrong_context', at, 'The expression is for resources of another type.')
      return undefined
    }
    return this.#step(current, name, at)
  }

  /** Undefined where one of the types is no type of FHIR, or stands for others. */
  #plansOf(known: Known): TypePlan[] | undefined {
    const plans = [...known.types].map((type) => this.#model.type(type))
    return plans.some((plan) => plan === undefined || (plan.abstract && plan.kind === 'resource')) ? undefined : (plans as TypePlan[])
  }

  #step(of: Known | undefined, name: string, at: number): Known | undefined {
    const plans = of && this.#plansOf(of)
    if (!plans) {
      const isSystem = of !== undefined && [...of.types].every((type) => type.startsWith('System.'))
      if (isSystem) this.#report('unknown_element', at, 'A value of a system type has no elements.')
      return undefined
    }
    const elements = plans.flatMap((plan) => plan.byName.get(name) ?? [])
    // The value of a primitive is of a system type.
    const systems = name === 'value' ? plans.flatMap(({ system }) => system ?? []) : []
    if (elements.length > 0 || systems.length > 0) return this.#elements(of, elements, systems)
    const choice = plans.flatMap((plan) => plan.properties.get(name) ?? []).find(({ element }) => element.choice)
    if (choice) {
      const { element, type } = choice
      this.#report('choice_type', at, `FHIRPath calls it ${element.name}; its values of one type are ${element.name}.ofType(${type.code}).`)
      return { types: new Set([type.code]), isMany: of.isMany, isOrdered: of.isOrdered }
    }
    this.#report('unknown_element', at, `There is no such element of ${plans.map((plan) => plan.name).join(', ')}.`)
    return undefined
  }

  #elements(of: Known, elements: readonly ElementPlan[], systems: readonly string[] = []): Known {
    const types = new Set([
      ...elements.flatMap((element) => element.types.map(({ code }) => code)),
      ...systems.map((system) => `System.${system}`),
    ])
    return { types, isMany: of.isMany || elements.some(({ list }) => list), isOrdered: of.isOrdered }
  }

  #typed(of: Known | undefined, type: string, at: number): Known | undefined {
    const name = type.replace(/^FHIR\./, '')
    const plan = this.#model.type(name)
    if (!plan)
      return { types: new Set([name.startsWith('System.') ? name : `System.${name}`]), isMany: of?.isMany ?? true, isOrdered: true }
    const plans = of && this.#plansOf(of)
    const canBe = !plans || plans.some((each) => this.#model.isA(each.name, name) || this.#model.isA(name, each.name))
    if (!canBe) this.#report('type_mismatch', at, 'What stands before is never of this type.')
    return { types: new Set([plan.name]), isMany: of?.isMany ?? true, isOrdered: of?.isOrdered ?? true }
  }

  #call(call: Call, current: Known | undefined): Known | undefined {
    const { name, args, at } = call
    const of = call.of ? this.infer(call.of, current) : current
    if (BY_ORDER.test(name)) this.#order(of, at)
    if (/^(?:as|is|ofType)$/.test(name)) {
      const type = args[0] && typeNameOf(args[0])
      if (name === 'is' || type === undefined) return name === 'is' ? BOOLEAN : undefined
      return this.#typed(of, type, at)
    }
    if (STRING_CALLS.test(name) && of && this.#isNoText(of)) this.#report('type_mismatch', at, `The function ${name} takes a text.`)
    const item = BY_ITEM.test(name) ? of && { ...of, isMany: false } : current
    const given = args.map((arg) => this.infer(arg, item))
    if (name === 'iif') this.#condition(given[0], args[0]!.at)
    return this.#result(name, of, given)
  }

  #result(name: string, of: Known | undefined, given: readonly (Known | undefined)[]): Known | undefined {
    if (BOOLEAN_CALLS.test(name)) return BOOLEAN
    if (FILTERS.test(name)) return of && { ...of, isMany: of.isMany && !SINGLES.test(name) }
    switch (name) {
      case 'count':
      case 'length':
        return INTEGER
      case 'select':
        return given[0] && { ...given[0], isMany: given[0].isMany || (of?.isMany ?? true), isOrdered: of?.isOrdered ?? true }
      case 'union':
      case 'combine':
        return union(of, given[0])
      case 'extension':
        return { types: new Set(['Extension']), isMany: true, isOrdered: true }
      case 'children':
      case 'descendants':
        return { types: new Set(['Resource']), isMany: true, isOrdered: false }
      default:
        return undefined
    }
  }

  #condition(condition: Known | undefined, at: number): void {
    if (!condition) return
    if (condition.isMany) this.#report('several', at, 'A condition is one value, and there may be several.')
    else if ([...condition.types].every((type) => !/^(?:System\.Boolean|boolean)$/.test(type)))
      this.#report('not_boolean', at, 'A condition is true or false.')
  }

  /** True where nothing of it can be read as a text. */
  #isNoText(of: Known): boolean {
    return [...of.types].every((type) => {
      const plan = this.#model.type(type)
      return plan ? plan.kind !== 'primitive' && !plan.abstract : /^System\.(?:Boolean|Integer|Decimal|Quantity)$/.test(type)
    })
  }

  #binary({ operator, left, right, at }: Extract<Expression, { kind: 'binary' }>, current: Known | undefined): Known | undefined {
    const [a, b] = [this.infer(left, current), this.infer(right, current)]
    const [x, y] = [this.#family(a), this.#family(b)]
    const isOrder = operator === '<' || operator === '<=' || operator === '>' || operator === '>='
    if (isOrder && x && y && x !== y) this.#report('type_mismatch', at, 'A comparison takes two values of one type.')
    if ((operator === '+' || operator === '-') && x && y && !isSum(operator, x, y))
      this.#report('type_mismatch', at, 'An operator takes values of types that fit.')
    if (BOOLEAN_OPERATORS.has(operator)) return BOOLEAN
    if (operator === '|') return union(a, b)
    return operator === '&' ? STRING : operator === '+' || operator === '-' ? a : undefined
  }

  /** What counts of a type for operators; undefined where that is not one. */
  #family(of: Known | undefined): string | undefined {
    const families = new Set([...(of?.types ?? [])].map((type) => this.#familyOf(type)))
    return families.size === 1 ? [...families][0] : undefined
  }

  #familyOf(type: string): string | undefined {
    const plan = this.#model.type(type)
    const system = plan ? (plan.system ?? (this.#model.isA(plan.name, 'Quantity') ? 'Quantity' : undefined)) : type.replace(/^System\./, '')
    if (system === 'Integer' || system === 'Decimal') return 'number'
    return system === 'Date' || system === 'DateTime' ? 'date' : system
  }
}

function isSum(operator: string, left: string, right: string): boolean {
  if (left === 'date' || left === 'Time') return right === 'Quantity'
  return left === right && (operator === '+' || left !== 'String') && left !== 'Boolean'
}

function union(a: Known | undefined, b: Known | undefined): Known | undefined {
  return a && b && { types: new Set([...a.types, ...b.types]), isMany: true, isOrdered: a.isOrdered && b.isOrdered }
}
