// The functions of FHIRPath by name, and how a call of one becomes a closure.
import type { Evaluate } from '../context.ts'
import { syntaxError } from '../lex.ts'
import type { Expression } from '../parse.ts'
import { COLLECTION, sorted } from './collection.ts'
import { COMPONENTS } from './components.ts'
import { CONVERSION } from './conversion.ts'
import type { FunctionDefinition } from './definition.ts'
import { FHIR } from './fhir.ts'
import { KEYS } from './keys.ts'
import { MATH } from './math.ts'
import { PRECISION } from './precision.ts'
import { STRING } from './string.ts'
import { isTypeName } from './type-names.ts'

type Call = Extract<Expression, { kind: 'call' }>

const FUNCTIONS: ReadonlyMap<string, FunctionDefinition> = new Map([
  ...Object.entries(COLLECTION),
  ...Object.entries(COMPONENTS),
  ...Object.entries(CONVERSION),
  ...Object.entries(FHIR),
  ...Object.entries(KEYS),
  ...Object.entries(MATH),
  ...Object.entries(PRECISION),
  ...Object.entries(STRING),
])

/** @throws ProblemError `invalid_input` for a function that there is not, and for another number of arguments than it takes */
export function callOf({ name, args, at }: Call, of: Evaluate, compile: (expression: Expression) => Evaluate): Evaluate {
  const definition = FUNCTIONS.get(name)
  if (!definition) throw syntaxError('The expression calls a function that FHIRPath does not have.', at)
  if (args.length < definition.least || args.length > definition.most) {
    throw syntaxError(
      `The function ${name} takes ${definition.least === definition.most ? definition.least : `${definition.least} to ${definition.most}`} arguments.`,
      at,
    )
  }
  if (definition.kind === 'type') {
    const [argument] = args
    const type = argument && typeNameOf(argument)
    if (argument && type === undefined) throw syntaxError(`The function ${name} takes the name of a type.`, at)
    const { run } = definition
    return (context, input) => {
      if (type !== undefined && !isTypeName(context, type))
        throw syntaxError(`The function ${name} takes the name of a type that there is.`, at)
      return run(context, of(context, input), type)
    }
  }
  const compiled = args.map(compile)
  if (name === 'sort') {
    // A sign before a key turns its order round.
    const keys = args.map((arg) => ({ key: compile(arg.kind === 'sign' ? arg.of : arg), isDown: arg.kind === 'sign' && arg.sign === '-' }))
    return (context, input) => sorted(context, of(context, input), keys)
  }
  const { run } = definition
  return (context, input) => {
    const result = run(context, of(context, input), compiled, input)
    context.countResult(result)
    return result
  }
}

/** `Patient` or `FHIR.Patient` as a name that was read as a path. */
export function typeNameOf(expression: Expression): string | undefined {
  if (expression.kind !== 'member') return undefined
  if (!expression.of) return expression.name
  const outer = typeNameOf(expression.of)
  return outer === undefined ? undefined : `${outer}.${expression.name}`
}
