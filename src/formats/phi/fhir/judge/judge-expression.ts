// Whether a path or expression in a definition says nothing but what the definitions say: names of elements and functions, and public addresses.
import { ProblemError } from '../../../../core/problem.ts'
import type { FhirVersion } from '../../../fhir/model/versions.ts'
import { vocabularyOf } from '../../../fhir/model/vocabulary.ts'
import { parseExpression } from '../../../fhir/path/parse.ts'
import { hasKnownWords } from '../plain-words.ts'
import { isPublic } from './element-rules.ts'

const LONGEST = 4_000
/** `Observation.value[x]`, `#Questionnaire.item`, and slices with their names. */
const PATH = /^#?[A-Za-z]{1,64}(?:[.:][A-Za-z0-9_-]{1,64}(?:\[x\])?){0,20}$/
const LITERAL = /'((?:[^'\\]|\\.){0,400})'/g
/** Digits of a record number, days, and mail. */
const IDENTIFYING = /\d{5}|\d{4}-\d{2}|\d-\d{3}-|@[a-z]/i

/** @returns true for one that can stay unless a person of the document is called like a word of it */
export function isPlainExpression(text: string, version: FhirVersion): boolean {
  if (text.length > LONGEST) return false
  const literals = [...text.matchAll(LITERAL)].map(([, literal = '']) => literal)
  if (!literals.every((literal) => isPlainLiteral(literal, version))) return false
  const rest = text.replace(LITERAL, "''")
  if (IDENTIFYING.test(rest) || !hasKnownWords(rest, version)) return false
  // A word alone may be a name that is a word, too.
  if (/^[A-Za-z]+$/.test(rest)) return vocabularyOf(version).has(rest.toLowerCase()) || isOneOfMany(rest, version)
  return PATH.test(rest) || isExpression(text)
}

/** DocumentReference: a word of the definitions in each part. */
function isOneOfMany(word: string, version: FhirVersion): boolean {
  const parts = word.match(/[A-Z]?[a-z]+/g) ?? []
  return parts.length > 1 && parts.every((part) => part.length < 4 || vocabularyOf(version).has(part.toLowerCase()))
}

function isPlainLiteral(literal: string, version: FhirVersion): boolean {
  if (isPublic(literal)) return !IDENTIFYING.test(literal.replace(/\b[0-2](?:\.\d{1,20}){3,24}\b/g, '')) && hasKnownWords(literal, version)
  return !IDENTIFYING.test(literal) && !literal.includes(' ') && hasKnownWords(literal, version)
}

function isExpression(text: string): boolean {
  try {
    parseExpression(text)
    return true
  } catch (error) {
    if (error instanceof ProblemError) return false
    throw error
  }
}
