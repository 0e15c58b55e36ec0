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
  let at = expression
  while (at.kind === 'member' || at.kind === 'sign' || at.kind === 'type') {
    if (!at.of) return false
    at = at.of
  }
  if (at.kind !== 'call' && at.kind !== 'binary' && at.kind !== 'index') return false
  let found = known.get(at)
  if (found === undefined) {
    found = at.kind === 'call' && at.name === 'defineVariable' ? true : partsOf(at).some(definesVariable)
    known.set(at, found)
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
