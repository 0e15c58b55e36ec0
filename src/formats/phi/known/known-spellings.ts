// The spellings of what the caller knows: names in every order and alphabet's habit, telephones with and without codes, numbers cut short, streets
// in full and abbreviated. A spelling is compared by its letters and digits alone.
import { hashWord } from '../fold.ts'
import { ROLE, roleOf } from '../word-roles.ts'
import { nicknamesOf } from './known-nicknames.ts'

export interface NameSpellings {
  /** Whole names and parts of two words and more. */
  readonly phrases: readonly string[]
  /** Words that stand for the person alone. */
  readonly words: readonly string[]
  /** Rows of first letters, in capitals. */
  readonly initials: readonly string[]
  /** What bearers of the given names are called. */
  readonly nicknames: readonly string[]
}

const MAX_WORDS = 8

/** @param name given name first, or `family, given` */
export function spellName(name: string): NameSpellings {
  const words = name
    .split(/[\s,.]+/)
    .filter((word) => word.length > 0)
    .slice(0, MAX_WORDS)
  const order = name.includes(',') ? [...words.slice(1), words[0]!] : words
  const phrases = new Set([name, ...ordersOf(order)])
  const variants = hasForeignLetters(name) ? [order.map(withDigraphs), order.map(withoutSharpS)] : []
  for (const variant of variants) for (const phrase of ordersOf(variant)) phrases.add(phrase)
  const alone = new Set([...words.flatMap(wordsOf), ...userNamesOf(order)].filter((word) => [...word].length > 1))
  return {
    phrases: [...phrases].filter((phrase) => phrase !== ''),
    words: [...alone],
    initials: initialsOf(order),
    nicknames: order.slice(0, Math.max(1, order.length - 1)).flatMap((word) => word.split('-').flatMap(nicknamesOf)),
  }
}

/** `Ana de la Vega`, `Vega, Ana de la`, `de la Vega, Ana`, `de la Vega`. */
function ordersOf(order: readonly string[]): string[] {
  const phrases = [order.join(' '), [order.at(-1)!, ...order.slice(0, -1)].join(' ')]
  for (let i = 1; i < order.length; i++) {
    const family = order.slice(i).join(' ')
    phrases.push(`${family} ${order.slice(0, i).join(' ')}`, `${family} ${order[0]!}`)
    if (i < order.length - 1) phrases.push(family)
  }
  return phrases
}

const LEAST_FAMILY = 4

/** Asullivan, sullivana: what systems make of a name. */
function userNamesOf(order: readonly string[]): string[] {
  const initial = [...(order[0] ?? '')][0] ?? ''
  const families = (order.length > 1 ? order.slice(1) : [])
    .flatMap((word) => [word, ...word.split('-')])
    .map((word) => word.replace(/['’-]/g, ''))
  return families.filter((family) => family.length >= LEAST_FAMILY).flatMap((family) => [initial + family, family + initial])
}

/** The word, its parts around hyphens, and both in the letters of other keyboards. */
function wordsOf(word: string): string[] {
  if ((roleOf(hashWord(word)) & ROLE.particle) !== 0) return []
  const parts = word.split(/[-‐‑–]/)
  const plain = word.replace(/['’‘]/g, '')
  const forms = parts.length > 1 ? [word, ...parts, parts.join(''), plain] : [word, plain]
  return hasForeignLetters(word) ? forms.flatMap((each) => [each, withDigraphs(each), withoutSharpS(each)]) : forms
}

const DIGRAPHS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ð: 'dh',
}

function withDigraphs(word: string): string {
  return word.toLowerCase().replace(/[äöüåøæœßþð]/g, (letter) => DIGRAPHS[letter]!)
}

/** Letters that other keyboards write as two; capitals and small ones are compared alike. */
function hasForeignLetters(word: string): boolean {
  return /[äöüåøæœßþð]/i.test(word)
}

/** ß is two letters in capitals and in Switzerland. */
function withoutSharpS(word: string): string {
  return word.replaceAll('ß', 'ss')
}

function initialsOf(order: readonly string[]): string[] {
  const all = order.flatMap((word) => word.split(/[-‐‑–]/)).filter((word) => word !== '')
  const heavy = all.filter((word) => (roleOf(hashWord(word)) & ROLE.particle) === 0)
  const rows = new Set<string>()
  for (const words of [order, all, heavy]) {
    const letters = words.map((word) => [...word][0]!.toUpperCase())
    if (letters.length < 2) continue
    rows.add(letters.join(''))
    rows.add(letters[0]! + letters.at(-1)!)
    rows.add(letters[0]! + letters[1]!)
    if (letters.length === 4) for (const skipped of [1, 2]) rows.add(letters.filter((_, i) => i !== skipped).join(''))
  }
  return [...rows]
}

/** Whole, without the code of the country, with the zeros that stand for it, and the subscriber's own number. */
export function spellPhone(phone: string): string[] {
  const digits = phone.replace(/\D/g, '')
  const short = digits.length > 10 ? digits.slice(-10) : digits
  const spellings = new Set([digits, short, digits.length >= 10 ? digits.slice(-7) : digits])
  if (digits.length === 10) for (const code of ['1', '001', '0111']) spellings.add(code + digits)
  if (phone.trim().startsWith('+') || digits.startsWith('00')) {
    const whole = digits.replace(/^00/, '')
    spellings.add(whole).add(`00${whole}`).add(`011${whole}`)
    for (const size of [1, 2, 3]) spellings.add(`0${whole.slice(size)}`).add(`${whole.slice(0, size)}0${whole.slice(size)}`)
    if (whole.length >= 11) spellings.add(whole.slice(-8))
  }
  const long = [...spellings].filter((value) => value.length >= 5)
  if (long.length > 0) return long
  return digits.length === 4 ? [digits] : digits === '' ? [phone] : []
}

/** The digits of a number of up to three, which are a telephone only behind a word that says so. */
export function extensionOf(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '')
  return digits.length > 0 && digits.length < 4 ? digits : undefined
}

const LEAST_PART = 5

/** Whole, without leading zeros, and cut before its last group. */
export function spellId(id: string): string[] {
  const spellings = new Set([id])
  const groups = id.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const bare = groups.join('')
  const cut = groups.slice(0, -1).join('')
  const digits = bare.replace(/\D/g, '')
  for (const form of [bare, cut, digits]) {
    for (const part of [form, form.replace(/^0+/, '')]) if (part.replace(/\D/g, '').length >= LEAST_PART) spellings.add(part)
  }
  return [...spellings]
}

/** The last four digits of a number of six and more, by which people name it; undefined where it has fewer. */
export function tailOf(number: string): string | undefined {
  const digits = number.replace(/\D/g, '')
  return digits.length >= 6 ? digits.slice(-4) : undefined
}

const STREET_FORMS: readonly (readonly [string, string])[] = [
  ['street', 'st'],
  ['avenue', 'ave'],
  ['road', 'rd'],
  ['drive', 'dr'],
  ['lane', 'ln'],
  ['boulevard', 'blvd'],
  ['court', 'ct'],
  ['place', 'pl'],
  ['square', 'sq'],
  ['terrace', 'ter'],
  ['circle', 'cir'],
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
  ['apartment', 'apt'],
  ['suite', 'ste'],
  ['parkway', 'pkwy'],
  ['highway', 'hwy'],
]

export function spellAddress(address: string): string[] {
  const spellings = new Set([address])
  const short = replaceWords(address, (word) => STREET_FORMS.find(([long]) => long === word)?.[1])
  const long = replaceWords(address, (word) => STREET_FORMS.find(([, abbreviation]) => abbreviation === word)?.[0])
  for (const form of [address, short, long]) {
    spellings.add(form)
    for (const part of form.split(',').map((each) => each.trim())) if (part.length >= 4) spellings.add(part)
    const [street = '', ...rest] = form.split(',')
    for (let i = 0; i < rest.length; i++) {
      const area = rest.slice(i).join(',').trim().split(' ')
      if (/^\d[\d-]{3,9}$/.test(area.at(-1)!)) area.pop()
      if (area.length > 1) spellings.add(area.join(' '))
    }
    const words = street.trim().split(/\s+/)
    if (words.length < 2 || !/^\d/.test(words[0]!)) continue
    spellings.add(words.slice(0, 2).join(' '))
    if (words.length > 2) spellings.add(words.slice(1).join(' '))
    if (words.length > 3) spellings.add(words.slice(0, 3).join(' '))
  }
  const postcode = /\b\d{5}\b(?!.*\b\d{5}\b)/.exec(address.slice(0, 200))?.[0]
  if (postcode !== undefined && !address.startsWith(postcode)) spellings.add(postcode)
  return [...spellings]
}

const LEAST_STREET = 4

/** The words of the street's name: sycamore of `418 Sycamore Lane`. */
export function streetWordsOf(address: string): string[] {
  const [street = ''] = address.split(',')
  if (!/^\d/.test(street.trim())) return []
  return (street.match(/\p{L}+/gu) ?? []).filter(
    (word) => word.length >= LEAST_STREET && (roleOf(hashWord(word)) & (ROLE.street | ROLE.direction)) === 0,
  )
}

function replaceWords(address: string, replace: (word: string) => string | undefined): string {
  return address.replace(/\p{L}+/gu, (word) => replace(word.toLowerCase()) ?? word)
}
