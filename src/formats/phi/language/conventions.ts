// What the language of the paragraph around a value says of it: whether day or month stands first in a date of two numbers, and whose a
// telephone number without a country code is.
import { countLeading } from '../../../core/count-leading.ts'
import type { PhiCategory } from '../category.ts'
import { compileOptions, type DetectOptions } from '../compiled-options.ts'
import { LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import type { DateOrder } from '../policy/read-date.ts'
import { hasLex, hasRole } from '../token-tests.ts'
import { KIND, SHAPE, type Tokens, tokenize } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { frequencyIn, isOrdinaryIn, ordinaryLanguages } from './language-words.ts'
import { ENGLISH, FIRST_UNSUPPORTED, LANGUAGES } from './languages.ts'
import { type LanguageRun, textLanguages } from './text-languages.ts'

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
    const language = run === undefined || isEnglishWithNames(tokens, run) ? ENGLISH : run.language
    return { dateOrder: language === ENGLISH ? 'mdy' : 'dmy', language: LANGUAGES[language] }
  }
}

/** More words tell their language, whatever names are among them. */
const FEW_WORDS = 6
/** Of a word that only English has, in the unit of `frequencyIn`. */
const ORDINARY = 10
const MOST_PARTICLES = 2

/** `Jose de la Cruz seen 03/04/2024`: a few words that look like another language by their names alone. */
function isEnglishWithNames(tokens: Tokens, { first, end, language }: LanguageRun): boolean {
  if (language === ENGLISH || language >= FIRST_UNSUPPORTED) return false
  let lead = 0
  let words = 0
  for (let i = first; i < end; i++) {
    if (tokens.kind[i] !== KIND.word || isPartOfName(tokens, i)) continue
    const frequency = frequencyIn(language, tokens.hash[i]!)
    const languages = frequency === undefined ? ordinaryLanguages(tokens.hash[i]!) : 0
    if (frequency !== undefined) lead += frequencyIn(ENGLISH, tokens.hash[i]!)! - frequency
    else if (isOrdinaryIn(language, languages)) lead -= ORDINARY
    else if (hasLex(tokens, i, LEX_ENGLISH)) lead += ORDINARY
    else continue
    if (++words > FEW_WORDS) return false
  }
  return words === 0 || lead > 0
}

/** A name, or a particle before one: Jose de la Cruz. */
function isPartOfName(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.lower) return hasLex(tokens, at, LEX_NAME)
  let next = at
  while (next - at < MOST_PARTICLES && tokens.shape[next] === SHAPE.lower && hasRole(tokens, next, ROLE.particle)) next++
  return next > at && tokens.kind[next] === KIND.word && tokens.shape[next] === SHAPE.capital
}
