// The names of codes of terminologies: the words of laboratories and medicine in them are no persons and places, whatever the detector guesses. What has
// the form of an identifier, what the message or the caller knows, and words that only names have go all the same.
import { isLuhn, isVerhoeff } from '../../ids/checksums.ts'
import { isOid } from '../cda/public-oids.ts'
import type { PhiSpan } from '../detect-phi.ts'
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { isAnnouncing } from './announcing.ts'
import type { Leaf } from './leaf.ts'
import { codedValues, keepOwn } from './own-displays.ts'

/** Terminologies by the names that HL7 gives them (table 0396), and HL7's own tables. */
const TERMINOLOGY =
  /^(?:LN|LOINC|SCT|SNM3?|SNOMED|I9C?|I9CDX|I10[CP]?|C4|C5|CPT|CVX|MVX|NDC|RXNORM|UCUM|MDC|NCIT|CDCREC|PHINQUESTION|99[A-Z0-9]{2,6}|PLT|L|HL7\d{4}|UMLS|MDDX|ICD\d{0,2}[A-Z]{0,3}|ISO3166[_-]?[123]?|ISO639[_-]?[123]?|NULLFL|GPI)$/

/** What the names of LOINC and of laboratories are made of, written for the project. */
const WORDS = new Set(
  'ag ab abs igg igm iga ige ser plas bld ur csf saliva islt spec xxx prid qn ql imp mcnc acnc scnc ncnc mfr nfr arbconc titr naa naat probe seq rrna rna dna pcr ia eia if ifa cf hai vis slowmyco maldi tof rnase rnasep conv dilution tiss tissue stl nph thrt aspirate bal serpl serplbld bldv bldc blda dbs amnio fld synv mono pos neg susc mic kb ahic panel combo vaccine organism anti tot unk screen serotype genotype wgs cov mvpx bcid gpc gnr yeast mold veritor binaxnow xpert genexpert filmarray simplexa birthweight heartrate uridyl'.split(
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

/** listed: a code of a published terminology. code: a code of a local one, such as L and 99LAB. version: the edition of a terminology. */
export type PartOfCode = 'listed' | 'code' | 'version'

/** @returns undefined without a coding system */
export function partOfCode(system: CodeSystem | undefined, place: string): PartOfCode | undefined {
  if (system === undefined) return undefined
  const position = positionOf(place)
  if (position === '1' || position === '4' || position === '10') return isPublished(system.get(position)) ? 'listed' : 'code'
  return VERSIONS.has(position) ? 'version' : undefined
}

function isPublished(name: string | undefined): boolean {
  return name !== undefined && !/^(?:L|PLT|99.*)$/.test(name)
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
  works: readonly { readonly leaf: Leaf; readonly decoded: { readonly text: string }; readonly spelled?: string | undefined }[],
  spans: PhiSpan[][],
  coded: ReadonlyMap<number, CodeSystem>,
): void {
  const codes = codedValues(works)
  for (const [i, { leaf, decoded, spelled }] of works.entries()) {
    if (leaf.treatment !== 'label' && leaf.treatment !== 'code') continue
    const text = spelled ?? decoded.text
    spans[i] = spans[i]!.filter(
      (span) => !isPartOfTerm(text, span) && !(leaf.treatment === 'code' ? isWeak(span) : isPlainGuess(text, span)),
    )
    spans[i] = keepOwn(works[i]!, text, spans[i]!, codes.get(leaf.repetition))
    const system = coded.get(leaf.repetition)
    if (leaf.place.startsWith('OBX-17')) {
      // The maker is a part of the name of a kit: a method is nobody's institution.
      spans[i] = spans[i]!.filter(({ category, rule }) => category !== 'organization' || rule.startsWith('known/'))
      if (system === undefined) spans[i] = spans[i]!.filter((span) => !isNameOfKit(text, span))
    }
    if (leaf.treatment !== 'label' || system === undefined) continue
    const isLoinc = isOfLoinc(leaf, system) && isLoincName(text)
    const isWord = wordsOfTerminology(text)
    spans[i] = spans[i]!.filter(
      (span) => !isWord(span) && !(isLoinc && isInAxes(text, span)) && !(TERMINOLOGY.test(text) && !span.rule.startsWith('known/')),
    )
  }
}

/** The letters of a code look like a rare name more often than they are one. */
const LEAST_SCORE = 0.5

function isWeak({ rule, score }: PhiSpan): boolean {
  return rule.startsWith('network/') && score < LEAST_SCORE
}

/** A single ordinary word that is not a name is not an institution. */
function isPlainGuess(display: string, { rule, start, end }: PhiSpan): boolean {
  return rule === 'network/organization' && wordsOf(display.slice(start, end)).length === 1 && isPlainEnglish(display.slice(start, end))
}

/** True for the text of a code of LOINC: the second and fifth component, and the original text where all codes are of LOINC. */
function isOfLoinc({ place }: Leaf, system: CodeSystem): boolean {
  const position = positionOf(place)
  const own = position === '2' ? [system.get('1')] : position === '5' ? [system.get('4')] : [...system.values()]
  return own.every((name) => name === 'LN' || name === 'LOINC')
}

const PROPERTY =
  /^(?:Prid|Type|Imp|Find|Susc|Titr|Arb|ACnc|MCnc|SCnc|NCnc|CCnc|ArbConc|MCnt|SCnt|ACnt|LnCnc|LsCnc|[AMSN]?Rto|CRto|MFr|NFr|SFr|VFr|AFr|PrThr|Pr|Threshold|ThreshNum|Num|Naric|Len|Mass|Temp|Pres|Vol|VRat|MRat|SRat|CCrto|CntRat|Time|TmStp|Date|EntMass|EntVol|EntLen|EntNum|EntSub|RelTime|RelACnc|RelMCnc|SpGrav|Osmol|pH|Color|Aper|Morph|Hx|ID|Nom|-)$/i
const TIMING = /^(?:Pt|\d{1,3}(?:H|M|D|W)|\*|XXX|Enctr|RptPeriod|Stdy|-)$/i
const SCALE = /^(?:Qn|Ord|OrdQn|Nom|Nar|Doc|Multi|Set|\*|-)$/i

/** The name of LOINC in its five or six axes, `Bacteria identified:Prid:Pt:Stool:Nom:Culture`: nothing else has these words in these places. */
function isLoincName(display: string): boolean {
  const [component = '', property = '', timing = '', system = '', scale = '', ...rest] = display.split(':')
  return (
    rest.length <= 1 &&
    /\p{L}/u.test(component) &&
    PROPERTY.test(property) &&
    TIMING.test(timing) &&
    SCALE.test(scale) &&
    areOfLaboratory(system) &&
    areOfLaboratory(rest[0] ?? '')
  )
}

/** True for a guess in the axes behind the component: a person could be in the component. */
function isInAxes(display: string, { category, rule, start }: PhiSpan): boolean {
  return GUESSED.has(category) && !rule.startsWith('known/') && start > display.indexOf(':')
}

/** Words of the language and of laboratories alone, none of them a name, too. */
function areOfLaboratory(text: string): boolean {
  return wordsOf(text).every((word) => WORDS.has(word) || isPlainWord(word))
}

/** Any text may stand in a method: only words stay that are no names. */
function isNameOfKit(display: string, { category, rule, start, end }: PhiSpan): boolean {
  if (!GUESSED.has(category) || /^(?:known|name)\//.test(rule)) return false
  return wordsOf(display.slice(start, end)).every((word) => WORDS.has(word) || isPlainEnglish(word))
}

function isPlainEnglish(word: string): boolean {
  const lex = lookUp(hashWord(word))
  return (lex & LEX_ENGLISH) !== 0 && (lex & LEX_PROPER) === 0
}

/** A guess of a number or date is worth nothing in a term that has fewer digits: `SARS-CoV-2`, `C16-OH`, `COVID-19`. */
const LEAST_DIGITS = 4
/** Code units of a term before a guess. */
const LONGEST_TERM = 80
const NUMBER_GUESSES: ReadonlySet<string> = new Set(['network/id', 'network/contact', 'network/date'])
const MONTH =
  /^(?:jan|feb|f[eé]v|m[aä]r|apr|avr|abr|ma[iy]|mei|jun|jui|jul|giu|lug|aug|ago|aoû|sep|set|o[ckt]t|out|nov|d[eé][czi]|gen|ene)/i
/** What is said before a number of somebody: bed-12, x555. */
const LABEL =
  /^(?:n|no|nr|nu|num|number|id|mrn|ssn|tel|ph|phone|mobile|cell|fax|ext|x|room|rm|bed|bay|ward|unit|floor|fl|call|pt|patient|acct|account|case|pin|pager|beep|chart|age|aged|y|yo|yr|yrs|dob|on|at|box|po|apt|lot|badge|emp|user|visit|file|rec|ref|zip)$/i

/** True for a guess of the network in a term of letters and few digits that touch each other. */
function isPartOfTerm(display: string, { rule, start, end }: PhiSpan): boolean {
  if (!NUMBER_GUESSES.has(rule)) return false
  const text = display.slice(start, end)
  if (/^MDC(?:_[A-Z]{1,20}){1,12}$/.test(display)) return true
  if (rule === 'network/date' && !/^\d{1,2}$/.test(text)) return false
  const before = display
    .slice(Math.max(0, start - LONGEST_TERM - 1), start)
    .split(/[^\p{L}\p{N}-]/u)
    .at(-1)!
  if (before.length > LONGEST_TERM) return false
  const after = /^[\p{L}\p{N}-]{0,40}/u.exec(display.slice(end))![0]
  const term = before + text + after
  const isWord = /^[\p{L}-]+$/u.test(term)
  if (!isWord && (!/^[\p{L}\p{N}-]+$/u.test(term) || !/\p{L}-?\d|\d-?\p{L}/u.test(term))) return false
  return (
    term.replace(/\D/g, '').length < LEAST_DIGITS &&
    (term.match(/\p{L}+/gu) ?? []).every((word, i) => isOfTerm(word, i === 0 && /^\p{L}/u.test(term)))
  )
}

function isOfTerm(word: string, isFirst: boolean): boolean {
  if (LABEL.test(word) || MONTH.test(word)) return false
  // C16, but 16C is a bed.
  if (word.length === 1) return isFirst && /\p{Lu}/u.test(word)
  const small = word.toLowerCase()
  if (WORDS.has(small) || /^(?:SARS|CoV|COVID|OH|DC)$/i.test(word)) return true
  return isPlainWord(small) || isSubstance(small, lookUp(hashWord(small)))
}

/**
 * @returns what tells of a guess in the display that it holds no word but those of language, medicine and laboratories. What the display says as a whole
 * is read once: a hostile one has thousands of guesses.
 */
export function wordsOfTerminology(display: string): (span: PhiSpan) => boolean {
  let announces: boolean | undefined
  // A title, a verb or a relation beside the words announces somebody, and so does a label: Mrs. Baker called, Ordering:Smith.
  const isAnnounced = (start: number) => {
    if (/:\s{0,3}$/.test(display.slice(Math.max(0, start - 4), start))) return true
    announces ??= isAnnouncing(display)
    return announces
  }
  return (span) => isOfTerminology(display, span, isAnnounced)
}

function isOfTerminology(display: string, { category, rule, start, end }: PhiSpan, isAnnounced: (start: number) => boolean): boolean {
  if (!GUESSED.has(category) || rule.startsWith('known/')) return false
  const text = display.slice(start, end)
  // A house number with its street has a form, whatever words a street is named after.
  if (rule.startsWith('address/') && /\d/.test(text)) return false
  const words = wordsOf(text)
  // MR Brain is a scan, MR Young is a person.
  if (rule.startsWith('name/'))
    return /\bMR ?$/.test(display.slice(0, start)) && words.every((word) => word === 'brain' || isPlainWord(word))
  if (text === 'X' && /^-ray/i.test(display.slice(end))) return true
  if (words.some((word) => (lookUp(hashWord(word)) & LEX_PROPER) !== 0) && isAnnounced(start)) return false
  let names = 0
  let others = 0
  for (const word of words) {
    if (WORDS.has(word)) continue
    others++
    const lex = lookUp(hashWord(word))
    if ((lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) === 0 && !isSubstance(word, lex) && !(lex === 0 && isSign(text, word)))
      return false
    if ((lex & LEX_NAME) !== 0 && (lex & (LEX_MEDICAL | LEX.abbreviation)) === 0) names++
  }
  // Grace Long: two names that are words, too; Veritor Rose: one beside a kit.
  return words.length === 1 || others === 0 || names < others
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

/** What the names of substances are made of: none of it is common in names. */
const STEM =
  /hydr|meth|prop|pent|phen|benz|carb|carn|chlor|fluor|brom|oxy|oxo|amin|amid|acyl|acet|glyc|gluc|galact|fruct|lact|malon|palmit|stear|linol|leuc|valer|hist|tyros|thyr|ster|cort|estr|prog|glob|album|ferr|trans|myos|trop|peps|insul|pept|prote|cyt|hem|bili|porph|creat|arginin|ornith|phosph|sulf|sulph|nitr|cill|myc|cyclin|flox|azol|statin|dipin|pril|sartan|olol|toxin|heparin|trypsin|zyme|lip|nucle|guan|aden|thym|urid|keto|tocop|retin|caro|folic|cobal|pyr|quin[oi]/

/** Acylcarnitine, iduronidase: words that end as only substances and organisms do, or have the ending of some and a stem of chemistry. */
function isSubstance(word: string, lex: number): boolean {
  if (word.length <= 7 || (lex & LEX_NAME) !== 0) return false
  if (/(?:ase|virus|viridae|coccus|bacter|bacteria|myces|osis|itis|emia|uria|globulin)s?$/.test(word)) return true
  return /(?:ine|ose|ide|ate|ol|one|yl|ene|ane|in|ella|oma)s?$/.test(word) && STEM.test(word)
}
