// What the caller knows of the patient, found in every spelling: names in any order with initials, dates in any format, numbers with any separators.

import { spend } from '../budget.ts'
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { foldUnit, hashWord } from '../fold.ts'
import { LEX_ENGLISH } from '../lexicon-bits.ts'
import { hasLex, isCapitalized, isSign, isWord } from '../token-tests.ts'
import { GAP, isDigit, isLetter, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { spellDate } from './known-dates.ts'
import type { LayerContext } from './layer.ts'

export interface KnownValues {
  readonly names?: readonly string[] | undefined
  readonly dates?: readonly string[] | undefined
  readonly ids?: readonly string[] | undefined
  readonly phones?: readonly string[] | undefined
  readonly addresses?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
}

/** A value as the bare letters and digits that must stand in the text, whatever signs and blanks stand between. */
interface Needle {
  readonly bare: string
  readonly category: PhiCategory
  readonly rule: string
}

export interface CompiledKnown {
  /** By the first letters or digits of each needle, at most four. */
  readonly needles: ReadonlyMap<string, readonly Needle[]>
  readonly nameParts: ReadonlySet<number>
  readonly initials: ReadonlySet<string>
}

const MAX_GAP_UNITS = 4
const KEY_UNITS = 4

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
  const nameParts = new Set<number>()
  const initials = new Set<string>()
  const push = (value: string, category: PhiCategory, rule: string) => {
    const bare = bareText(value.normalize('NFKC'))
    if (bare.length < 2) return
    const key = bare.slice(0, KEY_UNITS)
    const list = needles.get(key)
    if (list) list.push({ bare, category, rule })
    else needles.set(key, [{ bare, category, rule }])
  }
  for (const name of [...(known.names ?? []), ...(known.providers ?? [])]) compileName(name, push, nameParts, initials)
  for (const date of known.dates ?? []) for (const spelling of spellDate(date)) push(spelling, 'date', 'date')
  for (const id of known.ids ?? []) push(id, 'mrn', 'id')
  for (const phone of known.phones ?? []) for (const spelling of spellPhone(phone)) push(spelling, 'phone', 'phone')
  for (const address of known.addresses ?? []) for (const spelling of spellAddress(address)) push(spelling, 'location', 'address')
  for (const value of deny) push(value, 'other-id', 'deny')
  for (const list of needles.values()) list.sort((a, b) => b.bare.length - a.bare.length)
  return { needles, nameParts, initials }
}

function compileName(
  name: string,
  push: (value: string, category: PhiCategory, rule: string) => void,
  parts: Set<number>,
  initials: Set<string>,
): void {
  push(name, 'name', 'name')
  const words = name.split(/[\s,.]+/).filter((word) => word.length > 0)
  const order = name.includes(',') ? [...words.slice(1), words[0]!] : words
  push(order.join(' '), 'name', 'name')
  push([order.at(-1)!, ...order.slice(0, -1)].join(' '), 'name', 'name')
  for (const word of words) for (const part of [word, ...word.split('-')]) if (part.length > 1) parts.add(hashWord(part))
  if (order.length >= 2) {
    const letters = order.map((word) => word[0]!.toUpperCase())
    initials.add(letters.join(''))
    initials.add(letters[0]! + letters.at(-1)!)
  }
}

function spellPhone(phone: string): string[] {
  const digits = phone.replace(/\D/g, '')
  const short = digits.length > 10 ? digits.slice(-10) : digits
  return [
    ...new Set([digits, short, digits.length === 10 ? `1${digits}` : digits, digits.length >= 10 ? digits.slice(-7) : digits]),
  ].filter((value) => value.length >= 5)
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
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
  ['apartment', 'apt'],
  ['suite', 'ste'],
  ['parkway', 'pkwy'],
  ['highway', 'hwy'],
]

function spellAddress(address: string): string[] {
  const spellings = new Set([address])
  const short = address.replace(/\p{L}+/gu, (word) => STREET_FORMS.find(([long]) => long === word.toLowerCase())?.[1] ?? word)
  const long = address.replace(
    /\p{L}+/gu,
    (word) => STREET_FORMS.find(([, abbreviation]) => abbreviation === word.toLowerCase())?.[0] ?? word,
  )
  for (const form of [address, short, long]) {
    spellings.add(form)
    for (const part of form.split(',')) if (part.trim().length >= 4) spellings.add(part.trim())
  }
  return [...spellings]
}

export function findKnownValues(context: LayerContext, known: CompiledKnown): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] === KIND.sign) continue
    readNeedles(context, known, i)
    if (tokens.kind[i] === KIND.word) readNamePart(context, known, i)
  }
}

function readNeedles(context: LayerContext, known: CompiledKnown, at: number): void {
  if (known.needles.size === 0) return
  const beginning = readBeginning(context.tokens, at)
  for (let size = beginning.length; size >= 2; size--) {
    const list = known.needles.get(beginning.slice(0, size))
    if (list && matchOne(context, at, list)) return
  }
}

/** The longest needle of a list that stands here. Only needles shorter than a key are listed under less than four units. */
function matchOne(context: LayerContext, at: number, list: readonly Needle[]): boolean {
  const { tokens, found } = context
  for (const { bare, category, rule } of list) {
    spend(context.budget, 1)
    const end = matchBare(context, at, bare)
    if (end < 0) continue
    found.push({ start: tokens.start[at]!, end, category, score: 1, rule: `known/${rule}`, rank: RANK.known })
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
function isOcrTwin(code: number, wanted: number, bare: string): boolean {
  if (!/\d/.test(bare)) return false
  const folded = foldUnit(code)
  return (
    (wanted === 0x30 && folded === 0x6f) ||
    (wanted === 0x31 && (folded === 0x6c || folded === 0x69)) ||
    (wanted === 0x35 && folded === 0x73) ||
    (wanted === 0x38 && folded === 0x62)
  )
}

/** A part of a known name alone: with a capital, or where it is no English word. */
function readNamePart(context: LayerContext, known: CompiledKnown, at: number): void {
  const { tokens, found } = context
  const part = known.nameParts.has(tokens.hash[at]!)
  const initials = !part && tokens.shape[at] === SHAPE.upper && known.initials.has(tokens.text.slice(tokens.start[at]!, tokens.end[at]!))
  if (!part && !initials) return
  if (initials && !isInitialsSpot(tokens, at)) return
  if (part && !isCapitalized(tokens, at) && hasLex(tokens, at, LEX_ENGLISH)) return
  found.push({
    start: tokens.start[at]!,
    end: tokens.end[at]!,
    category: 'name',
    score: 0.97,
    rule: initials ? 'known/initials' : 'known/name-part',
    rank: RANK.known,
  })
}

/** Initials stand at the end of a line, behind a label or in brackets; elsewhere they are an abbreviation. */
function isInitialsSpot(tokens: Tokens, at: number): boolean {
  return (
    tokens.gap[at + 1]! >= GAP.line ||
    isSign(tokens, at - 1, ':') ||
    (isSign(tokens, at - 1, '(') && isSign(tokens, at + 1, ')')) ||
    (isWord(tokens, at - 1) && /^(?:initials|by|thx|thanks|regards)$/i.test(tokens.text.slice(tokens.start[at - 1]!, tokens.end[at - 1]!)))
  )
}

/** The words of an allow list as bare texts. */
export function compileAllow(allow: readonly string[]): ReadonlySet<string> {
  return new Set(allow.map((value) => bareText(value.normalize('NFKC'))).filter((value) => value.length > 0))
}
