// Writes a value of the reader as JSON, every number as it was read.
import { isObject, type JsonValue } from './json-value.ts'
import { NumberText } from './number-text.ts'

/** JSON of a value; with `pretty`, two blanks a level. Members that are undefined are left out. */
export function writeJson(value: JsonValue, pretty = false): string {
  return write(value, pretty ? '\n' : '')
}

/** @param line what begins a line at this level: a line feed and blanks, or nothing */
function write(value: JsonValue, line: string): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof NumberText) return value.text
  if (Array.isArray(value)) return value.length === 0 ? '[]' : writeArray(value, line)
  return isObject(value) ? writeObject(value, line) : Object.is(value, -0) ? '-0' : String(value)
}

function writeArray(values: readonly JsonValue[], line: string): string {
  const inner = line && `${line}  `
  let out = '['
  for (let i = 0; i < values.length; i++) out += `${i === 0 ? '' : ','}${inner}${write(values[i]!, inner)}`
  return `${out}${line}]`
}

function writeObject(object: Readonly<Record<string, JsonValue | undefined>>, line: string): string {
  const inner = line && `${line}  `
  const colon = line ? ': ' : ':'
  let out = '{'
  for (const name of Object.keys(object)) {
    const value = object[name]
    if (value !== undefined) out += `${out === '{' ? '' : ','}${inner}${JSON.stringify(name)}${colon}${write(value, inner)}`
  }
  return out === '{' ? '{}' : `${out}${line}}`
}
