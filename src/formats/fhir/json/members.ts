// Reads members of JSON objects whose types are not known: a value of another type counts as missing.
import { isObject, type JsonObject, type JsonValue } from './json-value.ts'

/** The objects of an array; empty for anything else. */
export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The strings of an array; empty for anything else. */
export function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** A string that is not empty. */
export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
