// Numbers that say by their own form what they are: phones, social security numbers, cards, national numbers with check digits, and any number
// so long that it can only identify something.

import { isIhi, isLuhn, isNhsNumber, isSsn, isVerhoeff } from '../../../ids/checksums.ts'
import { RANK } from '../../candidate.ts'
import type { PhiCategory } from '../../category.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { type DigitRun, readDigitRun, shapeOfRun } from '../../normalize/digit-run.ts'
import { endOfObjectIdentifier, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, KIND, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { addTokens, type LayerContext } from '../layer.ts'

const PHONE_WORDS = hashWords(
  'phone tel telephone ph cell mobile mob call called callback pager pgr beeper page contact text sms whatsapp landline work home number telefon telefono teléfono téléphone tél tfno tlf telf móvil movil handy mobil telefoon gsm cellulare telefone celular dial reach reached at alt or fono hotline line switchboard office',
)
const FAX_WORDS = hashWords('fax facsimile telefax faks')
/** What stands before a number of a terminology, which identifies nobody. */
const CODE_WORDS = hashWords(
  'cpt icd loinc snomed rxnorm ndc hcpcs drg nct pmid pmc doi pubmed isbn issn rs cas ec omim meddra atc icpc opcs snomedct sctid rxcui umls cui lot',
)

export function findNumbers(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  const { kind, count } = tokens
  for (let i = positions.next(0); i < count; i = positions.next(i + 1)) {
    if (kind[i] !== KIND.number) continue
    const identifier = endOfObjectIdentifier(tokens, i)
    if (identifier > i) {
      i = identifier
      continue
    }
    const run = readDigitRun(tokens, i)
    const used = classifyRun(context, run)
    i = Math.max(i, used)
  }
}

findNumbers.starts = { numbers: true }

/** Returns the last token that was taken, or the first number where nothing was. */
function classifyRun(context: LayerContext, run: DigitRun): number {
  const { tokens } = context
  const start = run.groups[0]!
  if (isPartOfDecimal(tokens, start)) return run.groups.at(-1)!
  // Single digits in a row are a telephone number behind a label, and nothing else.
  if (!run.plus && run.digits.length === run.groups.length && labelBefore(tokens, run.first) === '') return start
  for (let to = run.groups.length; to >= 1; to--) {
    const part = to === run.groups.length ? run : cutRun(tokens, run, to)
    const found = nameRun(context, part)
    if (!found) continue
    const last = found.category === 'phone' || found.category === 'fax' ? withExtension(tokens, part.last) : part.last
    addTokens(context, part.first, last, found.category, found.score, `number/${found.rule}`, found.rank)
    return last
  }
  return start
}

function cutRun(tokens: Tokens, run: DigitRun, to: number): DigitRun {
  const groups = run.groups.slice(0, to)
  const digits = groups.map((at) => textOf(tokens, at)).join('')
  return { ...run, groups, separators: run.separators.slice(0, to - 1), last: groups.at(-1)!, digits }
}

function isPartOfDecimal(tokens: Tokens, at: number): boolean {
  if (isGlued(tokens, at) && isWord(tokens, at - 1)) return !isSign(tokens, at - 2, '-') && lengthOf(tokens, at) < 7
  return false
}

interface Named {
  readonly category: PhiCategory
  readonly rule: string
  readonly score: number
  readonly rank: number
}
const named = (category: PhiCategory, rule: string, score: number, rank: number = RANK.pattern): Named => ({ category, rule, score, rank })

function nameRun(context: LayerContext, run: DigitRun): Named | undefined {
  const { tokens } = context
  const { digits } = run
  if (digits.length < 4 || isFollowedByLetters(tokens, run.last)) return undefined
  const before = labelBefore(tokens, run.first)
  if (before === 'code') return undefined
  const shape = shapeOfRun(tokens, run)
  const checked = nameByCheck(run, shape)
  if (checked) return checked
  return namePhone(tokens, run, shape, before) ?? nameLong(tokens, run, shape) ?? nameEnding(tokens, run)
}

function nameByCheck({ digits, separators, plus }: DigitRun, shape: string): Named | undefined {
  if (plus) return undefined
  if (shape === '3-2-4' && uniform(separators))
    return isSsn(digits) ? named('ssn', 'ssn', 0.98, RANK.checksum) : named('account', 'grouped', 0.7)
  if (digits.length >= 13 && digits.length <= 19 && isGroupedCard(shape)) {
    if (isIhi(digits)) return named('health-plan-id', 'ihi', 0.99, RANK.checksum)
    if (/^[2-6]/.test(digits) && isLuhn(digits)) return named('account', 'card', 0.99, RANK.checksum)
  }
  if (shape === '3-3-4' && separators[0] === ' ' && separators[1] === ' ' && isNhsNumber(digits))
    return named('national-id', 'nhs', 0.95, RANK.checksum)
  if ((shape === '4-4-4' || shape === '12') && /^[2-9]/.test(digits) && isVerhoeff(digits))
    return named('national-id', 'aadhaar', 0.95, RANK.checksum)
  if (shape === '3-3-3' && uniform(separators) && separators[0] !== '.' && isLuhn(digits))
    return named('national-id', 'sin', 0.9, RANK.checksum)
  if (shape === '4-4-4' && separators.every((separator) => separator === '.')) return named('device', 'mac', 0.8)
  if ((shape === '3-3-3-2' || shape === '2-2-2-3-2' || shape === '3-4-4-2') && separators.at(-1) !== ' ')
    return named('national-id', 'grouped', 0.9)
  return undefined
}

function isGroupedCard(shape: string): boolean {
  return /^(?:\d\d|4-4-4-4|4-6-5|4-4-4-4-3|4-4-5|4-6-4)$/.test(shape)
}

function uniform(separators: readonly string[]): boolean {
  return separators.every((separator) => separator === separators[0])
}

function namePhone(tokens: Tokens, run: DigitRun, shape: string, before: string): Named | undefined {
  const { digits, plus, separators } = run
  const category = before === 'fax' ? 'fax' : 'phone'
  if (plus && digits.length >= 7 && digits.length <= 16) return named(category, 'international', 0.98)
  if (/^(?:1-)?3-3-4$/.test(shape) && /^1?[2-9]\d{2}\d{7}$/.test(digits) && separators.every((s) => s.length <= 3))
    return named(category, 'north-american', 0.97)
  if (
    before !== '' &&
    digits.length >= 7 &&
    digits.length <= 15 &&
    !separators.includes('/') &&
    !(separators.includes('.') && separators.some((s) => s.includes('('))) &&
    /^\d(?:-?\d){0,9}$/.test(shape.replace(/10|11|12|13|14|15/, '9'))
  )
    return named(category, 'labelled', 0.95, RANK.labelled)
  if (shape === '3-4' && /^[2-9]/.test(digits) && separators[0] === '-' && !hasUnitBehind(tokens, run.last))
    return named(category, 'local', 0.8)
  if (shape === '3-4' && before === 'phone') return named(category, 'local', 0.9)
  if (
    /^0/.test(digits) &&
    digits.length >= 9 &&
    digits.length <= 11 &&
    run.groups.length >= 2 &&
    separators.every((s) => isTrunkSeparator(s, shape) || (s === '.' && run.groups.length >= 4))
  )
    return named(category, 'trunk-prefix', 0.85)
  if (/^(?:2-2-2-2-2|3-3-3|3-2-2-2)$/.test(shape) && separators.every((s) => s === ' ') && /^[026789]/.test(digits))
    return named(category, 'grouped', 0.75)
  const spaced = separators.every((s) => s === ' ')
  const isOpened = (separators[0] === ') ' || separators[0] === ' ') && separators.slice(1).every((s) => s === ' ' || s === '-')
  if ((/^(?:2-4-4|3-4-4|2-5-4)$/.test(shape) ? isOpened : shape === '2-3-2-2' && spaced) && !hasUnitBehind(tokens, run.last))
    return named(category, 'grouped', 0.75)
  // 1300 555 148 of Australia, 319 555 01 48.
  if (
    spaced &&
    /^(?:1[38]00-|[2-9])/.test(shape === '4-3-3' ? `${digits.slice(0, 4)}-` : shape === '3-3-2-2' ? digits : '') &&
    !hasUnitBehind(tokens, run.last)
  )
    return named(category, 'grouped', 0.75)
  // 98400 55501 of India, 333 5550123 of Italy.
  if (((shape === '5-5' && /^[6-9]/.test(digits)) || (shape === '3-7' && /^3/.test(digits))) && spaced && !hasUnitBehind(tokens, run.last))
    return named(category, 'mobile', 0.75)
  if (/^[1-9]-[34]$/.test(shape) && shape.startsWith('1-') && separators[0] === '-' && before !== '') return named(category, 'inner', 0.8)
  return undefined
}

/** Blanks, hyphens, a bracket round the trunk code; a slash as Germany writes it behind three to five digits. */
function isTrunkSeparator(separator: string, shape: string): boolean {
  if (separator === ' ' || separator === '-' || separator === ') ' || separator === ')') return true
  return (separator === '/' || separator === ' / ') && /^[3-5]-/.test(shape)
}

const LONG_DIGITS = 7

/** No measure is written with so many digits on end. */
function nameLong(tokens: Tokens, run: DigitRun, shape: string): Named | undefined {
  const first = run.groups[0]!
  if (run.groups.length === 1) {
    if (
      run.digits.length < LONG_DIGITS ||
      hasUnitBehind(tokens, run.last) ||
      isDecimalPart(tokens, first) ||
      /^[1-9]\d?0+$/.test(run.digits) ||
      isLoad(tokens, first)
    )
      return undefined
    return named('other-id', 'long', 0.75)
  }
  const dashed = run.separators.every((s) => s === '-')
  if (
    dashed &&
    run.digits.length >= 7 &&
    !hasUnitBehind(tokens, run.last) &&
    /\d{3}/.test(tokens.text.slice(tokens.start[first]!, tokens.end[run.last]!))
  ) {
    if (/^(?:2|4)-(?:2)-(?:2|4)$/.test(shape) || isRangeOfPlainNumbers(run, shape)) return undefined
    return named('other-id', 'grouped', 0.7)
  }
  return undefined
}

/** Card ending in 0186, last four 7721: what is left of a number. */
function nameEnding(tokens: Tokens, { digits, first, groups }: DigitRun): Named | undefined {
  if (digits.length !== 4 || groups.length !== 1) return undefined
  let at = first - 1
  while (
    first - at < 4 &&
    (isSign(tokens, at, ':') ||
      isSign(tokens, at, '#') ||
      (isWord(tokens, at) && /^(?:in|with|is|are|digits|of|ssn)$/i.test(textOf(tokens, at))))
  )
    at--
  const isEnding = isWord(tokens, at) && /^(?:ends|ending|ended)$/i.test(textOf(tokens, at)) && at < first - 1
  const isLast = /^(?:four|4)$/i.test(textOf(tokens, Math.max(0, at))) && isWord(tokens, at - 1) && /^last$/i.test(textOf(tokens, at - 1))
  return isEnding || isLast ? named('other-id', 'ending', 0.8) : undefined
}

/** 1000-1500 is a range. */
function isRangeOfPlainNumbers({ groups, digits }: DigitRun, shape: string): boolean {
  // 1900-0700 are the hours of a shift.
  if (shape === '4-4' && /^(?:[01]\d|2[0-3])[0-5]\d(?:[01]\d|2[0-3])[0-5]\d$/.test(digits)) return true
  return (
    groups.length === 2 &&
    (shape === '4-4' || shape === '3-4' || shape === '4-5' || shape === '5-5') &&
    Number(digits.slice(0, digits.length / 2)) <= Number(digits.slice(digits.length / 2))
  )
}

/** HCV RNA 1204471: copies of a virus. */
function isLoad(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at - 1) && /^(?:rna|dna|load|vl|copies|pcr|titer)$/i.test(textOf(tokens, at - 1))
}

function isDecimalPart(tokens: Tokens, at: number): boolean {
  return (
    (isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, ',')) &&
    isGlued(tokens, at) &&
    isGlued(tokens, at - 1) &&
    isNumber(tokens, at - 2)
  )
}

function hasUnitBehind(tokens: Tokens, last: number): boolean {
  const next = last + 1
  if (isSign(tokens, next, '%') || (isSign(tokens, next, '.') && isNumber(tokens, next + 1) && isGlued(tokens, next + 1))) return true
  return tokens.gap[next]! <= GAP.space && hasRole(tokens, next, ROLE.unit) && lengthOf(tokens, next) > 1
}

function isFollowedByLetters(tokens: Tokens, last: number): boolean {
  return isWord(tokens, last + 1) && isGlued(tokens, last + 1) && !/^x$/i.test(textOf(tokens, last + 1))
}

const LABEL_WINDOW = 4

/** What a word shortly before makes of the number: `phone`, `fax`, `code` or nothing. */
function labelBefore(tokens: Tokens, first: number): string {
  for (let i = first - 1, steps = 0; i >= 0 && steps < LABEL_WINDOW; i--, steps++) {
    if (tokens.kind[i] === KIND.number && steps > 0) return ''
    if (tokens.kind[i] === KIND.word) {
      if (CODE_WORDS.has(tokens.hash[i]!)) return 'code'
      if (FAX_WORDS.has(tokens.hash[i]!)) return 'fax'
      if (PHONE_WORDS.has(tokens.hash[i]!) && steps < 3) return 'phone'
    } else if (isSign(tokens, i, ';') || (isSign(tokens, i, '.') && tokens.gap[i + 1]! > GAP.none && steps > 0)) return ''
    if (tokens.gap[i]! > GAP.space) return ''
  }
  return ''
}

/** `x204`, `ext. 204`, `extension 204`. */
function withExtension(tokens: Tokens, last: number): number {
  let at = last + 1
  if (isSign(tokens, at, ',')) at++
  if (!isWord(tokens, at) || tokens.gap[at]! > GAP.space || !/^(?:x|ext|extn|extension|durchwahl|poste)$/i.test(textOf(tokens, at)))
    return last
  at++
  if (isSign(tokens, at, '.') || isSign(tokens, at, ':')) at++
  return isNumber(tokens, at) && lengthOf(tokens, at) <= 6 && tokens.gap[at]! <= GAP.space ? at : last
}
