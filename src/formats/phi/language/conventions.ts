// What the language of the paragraph around a value says of it: whether day or month stands first in a date of two numbers, and whose a
// telephone number without a country code is.
import { countLeading } from '../../../core/count-leading.ts'
import type { PhiCategory } from '../category.ts'
import { compileOptions, type DetectOptions } from '../compiled-options.ts'
import type { DateOrder } from '../policy/read-date.ts'
import { tokenize } from '../tokens.ts'
import { ENGLISH, LANGUAGES } from './languages.ts'
import { textLanguages } from './text-languages.ts'

export interface Conventions {
  readonly dateOrder?: DateOrder | undefined
  /** ISO 639-1 code. */
  readonly language?: string | undefined
}

/** The conventions of a value that was found in a text; none where the category has none. */
export type ConventionsOf = (span: { readonly start: number; readonly category: PhiCategory }) => Conventions

const NONE: Conventions = {}
const CATEGORIES: ReadonlySet<PhiCategory> = new Set(['date', 'phone', 'fax'])

/**
 * `locale` decides if it is set. Otherwise the month stands first in English paragraphs, the day in all others.
 * The languages are read when the first value needs them.
 */
export function readConventions(text: string, options: DetectOptions): ConventionsOf {
  const { isDayFirst, language } = compileOptions(options).locale
  const fixed: Conventions | undefined =
    language === undefined ? undefined : { dateOrder: isDayFirst ? 'dmy' : 'mdy', language: LANGUAGES[language] }
  let conventionsAt: ((offset: number) => Conventions) | undefined = fixed && (() => fixed)
  return ({ start, category }) => {
    if (!CATEGORIES.has(category)) return NONE
    conventionsAt ??= readParagraphs(text)
    return conventionsAt(start)
  }
}

function readParagraphs(text: string): (offset: number) => Conventions {
  const tokens = tokenize(text)
  const { runs } = textLanguages(tokens)
  return (offset) => {
    const run = runs[countLeading(runs.length, (i) => tokens.end[runs[i]!.end - 1]! <= offset)]
    const language = run?.language ?? ENGLISH
    return { dateOrder: language === ENGLISH ? 'mdy' : 'dmy', language: LANGUAGES[language] }
  }
}
