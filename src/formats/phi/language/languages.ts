// The languages that the detector identifies.

/** Languages whose names, places and dates the detector has learned, English first. */
export const SUPPORTED_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const

/** ISO 639-1 codes of all languages in Latin letters that are identified, in the order of the columns of the generated table. */
export const LANGUAGES = [
  ...SUPPORTED_LANGUAGES,
  ...(['ca', 'cs', 'da', 'fi', 'hu', 'id', 'is', 'lt', 'lv', 'nb', 'pl', 'ro', 'sh', 'sk', 'sl', 'sv', 'tr', 'vi'] as const),
]

/** Position of English, and of the first language that is not supported. */
export const ENGLISH = 0
export const FIRST_UNSUPPORTED = SUPPORTED_LANGUAGES.length
/** For a language that is none of them. */
export const UNLISTED: number = LANGUAGES.length

/** True for the position of a supported language other than English. */
export function isOther(language: number): boolean {
  return language > ENGLISH && language < FIRST_UNSUPPORTED
}
