// Which language the page has: the one that a person has chosen, else the first of the browser's that the page knows.
import type { PageSettings } from '../../core/page-settings.ts'
import { keepValue, readKept } from '../kept-value.ts'
import { ENGLISH } from './language.ts'

const NAME = 'language'

export function languagesOf({ languages }: PageSettings): readonly string[] {
  return [ENGLISH, ...Object.keys(languages)]
}

/** `Deutsch` of `de`: each language by its own name. */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

export function chooseLanguage(known: readonly string[]): string {
  const kept = readKept('localStorage', NAME)
  return known.find((language) => language === kept) ?? browserLanguage(known)
}

/** Kept beyond the page only where it is another than the browser asks for. */
export function keepLanguage(language: string, known: readonly string[]): void {
  keepValue('localStorage', NAME, language === browserLanguage(known) ? undefined : language)
}

function browserLanguage(known: readonly string[]): string {
  const requested = navigator.languages.map((tag) => tag.toLowerCase().split('-', 1)[0]!)
  return requested.find((language) => known.includes(language)) ?? ENGLISH
}
