// Compiles an expression to a function: each node of the tree becomes a closure.

import { ProblemError } from '../../../core/problem.ts'
import type { ElementPlan, FhirModel, TypePlan } from '../model/element-plan.ts'
import { addChildren, addValue } from './children.ts'
import { type Evaluate, type EvaluationContext, evaluationError, single } from './context.ts'
import { Decimal } from './decimal.ts'
import { callOf } from './functions/registry.ts'
import { allOfType, isOfType } from './functions/type-names.ts'
import {
  type Item,
  type Items,
  NONE,
  type NodeItem,
  ofBoolean,
  ofDecimal,
  ofInteger,
  ofQuantity,
  ofString,
  ofTemporal,
  plainValueOf,
  Quantity,
  systemOf,
} from './item.ts'
import { syntaxError } from './lex.ts'
import { areEqual, areEquivalent, arithmetic, compare, contains, distinct, logic } from './operators.ts'
import { type Expression, parseExpression } from './parse.ts'
import { Temporal, type TemporalKind } from './temporal.ts'
import { definesVariable, TERMINOLOGIES } from './variables.ts'

/** @throws ProblemError `invalid_input` with the column of what is wrong in the expression */
export function compileExpression(expression: string | Expression): Evaluate {
  return compile(typeof expression === 'string' ? parseExpression(expression) : expression)
}

const THIS: Evaluate = (_, input) => input

function compile(expression: Expression): Evaluate {
  switch (expression.kind) {
    case 'literal':
      return literal(expression)
    case 'quantity':
      return constant([ofQuantity(new Quantity(Decimal.parse(expression.number)!, expression.unit, expression.isCalendar))])
    case 'special':
      return special(expression.name, expression.at)
    case 'variable':
      return variable(expression.name, expression.at)
    case 'member':
      return member(expression)
    case 'call':
      return placed(callOf(expression, expression.of ? compile(expression.of) : THIS, compilePart), expression.at)
    case 'index':
      return indexer(compile(expression.of), compile(expression.index))
    case 'sign':
      return sign(expression.sign, compile(expression.of))
    case 'type': {
      const of = compile(expression.of)
      const { operator, type } = expression
      if (operator === 'as') return (context, input) => allOfType(context, of(context, input), type)
      return (context, input) => {
        const item = single(of(context, input), 'is')
        return item ? ofBoolean(isOfType(context, item, type)) : NONE
      }
    }
    default:
      return placed(binary(expression), expression.at)
  }
}

/** A problem that names no place gets that of the innermost call or operator that it is of. */
function placed(run: Evaluate, at: number): Evaluate {
  return (context, input) => {
    try {
      return run(context, input)
    } catch (error) {
      if (!(error instanceof ProblemError) || error.at) throw error
      const { message, code, facts } = error
      throw new ProblemError(message, { code, at: { column: at + 1 }, ...(facts ? { facts } : {}) })
    }
  }
}

/** An argument or operand: variables that it defines are not visible outside it. */
function compilePart(expression: Expression): Evaluate {
  const run = compile(expression)
  if (!definesVariable(expression)) return run
  return (context, input) => {
    const outer = context.variables
    const result = run(context, input)
    context.variables = outer
    return result
  }
}

function constant(items: Items): Evaluate {
  return () => items
}

function literal({ type, text, at }: Extract<Expression, { kind: 'literal' }>): Evaluate {
  switch (type) {
    case 'null':
      return constant(NONE)
    case 'boolean':
      return constant(ofBoolean(text === 'true'))
    case 'string':
      return constant([ofString(text)])
    case 'number': {
      const value = Decimal.parse(text)!
      return constant([text.includes('.') ? ofDecimal(value) : ofInteger(value.units)])
    }
    default: {
      const kinds: Readonly<Record<string, TemporalKind>> = { date: 'Date', dateTime: 'DateTime', time: 'Time' }
      const value = Temporal.parse(text, kinds[type]!)
      if (!value) throw syntaxError('The expression has a date or time that is none.', at)
      return constant([ofTemporal(value)])
    }
  }
}

function special(name: string, at: number): Evaluate {
  if (name === '$this') return ({ current }) => current
  if (name === '$index') return ({ index }) => [ofInteger(index)]
  if (name === '$total') return ({ total }) => total
  throw syntaxError('The expression has a name after $ that FHIRPath does not know.', at)
}

function variable(name: string, at: number): Evaluate {
  if (Object.hasOwn(TERMINOLOGIES, name)) return constant([ofString(TERMINOLOGIES[name]!)])
  if (name.startsWith('vs-')) return constant([ofString(`http://hl7.org/fhir/ValueSet/${name.slice(3)}`)])
  if (name.startsWith('ext-')) return constant([ofString(`http://hl7.org/fhir/StructureDefinition/${name.slice(4)}`)])
  if (name === 'context') return ({ settings }) => settings.start
  if (name === 'resource') return ({ settings }) => listOf(settings.resource)
  if (name === 'rootResource') return ({ settings }) => listOf(settings.rootResource)
  return ({ variables }) => {
    const known = variables.get(name)
    if (!known) throw syntaxError('The expression has a variable that is not set.', at)
    return known
  }
}

function listOf(node: NodeItem | undefined): Items {
  return node ? [node] : NONE
}

function member({ of, name }: Extract<Expression, { kind: 'member' }>): Evaluate {
  const below = stepTo(name)
  if (of) {
    const source = compile(of)
    return (context, input) => below(context, source(context, input))
  }
  if (!/^[A-Z]/.test(name)) return below
  // The first name may be the type of what is at hand: `Patient.name`.
  return (context, input) => {
    const first = input[0]
    const isType = first?.kind === 'node' && (first.plan.kind === 'resource' || !first.plan.byName.has(name))
    if (isType) return input.filter((item) => item.kind === 'node' && context.settings.model.isA(item.plan.name, name))
    return below(context, input)
  }
}

function stepTo(name: string): Evaluate {
  // Most steps stand on one type.
  let plan: TypePlan | undefined
  let element: ElementPlan | undefined
  const add = (item: Item, model: FhirModel, found: Item[]): void => {
    if (item.kind === 'system') return
    if (item.kind === 'type') {
      if (name === 'name') found.push(ofString(item.name))
      else if (name === 'namespace') found.push(ofString(item.namespace))
      return
    }
    if (item.plan !== plan) {
      plan = item.plan
      element = plan.byName.get(name)
    }
    if (element) addChildren(item, model, element, found)
    else addValue(item, name, found)
  }
  return (context, input) => {
    context.count(1)
    const { model } = context.settings
    const found: Item[] = []
    for (let i = 0; i < input.length; i++) add(input[i]!, model, found)
    if (input.length !== 1) context.count(found.length)
    return found
  }
}

function indexer(of: Evaluate, index: Evaluate): Evaluate {
  return (context, input) => {
    const items = of(context, input)
    const at = single(index(context, input), 'An index')
    const value = at && plainValueOf(at)
    if (!(value instanceof Decimal)) return NONE
    const item = items[value.toNumber()]
    return item ? [item] : NONE
  }
}

function sign(text: string, of: Evaluate): Evaluate {
  return (context, input) => {
    const item = single(of(context, input), 'A sign')
    const value = item && systemOf(item)
    if (!value) return item ? [item] : NONE
    if (text === '+' && (value.value instanceof Decimal || value.value instanceof Quantity)) return [value]
    if (value.value instanceof Decimal) return [{ ...value, value: value.value.negate() }]
    if (value.value instanceof Quantity)
      return [ofQuantity(new Quantity(value.value.value.negate(), value.value.unit, value.value.isCalendar))]
    throw evaluationError('A sign takes a number or a quantity.')
  }
}

function binary({ operator, left: l, right: r, at }: Extract<Expression, { kind: 'binary' }>): Evaluate {
  const [left, right] = [compilePart(l), compilePart(r)]
  const both =
    (combine: (a: Items, b: Items, context: EvaluationContext) => Items): Evaluate =>
    (context, input) => {
      const result = combine(left(context, input), right(context, input), context)
      context.countResult(result)
      return result
    }
  const answer = (value: boolean | undefined): Items => (value === undefined ? NONE : ofBoolean(value))
  switch (operator) {
    case 'and':
    case 'or':
    case 'xor':
    case 'implies':
      return (context, input) => logic(operator, left(context, input), () => right(context, input))
    case '=':
      return both((a, b) => answer(areEqual(a, b)))
    case '!=':
      return both((a, b) => {
        const equal = areEqual(a, b)
        return answer(equal === undefined ? undefined : !equal)
      })
    case '~':
      return both((a, b, context) => ofBoolean(areEquivalent(context, a, b)))
    case '!~':
      return both((a, b, context) => ofBoolean(!areEquivalent(context, a, b)))
    case '<':
    case '<=':
    case '>':
    case '>=':
      return both((a, b) => {
        const order = compare(a, b)
        return answer(order === undefined ? undefined : ORDERS[operator]!(order))
      })
    case '|':
      return both((a, b, context) => distinct(context, [...a, ...b]))
    case 'in':
      return both((a, b, context) => membership(context, a, b))
    case 'contains':
      return both((a, b, context) => membership(context, b, a))
    case '+':
    case '-':
    case '*':
    case '/':
    case '&':
    case 'div':
    case 'mod':
      return both((a, b) => arithmetic(operator, a, b))
    default:
      throw syntaxError('The expression has an operator that FHIRPath does not know.', at)
  }
}

const ORDERS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

function membership(context: EvaluationContext, item: Items, items: Items): Items {
  const only = single(item, 'Membership')
  return only ? ofBoolean(contains(context, items, only)) : NONE
}
