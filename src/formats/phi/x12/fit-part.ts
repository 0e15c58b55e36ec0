// Makes a replacement fit its place: no delimiter in it, no longer than the element may be, as long as before in a header of fixed lengths.
import type { Delimiters } from '../../x12/delimiters.ts'

export interface FitSettings {
  readonly delimiters: Delimiters
  /** The last character that the character set of the document has. */
  readonly lastCode: number
}

/** @param fixed the length that the part must have, as in ISA */
export function fitPart(text: string, max: number, fixed: number | undefined, { delimiters, lastCode }: FitSettings): string {
  const marks = Object.values(delimiters).filter((mark): mark is string => mark !== null)
  const spare = ['-', '.', '_', 'X', ' '].find((each) => !marks.includes(each))!
  let result = ''
  for (const character of text) {
    const isBad = marks.includes(character) || character < ' ' || character.codePointAt(0)! > lastCode
    result += isBad ? spare : character
  }
  if (fixed !== undefined) return result.slice(0, fixed).padEnd(fixed)
  return result.length > max ? result.slice(0, max).trimEnd() : result
}
