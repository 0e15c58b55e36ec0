// Formal notations of medicine and its literature, which identify nobody: variants of genes, alleles, chromosomes, codes behind the name of their
// system, blood gases, coma scales. What a rule or the network finds within one of them is taken back in mode `balanced`.
import { countLeading } from '../../../core/count-leading.ts'
import { type Candidate, RANK } from '../candidate.ts'
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_NAME } from '../lexicon-bits.ts'
import type { Range } from '../ranges.ts'

const AMINO = '(?:Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Sec|Ter)'
const POSITION = String.raw`[-*]?\d{1,6}(?:[+-]\d{1,6})?`
const BAND = String.raw`[pq]\d{1,2}(?:\.\d{1,2})?`
const CHROMOSOMES = String.raw`(?:\d{1,2}|[XY])(?:;(?:\d{1,2}|[XY])){0,2}`
/** A word with a capital, a day or a telephone number, which somebody put behind the slash of a DOI. */
const PERSONAL = String.raw`[\w.()/-]*?(?:(?<![A-Z])[A-Z][a-z]{2}|\d{4}-\d{2}-\d{2}(?!\d)|\d{3}[)-]\d{3}-\d{4}(?!\d))`
const PROCEDURE = String.raw`\d{5}(?:-(?:\d{2}|[A-Z]{2}))?`
/** Carbon dioxide below 13 would be a month. */
const GAS = String.raw`(?:6\.[89]|7\.[0-7])\d/(?:1[3-9]|[2-9]\d|1\d\d)/\d{2,3}(?:/\d{1,2}(?:\.\d)?)?`

/** One pattern for each notation; its source is the publication that defines it. */
const NOTATIONS: readonly string[] = [
  // HGVS 21: reference sequences, then changes of DNA, RNA and proteins.
  String.raw`(?:N[CGMPRT]|X[MPR])_(?:(?:\d{6}|\d{9})\.\d{1,2}|0\d{5}|0\d{8})`,
  String.raw`ENS[TGP]0000\d{7}(?:\.\d{1,2})?`,
  String.raw`(?:[cnr]\.${POSITION}(?:_${POSITION})?|[gm]\.\d{1,7}(?:_\d{1,7})?)(?:[ACGTUacgu]>[ACGTUacgu]|(?:delins|del|dup|ins|inv)[ACGTN]{0,40}|=)`,
  String.raw`p\.\(?${AMINO}\d{1,5}(?:_${AMINO}\d{1,5})?(?:(?:${AMINO})?fs(?:Ter|\*)?\d{0,4}|(?:delins|ins)?${AMINO}{1,9}|del|dup|\*|=)\)?`,
  // dbSNP.
  String.raw`rs\d{3,10}`,
  // Nomenclature for factors of the HLA system.
  String.raw`HLA-(?:[ABCEFG]|D[MOPQR][AB]\d?)\*\d{2,4}(?::\d{2,4}){0,3}[ACLNQS]?`,
  // ISCN: translocations, deletions, inversions and their like, with bands.
  String.raw`(?:t|del|inv|dup|ins|add|der|i)\(${CHROMOSOMES}\)(?:\((?:${BAND}){1,2}(?:;(?:${BAND}){1,2}){0,2}\))?`,
  // ICD-10-CM with a seventh character.
  String.raw`[MSTV-Y]\d[\dA]\.[\dX]{3}[A-HJKMNP-S]`,
  // Codes behind the name of their system: 21 CFR 207.33, DOI Handbook, WHO ATC.
  String.raw`(?:NDC|ndc)(?: ?(?:#|no\.?|code))?:? ?(?:\d{4,5}-\d{4}-\d{2}|\d{5}-(?:\d{3}-\d{2}|\d{4}-\d))`,
  String.raw`(?<doi>(?:doi:? ?|doi\.org/)10\.\d{4,9}/(?!${PERSONAL})[\w.()/-]{1,80}\w)`,
  String.raw`ATC(?: code)?:? ?[ABCDGHJLMNPRSV]\d{2}[A-Z]{2}\d{2}`,
  String.raw`UNII:? ?(?<unii>[A-Z\d]{10})`,
  String.raw`CAS(?: ?(?:no\.?|RN))?:? ?(?<cas>\d{2,7}-\d{2}-\d)`,
  String.raw`EC(?: ?no\.?)?:? ?(?<ec>\d{3}-\d{3}-\d)`,
  String.raw`(?:ISRCTN ?\d{8}|EudraCT:? ?\d{4}-\d{6}-\d{2})`,
  `CPT:? ?${PROCEDURE}(?:, ?${PROCEDURE}){0,20}`,
  String.raw`ICD-O(?:-3)?:? ?[89]\d{3}/[0-369]`,
  // pH, carbon dioxide, oxygen and bicarbonate. Where the first three also read as a number of a list and a day, 7.12/28/92, a label must say what they are.
  String.raw`(?:(?<=(?:[AVC]BG|[Gg]as|pH):? ?)${GAS}|(?!\d\.(?:0\d|1[0-2])/[0-3]\d/)${GAS})`,
  // Glasgow Coma Scale: eye, verbal and motor response.
  String.raw`GCS:? ?(?:\d{1,2}T?:? ?)?\(?E[1-4C]V[1-5T]M[1-6]\)?`,
]

const ANY = new RegExp(String.raw`(?<![\p{L}\p{N}_-])(?:${NOTATIONS.join('|')})(?![\p{L}\p{N}])`, 'gu')

/** A notation, and whether a name can stand in it. */
interface Notation extends Range {
  readonly mayName: boolean
}

/** Without what was found within notations. Labelled, known and checked values stay, names that the text has elsewhere, and what goes beyond a notation. */
export function dropNotations(candidates: readonly Candidate[], text: string): readonly Candidate[] {
  const notations = listNotations(text)
  if (notations.length === 0) return candidates
  const nameless = notations.filter(({ mayName }) => !mayName)
  return candidates.filter((candidate) => {
    if (candidate.rank > RANK.pattern || candidate.rule === 'propagated') return true
    return !isCovered(candidate, candidate.category === 'name' ? nameless : notations, text)
  })
}

function listNotations(text: string): Notation[] {
  return [...text.matchAll(ANY)]
    .filter(({ groups }) => Object.entries(CHECKS).every(([system, isValid]) => !groups?.[system] || isValid(groups[system])))
    .map(({ index, groups, 0: { length } }) => ({ start: index, end: index + length, mayName: groups?.doi !== undefined }))
}

/** The check digits of numbers that could be anything without them, and names in DOIs, by the groups of their patterns. */
const CHECKS: Readonly<Record<string, (code: string) => boolean>> = {
  doi: (code) => !(code.match(/[A-Za-z]{4,}/g) ?? []).some(mayBeName),
  // Each digit in front of the last one by its distance from the end.
  cas: (code) => sumOf([...code.replaceAll('-', '')].reverse(), (digit, at) => digit * at) % 10 === Number(code.at(-1)),
  ec: (code) => sumOf([...code.slice(0, -1).replaceAll('-', '')], (digit, at) => digit * (at + 1)) % 11 === Number(code.at(-1)),
  unii: (code) => /[A-Z]/.test(code) && sumOf([...code.slice(0, -1)], (digit) => digit) % 36 === Number.parseInt(code.at(-1)!, 36),
}

function mayBeName(word: string): boolean {
  return (lookUp(hashWord(word)) & (LEX_NAME | LEX.census)) !== 0
}

function sumOf(digits: readonly string[], weigh: (digit: number, at: number) => number): number {
  return digits.reduce((sum, digit, at) => sum + weigh(Number.parseInt(digit, 36), at), 0)
}

/** True if a range has no letter and no digit outside of the others, which are in order. */
function isCovered({ start, end }: Range, others: readonly Range[], text: string): boolean {
  let from = start
  for (let i = countLeading(others.length, (at) => others[at]!.end <= start); i < others.length && others[i]!.start < end; i++) {
    if (HAS_CONTENT.test(text.slice(from, others[i]!.start))) return false
    from = others[i]!.end
  }
  return from > start && !HAS_CONTENT.test(text.slice(from, end))
}

const HAS_CONTENT = /[\p{L}\p{N}]/u
