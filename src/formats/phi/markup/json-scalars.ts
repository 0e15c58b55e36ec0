// Texts that are JSON as a whole: a label in the place of a number needs quotation marks, or the result is no JSON any more.
import { Fault } from '../../../core/fault.ts'
import { listMatches } from '../../../core/list-matches.ts'

/** A number, true, false or null with its offsets. */
export interface JsonScalar {
  readonly start: number
  readonly end: number
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[-+0-9.A-Za-z]+/g

/** The scalars of a JSON document that are not strings, in order; undefined for any other text. */
export function readJsonScalars(text: string): readonly JsonScalar[] | undefined {
  if (!isJson(text)) return undefined
  return listMatches(TOKEN, text, (token, start) => ({ start, end: start + token.length, isString: token.startsWith('"') })).filter(
    ({ isString }) => !isString,
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
