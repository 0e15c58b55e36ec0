// Compiles the expressions of a view. Each error has the pointer of its expression.
import { ProblemError, type ProblemItem } from '../../../core/problem.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { compileExpression } from '../path/compile.ts'
import type { Evaluate, EvaluationContext } from '../path/context.ts'
import type { Items } from '../path/item.ts'
import { type Expression, parseExpression } from '../path/parse.ts'
import { isReserved, partsOf } from '../path/variables.ts'
import { checkNames, type Plans } from './check-names.ts'
import { VIEW_POINTER } from './read-view.ts'
import type { Pointer } from './view-definition.ts'

export interface PathCompiler {
  readonly model: FhirModel
  /** Variables that an expression may use. */
  readonly variables: ReadonlySet<string>
  readonly errors: ProblemItem[]
}

export interface CompiledPath {
  readonly evaluate: Evaluate
  /** The types that it gives, where they can be told. */
  readonly plans: Plans
}

const NOTHING: CompiledPath = { evaluate: () => [], plans: undefined }

/**
 * An expression; what is wrong with it is added to the errors, and it then gives nothing.
 * @param focus types of what it is evaluated on
 * @param isLoose names that no type has are no errors: a repeated path need not fit each of the values that it comes by
 */
export function compilePath(
  { model, variables, errors }: PathCompiler,
  path: string,
  pointer: Pointer,
  focus: Plans,
  isLoose = false,
): CompiledPath {
  // Said already by the reader of the view.
  if (path === '') return NOTHING
  const at = `${VIEW_POINTER}${pointer}`
  try {
    const tree = parseExpression(path)
    const unknown = variablesOf(tree).some((name) => !isReserved(name) && name !== 'rowIndex' && !variables.has(name))
    if (unknown)
      errors.push({ pointer: at, code: 'invalid_value', detail: 'The expression has a variable that is no constant of the view.' })
    const evaluate = placed(compileExpression(tree), at)
    const plans = checkNames(model, tree, focus, (offset) => {
      if (isLoose) return
      const detail = `A name is not an element of this type. Write a choice as value.ofType(Quantity). Column ${offset + 1}.`
      errors.push({ pointer: at, code: 'invalid_value', detail })
    })
    return { evaluate, plans }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const column = error.at?.column
    errors.push({ pointer: at, code: 'invalid_value', detail: column === undefined ? error.message : `${error.message} Column ${column}.` })
    return NOTHING
  }
}

/** Adds the pointer of an expression to errors of its evaluation. */
function placed(expression: Evaluate, pointer: string): Evaluate {
  return (context: EvaluationContext, input: Items) => {
    try {
      context.current = input
      return expression(context, input)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const column = error.at?.column
      const message = column === undefined ? error.message : `${error.message} Column ${column}.`
      throw new ProblemError(message, { code: error.code, at: { pointer }, ...(error.facts ? { facts: error.facts } : {}) })
    }
  }
}

/** Without recursion over long chains: the parser bounds only how deep parentheses nest. */
function variablesOf(root: Expression): string[] {
  const names: string[] = []
  const stack = [root]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.kind === 'variable') names.push(next.name)
    stack.push(...partsOf(next))
  }
  return names
}
