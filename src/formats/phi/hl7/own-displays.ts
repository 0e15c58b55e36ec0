// Keeps displays that belong to their own code: the name that the table gives the code, even if misspelled, or the words that the code abbreviates. Drops
// guesses of the network that cannot be right: an id or a date made of ordinary words.
import { codeTable } from '../../hl7/dictionary/code-tables.ts'
import { HL7_VERSIONS } from '../../hl7/dictionary/versions.ts'
import type { PhiSpan } from '../detect-phi.ts'
import { publishedNames } from '../words/published-names.ts'
import { isNameOfUnit, isNear, isUnitWord } from '../words/unit-words.ts'
import { isAnnouncing } from './announcing.ts'
import { isUnitPlace } from './field-rules.ts'
import { isWordAlone } from './known-of-message.ts'
import type { Leaf } from './leaf.ts'

/** The parts of one coded value by their positions. */
type CodedValue = ReadonlyMap<string, string>

interface Part {
  readonly leaf: Leaf
  readonly decoded: { readonly text: string }
}

/** @returns the coded values by repetition */
export function codedValues(parts: readonly Part[]): ReadonlyMap<number, CodedValue> {
  const values = new Map<number, Map<string, string>>()
  for (const { leaf, decoded } of parts) {
    if (leaf.treatment !== 'code' && leaf.treatment !== 'label') continue
    const value = values.get(leaf.repetition) ?? new Map<string, string>()
    values.set(leaf.repetition, value.set(positionOf(leaf.place), decoded.text))
  }
  return values
}

function positionOf(place: string): string {
  return /\.(\d+)$/.exec(place)?.[1] ?? ''
}

/** Without the guesses that what is published explains. What the message or the caller knows stays found. */
export function keepOwn({ leaf }: Part, text: string, spans: PhiSpan[], value: CodedValue | undefined): PhiSpan[] {
  if (spans.length === 0) return spans
  const guesses = spans.filter(({ rule }) => !rule.startsWith('known/'))
  if (guesses.length === 0) return spans
  const isOwn = value !== undefined && (leaf.treatment === 'label' ? isOwnDisplay(leaf, text, value) : isAbbreviation(text, value))
  // A kit is called Sofia, and so is a nurse.
  const names = isAnnouncing(text) ? [] : publishedNames(text)
  const isUnit = leaf.treatment === 'label' && isUnitPlace(leaf.place) && isUnitWord(text.trim())
  let next = 0
  return spans.filter((span) => {
    if (span.rule.startsWith('known/')) return true
    // Both are in order: a hostile text has many of each.
    while (next < names.length && names[next]!.end < span.end) next++
    if (isOwn || (next < names.length && names[next]!.start <= span.start)) return false
    return !isNoNumber(text, span) && !isAnyInstitution(text, span) && !isUnit
  })
}

/** The code of each display, and the coding system of both. */
const CODE_OF: ReadonlyMap<string, readonly [code: string, system: string]> = new Map([
  ['2', ['1', '3']],
  ['5', ['4', '6']],
  ['9', ['1', '3']],
])
const TABLES: ReadonlyMap<string, string> = new Map([
  ['MVX', '0227'],
  ['CVX', '0292'],
])

function isOwnDisplay(leaf: Leaf, text: string, value: CodedValue): boolean {
  const [position, place] = CODE_OF.get(positionOf(leaf.place)) ?? []
  const code = position === undefined ? undefined : value.get(position)
  if (code === undefined) return false
  const system = value.get(place!) ?? ''
  if (system === 'UCUM' && isNameOfUnit(text)) return true
  const table = TABLES.get(system) ?? /^HL7(\d{4})$/.exec(system)?.[1]
  const display = table === undefined ? undefined : codeTable(HL7_VERSIONS.at(-1)!, table)?.codes.get(code)?.display
  return display !== undefined && isSpelledLike(text, display)
}

/** Every word is one of the published display, with at most one letter wrong. */
function isSpelledLike(text: string, display: string): boolean {
  const published = wordsOf(display)
  const words = wordsOf(text)
  return words.length > 0 && !/\d/.test(text) && words.every((word) => published.some((other) => isNear(word, other)))
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
}

const LEAST_PIECE = 2
const MOST_PIECES = 4
const LONGEST_CODE = 12

/** `MNFAM^Family history of disorder on MN`: the letters of the code begin ordinary words of its own display, none of which is a name. */
function isAbbreviation(code: string, value: CodedValue): boolean {
  const display = value.get('2')
  if (display === undefined || display.length > 200 || value.get('1') !== code || !/^[A-Z]{4,12}$/.test(code)) return false
  const words = wordsOf(display)
  return words.every(isPlainWord) && isMadeOf(code.toLowerCase().slice(0, LONGEST_CODE), words, MOST_PIECES)
}

function isMadeOf(code: string, words: readonly string[], pieces: number): boolean {
  if (code === '') return true
  if (pieces === 0) return false
  for (let size = code.length; size >= LEAST_PIECE; size--) {
    const piece = code.slice(0, size)
    if (words.some((word) => word.startsWith(piece)) && isMadeOf(code.slice(size), words, pieces - 1)) return true
  }
  return false
}

function isPlainWord(word: string): boolean {
  return word.length <= LEAST_PIECE || isWordAlone(word)
}

const NUMBERS: ReadonlySet<string> = new Set(['network/id', 'network/date', 'network/contact', 'network/age'])
/** Words that are days by themselves. */
const DAYS =
  /^(?:mon|tues?|wed|wednes|thu|thurs?|fri|satur|sat|sun)(?:day)?s?$|^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|today|yesterday|tomorrow|tonight|christmas|xmas|easter|thanksgiving|halloween|hanukkah|passover|ramadan|eve|birthday|noon|midnight|spring|summer|autumn|fall|winter|ash|palm|labor|memorial|independence|valentines?|mothers?|fathers?|veterans?|columbus|boxing|new|year|years)$/

/** An id, a date or a number of somebody has a digit or is no ordinary word: `Last`, `POST-DISCHARGE`. */
function isNoNumber(text: string, { rule, start, end }: PhiSpan): boolean {
  if (!NUMBERS.has(rule)) return false
  const found = text.slice(start, end)
  return !/\p{N}/u.test(found) && wordsOf(found).every((word) => isPlainWord(word) && word.length > 2 && !DAYS.test(word))
}

const ANY_INSTITUTION: ReadonlySet<string> = new Set('general provider nhs hosp inc other this source referral'.split(' '))

/** `Provider-General`: what any institution is called. */
function isAnyInstitution(text: string, { rule, start, end }: PhiSpan): boolean {
  return rule === 'network/organization' && wordsOf(text.slice(start, end)).every((word) => ANY_INSTITUTION.has(word))
}
