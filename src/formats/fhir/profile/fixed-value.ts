// Fixed values and patterns: what a value has to be, or to hold (R4 ElementDefinition.fixed[x] and pattern[x]).
import { isObject, type JsonValue } from '../json/json-value.ts'
import { isSameJson } from '../path/operators.ts'

/** Equal in everything, ids and extensions too. */
export function isFixed(value: JsonValue, fixed: JsonValue): boolean {
  return isSameJson(value, fixed)
}

/** Holds at least what the pattern holds; each entry of a list of the pattern fits one of the value's. */
export function fitsPattern(value: JsonValue | undefined, pattern: JsonValue): boolean {
  if (value === undefined) return false
  if (Array.isArray(pattern)) return Array.isArray(value) && pattern.every((each) => value.some((own) => fitsPattern(own, each)))
  if (!isObject(pattern)) return isSameJson(value, pattern)
  if (!isObject(value)) return false
  return Object.keys(pattern).every((name) => fitsPattern(Object.hasOwn(value, name) ? value[name] : undefined, pattern[name]!))
}
