// Variables of expressions: those that every expression has, and which parts of an expression define their own.
import type { Expression } from './parse.ts'

export const TERMINOLOGIES: Readonly<Record<string, string>> = {
  ucum: 'http://unitsofmeasure.org',
  sct: 'http://snomed.info/sct',
  loinc: 'http://loinc.org',
}

const OF_CONTEXT: ReadonlySet<string> = new Set(['context', 'resource', 'rootResource'])

/** @returns whether every expression has a variable of this name */
export function isReserved(name: string): boolean {
  return OF_CONTEXT.has(name) || Object.hasOwn(TERMINOLOGIES, name) || /^(?:vs|ext)-/.test(name)
}

const known = new WeakMap<Expression, boolean>()

/** @returns whether defineVariable() is called in the expression */
export function definesVariable(expression: Expression): boolean {
  let found = known.get(expression)
  if (found === undefined) {
    found = expression.kind === 'call' && expression.name === 'defineVariable' ? true : partsOf(expression).some(definesVariable)
    known.set(expression, found)
  }
  return found
}

/** @returns what an expression consists of, one level down */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call':
      return [...(expression.of ? [expression.of] : []), ...expression.args]
    case 'member':
      return expression.of ? [expression.of] : []
    case 'index':
      return [expression.of, expression.index]
    case 'sign':
    case 'type':
      return [expression.of]
    case 'binary':
      return [expression.left, expression.right]
    default:
      return []
  }
}
