// Formal notations of medicine and its literature, which identify nobody: variants of genes, alleles, chromosomes, codes behind the name of their
// system, blood gases, coma scales. In mode `balanced`, findings of rules and of the network within one are dropped.
import { countLeading } from '../../../core/count-leading.ts'
import { type Candidate, RANK } from '../candidate.ts'
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_NAME } from '../lexicon-bits.ts'
import type { Range } from '../ranges.ts'

/** A pattern for each notation, from the publication that defines it. CHECKS look at the groups. */
const NOTATIONS: readonly RegExp[] = [
  // HGVS 21: reference sequences, then changes of DNA, RNA and proteins.
  /(?<![\p{L}\p{N}_-])(?:N[CGMPRT]|X[MPR])_(?:(?:\d{6}|\d{9})\.\d{1,2}|0\d{5}|0\d{8})(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])ENS[TGP]0000\d{7}(?:\.\d{1,2})?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])[cnr]\.[-*]?\d{1,6}(?:[+-]\d{1,6})?(?:_[-*]?\d{1,6}(?:[+-]\d{1,6})?)?(?:[ACGTUacgu]>[ACGTUacgu]|(?:delins|del|dup|ins|inv)[ACGTN]{0,40}|=)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])[gm]\.\d{1,7}(?:_\d{1,7})?(?:[ACGTUacgu]>[ACGTUacgu]|(?:delins|del|dup|ins|inv)[ACGTN]{0,40}|=)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])p\.\(?(?<protein>[A-Z][a-z]{2}\d{1,5}(?:_[A-Z][a-z]{2}\d{1,5})?[A-Za-z*=]{1,33}\d{0,4})\)?(?![\p{L}\p{N}])/gu,
  // dbSNP.
  /(?<![\p{L}\p{N}_-])rs\d{3,10}(?![\p{L}\p{N}])/gu,
  // Nomenclature for factors of the HLA system.
  /(?<![\p{L}\p{N}_-])HLA-(?:[ABCEFG]|D[MOPQR][AB]\d?)\*\d{2,4}(?::\d{2,4}){0,3}[ACLNQS]?(?![\p{L}\p{N}])/gu,
  // ISCN: translocations, deletions, inversions and their like, with bands.
  /(?<![\p{L}\p{N}_-])(?:t|del|inv|dup|ins|add|der|i)\((?:\d{1,2}|[XY])(?:;(?:\d{1,2}|[XY])){0,2}\)(?:\((?:[pq]\d{1,2}(?:\.\d{1,2})?){1,2}(?:;(?:[pq]\d{1,2}(?:\.\d{1,2})?){1,2}){0,2}\))?(?![\p{L}\p{N}])/gu,
  // ICD-10-CM with a seventh character.
  /(?<![\p{L}\p{N}_-])[MSTV-Y]\d[\dA]\.[\dX]{3}[A-HJKMNP-S](?![\p{L}\p{N}])/gu,
  // Codes behind the name of their system: 21 CFR 207.33, DOI Handbook, WHO ATC.
  /(?<![\p{L}\p{N}_-])(?:NDC|ndc)(?: ?(?:#|no\.?|code))?:? ?(?:\d{4,5}-\d{4}-\d{2}|\d{5}-(?:\d{3}-\d{2}|\d{4}-\d))(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])(?:doi:? ?|doi\.org\/)10\.\d{4,9}\/(?<doi>[\w.()/-]{1,80}\w)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])ATC(?: code)?:? ?[ABCDGHJLMNPRSV]\d{2}[A-Z]{2}\d{2}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])UNII:? ?(?<unii>[A-Z\d]{10})(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])CAS(?: ?(?:no\.?|RN))?:? ?(?<cas>\d{2,7}-\d{2}-\d)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])EC(?: ?no\.?)?:? ?(?<ec>\d{3}-\d{3}-\d)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])(?:ISRCTN ?\d{8}|EudraCT:? ?\d{4}-\d{6}-\d{2})(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])CPT:? ?\d{5}(?:-(?:\d{2}|[A-Z]{2}))?(?:, ?\d{5}(?:-(?:\d{2}|[A-Z]{2}))?){0,20}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])ICD-O(?:-3)?:? ?[89]\d{3}\/[0-369](?![\p{L}\p{N}])/gu,
  // pH, carbon dioxide from 13 on, which is no month, oxygen and bicarbonate. Where the first three also read as a number of a list and a day,
  // 7.12/28/92, a label must say what they are.
  /(?<=(?<![\p{L}\p{N}_-])(?:[AVC]BG|[Gg]as|pH):? ?)(?:6\.[89]|7\.[0-7])\d\/(?:1[3-9]|[2-9]\d|1\d\d)\/\d{2,3}(?:\/\d{1,2}(?:\.\d)?)?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}_-])(?!\d\.(?:0\d|1[0-2])\/[0-3]\d\/)(?:6\.[89]|7\.[0-7])\d\/(?:1[3-9]|[2-9]\d|1\d\d)\/\d{2,3}(?:\/\d{1,2}(?:\.\d)?)?(?![\p{L}\p{N}])/gu,
  // Glasgow Coma Scale: eye, verbal and motor response.
  /(?<![\p{L}\p{N}_-])GCS:? ?(?:\d{1,2}T?:? ?)?\(?E[1-4C]V[1-5T]M[1-6]\)?(?![\p{L}\p{N}])/gu,
]
const AMINO_ACIDS: ReadonlySet<string> = new Set(
  'Ala Arg Asn Asp Cys Gln Glu Gly His Ile Leu Lys Met Phe Pro Ser Thr Trp Tyr Val Sec Ter'.split(' '),
)
/** What somebody may have put behind the slash of a DOI: a word with a capital, a day, a telephone number. */
const PERSONAL = /(?<![A-Z])[A-Z][a-z]{2}|\d{4}-\d{2}-\d{2}(?!\d)|\d{3}[)-]\d{3}-\d{4}(?!\d)/

/** A notation, and whether a name can stand in it. */
interface Notation extends Range {
  readonly mayName: boolean
}

/**
 * The candidates that are not within a notation. Labelled, known and checked values are kept, and so are names that occur elsewhere in the text and
 * candidates that reach beyond a notation.
 */
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
  const found = NOTATIONS.flatMap((notation) => [...text.matchAll(notation)])
  return found
    .sort((a, b) => a.index - b.index)
    .filter(({ groups }) => Object.entries(CHECKS).every(([system, isValid]) => !groups?.[system] || isValid(groups[system])))
    .map(({ index, groups, 0: { length } }) => ({ start: index, end: index + length, mayName: groups?.doi !== undefined }))
}

/** The check digits of numbers that could be anything without them, and names in DOIs, by the groups of their patterns. */
const CHECKS: Readonly<Record<string, (code: string) => boolean>> = {
  protein: (code) => isProteinChange(code.replace(/[\d_*=]/g, '')),
  doi: (code) => !PERSONAL.test(code) && !(code.match(/[A-Za-z]{4,}/g) ?? []).some(mayBeName),
  // Each digit in front of the last one by its distance from the end.
  cas: (code) => sumOf([...code.replaceAll('-', '')].reverse(), (digit, at) => digit * at) % 10 === Number(code.at(-1)),
  ec: (code) => sumOf([...code.slice(0, -1).replaceAll('-', '')], (digit, at) => digit * (at + 1)) % 11 === Number(code.at(-1)),
  unii: (code) => /[A-Z]/.test(code) && sumOf([...code.slice(0, -1)], (digit) => digit) % 36 === Number.parseInt(code.at(-1)!, 36),
}

/** @param letters of a change: amino acids and what happens to them */
function isProteinChange(letters: string): boolean {
  const parts = letters.match(/[A-Z][a-z]{2}|fs|delins|del|ins|dup/g) ?? []
  return parts.join('') === letters && parts.every((part) => part[0] === part[0]!.toLowerCase() || AMINO_ACIDS.has(part))
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
    from = Math.max(from, others[i]!.end)
  }
  return from > start && !HAS_CONTENT.test(text.slice(from, end))
}

const HAS_CONTENT = /[\p{L}\p{N}]/u
