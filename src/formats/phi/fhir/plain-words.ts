// Whether codes and public addresses can be what they say they are: no telephone or record number, no word that no dictionary has.
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL } from '../lexicon-bits.ts'

const NUMBERS = /^(?:\+?1[-.]?)?\d{3}[-.]\d{3}[-.]\d{4}$|^\d{3}-\d{2}-\d{4}$/

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

/** @returns whether all words of four letters and more are of language or medicine */
export function hasPlainWords(text: string): boolean {
  return (text.match(WORD) ?? []).every(
    (word) => word.length < 4 || (lookUp(hashWord(word.toLowerCase())) & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) !== 0,
  )
}

/** Editions of terminologies, object identifiers and days are no numbers of persons. */
const PUBLIC_NUMBERS = /\b[0-2](?:\.\d{1,20}){3,24}\b|(?<=\/)(?:19|20)\d{6}(?=\/|$)/g

/** @returns whether a public address holds what may be the number of a person: more digits than any year has */
export function holdsNumber(address: string): boolean {
  if (!/^https?:/.test(address) || /^https?:\/\/snomed\.info\//.test(address)) return false
  const rest = address.replace(PUBLIC_NUMBERS, '')
  return /\d{6}/.test(rest) || rest.split(/[/|#?=]/).some(isNumberOfPerson)
}
