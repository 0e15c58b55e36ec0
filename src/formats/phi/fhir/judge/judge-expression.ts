// Whether a path or expression in a definition has only names of elements and functions, and public addresses.
import { ProblemError } from '../../../../core/problem.ts'
import type { FhirVersion } from '../../../fhir/model/versions.ts'
import { vocabularyOf } from '../../../fhir/model/vocabulary.ts'
import { parseExpression } from '../../../fhir/path/parse.ts'
import { hashWord } from '../../fold.ts'
import { lookUp } from '../../lexicon.ts'
import { LEX_NAME } from '../../lexicon-bits.ts'
import type { Range } from '../../ranges.ts'
import { comparedNames } from '../compared-names.ts'
import { hasKnownWords } from '../plain-words.ts'
import { isPublic } from './element-rules.ts'

const LONGEST = 4_000
/** `Observation.value[x]`, `#Questionnaire.item`, and slices with their names. */
const PATH = /^#?[A-Za-z]{1,64}(?:[.:][A-Za-z0-9_-]{1,64}(?:\[x\])?){0,20}$/
/** `f:Composition/f:relatesTo/f:target | f:Composition/@id`, as search parameters of R4 have it beside FHIRPath. */
const XPATH = /^f:[A-Za-z]{1,64}(?:\/(?:f:|@)[A-Za-z]{1,64}){0,20}(?: \| f:[A-Za-z]{1,64}(?:\/(?:f:|@)[A-Za-z]{1,64}){0,20}){0,60}$/
/** Digits of a record number, days, and mail. */
const IDENTIFYING = /\d{5}|\d{4}-\d{2}|\d-\d{3}-|@[a-z]/i

/** @returns true if it can stay unless a word of it is the name of a person in the document */
export function isPlainExpression(text: string, version: FhirVersion): boolean {
  if (text.length > LONGEST || comparedNames(text).length > 0) return false
  const { literals, rest } = withoutLiterals(text)
  if (!literals.every((literal) => isPlainLiteral(literal, version))) return false
  if (!isPlainRest(rest, version)) return false
  // A word alone may be a name that is a word, too.
  if (/^[A-Za-z]+$/.test(rest)) return vocabularyOf(version).has(rest.toLowerCase()) || isOneOfMany(rest, version)
  return PATH.test(rest) || (XPATH.test(rest) && !mayBeName(rest, version)) || isExpression(text)
}

/** The texts between quotes, and the rest. */
function withoutLiterals(text: string): { readonly literals: readonly string[]; readonly rest: string } {
  const ranges = literalsIn(text)
  return { literals: ranges.map(({ start, end }) => text.slice(start, end)), rest: withoutRanges(text, ranges) }
}

/** The texts between single quotes, in order, without one that is not closed. */
export function literalsIn(text: string): Range[] {
  const literals: Range[] = []
  let from = 0
  for (let open = text.indexOf("'"); open >= 0; open = text.indexOf("'", from)) {
    let close = open + 1
    while (close < text.length && text[close] !== "'") close += text[close] === '\\' ? 2 : 1
    if (close >= text.length) break
    literals.push({ start: open + 1, end: close })
    from = close + 1
  }
  return literals
}

/** @param ranges in order */
export function withoutRanges(text: string, ranges: readonly Range[]): string {
  let rest = ''
  let from = 0
  for (const { start, end } of ranges) {
    rest += text.slice(from, start)
    from = end
  }
  return rest + text.slice(from)
}

/** Comments and quoted names hold any text. The slashes of an address are no comment. */
const FREE = /(?<!:)\/\/|\/\*|[`"]/

/** A word between backquotes, as HL7 writes names of elements that are words of FHIRPath: text.`div`. They begin small; `Max` may be a name. */
const QUOTED_WORD = /`([a-z][A-Za-z]{0,63})`/g

/** @returns whether the text outside of literals has only names of elements and functions, and public addresses */
export function isPlainRest(rest: string, version: FhirVersion): boolean {
  const words = rest.replace(QUOTED_WORD, (quoted, word: string) => (mayBeName(word, version) ? quoted : word))
  return !FREE.test(words) && !IDENTIFYING.test(words) && hasKnownWords(words, version)
}

/** DocumentReference: a word of the definitions in each part. */
function isOneOfMany(word: string, version: FhirVersion): boolean {
  const parts = word.match(/[A-Z]?[a-z]+/g) ?? []
  return parts.length > 1 && parts.every((part) => part.length < 4 || vocabularyOf(version).has(part.toLowerCase()))
}

function isPlainLiteral(literal: string, version: FhirVersion): boolean {
  if (isPublic(literal)) return !IDENTIFYING.test(literal.replace(/\b[0-2](?:\.\d{1,20}){3,24}\b/g, '')) && hasKnownWords(literal, version)
  return !IDENTIFYING.test(literal) && !literal.includes(' ') && hasKnownWords(literal, version) && !mayBeName(literal, version)
}

/** True for a name that may be an ordinary word too, but is none of the definitions: Smith, Brown. */
export function mayBeName(text: string, version: FhirVersion): boolean {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  return words.some((word) => (lookUp(hashWord(word.toLowerCase())) & LEX_NAME) !== 0 && !vocabularyOf(version).has(word.toLowerCase()))
}

/** @returns whether a text is FHIRPath */
export function isExpression(text: string): boolean {
  try {
    parseExpression(text)
    return true
  } catch (error) {
    if (error instanceof ProblemError) return false
    throw error
  }
}
