// Says whether a message or a segment meets a condition. A part that is not there counts as an empty text; of several parts one is enough.
import type { Leaf } from '../field-values.ts'
import type { Comparison, Condition, Locator } from './locator.ts'

/** @param read the values of what a path means */
export function evaluateCondition(condition: Condition, read: (locator: Locator) => Leaf[]): boolean {
  switch (condition.kind) {
    case 'not':
      return !evaluateCondition(condition.of, read)
    case 'and':
      return condition.of.every((each) => evaluateCondition(each, read))
    case 'or':
      return condition.of.some((each) => evaluateCondition(each, read))
    case 'valued':
      return read(condition.locator).some((value) => value !== '')
    case 'compare': {
      const found = read(condition.locator)
      const values = found.length === 0 ? [''] : found
      return values.some((value) => condition.values.some((expected) => compare(value, condition.comparison, expected)))
    }
  }
}

function compare(value: Leaf, comparison: Comparison, expected: Leaf): boolean {
  if (comparison === '=') return value === expected
  if (comparison === '!=') return value !== expected
  if (value === null || expected === null) return false
  switch (comparison) {
    case '^=':
      return value.startsWith(expected)
    case '$=':
      return value.endsWith(expected)
    case '*=':
      return value.includes(expected)
    default:
      return isOrdered(orderOf(value, expected), comparison)
  }
}

function isOrdered(order: number, comparison: '<' | '<=' | '>' | '>='): boolean {
  if (Number.isNaN(order)) return false
  if (order === 0) return comparison === '<=' || comparison === '>='
  return order < 0 === comparison.startsWith('<')
}

/** Numbers by their size, other texts by their characters; NaN, which is in no order, for a number and another text or an empty one. */
function orderOf(value: string, expected: string): number {
  if (value === '' || expected === '') return Number.NaN
  if (isNumber(value) !== isNumber(expected)) return Number.NaN
  if (isNumber(value)) return Number(value) - Number(expected)
  return value < expected ? -1 : value > expected ? 1 : 0
}

function isNumber(text: string): boolean {
  return /^[+-]?[0-9]{1,30}(?:\.[0-9]{0,30})?$/.test(text)
}
