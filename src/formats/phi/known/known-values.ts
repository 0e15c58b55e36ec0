// What the caller knows of the patient, found in every spelling: names in any order with initials, dates in any format, numbers with any separators.

import { spend } from '../budget.ts'
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { foldUnit, foldWord, hashWord } from '../fold.ts'
import type { LayerContext } from '../layers/layer.ts'
import { isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { isDigit, isLetter, KIND, type Tokens } from '../tokens.ts'
import { spellDate, spellMonthDay } from './known-dates.ts'
import { extendInstitution, type KnownInstitutions, readKnownInstitution, spellInstitution } from './known-institutions.ts'
import { readKnownInitials, readKnownWord } from './known-names.ts'
import { extensionOf, spellAddress, spellId, spellName, spellPhone, streetWordsOf, tailOf } from './known-spellings.ts'
import { type KnownVariants, nearHashes, readKnownVariant } from './known-variants.ts'

export interface KnownValues {
  readonly names?: readonly string[] | undefined
  readonly dates?: readonly string[] | undefined
  readonly ids?: readonly string[] | undefined
  readonly phones?: readonly string[] | undefined
  readonly addresses?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
  readonly organizations?: readonly string[] | undefined
}

/** A value as the bare letters and digits that must stand in the text, whatever signs and blanks stand between. */
interface Needle {
  readonly bare: string
  readonly category: PhiCategory
  readonly rule: string
}

export interface CompiledKnown extends KnownVariants, KnownInstitutions {
  /** Values of one letter or digit, found as a word or number alone, in the case in which they were given. */
  readonly singles: ReadonlyMap<string, Omit<Needle, 'bare'>>
  /** By the first letters or digits of each needle, at most four. */
  readonly needles: ReadonlyMap<string, readonly Needle[]>
  readonly initials: ReadonlySet<string>
  /** Every letter of the initials. */
  readonly letters: ReadonlySet<string>
  /** Words that streets are called by. */
  readonly streets: ReadonlySet<number>
  /** The last digits of telephones and identifiers. */
  readonly tails: ReadonlySet<string>
  /** Month and day of the dates, as `3/9`. */
  readonly monthDays: ReadonlySet<string>
}

const MAX_GAP_UNITS = 4
const KEY_UNITS = 4

function isAscii(value: string): boolean {
  for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) > 0x7f) return false
  return true
}

/** Letters and digits of a value, folded. */
export function bareText(value: string): string {
  let bare = ''
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (isLetter(code) || isDigit(code)) bare += String.fromCharCode(foldUnit(code))
  }
  return bare
}

export function compileKnown(known: KnownValues, deny: readonly string[]): CompiledKnown {
  const needles = new Map<string, Needle[]>()
  const singles = new Map<string, Omit<Needle, 'bare'>>()
  const seen = new Set<string>()
  const nameParts = new Set<number>()
  const nearNames = new Set<number>()
  const nicknames = new Set<number>()
  const streets = new Set<number>()
  const initials = new Set<string>()
  const tails = new Set<string>()
  const monthDays = new Set<string>()
  const institutionWords = new Map<number, PhiCategory>()
  const acronyms = new Map<number, PhiCategory>()
  const institutionTexts = new Set<string>()
  const push = (value: string, category: PhiCategory, rule: string) => {
    const bare = bareText(isAscii(value) ? value : value.normalize('NFKC'))
    const own = rule === 'deny' ? `${rule} ${bare}` : bare
    if (bare.length === 0 || seen.has(own)) return
    seen.add(own)
    if (bare.length === 1) {
      singles.set(/[\p{L}\p{N}]/u.exec(value)?.[0] ?? bare, { category, rule })
      return
    }
    const key = bare.slice(0, KEY_UNITS)
    const list = needles.get(key)
    if (list) list.push({ bare, category, rule })
    else needles.set(key, [{ bare, category, rule }])
  }
  for (const value of deny) push(value, 'other-id', 'deny')
  for (const name of [...(known.names ?? []), ...(known.providers ?? [])]) {
    const { phrases, words, initials: rows, nicknames: short } = spellName(name)
    for (const phrase of phrases) push(phrase, 'name', 'name')
    for (const word of words) {
      nameParts.add(hashWord(word))
      for (const hash of nearHashes(foldWord(word))) nearNames.add(hash)
    }
    for (const word of short) nicknames.add(hashWord(word))
    for (const row of rows) initials.add(row)
  }
  for (const date of known.dates ?? []) {
    for (const spelling of spellDate(date)) push(spelling, 'date', 'date')
    for (const pair of spellMonthDay(date)) monthDays.add(pair)
  }
  for (const id of known.ids ?? []) for (const spelling of spellId(id)) push(spelling, 'mrn', 'id')
  for (const phone of known.phones ?? []) for (const spelling of spellPhone(phone)) push(spelling, 'phone', 'phone')
  for (const number of [...(known.ids ?? []), ...(known.phones ?? [])]) {
    const tail = tailOf(number)
    if (tail !== undefined) tails.add(tail)
  }
  for (const phone of known.phones ?? []) {
    const extension = extensionOf(phone)
    if (extension !== undefined) tails.add(extension)
  }
  for (const address of known.addresses ?? []) {
    for (const spelling of spellAddress(address)) push(spelling, 'location', 'address')
    for (const word of streetWordsOf(address)) streets.add(hashWord(word))
  }
  for (const organization of known.organizations ?? []) {
    const { category, phrases, word, acronyms: rows } = spellInstitution(organization)
    for (const phrase of phrases) push(phrase, category, 'organization')
    if (word !== undefined) {
      institutionWords.set(hashWord(word), category)
      institutionTexts.add(organization.trim())
    }
    for (const row of rows) acronyms.set(hashWord(row), category)
  }
  for (const list of needles.values()) list.sort((a, b) => b.bare.length - a.bare.length)
  const letters = new Set([...initials].join(''))
  const institutions = { institutionWords, acronyms, institutionTexts }
  return { needles, singles, nameParts, nearNames, nicknames, initials, letters, streets, tails, monthDays, ...institutions }
}

export function findKnownValues(context: LayerContext, known: CompiledKnown): void {
  if (Object.values(known).every(({ size }) => size === 0)) return
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] === KIND.sign) continue
    readNeedles(context, known, i)
    readSingle(context, known, i)
    if (tokens.kind[i] === KIND.word) {
      readKnownWord(context, known, i)
      readKnownInitials(context, known, i)
      readKnownVariant(context, known, i)
      readStreet(context, known, i)
      readKnownInstitution(context, known, i)
    } else {
      if (isGlued(tokens, i + 1) && isWord(tokens, i + 1)) readKnownVariant(context, known, i)
      readTail(context, known, i)
      readMonthDay(context, known, i)
    }
  }
}

function readNeedles(context: LayerContext, known: CompiledKnown, at: number): void {
  if (known.needles.size === 0) return
  const beginning = readBeginning(context.tokens, at)
  if (matchBeginning(context, known, at, beginning)) return
  const scanned = /\d/.test(beginning) ? beginning.replace(/[olisb]/g, (letter) => DIGIT_OF[letter]!) : beginning
  if (scanned !== beginning) matchBeginning(context, known, at, scanned)
}

/** A letter as a name is none before a measure: K of `told K`, and no potassium. */
function readSingle({ tokens, found }: LayerContext, { singles }: CompiledKnown, at: number): void {
  if (singles.size === 0 || lengthOf(tokens, at) !== 1) return
  const single = singles.get(textOf(tokens, at))
  if (!single) return
  if (single.rule === 'name' && (isNumber(tokens, at + 1) || /^[+=<>:-]/.test(tokens.text.slice(tokens.end[at]!, tokens.end[at]! + 1))))
    return
  found.push({ start: tokens.start[at]!, end: tokens.end[at]!, score: 1, rank: RANK.known, ...single, rule: `known/${single.rule}` })
}

/** Digits by the letters that a scanner takes them for. */
const DIGIT_OF: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1', s: '5', b: '8' }

function matchBeginning(context: LayerContext, known: CompiledKnown, at: number, beginning: string): boolean {
  for (let size = beginning.length; size >= 2; size--) {
    const list = known.needles.get(beginning.slice(0, size))
    if (list && matchOne(context, at, list)) return true
  }
  return false
}

/** The longest needle of a list that stands here. Only needles shorter than a key are listed under less than four units. */
function matchOne(context: LayerContext, at: number, list: readonly Needle[]): boolean {
  const { tokens, found } = context
  for (const { bare, category, rule } of list) {
    spend(context.budget, 1)
    const end = matchBare(context, at, bare)
    if (end < 0) continue
    const [start, last] = rule === 'organization' ? extendInstitution(tokens, at, end) : [tokens.start[at]!, end]
    found.push({ start, end: last, category, score: 1, rule: `known/${rule}`, rank: RANK.known })
    return true
  }
  return false
}

/** The first letters or digits from a token on, folded. */
function readBeginning({ text, start }: Tokens, at: number): string {
  let bare = ''
  for (let i = start[at]!, gap = 0; i < text.length && gap <= MAX_GAP_UNITS && bare.length < KEY_UNITS; i++) {
    const code = text.charCodeAt(i)
    if (isLetter(code) || isDigit(code)) {
      bare += String.fromCharCode(foldUnit(code))
      gap = 0
    } else gap++
  }
  return bare
}

/** The offset behind the needle, or -1: signs and blanks between its letters do not count, and a word or number must end with it. */
function matchBare(context: LayerContext, at: number, bare: string): number {
  const { text, start } = context.tokens
  let i = start[at]!
  let gap = 0
  for (let matched = 0; matched < bare.length; i++) {
    if (i >= text.length) return -1
    const code = text.charCodeAt(i)
    if (isLetter(code) || isDigit(code)) {
      if (foldUnit(code) !== bare.charCodeAt(matched) && !isOcrTwin(code, bare.charCodeAt(matched), bare)) return -1
      matched++
      gap = 0
    } else if (++gap > MAX_GAP_UNITS) return -1
  }
  spend(context.budget, (i - start[at]!) >> 3)
  const last = bare.charCodeAt(bare.length - 1)
  const next = text.charCodeAt(i)
  if (isDigit(last) ? isDigit(next) : isLetter(next)) return -1
  return i
}

/** O for 0 and l or I for 1, as scanning misreads them inside numbers. */
function isOcrTwin(code: number, expected: number, bare: string): boolean {
  if (!/\d/.test(bare)) return false
  const folded = foldUnit(code)
  return (
    (expected === 0x30 && folded === 0x6f) ||
    (expected === 0x31 && (folded === 0x6c || folded === 0x69)) ||
    (expected === 0x35 && folded === 0x73) ||
    (expected === 0x38 && folded === 0x62)
  )
}

/** Ending in 0177, x0177, last four 0177: the last digits of a number behind a word that says so. */
function readTail({ tokens, found }: LayerContext, { tails }: CompiledKnown, at: number): void {
  if (tails.size === 0 || lengthOf(tokens, at) > 4 || !tails.has(textOf(tokens, at))) return
  let cue = at - 1
  while (cue >= 0 && at - cue < 5 && (tokens.kind[cue] === KIND.sign || /^(?:in|with|is|digits|of)$/i.test(textOf(tokens, cue)))) cue--
  const isCued =
    isWord(tokens, cue) &&
    /^(?:ends?|ending|four|x+|ext|extn|extension|last|phone|tel|pager|pgr|bleep|cell|mrn|ssn|id)$/i.test(textOf(tokens, cue))
  const isMasked = isGlued(tokens, at) && (isSign(tokens, at - 1, '*') || isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, '…'))
  if (!isCued && !isMasked && !/^4$/.test(textOf(tokens, Math.max(0, cue)))) return
  found.push({ start: tokens.start[at]!, end: tokens.end[at]!, category: 'other-id', score: 0.97, rule: 'known/tail', rank: RANK.known })
}

/** On Sycamore, off Sycamore: the street's name alone behind a word of place. */
function readStreet({ tokens, found }: LayerContext, { streets }: CompiledKnown, at: number): void {
  if (streets.size === 0 || !streets.has(tokens.hash[at]!) || !isCapitalized(tokens, at)) return
  if (!isWord(tokens, at - 1) || !/^(?:on|off|at|near|from|to|down|up|along|by|of)$/i.test(textOf(tokens, at - 1))) return
  found.push({ start: tokens.start[at]!, end: tokens.end[at]!, category: 'location', score: 0.95, rule: 'known/street', rank: RANK.known })
}

/** 3/9, 03/09: month and day of a known date, in either order. */
function readMonthDay({ tokens, found }: LayerContext, { monthDays }: CompiledKnown, at: number): void {
  if (monthDays.size === 0 || !isSign(tokens, at + 1, '/') || !isNumber(tokens, at + 2)) return
  if (!isGlued(tokens, at + 1) || !isGlued(tokens, at + 2) || (isGlued(tokens, at) && isSign(tokens, at - 1, '/'))) return
  if (isSign(tokens, at + 3, '/') && isGlued(tokens, at + 3)) return
  if (!monthDays.has(`${numberAt(tokens, at)}/${numberAt(tokens, at + 2)}`)) return
  found.push({
    start: tokens.start[at]!,
    end: tokens.end[at + 2]!,
    category: 'date',
    score: 0.97,
    rule: 'known/month-day',
    rank: RANK.known,
  })
}

/** The words of an allow list as bare texts. */
export function compileAllow(allow: readonly string[]): ReadonlySet<string> {
  return new Set(allow.map((value) => bareText(value.normalize('NFKC'))).filter((value) => value.length > 0))
}
