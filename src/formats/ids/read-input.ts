// What check-id is given: a text with one identifier a line, or a list; and the day that dates are judged by.
import { ProblemError } from '../../core/problem.ts'
import type { CivilDay } from './scheme.ts'

export interface Line {
  readonly text: string
  /** Place among all lines, from 0. */
  readonly index: number
}

/** Lines of a text or entries of a list, including empty ones: each becomes a result of some hundred bytes or more. */
export const MAX_LINES = 100_000

/** @throws ProblemError `resource_limit` for more than MAX_LINES, before any is read, and for a line longer than `maxLength`, with its line number */
export function readLines(given: string | readonly string[], maxLength: number): Line[] {
  if (typeof given === 'string') refuseTooManyLines(given)
  const texts = typeof given === 'string' ? given.split(/\r\n?|\n/) : given
  const lines: Line[] = []
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index]!
    if (text.trim() === '') continue
    if (text.length > maxLength) {
      throw new ProblemError(`A line is longer than ${maxLength} characters.`, { code: 'resource_limit', at: { line: index + 1 } })
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

function refuseTooManyLines(text: string): void {
  let lines = 1
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code !== 10 && (code !== 13 || text.charCodeAt(i + 1) === 10)) continue
    if (++lines > MAX_LINES + 1) {
      throw new ProblemError(`The text has more than ${MAX_LINES} lines.`, {
        code: 'resource_limit',
        at: { line: lines },
        facts: { limit: MAX_LINES },
      })
    }
  }
}
