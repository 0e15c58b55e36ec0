// Texts that are JSON as a whole: a label in the place of a number needs quotation marks, or the result is no JSON any more.
import { ProblemError } from '../../../core/problem.ts'

/** A number, true, false or null with its offsets. */
export interface JsonScalar {
  readonly start: number
  readonly end: number
}

/** Where a JSON document has scalars that are not strings, and where its keys, in order. */
export interface JsonPlaces {
  readonly scalars: readonly JsonScalar[]
  /** Without their quotation marks. */
  readonly keys: readonly JsonScalar[]
}

/** @returns undefined for a text that is no JSON as a whole */
export function readJsonPlaces(text: string): JsonPlaces | undefined {
  if (!isJson(text)) return undefined
  const scalars: JsonScalar[] = []
  const keys: JsonScalar[] = []
  for (let at = 0; at < text.length; at++) {
    const start = at
    if (text[at] === '"') {
      at = endOfString(text, at)
      if (isBeforeColon(text, at + 1)) keys.push({ start: start + 1, end: at })
    } else if (isScalarUnit(text.charCodeAt(at))) {
      while (isScalarUnit(text.charCodeAt(at + 1))) at++
      scalars.push({ start, end: at + 1 })
    }
  }
  return { scalars, keys }
}

function isBeforeColon(text: string, from: number): boolean {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++
  return text[at] === ':'
}

/** Of a valid document: the quotation mark that ends the string. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

/** Digits, signs, points and letters. */
function isScalarUnit(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  )
}

function isJson(text: string): boolean {
  if (!/^\s{0,64}[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** @returns the replacement as it is where it is a JSON number, otherwise as a string */
export function writeJsonScalar(replacement: string): string {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(replacement) ? replacement : JSON.stringify(replacement)
}

/**
 * @throws ProblemError `unsupported_variant` if the result is not JSON, or if keys of one object became equal: readers keep only one of them
 */
export function checkJson(document: string, result: string): void {
  if (isJson(result) && countKeys(result) === countKeys(document)) return
  throw new ProblemError(
    'The JSON document cannot be de-identified, because some of its keys are identifiers. Send its texts one by one.',
    {
      code: 'unsupported_variant',
    },
  )
}

/** The number of keys, with equal keys of one object counted once. Without recursion, because documents can be nested deeply. */
function countKeys(text: string): number {
  const open: Set<string>[] = []
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]
    if (unit === '{' || unit === '[') open.push(new Set())
    else if (unit === '}' || unit === ']') count += open.pop()!.size
    else if (unit === '"') {
      const end = endOfString(text, at)
      if (isBeforeColon(text, end + 1)) open.at(-1)!.add(JSON.parse(text.slice(at, end + 1)) as string)
      at = end
    }
  }
  return count
}
