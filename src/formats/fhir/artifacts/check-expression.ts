// Expressions in definitions: whether they compile, and whether the elements they name exist.
import { ProblemError } from '../../../core/problem.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { checkExpression } from '../path/check.ts'
import { compileExpression } from '../path/compile.ts'
import { type Expression, parseExpression } from '../path/parse.ts'

/** What is wrong with an expression, in words; undefined if it compiles. */
export function syntaxErrorOf(text: string): string | undefined {
  try {
    compileExpression(text)
    return undefined
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return 'a FHIRPath expression'
  }
}

/** Undefined for an expression that cannot be parsed. */
export function parsedOf(text: string): Expression | undefined {
  try {
    return parseExpression(text)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return undefined
  }
}

/** Whether an expression names an element that the type does not have, or begins with another type. */
export function namesUnknown(expression: Expression, model: FhirModel, type: string): boolean {
  return checkExpression(expression, model, type).some(({ code }) => code === 'unknown_element' || code === 'wrong_context')
}

/** Whether an expression names an element that none of the types has; what begins with another type is not judged. */
export function namesUnknownElement(expression: Expression, model: FhirModel, types: readonly string[]): boolean {
  const found = new Set(checkExpression(expression, model, types).map(({ code }) => code))
  return found.has('unknown_element') && !found.has('wrong_context')
}

/** The alternatives of a union. */
export function branchesOf(expression: Expression): Expression[] {
  if (expression.kind !== 'binary' || expression.operator !== '|') return [expression]
  return [...branchesOf(expression.left), ...branchesOf(expression.right)]
}

/** The name that an expression begins with: `Patient` of `Patient.name.first()`. */
export function firstNameOf(expression: Expression): string | undefined {
  let at: Expression | undefined = expression
  while (at && 'of' in at && at.of) at = at.of
  return at.kind === 'member' ? at.name : undefined
}
