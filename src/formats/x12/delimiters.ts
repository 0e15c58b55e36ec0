// Delimiters of an interchange, which stand in its ISA alone, whatever characters they are.
import { ProblemError } from '../../core/problem.ts'

export interface Delimiters {
  readonly element: string
  readonly component: string
  /** Null before version 00402, which has none. */
  readonly repetition: string | null
  readonly segment: string
}

export interface InterchangeHeader {
  readonly delimiters: Delimiters
  /** ISA01 to ISA16, as they stand. */
  readonly elements: readonly string[]
  readonly start: number
  /** Behind the delimiter of the segment. */
  readonly end: number
  /** False for an ISA whose elements have other lengths than the standard wants: its delimiters were found by counting. */
  readonly hasLength: boolean
}

/** ISA has 16 elements and 106 characters, its delimiters included (X12.5). */
const ELEMENTS = 16
const LENGTH = 106
const FIRST_WITH_REPETITION = '00402'

/**
 * @param start offset of `ISA`
 * @throws ProblemError `unreadable_input` with the offset where it is cut before its last element, or uses one character for two delimiters
 */
export function readHeader(text: string, start: number): InterchangeHeader {
  const element = text[start + 3] ?? ''
  const marks: number[] = []
  for (let at = start + 3; at >= 0 && marks.length < ELEMENTS && at < start + 4 * LENGTH; at = text.indexOf(element, at + 1)) marks.push(at)
  const last = marks.at(-1) ?? start
  const component = text[last + 1]
  const segment = text[last + 2]
  if (marks.length < ELEMENTS || element === '' || component === undefined || segment === undefined) {
    throw headerError('The header of the interchange (ISA) is cut, or has fewer than 16 elements.', start)
  }
  const elements = marks.map((mark, i) => text.slice(mark + 1, i === ELEMENTS - 1 ? last + 2 : marks[i + 1]))
  const version = elements[11] ?? ''
  const mark = elements[10] ?? ''
  const hasRepetition = version >= FIRST_WITH_REPETITION && mark.length === 1 && !/[A-Za-z0-9 ]/.test(mark)
  const delimiters = { element, component, repetition: hasRepetition ? mark : null, segment }
  if (component === element || segment === element || segment === component || /[A-Za-z0-9]/.test(element + segment)) {
    throw headerError('The delimiters in the header of the interchange (ISA) are not distinct.', start)
  }
  return { delimiters, elements, start, end: last + 3, hasLength: last + 3 - start === LENGTH }
}

function headerError(message: string, start: number): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input', at: { byteOffset: start, path: 'ISA' } })
}
