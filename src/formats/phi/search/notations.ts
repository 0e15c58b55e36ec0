// Formal notations of medicine and its literature, which identify nobody: variants of genes, alleles, chromosomes, codes behind the name of their
// system, blood gases, coma scales. What a rule or the network finds within one of them is taken back in mode `balanced`.
import { countLeading } from '../../../core/count-leading.ts'
import { type Candidate, RANK } from '../candidate.ts'
import type { Range } from '../ranges.ts'

const AMINO = '(?:Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Sec|Ter)'
const POSITION = String.raw`[-*]?\d{1,7}(?:[+-]\d{1,6})?`
const BAND = String.raw`[pq]\d{1,2}(?:\.\d{1,2})?`
const CHROMOSOMES = String.raw`(?:\d{1,2}|[XY])(?:;(?:\d{1,2}|[XY])){0,2}`

/** One pattern for each notation; its source is the publication that defines it. */
const NOTATIONS: readonly string[] = [
  // HGVS 21: reference sequences, then changes of DNA, RNA and proteins.
  String.raw`(?:N[CGMPRT]|X[MPR])_\d{5,9}(?:\.\d{1,2})?`,
  String.raw`ENS[TGP]\d{11}(?:\.\d{1,2})?`,
  String.raw`[cgmnr]\.${POSITION}(?:_${POSITION})?(?:[ACGTUacgu]>[ACGTUacgu]|(?:delins|del|dup|ins|inv)[ACGTN]{0,40}|=)`,
  String.raw`p\.\(?${AMINO}\d{1,5}(?:_${AMINO}\d{1,5})?(?:(?:${AMINO})?fs(?:Ter|\*)?\d{0,4}|(?:delins|ins)?${AMINO}{1,9}|del|dup|\*|=)\)?`,
  // dbSNP.
  String.raw`rs\d{3,11}`,
  // Nomenclature for factors of the HLA system.
  String.raw`HLA-(?:[ABCEFG]|D[MOPQR][AB]\d?)\*\d{2,4}(?::\d{2,4}){0,3}[ACLNQS]?`,
  // ISCN: translocations, deletions, inversions and their like, with bands.
  String.raw`(?:t|del|inv|dup|ins|add|der|i)\(${CHROMOSOMES}\)(?:\((?:${BAND}){1,2}(?:;(?:${BAND}){1,2}){0,2}\))?`,
  // ICD-10-CM with a seventh character.
  String.raw`[A-TV-Z]\d[\dAB]\.[\dX]{3}[A-SX]`,
  // Codes behind the name of their system: 21 CFR 207.33, DOI Handbook, WHO ATC.
  String.raw`(?:NDC|ndc)(?: ?(?:#|no\.?|code))?:? ?\d{4,5}-\d{3,4}-\d{1,2}`,
  String.raw`(?:doi:? ?|doi\.org/)10\.\d{4,9}/[\w.()/-]{1,80}\w`,
  String.raw`ATC(?: code)?:? ?[A-Z]\d{2}[A-Z]{2}\d{2}`,
  String.raw`UNII:? ?[A-Z\d]{10}`,
  String.raw`(?:CAS|EC)(?: ?(?:no\.?|RN))?:? ?\d{2,7}-\d{2,3}-\d`,
  String.raw`(?:ISRCTN ?\d{8}|EudraCT:? ?\d{4}-\d{6}-\d{2})`,
  String.raw`CPT:? ?\d{5}(?:-(?:\d{2}|[A-Z]{2}))?(?:, ?\d{5}(?:-(?:\d{2}|[A-Z]{2}))?){0,20}`,
  String.raw`ICD-O(?:-3)?:? ?\d{4}/\d`,
  // pH, carbon dioxide, oxygen and bicarbonate.
  String.raw`(?:6\.[89]|7\.[0-7])\d/\d{2,3}/\d{2,3}(?:/\d{1,2}(?:\.\d)?)?`,
  // Glasgow Coma Scale: eye, verbal and motor response.
  String.raw`GCS:? ?(?:\d{1,2}T?:? ?)?\(?E[1-4C]V[1-5T]M[1-6]\)?`,
]

const ANY = new RegExp(String.raw`(?<![\p{L}\p{N}_-])(?:${NOTATIONS.join('|')})(?![\p{L}\p{N}])`, 'gu')

/** Without what was found within notations. Labelled, known and checked values stay, and so does what goes beyond a notation. */
export function dropNotations(candidates: readonly Candidate[], text: string): readonly Candidate[] {
  const notations = [...text.matchAll(ANY)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
  if (notations.length === 0) return candidates
  return candidates.filter((candidate) => candidate.rank > RANK.pattern || !isCovered(candidate, notations, text))
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
