// The names of codes of terminologies: the words of laboratories and medicine in them are no persons and places, whatever the detector guesses. What has
// the form of an identifier, what the message or the caller knows, and words that only names have go all the same.
import { isLuhn, isVerhoeff } from '../../ids/checksums.ts'
import { isOid } from '../cda/public-oids.ts'
import type { PhiSpan } from '../detect-phi.ts'
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import type { Leaf } from './leaf.ts'

/** Terminologies by the names that HL7 gives them (table 0396), and HL7's own tables. */
const TERMINOLOGY =
  /^(?:LN|LOINC|SCT|SNM3?|SNOMED|I9C?|I9CDX|I10[CP]?|C4|C5|CPT|CVX|MVX|NDC|RXNORM|UCUM|MDC|NCIT|CDCREC|PHINQUESTION|99[A-Z0-9]{2,6}|PLT|L|HL7\d{4}|UMLS|MDDX|ICD\d{0,2}[A-Z]{0,3}|ISO3166[_-]?[123]?|ISO639[_-]?[123]?|NULLFL)$/

/** What the names of LOINC and of laboratories are made of, written for the project. */
const WORDS = new Set(
  'ag ab abs igg igm iga ige ser plas bld ur csf saliva islt spec xxx prid qn ql imp mcnc acnc scnc ncnc mfr nfr arbconc titr naa naat probe seq rrna rna dna pcr elisa ia eia if ifa mia cf hai vis slowmyco maldi tof rnase rnasep conv dilution tiss tissue stl nph thrt aspirate bal serpl serplbld bldv bldc blda dbs amnio fld synv mono pos neg susc mic kb ahic panel combo vaccine organism anti tot unk screen west nile serotype genotype wgs cov mvpx bcid gpc gnr yeast mold nom veritor binaxnow alinity cobas vitek sofia xpert genexpert filmarray simplexa aptima lumira middlebrook eua resp plex'.split(
    ' ',
  ),
)
const GUESSED: ReadonlySet<string> = new Set(['name', 'location', 'organization', 'facility', 'profession'])

/** The coding systems of one coded value, by the position of the code that each is for: 1, 4 or 10. */
export type CodeSystem = ReadonlyMap<string, string>

/** The repetitions whose coding system is a terminology. */
export function codedRepetitions(
  leaves: readonly { readonly leaf: Leaf; readonly decoded: { readonly text: string } }[],
): ReadonlyMap<number, CodeSystem> {
  const coded = new Map<number, Map<string, string>>()
  for (const { leaf, decoded } of leaves) {
    if (leaf.treatment !== 'code') continue
    const code = CODE_OF_SYSTEM.get(positionOf(leaf.place))
    if (code === undefined || !TERMINOLOGY.test(decoded.text)) continue
    const systems = coded.get(leaf.repetition) ?? new Map<string, string>()
    systems.set(code, decoded.text)
    coded.set(leaf.repetition, systems)
  }
  return coded
}

const CODE_OF_SYSTEM: ReadonlyMap<string, string> = new Map([
  ['3', '1'],
  ['6', '4'],
  ['12', '10'],
])
const VERSIONS: ReadonlySet<string> = new Set(['7', '8', '13'])
const SYSTEM_OIDS: ReadonlySet<string> = new Set(['14', '17', '20'])

function positionOf(place: string): string {
  return /\.(\d+)$/.exec(place)?.[1] ?? ''
}

/** Of a coded value: its code or the version of its terminology. */
export function partOfCode(place: string): 'code' | 'version' | undefined {
  const position = positionOf(place)
  if (position === '1' || position === '4' || position === '10') return 'code'
  return VERSIONS.has(position) ? 'version' : undefined
}

/**
 * True for the name of a terminology and for its object identifier, whatever identifier of the message they equal.
 */
export function isSystemOf({ treatment, place }: Leaf, text: string): boolean {
  if (treatment !== 'code') return false
  const position = positionOf(place)
  return CODE_OF_SYSTEM.has(position) ? TERMINOLOGY.test(text) : SYSTEM_OIDS.has(position) && isOid(text)
}

/** True for a code in the form of its own terminology. A number of the patient may have that form, too. */
export function isCodeOf(system: CodeSystem, { treatment, place }: Leaf, text: string): boolean {
  if (treatment !== 'code') return false
  const position = positionOf(place)
  const name = system.get(position) ?? ''
  if (name === 'LN' || name === 'LOINC')
    return /^L[AP]\d{1,7}-\d$/.test(text) || (/^\d{1,7}-\d$/.test(text) && isLuhn(text.replace('-', '')))
  if (name === 'SCT' || name === 'SNM' || name === 'SNOMED') return /^\d{6,18}$/.test(text) && isVerhoeff(text)
  return /^(?:I10[CP]?|ICD10.*)$/.test(name) && /^[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?$/.test(text)
}

/** True for one of several LOINC codes with their check digits that stand as subcomponents of one code, as in records of vaccines. */
export function isJoinedCode(system: CodeSystem, { place }: Leaf, text: string): boolean {
  return (
    /-\d+\.1\.\d$/.test(place) && /^(?:LN|LOINC)$/.test(system.get('1') ?? '') && /^\d{4,5}-\d$/.test(text) && isLuhn(text.replace('-', ''))
  )
}

/** In the name of a terminology's code the words of the terminology stay. */
export function keepDisplays(
  works: readonly { readonly leaf: Leaf; readonly decoded: { readonly text: string } }[],
  spans: PhiSpan[][],
  coded: ReadonlyMap<number, CodeSystem>,
): void {
  for (const [i, { leaf, decoded }] of works.entries()) {
    if (leaf.treatment !== 'label' && leaf.treatment !== 'code') continue
    spans[i] = spans[i]!.filter((span) => !isPartOfTerm(decoded.text, span))
    // The maker is a part of the name of a kit: a method is nobody's institution.
    const isMethod = leaf.place.startsWith('OBX-17')
    if (isMethod) spans[i] = spans[i]!.filter(({ category, rule }) => category !== 'organization' || rule.startsWith('known/'))
    if (!isMethod && (leaf.treatment !== 'label' || !coded.has(leaf.repetition))) continue
    spans[i] = spans[i]!.filter((span) => !isWordOfTerminology(decoded.text, span))
  }
}

/** A guess of a number or date is worth nothing in a coded text where it has fewer digits: `SARS-CoV-2`, `C16-OH`, `COVID-19`. */
const LEAST_DIGITS = 4
const NUMBER_GUESSES: ReadonlySet<string> = new Set(['network/id', 'network/contact', 'network/date'])

/** True for a guess of the network that has too few digits for an identifier and is not written as a date. */
function isPartOfTerm(display: string, { rule, start, end }: PhiSpan): boolean {
  if (!NUMBER_GUESSES.has(rule)) return false
  const text = display.slice(start, end)
  if (rule === 'network/date' && !/^\d{1,2}$/.test(text)) return false
  return text.replace(/\D/g, '').length < LEAST_DIGITS
}

/** True for a guess that holds no word but those of language, medicine and laboratories. */
export function isWordOfTerminology(display: string, { category, rule, start, end }: PhiSpan): boolean {
  // A title, a verb or a relation beside the words announces somebody: Mrs. Baker called.
  if (!GUESSED.has(category) || rule.startsWith('known/')) return false
  // MR Brain is a scan; `Prid:Pt:Stool:Nom:Culture` has the six parts of a name of LOINC, not labels.
  const isAxis = /^[^:]{1,200}(?::[^:]{0,100}){4,5}$/.test(display)
  if (rule.startsWith('name/') && !isAxis && !/\b(?:MR ?|MS\.)$/.test(display.slice(0, start))) return false
  const text = display.slice(start, end)
  const words = wordsOf(text)
  // X-Ray.
  if (words.length === 1 && words[0]!.length === 1 && display[end] === '-') return true
  let names = 0
  for (const word of words) {
    if (WORDS.has(word)) continue
    const lex = lookUp(hashWord(word))
    if ((lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) === 0 && !isSubstance(word, lex) && !(lex === 0 && isSign(text, word)))
      return false
    if ((lex & LEX_NAME) !== 0 && (lex & (LEX_MEDICAL | LEX.abbreviation)) === 0) names++
  }
  // Grace Long: two names that are words, too.
  return words.length === 1 || names < words.length
}

/** In small letters; `TextInEnglish` is three, where none of them is a name. */
function wordsOf(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((word) => {
    const parts = word.toLowerCase() === word ? [] : (word.match(/\p{Lu}\p{Ll}+/gu) ?? [])
    const isJoined = parts.length > 1 && parts.join('') === word
    return isJoined && parts.every(isPlainWord) ? parts.map((part) => part.toLowerCase()) : [word.toLowerCase()]
  })
}

function isPlainWord(word: string): boolean {
  const lex = lookUp(hashWord(word.toLowerCase()))
  return (lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) !== 0 && (lex & LEX_NAME) === 0
}

/** Of no lexicon, and written as no name is: `buffy` in small letters beside others, `PKU`. */
function isSign(text: string, word: string): boolean {
  return word.length <= 4 ? text.includes(word.toUpperCase()) : /\p{L}\s/u.test(text) && text.includes(word)
}

/** Words of the language and of medicine alone, half of them at most names too, and no number of more than three digits. */
export function isPlainWording(text: string): boolean {
  if (text.length > 80 || /\d{4}|@|:\/\//.test(text)) return false
  const bits = (text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => lookUp(hashWord(word)))
  if (bits.some((lex) => (lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) === 0)) return false
  return bits.filter((lex) => (lex & LEX_NAME) !== 0 && (lex & LEX_MEDICAL) === 0).length * 2 <= bits.length
}

/** Acylcarnitine, iduronidase: words that end as only substances and organisms do. */
function isSubstance(word: string, lex: number): boolean {
  return (
    word.length > 7 &&
    (lex & LEX_NAME) === 0 &&
    /(?:ine|ase|ose|ide|ate|ol|one|yl|ene|ane|in|virus|viridae|coccus|bacter|bacteria|myces|ella|oma|osis|itis|emia|uria|globulin)$/.test(
      word,
    )
  )
}
