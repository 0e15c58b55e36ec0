// Whether day or month stands first in a date of two numbers, by the language of the paragraph around it.
import { countLeading } from '../../../core/count-leading.ts'
import type { PhiCategory } from '../category.ts'
import { compileOptions, type DetectOptions } from '../compiled-options.ts'
import type { DateOrder } from '../policy/read-date.ts'
import { tokenize } from '../tokens.ts'
import { ENGLISH } from './languages.ts'
import { textLanguages } from './text-languages.ts'

/** The order of a date that was found in a text; undefined for other categories. */
export type DateOrderOf = (span: { readonly start: number; readonly category: PhiCategory }) => DateOrder | undefined

/**
 * `locale` decides if it is set. Otherwise the month stands first in English paragraphs, the day in all others.
 * The languages are read when the order of the first date is needed.
 */
export function readDateOrder(text: string, options: DetectOptions): DateOrderOf {
  const { isDayFirst, language } = compileOptions(options).locale
  let orderAt: ((offset: number) => DateOrder) | undefined = language === undefined ? undefined : () => (isDayFirst ? 'dmy' : 'mdy')
  return ({ start, category }) => {
    if (category !== 'date') return undefined
    orderAt ??= orderByParagraph(text)
    return orderAt(start)
  }
}

function orderByParagraph(text: string): (offset: number) => DateOrder {
  const tokens = tokenize(text)
  const { runs } = textLanguages(tokens)
  return (offset) => {
    const run = runs[countLeading(runs.length, (i) => tokens.end[runs[i]!.end - 1]! <= offset)]
    return run === undefined || run.language === ENGLISH ? 'mdy' : 'dmy'
  }
}
