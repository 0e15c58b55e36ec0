// Whether codes and public addresses can be what they say they are: no telephone or record number, no word that no dictionary has.

import { listMatches } from '../../../core/list-matches.ts'
import type { FhirVersion } from '../../fhir/model/versions.ts'
import { vocabularyOf } from '../../fhir/model/vocabulary.ts'
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { kindOfWords } from '../table/cell-words.ts'
import { locateStreets } from '../words/street-lines.ts'

const NUMBERS = /^(?:\+?1[-.]?)?\d{3}[-.]\d{3}[-.]\d{4}$|^\d{3}-\d{2}-\d{4}$/
const PLAIN = LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation

/** @returns whether a code is written as a telephone or social security number */
export function isNumberOfPerson(text: string): boolean {
  return NUMBERS.test(text.trim())
}

/** @returns whether a code has as many digits as a record number */
export function hasRecordNumber(text: string): boolean {
  return /\d{6}/.test(text)
}

/** A word in upper and lower case: CodeSystem is two. */
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{L}[\p{L}\p{M}]*/gu
const LEAST = 4
/** Longer words in capitals are no abbreviations. */
const LONGEST_ABBREVIATION = 5

function isPlain(word: string): boolean {
  return word.length < LEAST || (lookUp(hashWord(word.toLowerCase())) & PLAIN) !== 0
}

/** @returns whether all words of four letters and more are of language or medicine */
export function hasPlainWords(text: string): boolean {
  return (text.match(WORD) ?? []).every(isPlain)
}

/** @returns whether a text has only words of the definitions of FHIR, of language or of medicine, none of which is also a name */
export function isOfLanguage(text: string, version: FhirVersion): boolean {
  if (/\p{N}/u.test(text)) return false
  const words = text.match(WORD) ?? []
  return words.length > 0 && words.every((word) => isWordOfLanguage(word.toLowerCase(), version))
}

function isWordOfLanguage(word: string, version: FhirVersion): boolean {
  const lex = lookUp(hashWord(word))
  return (lex & LEX_NAME) === 0 && ((lex & (LEX.common | LEX_MEDICAL)) !== 0 || vocabularyOf(version).has(word))
}

/** Words of public addresses that no dictionary has: terminologies, guides and their publishers. */
const PUBLISHED = new Set(
  'birthsex bluebutton carin carinbb cardx ccda cdaportal clinvar codesystem davinci formatcode genomics hsloc mcode ncbi ncpdp ncsbnid nhsn oximetry qicore rxnorm sdoh sdwg smbp srvc umls valueset whocc wwwroot'.split(
    ' ',
  ),
)

/** False for those that are also names, such as carin. */
function isPublishedWord(word: string): boolean {
  return PUBLISHED.has(word) && (lookUp(hashWord(word)) & LEX_NAME) === 0
}

/** Where anybody may publish a guide, so that a path may be made of any words. */
const OF_GUIDES = /^https?:\/\/(?:[a-z0-9-]{1,40}\.){0,3}(?:hl7\.org|hl7\.eu|ihe\.net)\//i
/** Variables of terminologies are abbreviated: line_coinsrnc_amt. */
const LONGEST_VARIABLE = 8

/**
 * @param address of a public definition
 * @returns whether all its words of four letters and more are of language, medicine or the definitions of FHIR, some run together: `careteam`
 */
export function hasKnownWords(address: string, version: FhirVersion): boolean {
  const path = address.replace(/^[a-z]{2,10}:\/\/[^/]{1,200}/i, '')
  const isVariable = path === address || OF_GUIDES.test(address) ? () => false : isVariableName
  const vocabulary = vocabularyOf(version)
  const isKnown = (word: string) => PUBLISHED.has(word) || vocabulary.has(word) || isJoined(word)
  return (path.match(WORD) ?? []).every((word) => isPlain(word) || isVariable(word) || isKnown(word.toLowerCase()))
}

function isVariableName(word: string): boolean {
  return word.length <= LONGEST_VARIABLE && word === word.toLowerCase() && (lookUp(hashWord(word)) & LEX_NAME) === 0
}

const LEAST_JOINED = 4

/** Whether a word that is no name is made of common words, as `claimcareteamrole` is. */
function isJoined(word: string): boolean {
  if (word.length > 40 || (lookUp(hashWord(word)) & LEX_NAME) !== 0) return false
  /** Whether the letters before each place can be made of words. */
  const ends = [true]
  for (let end = 1; end <= word.length; end++) {
    ends[end] = false
    for (let start = 0; start <= end - LEAST_JOINED && !ends[end]; start++) {
      const part = word.slice(start, end)
      ends[end] = ends[start]! && (lookUp(hashWord(part)) & LEX.common) !== 0
    }
  }
  return ends[word.length]!
}

/**
 * Whether a code that no terminology explains can stay: its words are known, or abbreviations in capitals; it is no name, and has fewer digits
 * than a record number.
 * @param mayBeNumber whether digits alone can be a code of the system
 */
export function isPlainCode(text: string, version: FhirVersion, mayBeNumber: boolean): boolean {
  const isNumber = /^\d{1,14}$/.test(text)
  if (!(isNumber && mayBeNumber) && hasRecordNumber(text.replace(/(?<=\d)[- ](?=\d{2})/g, ''))) return false
  const words = text.match(WORD) ?? []
  const isKnown = (word: string) =>
    isPlain(word) ||
    (word.length <= LONGEST_ABBREVIATION && word === word.toUpperCase()) ||
    isPublishedWord(word.toLowerCase()) ||
    vocabularyOf(version).has(word.toLowerCase())
  return words.every(isKnown) && !isFullName(words) && !holdsStreet(text)
}

/** A house and its street as a code is written: `1792-Juniper-Blvd`. A form of two letters behind a short number is something else: `12-lead-ST`. */
function holdsStreet(code: string): boolean {
  const text = code.replace(/[^\p{L}\p{N}]+/gu, ' ')
  return locateStreets(text).some(({ start, end }) => /^\d{3}/.test(text.slice(start)) || !/ \p{L}{2}$/u.test(text.slice(start, end)))
}

/** JohnSmith, john_smith: a given name and a family name, each of which may be a word, too. */
function isFullName(words: readonly string[]): boolean {
  if (words.length !== 2 || words.some((word) => word.length < LEAST - 1)) return false
  const [first, last] = words.map((word) => lookUp(hashWord(word.toLowerCase())))
  const isPair = ((first! & LEX.first) !== 0 && (last! & LEX.last) !== 0) || ((first! & LEX.last) !== 0 && (last! & LEX.first) !== 0)
  const titled = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
  return isPair && kindOfWords(titled.join(' ')) === 'name'
}

/** Editions of terminologies, object identifiers and days are no numbers of persons. */
const PUBLIC_NUMBERS = /\b[0-2](?:\.\d{1,20}){3,24}\b|(?<=\/)(?:19|20)\d{6}(?=\/|$)/g

/** @returns whether a public address holds what may be the number of a person, more digits than any year has, a full date, or a ZIP code of nine digits */
export function holdsNumber(address: string): boolean {
  if (!/^https?:/.test(address) || /^https?:\/\/snomed\.info\//.test(address)) return false
  const rest = address.replace(PUBLIC_NUMBERS, '')
  return /\d{6}|\d{4}-\d{2}-\d{2}|\d{5}-\d{4}/.test(rest) || rest.split(/[/|#?=]/).some(isNumberOfPerson)
}

const NAME_LIKE = /^\p{Lu}[\p{L}\p{M}'’-]{1,40}\.?$/u
const MOST_NAMES = 3
const SPACED = /^\s{0,20}\p{L}(?:[ .*_-]\p{L}){3,40}\s{0,20}$/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const SHORT = 3

/** @returns whether a text is nothing but one to three words with capitals, none of which any list has: a name, unless it is of another language */
export function isUnknownName(text: string, version: FhirVersion): boolean {
  if (text.length > 150) return false
  const visible = text.normalize('NFKC').replace(INVISIBLE, '')
  const plain = SPACED.test(visible) ? visible.replace(/[^\p{L}]/gu, '') : visible
  const parts = plain.split(/[\s,]+/).filter((part) => part !== '')
  if (parts.length > MOST_NAMES || !parts.every((part) => NAME_LIKE.test(part))) return false
  const long = parts.map((part) => part.replace('.', '')).filter((word) => word.length > SHORT)
  return long.length > 0 && long.every((word) => isUnknown(word, version))
}

/** @returns whether a name for programs, such as that of a code system, is a single word that no list has */
export function isUnknownToken(text: string, version: FhirVersion): boolean {
  return /^[\p{L}\p{N}_.-]{5,80}$/u.test(text) && !isPlainCode(text, version, false)
}

const RUN = /[\p{L}\p{M}\p{N}]+/gu
const CAPITALIZED = /^\p{Lu}[\p{Ll}\p{M}]{2,30}$/u

/** Two words written as one, and nothing else: JohnSmith. */
function gluedWords(run: string): readonly string[] | undefined {
  const words = run.match(WORD) ?? []
  return words.length === 2 && words.join('') === run && words.every((word) => CAPITALIZED.test(word)) ? words : undefined
}

/** Given and family names written as one word, whether a list has them or not. */
export function gluedNames(text: string, version: FhirVersion): { readonly start: number; readonly end: number }[] {
  if (!/\p{Ll}\p{Lu}/u.test(text)) return []
  return listMatches(RUN, text, (whole, start) => ({ whole, start, end: start + whole.length })).filter(({ whole }) => {
    const words = gluedWords(whole)
    if (words === undefined) return false
    return isFullName(words) || (lookUp(hashWord(whole)) === 0 && words.every((word) => word.length > SHORT && isUnknown(word, version)))
  })
}

function isUnknown(word: string, version: FhirVersion): boolean {
  const isAbbreviation = word.length <= LONGEST_ABBREVIATION && word === word.toUpperCase()
  return !isAbbreviation && lookUp(hashWord(word)) === 0 && !hasKnownWords(word, version)
}
