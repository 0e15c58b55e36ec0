// What check-id is given: a text with one identifier a line, or a list; and the day that dates are judged by.
import { Fault } from '../../core/fault.ts'
import type { CivilDay } from './scheme.ts'

export interface Line {
  readonly text: string
  /** Place among all lines, from 0. */
  readonly index: number
}

/** @throws Fault `resource_limit` for a line that is longer than any identifier, with its line */
export function readLines(given: string | readonly string[], maxLength: number): Line[] {
  const texts = typeof given === 'string' ? given.split(/\r\n?|\n/) : given
  const lines: Line[] = []
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index]!
    if (text.trim() === '') continue
    if (text.length > maxLength) {
      throw new Fault(`A line is longer than ${maxLength} characters.`, { code: 'resource_limit', at: { line: index + 1 } })
    }
    lines.push({ text, index })
  }
  return lines
}

/** @param date ISO 8601 */
export function readDay(date: string | undefined): CivilDay | undefined {
  if (date === undefined) return undefined
  const [year, month, day] = date.split('-').map(Number)
  return { year: year!, month: month!, day: day! }
}
