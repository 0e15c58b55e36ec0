// One answer against its question: type, options, and the limits that extensions set.
import { RE2JS } from 're2js'
import { isObject, numberText } from '../json/json-value.ts'
import type { FhirModel } from '../model/element-plan.ts'
import type { NodeItem } from '../path/item.ts'
import { referenceOf, statedType } from '../profile/profile-nodes.ts'
import { isWithinLimits } from '../profile/value-limits.ts'
import { bytesOf } from '../validate/attachment.ts'
import { partsOf } from '../validate/bundle-index.ts'
import type { IssueCode } from '../validate/issue-codes.ts'
import { isAnswer } from './enable-when.ts'
import type { QuestionnaireItem } from './read-questionnaire.ts'

export interface AnswerProblem {
  readonly code: IssueCode
  readonly expected: string
}

/** Types of answers by the types of questions. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  boolean: ['boolean'],
  decimal: ['decimal'],
  integer: ['integer'],
  date: ['date'],
  dateTime: ['dateTime'],
  time: ['time'],
  string: ['string'],
  text: ['string'],
  url: ['uri'],
  choice: ['Coding'],
  'open-choice': ['Coding', 'string'],
  coding: ['Coding'],
  attachment: ['Attachment'],
  reference: ['Reference'],
  quantity: ['Quantity'],
}

/** What is wrong with an answer; the value set of the question is not looked at. */
export function checkAnswer(item: QuestionnaireItem, value: NodeItem, model: FhirModel): AnswerProblem | undefined {
  const allowed = [
    ...(TYPES[item.type] ?? []),
    ...item.options.map((option) => option.value.type[0]!.toLowerCase() + option.value.type.slice(1)),
    ...item.options.map((option) => option.value.type),
    ...(item.isOpen ? ['string'] : []),
  ]
  const { name } = value.plan
  if (allowed.length > 0 && !allowed.includes(name))
    return { code: 'answer_type', expected: [...new Set(TYPES[item.type] ?? allowed)].join(' | ') }
  if (item.options.length > 0 && !item.isOpen && !item.options.some((option) => isAnswer(value, option.value))) {
    return { code: 'answer_option', expected: 'an option of the question' }
  }
  const limit = limitOf(item, value, model)
  return limit === undefined ? undefined : { code: 'answer_limit', expected: limit }
}

/** The limit that an answer breaks, in words. */
function limitOf(item: QuestionnaireItem, value: NodeItem, model: FhirModel): string | undefined {
  const { least, greatest } = item
  if (least && !isWithinLimits(value, least, 'least', model)) return 'not less than minValue'
  if (greatest && !isWithinLimits(value, greatest, 'greatest', model)) return 'not greater than maxValue'
  if (typeof value.value === 'string') return textLimit(item, value.value)
  const places = /\.(\d+)/.exec(numberText(value.value) ?? '')?.[1]?.length ?? 0
  if (item.maxDecimalPlaces !== undefined && places > item.maxDecimalPlaces) return `at most ${item.maxDecimalPlaces} decimal places`
  if (value.plan.name === 'Reference') return targetLimit(item, value, model)
  const type = isObject(value.value) ? value.value.contentType : undefined
  const { maxSize } = item
  const data = isObject(value.value) ? value.value.data : undefined
  if (maxSize !== undefined && typeof data === 'string' && bytesOf(data) > maxSize) return `at most ${maxSize} bytes`
  if (value.plan.name !== 'Attachment' || item.mediaTypes.length === 0 || typeof type !== 'string') return undefined
  return item.mediaTypes.some((each) => type === each || type.startsWith(`${each};`)) ? undefined : item.mediaTypes.join(' | ')
}

function textLimit({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: QuestionnaireItem, text: string): string | undefined {
  if (text.length < minLength) return `at least ${minLength} characters`
  if (text.length > maxLength) return `at most ${maxLength} characters`
  return pattern === undefined || fits(pattern, text) ? undefined : 'a text of the format of the question'
}

/** True for a pattern that is none. */
function fits(pattern: string, text: string): boolean {
  try {
    return RE2JS.compile(pattern).matches(text)
  } catch {
    return true
  }
}

function targetLimit({ targets }: QuestionnaireItem, value: NodeItem, model: FhirModel): string | undefined {
  const type = partsOf(referenceOf(value) ?? '')?.type ?? statedType(value, model)
  if (type !== undefined && !model.resource(type)) return 'a reference to a type of resource'
  return targets.length === 0 || type === undefined || targets.includes(type) ? undefined : `Reference(${targets.join(' | ')})`
}
