// Texts that are JSON as a whole: a label in the place of a number needs quotation marks, or the result is no JSON any more.
import { Fault } from '../../../core/fault.ts'

/** A number, true, false or null with its offsets. */
export interface JsonScalar {
  readonly start: number
  readonly end: number
}

/** The scalars of a JSON document that are not strings, in order; undefined for any other text. */
export function readJsonScalars(text: string): readonly JsonScalar[] | undefined {
  if (!isJson(text)) return undefined
  const scalars: JsonScalar[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') at = endOfString(text, at)
    else if (isScalarUnit(text.charCodeAt(at))) {
      const start = at
      while (isScalarUnit(text.charCodeAt(at + 1))) at++
      scalars.push({ start, end: at + 1 })
    }
  }
  return scalars
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

/** @throws Fault `unsupported_variant` where the result is no JSON */
export function checkJson(result: string): void {
  if (isJson(result)) return
  throw new Fault('The JSON document cannot be written without its identifiers. Send its texts one by one.', {
    code: 'unsupported_variant',
  })
}
