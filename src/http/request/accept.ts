// Chooses the form of an answer from Accept (RFC 9110 §12.5.1) and ?output=.
import { producedTypes } from '../../core/describe.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'

export type AnswerForm = 'json' | 'file' | 'zip'

const FORMS: readonly AnswerForm[] = ['json', 'file', 'zip']

/**
 * `?output=` wins over Accept, because it is there for clients that cannot set the header.
 * @throws ProblemError `not_acceptable` that lists what the tool produces
 */
export function chooseForm(tool: Tool, accept: string | undefined, output: string | undefined): AnswerForm {
  if (output === undefined && (accept === undefined || accept === '*/*')) return 'json'
  const types = producedTypes(tool)
  if (output !== undefined) {
    const form = FORMS.find((name) => name === output)
    if (!form || FORMS.indexOf(form) >= types.length) throw notAcceptable(types)
    return form
  }
  const type = chooseType(types, accept)
  if (type === undefined) throw notAcceptable(types)
  return FORMS[types.indexOf(type)]!
}

/** The offered type that Accept likes best, the first of several; undefined where none suits. */
export function chooseType(offered: readonly string[], accept: string | undefined): string | undefined {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === offered[0]) return offered[0]
  const ranges = parseAccept(accept)
  let best: string | undefined
  let bestQuality = 0
  for (const type of offered) {
    const quality = qualityOf(type, ranges)
    if (quality > bestQuality) {
      bestQuality = quality
      best = type
    }
  }
  return best
}

interface MediaRange {
  readonly type: string
  readonly quality: number
}

function parseAccept(accept: string): MediaRange[] {
  return accept
    .split(',', 64)
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      const quality = weight === undefined ? 1 : Number(weight.slice(2))
      return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 }
    })
    .filter(({ type }) => type.includes('/'))
}

/** The quality of the most specific range that covers the type; 0 where none does. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`
  for (const pattern of [type, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === pattern)
    if (range) return range.quality
  }
  return 0
}

export function notAcceptable(types: readonly string[]): ProblemError {
  return new ProblemError(`The tool can return: ${types.join(', ')}.`, { code: 'not_acceptable', facts: { produces: types } })
}
