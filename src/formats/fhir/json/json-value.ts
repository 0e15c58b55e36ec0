// The values of a JSON document as the reader makes them: plain JavaScript values, and NumberText for a number that a double does not hold.
import { NumberText } from './number-text.ts'

export type JsonValue = null | boolean | number | string | NumberText | JsonArray | JsonObject
export type JsonArray = JsonValue[]
/**
 * Members in the order of the document. A name of the input is looked up with `Object.hasOwn` or `Object.keys`, never with a plain index:
 * the object has the usual prototype. `__proto__` cannot be a member, the reader refuses it.
 */
export interface JsonObject {
  [name: string]: JsonValue
}

/** A path of member names and array indices from the root of a document. */
export type JsonPath = readonly (string | number)[]

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
}

/** The text of a number as it is written in JSON; undefined for what is no number. */
export function numberText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  return value instanceof NumberText ? value.text : undefined
}
