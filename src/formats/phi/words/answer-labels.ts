// What a question asks for: its text decides what the answer is before the detector reads it.
import type { PhiCategory } from '../category.ts'

/** Words of a question and what it asks for; the first that fits. */
const QUESTIONS: readonly (readonly [RegExp, PhiCategory])[] = [
  [/\b(?:e-?mail)\b/i, 'email'],
  [/\bfax\b/i, 'fax'],
  [/\b(?:phone|telephone|mobile|pager)\b/i, 'phone'],
  // Its number, and not a cell of the body: other words of the question say nothing of it.
  [
    /(?<!\b(?:blood|red|white|plasma|stem|epithelial|tumou?r|squamous|renal|mast|sickle|giant|clue|[tb]|nk|type of)[ -])\bcell\b(?! (?:morphology|count|cytology|type)\b)/i,
    'phone',
  ],
  [/\b(?:ssn|social security)\b/i, 'ssn'],
  [/\b(?:mrn|medical record|record number|chart number|patient (?:id|number|identifier))\b/i, 'mrn'],
  [/\b(?:insurance (?:id|number)|member (?:id|number)|policy (?:number|id)|subscriber)\b/i, 'health-plan-id'],
  [/\b(?:account number|iban)\b/i, 'account'],
  [/\b(?:driver'?s? licen[sc]e|passport|national id|identity card)\b/i, 'national-id'],
  [/\b(?:address|street|city|town|zip|postal|postcode|county|residence|where do you live)\b/i, 'location'],
  [
    /\b(?:first|last|given|family|maiden|middle|full|legal|preferred|sur|fore|nick|patient'?s?|mother'?s?|father'?s?|spouse'?s?|contact|guardian'?s?|physician'?s?|doctor'?s?|your)[ -]?name\b/i,
    'name',
  ],
  [/^\s{0,3}name\b|\bname\s{0,3}:?\s{0,3}$/i, 'name'],
  [/\b(?:employer|school|workplace|pharmacy|clinic|hospital)\b/i, 'organization'],
  [/\b(?:occupation|profession|job title)\b/i, 'profession'],
]

/** @param question its text @returns undefined where it asks for no identifier, or it cannot be told */
export function categoryOfQuestion(question: string): PhiCategory | undefined {
  if (question.length > 300) return undefined
  return QUESTIONS.find(([pattern]) => pattern.test(question))?.[1]
}
