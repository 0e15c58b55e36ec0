// What check-id is given: a text with one identifier a line, or a list; and the day that dates are judged by.
import { ProblemError } from '../../core/problem.ts'
import type { CivilDay } from './scheme.ts'

/** Lines of a text or entries of a list, including empty ones: each becomes a result of some hundred bytes or more. */
export const MAX_LINES = 100_000

/** Matches, elements or other parts of all results of a call together: each takes some hundred bytes. */
const MAX_PARTS = 100_000
const TOO_MANY_PARTS = `The results have more than ${MAX_PARTS} matches, elements, issues and suggestions together. Send fewer lines at once.`

/**
 * Maps each line that is not blank. A text is not split as a whole: an array of its lines would take more memory than the text.
 * @param of receives the index of the line among all lines, from 0
 * @param partsOf how many parts a result has
 * @throws ProblemError `resource_limit` with the line: for more than MAX_LINES or a line longer than `maxLength`, before any is read, and for more
 *   than MAX_PARTS parts
 */
export function mapLines<R>(
  given: string | readonly string[],
  maxLength: number,
  of: (line: string, index: number) => R,
  partsOf: (result: R) => number,
): R[] {
  const results: R[] = []
  let parts = 0
  const take = (line: string, index: number): void => {
    if (line.trim() === '') return
    const result = of(line, index)
    parts += partsOf(result)
    if (parts > MAX_PARTS) throw refuseLine(TOO_MANY_PARTS, index + 1, MAX_PARTS)
    results.push(result)
  }
  const refuseLong = (line: string, index: number): void => {
    if (line.length > maxLength && line.trim() !== '')
      throw refuseLine(`A line is longer than ${maxLength} characters.`, index + 1, maxLength)
  }
  if (typeof given === 'string') {
    eachLine(given, (start, end, index) => {
      if (end - start > maxLength) refuseLong(given.slice(start, end), index)
      if (index > MAX_LINES) throw refuseLine(`The text has more than ${MAX_LINES} lines.`, index + 1, MAX_LINES)
    })
    eachLine(given, (start, end, index) => take(given.slice(start, end), index))
  } else {
    given.forEach(refuseLong)
    given.forEach(take)
  }
  return results
}

/** A line ends at LF, CR or CR LF. */
function eachLine(text: string, of: (start: number, end: number, index: number) => void): void {
  let start = 0
  let index = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code !== 10 && code !== 13) continue
    of(start, i, index++)
    if (code === 13 && text.charCodeAt(i + 1) === 10) i++
    start = i + 1
  }
  of(start, text.length, index)
}

function refuseLine(message: string, line: number, limit: number): ProblemError {
  return new ProblemError(message, { code: 'resource_limit', at: { line }, facts: { limit } })
}

/** @param date ISO 8601 */
export function readDay(date: string | undefined): CivilDay | undefined {
  if (date === undefined) return undefined
  const [year, month, day] = date.split('-').map(Number)
  return { year: year!, month: month!, day: day! }
}
