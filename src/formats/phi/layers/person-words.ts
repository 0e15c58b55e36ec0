// What a word with a capital may be where only a person fits: a name of the lists, a name that is another word, too, or a word that no list knows; and how far
// such a name reaches. Products, sites and misspelt words of the wards are none of these.
import { HOLIDAYS } from '../date-cues.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { isMedicalForm } from './unknown-words.ts'

/** How sure the word alone is: no name, a name and a plain or medical word, no word of any list, a name only. */
export const PERSON = { none: 0, guarded: 1, unknown: 2, named: 3 } as const

/** What is said to speak, want and recommend and is no person: sites, programs, insurers, misspelt words of the wards. */
const NO_PERSON = hashWords(
  'medscape epocrates lexicomp micromedex dynamed webmd chatgpt openai reddit tiktok facebook instagram youtube quora gemini copilot pubmed medline isabel pateint patietn paitent patinet patiant pateints pts daugher duaghter mothr fathr husbnd sister docter doctr nruse nures familly teh thier hte recieved recieves somone everone tacro procal trop trops lantis freestyle medtronic lifevest zoll wearable telehealth televisit facetime whatsapp wifi vape vaping covid mychart epic cerner athena meditech momma poppa nana grandad kiddo bestie monday tuesday wednesday thursday friday saturday sunday case',
)

export function personGrade(tokens: Tokens, at: number): number {
  if (!isWord(tokens, at) || !isFree(tokens, at)) return PERSON.none
  if (tokens.shape[at] !== SHAPE.capital && !isMixedSurname(tokens, at)) return PERSON.none
  return gradeOf(tokens, at)
}

/** The same for a word in small letters, where a name that is another word, too, counts for nothing. */
export function smallGrade(tokens: Tokens, at: number): number {
  if (!isWord(tokens, at) || isGlued(tokens, at) || tokens.shape[at] !== SHAPE.lower) return PERSON.none
  const grade = gradeOf(tokens, at)
  return grade === PERSON.guarded ? PERSON.none : grade
}

/** A word of plain English with a capital inside of a sentence, where nothing but its surroundings may make a name of it: Shadow, Winsome. */
export function isPlainCapital(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.shape[at] !== SHAPE.capital || lengthOf(tokens, at) < 3 || !isFree(tokens, at)) return false
  const roles = ROLE.month | ROLE.direction | ROLE.particle | ROLE.facilityPart | ROLE.street
  if ((tokens.role[at]! & ~roles) !== 0 || NO_PERSON.has(tokens.hash[at]!) || HOLIDAYS.has(tokens.hash[at]!)) return false
  return (tokens.lex[at]! & (LEX_MEDICAL | LEX.abbreviation | LEX.organization)) === 0
}

function gradeOf(tokens: Tokens, at: number): number {
  const lex = tokens.lex[at]!
  if (lengthOf(tokens, at) < 2 || NO_PERSON.has(tokens.hash[at]!) || HOLIDAYS.has(tokens.hash[at]!)) return PERSON.none
  if ((tokens.role[at]! & ~(ROLE.particle | ROLE.direction | ROLE.state)) !== 0 || (lex & (LEX.drug | LEX.organization)) !== 0)
    return PERSON.none
  if ((lex & LEX_NAME) !== 0) return (lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) === 0 ? PERSON.named : PERSON.guarded
  if ((lex & ~(LEX.rareProper | LEX.proper | LEX.opensPhrase)) !== 0 || lengthOf(tokens, at) < 4 || isMedicalForm(tokens, at))
    return PERSON.none
  return PERSON.unknown
}

/** Nothing glued in front but an opening sign, or a hyphen that joins the halves of a name. */
function isFree(tokens: Tokens, at: number): boolean {
  return !isGlued(tokens, at) || ['(', '"', '-', '@', '~', '/'].some((sign) => isSign(tokens, at - 1, sign))
}

/** McKittrick, O'Donoghue. */
function isMixedSurname(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.mixed && /^(?:Mc|Mac|O'|D'|Fitz|De|Di|Al|El)\p{Lu}\p{Ll}{2,20}$/u.test(textOf(tokens, at))
}
