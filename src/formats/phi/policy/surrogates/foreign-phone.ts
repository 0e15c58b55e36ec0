// Telephone numbers of other countries than those of the North American plan, in ranges that reach nobody.
import type { PhoneNumber } from '../canonical.ts'
import { type PhiKey, pickNumber } from '../key.ts'

interface Plan {
  readonly code: string
  /** Digits behind the country code, or behind the leading 0, that a number of the plan has. */
  readonly pattern: RegExp
  readonly fake: (digest: Uint8Array, digits: string) => string
}

/** Numbers for media productions: Bundesnetzagentur, Mitteilung 148/2021. */
const GERMAN = ['3023125', '6990009', '4066969', '2214710', '8999998']
/** Numbers for audiovisual works: national numbering plan of Arcep, decision 2018-0881. */
const FRENCH = ['19900', '26191', '35301', '46571', '53649']
const FRENCH_MOBILE = '63998'

/**
 * Spain, Italy, the Netherlands and Portugal have no such ranges: their numbers begin with digits that the national plan assigns to nobody
 * (Spain and Portugal 4, Italy 9), or go on behind the area code with a 0, with which no Dutch number of a subscriber begins. Dutch area
 * codes have two digits for large towns and three elsewhere.
 */
const DUTCH_LARGE = /^(?:1[035]|2[0346]|3[03568]|4[03567]|5[0358]|7\d)/
const PLANS: Readonly<Record<string, Plan>> = {
  de: {
    code: '49',
    pattern: /^[1-9]\d{5,11}$/,
    fake: (digest) => GERMAN[pickNumber(digest, GERMAN.length, 16)]! + figures(digest, 3),
  },
  fr: {
    code: '33',
    pattern: /^[1-9]\d{8}$/,
    fake: (digest, digits) => (/^[67]/.test(digits) ? FRENCH_MOBILE : FRENCH[pickNumber(digest, FRENCH.length, 16)]!) + figures(digest, 4),
  },
  es: {
    code: '34',
    pattern: /^[5-9]\d{8}$|^40\d{7}$/,
    fake: (digest) => `40${figures(digest, 7)}`,
  },
  pt: {
    code: '351',
    pattern: /^[2-9]\d{8}$/,
    fake: (digest) => `40${figures(digest, 7)}`,
  },
  it: {
    code: '39',
    pattern: /^[0-9]\d{5,10}$/,
    fake: (digest, digits) => `9${figures(digest, digits.length - 1)}`,
  },
  nl: {
    code: '31',
    pattern: /^[1-9]\d{8}$/,
    fake(digest, digits) {
      const area = digits.slice(0, digits.startsWith('6') ? 1 : DUTCH_LARGE.test(digits) ? 2 : 3)
      return `${area}0${figures(digest, 8 - area.length)}`
    },
  },
}

/** Digits of a digest; a number of 15 digits is the longest. */
function figures(digest: Uint8Array, count: number): string {
  return String(pickNumber(digest, 10 ** Math.min(count, 12))).padStart(count, '0')
}

/**
 * A number of the same country in the layout of the original. A number without a country code is of the country of the language, a French
 * one also by its layout.
 * @returns undefined where the country is none of those
 */
export function foreignPhone(key: PhiKey, text: string, phone: PhoneNumber, language: string | undefined): string | undefined {
  const found = readPlan(text, phone, language)
  if (found === undefined) return undefined
  const { plan, digits } = found
  const fake = plan.fake(key.digest('phone', `+${plan.code}${digits}`), digits)
  return fake.length === digits.length ? fillLast(text, fake, phone.extension.length) : writeNew(text, fake, plan)
}

function readPlan(text: string, phone: PhoneNumber, language: string | undefined): { plan: Plan; digits: string } | undefined {
  const isBare = language !== undefined && language !== 'en' && phone.isNanp && phone.digits.length === 10 && !/^\D*(?:\+|00|1)/.test(text)
  const isNanp = phone.isNanp && !isBare
  const number = isBare ? phone.digits : phone.canonical.replace(/x\d+$/, '')
  if (number.startsWith('+')) {
    const plan = isNanp ? undefined : Object.values(PLANS).find(({ code }) => number.startsWith(`+${code}`))
    const digits = plan && number.slice(plan.code.length + 1)
    return plan?.pattern.test(digits!) ? { plan, digits: digits! } : undefined
  }
  const isByLayout = /^\s*0[1-9](?:[ .-]\d\d){4}\b/.test(text)
  const plan = PLANS[isByLayout && language !== 'nl' ? 'fr' : (language ?? '')]
  if (plan === undefined) return undefined
  const hasTrunk = plan.code !== '34' && plan.code !== '351' && plan.code !== '39'
  if (hasTrunk && !number.startsWith('0')) return undefined
  const digits = hasTrunk ? number.slice(1) : number
  return plan.pattern.test(digits) ? { plan, digits } : undefined
}

/** The text with the last digits before its extension replaced. */
function fillLast(text: string, digits: string, extension: number): string {
  const plain = text.normalize('NFKC')
  const total = plain.replace(/\D/g, '').length
  let at = -(total - extension - digits.length)
  return plain.replace(/\d/g, (digit) => {
    const place = at++
    return place < 0 ? digit : (digits[place] ?? '0')
  })
}

/** Where the new number has another length: as it is usually written. */
function writeNew(text: string, digits: string, { code }: Plan): string {
  const area = digits.slice(0, digits.startsWith('221') ? 3 : 2)
  const rest = digits.slice(area.length)
  if (/^\D*(?:\+|00)/.test(text)) return `${/\+/.test(text) ? '+' : '00'}${code} ${area} ${rest}`
  return `0${area}${text.includes('/') ? '/' : ' '}${rest}`
}
