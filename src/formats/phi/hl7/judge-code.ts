// Whether a value in the place of a code is one: it stays with evidence that it is, goes with evidence that it is not, and is searched otherwise.
import { isGs1 } from '../../ids/check-sums.ts'
import { parseUnit } from '../../ucum/grammar.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord } from '../fold.ts'
import type { PhiMode } from '../layers/layer.ts'
import { lookUp } from '../lexicon.ts'
import { LEX } from '../lexicon-bits.ts'
import { isClinicalCode, isState, shapeOf } from '../table/cell-shapes.ts'
import { kindOfWords } from '../table/cell-words.ts'
import { isPublishedName } from '../words/published-names.ts'
import { isTermOfNames, judgeJoined } from './joined-words.ts'
import { isShortCode } from './short-codes.ts'

/** A longer text is no code. */
export const MAX_CODE = 40
const MAX_UNIT = 20

/** `3.5-5.0`, `<200`, `> 60 mL`: a range of results; not a telephone number, not a ZIP code of nine digits. */
export function isRange(text: string): boolean {
  return (
    /^[<>=≤≥ ]{0,3}-?\d{1,5}(?:\.\d{1,6})?(?: ?(?:-|–|to) ?-?\d{1,5}(?:\.\d{1,6})?)? ?%?$/.test(text) &&
    !/^(?:\d{3}|\d{5})-\d{4}$/.test(text)
  )
}

/** A version or an object identifier: 2.5.1, 2.16.840.1.113883.6.1; not a date with a year, an IP address or a telephone number. */
function isDotted(text: string): boolean {
  return /^\d(?:\.\d{1,9}){1,15}$/.test(text) && !/\.\d{4}$/.test(text) && !isAddressOfNetwork(text)
}

function isAddressOfNetwork(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((octet) => Number(octet) <= 255)
}

/**
 * The number of a device in GTIN-14 with its check digit as FDA's list of kits writes it: `10811877011290_DIT`. Of the numbers of 14 digits alone, record
 * numbers and times among them, every tenth has that check digit.
 */
export function isDeviceNumber(text: string): boolean {
  return /^\d{14}_DIT$/.test(text) && isGs1(text.slice(0, 14))
}

/** `CD:10915`: how Cerner writes the number of a code. */
function isNumberedCode(text: string): boolean {
  return /^CD:\d{3,8}$/.test(text)
}

/** What stands before the number of a person or of a telephone. */
const LABELLED =
  /(?:^|[^\p{L}])(?:mrn|ssn|dob|born|pt|pat|patid|patient|acct|account|visit|enc|badge|npi|dea|tel|ph|phone|cell|mobile|fax|call|page|pager|beeper|ext|x|#|no|nr|room|rm)[\s:=#_./-]{0,3}[(+]?\d(?:[\d\s()./-]{0,3}\d){3}/iu
/** A number behind any label with a sign, or of more digits than codes with letters have. */
const SIGNED_NUMBER = /^\p{L}{2,20}[:#=]\s?\+?\d{5,20}$|^\p{L}{2,8}[:#=.]?\d{9,15}$/u
/** Digits that tell people apart; a shorter number is more often a code. */
const LEAST_DIGITS = 9

/** @returns undefined for a text too long to be a code */
export function judgeCode(text: string, mode: PhiMode, isStrict: boolean): 'keep' | 'scan' | PhiCategory | undefined {
  const trimmed = text.trim()
  if (mode === 'balanced' && isShortCode(trimmed)) return 'keep'
  if (trimmed.length > MAX_CODE || /\s\S+\s/.test(trimmed)) return undefined
  if (isDeviceNumber(trimmed) || isNumberedCode(trimmed) || isPublishedName(trimmed)) return 'keep'
  const shape = isDotted(trimmed) ? 'words' : shapeOf(trimmed)
  if (shape === 'email' || shape === 'url' || shape === 'ssn' || shape === 'ip') return shape
  if (isClinicalCode(trimmed) || isRange(trimmed) || isDotted(trimmed)) return 'keep'
  if (!isStrict) return judgeLoosely(trimmed, mode)
  if (shape === 'phone' || shape === 'date') return isPlainDigits(trimmed) ? judgeDigits(trimmed) : shape
  if (isPlainDigits(trimmed)) return judgeDigits(trimmed)
  const form = judgeForm(trimmed)
  return form ?? judgeLetters(trimmed, mode)
}

function judgeLoosely(text: string, mode: PhiMode): 'keep' | PhiCategory {
  const shape = shapeOf(text)
  if (shape === 'date' || (shape === 'phone' && /[\s().]/.test(text))) return shape
  if (shape !== 'words') return 'keep'
  const kind = kindOfWords(text)
  if (kind === 'name') return 'name'
  if (kind === 'place') return 'location'
  if (mode === 'fail-closed') return 'other-id'
  return kind === 'proper' && mode === 'high-recall' ? 'name' : 'keep'
}

function isPlainDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

function judgeDigits(digits: string): 'keep' | PhiCategory {
  if (/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$/.test(digits)) return 'date'
  if (digits.length < LEAST_DIGITS || (digits.length >= 12 && digits.length <= 14 && isGs1(digits))) return 'keep'
  // The number of a document of GS1, such as an information sheet about a vaccine.
  return /^253\d{13,30}$/.test(digits) && isGs1(digits.slice(3, 16)) ? 'keep' : 'other-id'
}

/** A unit of UCUM; what stands in braces is text. */
function isUnit(text: string): boolean {
  return (
    text.length <= MAX_UNIT && !/[{}]/.test(text) && parseUnit(text.replace(/[µμ]/g, 'u'), { caseInsensitive: false }).errors.length === 0
  )
}

/** `12ElmSt`, `ROOM412B`, `Springfield/IL`. */
function isPlace(text: string): boolean {
  if (/^\d{1,5}\p{Lu}\p{L}{2,20}(?:St|Ave|Rd|Ln|Blvd|Street|Road|Lane|Avenue)\.?$/u.test(text)) return true
  if (/^(?:room|rm|bed|suite|apt)[\s:#_-]{0,2}\d{2,4}[A-Z]?$/i.test(text)) return true
  const [, city, state] = /^(\p{L}{4,20})[/_,-](\p{Lu}{2})$/u.exec(text) ?? []
  return city !== undefined && isState(state!) && (lookUp(hashWord(city)) & LEX.city) !== 0
}

/** `a@b.org`, `@handle`, `a(at)b`. */
function isMail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at >= 0 && /\p{L}/u.test(text.slice(0, at)) && /\p{L}{2}/u.test(text.slice(at + 1))) return true
  return /^@\p{L}{3}|\p{L}\(at\)\p{L}/u.test(text)
}

/** What letters, digits and signs together look like. */
export function judgeForm(text: string): PhiCategory | undefined {
  if (isMail(text)) return 'email'
  if (/:\/\/|^\\\\|^[A-Z]:\\/i.test(text)) return 'url'
  if (/^\p{L}[\p{L}\p{N}_.-]*\\\p{L}/u.test(text)) return 'other-id'
  if (/^\+\d{8,15}$/.test(text)) return 'phone'
  if (isPlace(text)) return 'location'
  if (/^\d{3}[-.]\d{4}$/.test(text)) return 'phone'
  if (/^(?:19|20)\d{6}(?:\d{4}(?:\d\d(?:\.\d{1,4})?)?)?[+-]\d{4}$/.test(text)) return 'date'
  return LABELLED.test(text) || SIGNED_NUMBER.test(text) ? 'other-id' : undefined
}

function judgeLetters(text: string, mode: PhiMode): 'keep' | 'scan' | PhiCategory {
  if (mode === 'balanced' && isTermOfNames(text)) return 'keep'
  const kind = kindOfWords(text)
  if (kind === 'name') return 'name'
  if (kind === 'place') return 'location'
  const joined = judgeJoined(text)
  if (joined === 'name') return isUnit(text) ? 'keep' : 'name'
  if (mode === 'fail-closed') return isWords(text) || joined === 'unknown' ? 'other-id' : 'keep'
  if (kind === 'proper' && mode === 'high-recall') return 'name'
  return joined === 'unknown' && !isUnit(text) ? 'scan' : 'keep'
}

function isWords(text: string): boolean {
  return shapeOf(text) === 'words'
}
