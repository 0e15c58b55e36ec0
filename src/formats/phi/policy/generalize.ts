// Coarser values by 45 CFR 164.514(b)(2): ages over 89 as 90+, ZIP codes as three digits.
import { cutZipCode, isZipCode } from './zip-code.ts'

/** Safe Harbor (C): ages over 89 are one class. */
const LAST_AGE_KEPT = 89
const OLDEST = '90+'

const OLD_WORDS = /ninet|hundred|nonagenarian|centenarian|noventa|neunzig|quatre-vingt-dix/
const YOUNG_WORDS =
  /newborn|neonat|infant|child|toddler|teen|adolescent|middle[- ]aged|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twent|thirt|fort|fift|sixt|sevent|eight|octogenarian|septuagenarian/
const SHORT_UNIT = /^[\s-]{0,3}(?:month|mo\b|mos\b|m\/o|week|wk|w\/o|day|d\b|d\/o|hour|hr)/i

/**
 * A text that tells an age, with every number over 89 as `90+`; ages in months, weeks, days and hours stay while they are below
 * 90 years.
 * @returns undefined where no age can be read
 */
export function generalizeAge(text: string): string | undefined {
  if (text.length > 200) return undefined
  let found = false
  const result = text.replace(/\d{1,9}(?:[.,]\d{1,4})?(?:\+|'?s\b)?/g, (number, at: number) => {
    found = true
    const years = Number.parseFloat(number.replace(',', '.')) / unitsPerYear(text.slice(at + number.length))
    return years > LAST_AGE_KEPT ? OLDEST : number
  })
  if (found) return result
  const words = text.toLowerCase()
  if (OLD_WORDS.test(words)) return OLDEST
  return YOUNG_WORDS.test(words) ? text : undefined
}

function unitsPerYear(after: string): number {
  const unit = SHORT_UNIT.exec(after)?.[0]
    ?.replace(/[^a-z/]/gi, '')
    .toLowerCase()
  if (unit === undefined) return 1
  if (unit.startsWith('m')) return 12
  if (unit.startsWith('w')) return 52
  return unit.startsWith('h') ? 8766 : 365
}

/** A ZIP code as its first three digits or 000; undefined for any other place. */
export function generalizeLocation(text: string): string | undefined {
  return cutZipCode(text)
}

const STREET =
  /\d|\b(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|court|ct|place|pl|way|highway|hwy|route|suite|ste|apt|apartment|unit|floor|box|ward|room|bldg|building|calle|avenida|rue|strasse|straße|platz)\b/i

/**
 * True for a place that a limited data set may hold: town, state, country or ZIP code (164.514(e)(2)(ii) bars all other postal
 * address information).
 */
function isTownOrZip(text: string): boolean {
  // `St. Louis` is no street.
  const parts = text.split(',').map((part) => part.trim().replace(/^(?:St|Ste|Mt|Ft)\.? (?=[A-Z])/, ''))
  return parts.every((part) => part === '' || isZipCode(part) || isZipCode(part.replace(/^[A-Z]{2} /, '')) || !STREET.test(part))
}

/**
 * An address with its town, state, country and ZIP code alone, as a limited data set may hold it.
 * @param label what stands for the lines before the town
 * @returns undefined where nothing behind the last line of the street may stay
 */
export function keepTownAndZip(text: string, label: string): string | undefined {
  const parts = text.split(',')
  const street = parts.findLastIndex((part) => !isTownOrZip(part))
  if (street < 0) return text
  const rest = parts.slice(street + 1)
  return rest.some((part) => part.trim() !== '') ? [label, ...rest].join(',') : undefined
}
