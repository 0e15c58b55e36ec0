// What the language tag of a text changes: whether 14/3 or 3/14 is a day, and whether the tagger may trust its English surroundings.

export interface LocaleRules {
  /** Day before month in a date of two numbers. */
  readonly isDayFirst: boolean
  /** Undefined where only the text can tell. */
  readonly isEnglish: boolean | undefined
}

/** Regions whose dates put the month first. */
const MONTH_FIRST = new Set(['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'BZ'])

/** @param tag BCP 47; without one the month stands first and the text tells its language */
export function localeRules(tag: string | undefined): LocaleRules {
  if (tag === undefined) return { isDayFirst: false, isEnglish: undefined }
  const [language = '', ...parts] = tag.split(/[-_]/)
  const isEnglish = language.toLowerCase() === 'en'
  const region = parts.find((part) => part.length === 2)?.toUpperCase()
  return { isDayFirst: region === undefined ? !isEnglish : !MONTH_FIRST.has(region), isEnglish }
}
