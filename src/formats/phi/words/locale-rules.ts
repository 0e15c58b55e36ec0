// What the language tag of a text changes: whether 14/3 or 3/14 is a day, and the language in which its words are judged.
import { ProblemError } from '../../../core/problem.ts'
import { LANGUAGES, UNLISTED } from '../language/languages.ts'

export interface LocaleRules {
  /** Day before month in a date of two numbers. */
  readonly isDayFirst: boolean
  /** Position in `LANGUAGES`, or `UNLISTED`. Undefined where the text tells its language. */
  readonly language: number | undefined
}

/** Regions whose dates put the month first. */
const MONTH_FIRST = new Set(['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'BZ'])

/**
 * @param tag BCP 47, or with underscores as programs write it; without one the month stands first and the text tells its language
 * @throws ProblemError `invalid_input` for what is no tag: a locale that is passed over would turn days and months round
 */
export function localeRules(tag: string | undefined): LocaleRules {
  if (tag === undefined) return { isDayFirst: false, language: undefined }
  if (!isTag(tag)) {
    const errors = [{ pointer: '/options/locale', code: 'invalid_value', detail: 'expected a BCP 47 language tag' }]
    throw new ProblemError('The locale is not a valid language tag.', { code: 'invalid_input', errors })
  }
  const [language = '', ...parts] = tag.split(/[-_]/)
  const isEnglish = language.toLowerCase() === 'en'
  const position = (LANGUAGES as readonly string[]).indexOf(language.toLowerCase())
  const region = parts.find((part) => part.length === 2)?.toUpperCase()
  return { isDayFirst: region === undefined ? !isEnglish : !MONTH_FIRST.has(region), language: position < 0 ? UNLISTED : position }
}

function isTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).language !== ''
  } catch {
    return false
  }
}
