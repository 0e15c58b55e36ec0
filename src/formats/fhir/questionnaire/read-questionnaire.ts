// The items of a Questionnaire as a check of its answers needs them, with the limits that stand in extensions.
import { isObject, type JsonObject, type JsonValue, numberText } from '../json/json-value.ts'
import { objectsIn, textOf } from '../json/members.ts'
import type { TypedValue } from '../profile/definitions.ts'

export interface EnableWhen {
  /** linkId of the item whose answer decides. */
  readonly question: string
  /** `exists`, `=`, `!=`, `>`, `<`, `>=` or `<=`. */
  readonly operator: string
  readonly answer: TypedValue | undefined
}

export interface AnswerOption {
  readonly value: TypedValue
  /** No other option may be chosen beside it. */
  readonly isExclusive: boolean
}

export interface QuestionnaireItem {
  readonly linkId: string
  readonly type: string
  /** The text and its translations; empty for none. */
  readonly texts: readonly string[]
  readonly required: boolean
  readonly repeats: boolean
  readonly enableWhen: readonly EnableWhen[]
  /** FHIRPath, evaluated from the response: sdc-questionnaire-enableWhenExpression, or the extension of Kanta. */
  readonly enableExpression: string | undefined
  /** Of several conditions one is enough. */
  readonly enablesOnAny: boolean
  readonly options: readonly AnswerOption[]
  readonly valueSet: string | undefined
  /** Answers beside the options are allowed: R4 open-choice, R5 answerConstraint. */
  readonly isOpen: boolean
  readonly least: TypedValue | undefined
  readonly greatest: TypedValue | undefined
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  readonly maxDecimalPlaces: number | undefined
  readonly pattern: string | undefined
  /** Of an attachment, in bytes. */
  readonly maxSize: number | undefined
  readonly minOccurs: number | undefined
  readonly maxOccurs: number | undefined
  /** Types that a reference may lead to; empty for any. */
  readonly targets: readonly string[]
  /** Empty for any. */
  readonly mediaTypes: readonly string[]
  readonly items: readonly QuestionnaireItem[]
}

const CORE = 'http://hl7.org/fhir/StructureDefinition/'
/** The enableWhenExpression of Kanta, Finland's national health record: a string. */
const KANTA_ENABLE_WHEN = 'http://phr.kanta.fi/StructureDefinition/fiphr-ext-questionnaire-enablewhen'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'

/** The outermost items. */
export function readQuestionnaire({ item }: JsonObject): QuestionnaireItem[] {
  return objectsIn(item).map(readItem)
}

function readItem(item: JsonObject): QuestionnaireItem {
  const { linkId, type, required, repeats, enableWhen, enableBehavior, answerOption, answerValueSet, answerConstraint, maxLength } = item
  const extensions = objectsIn(item.extension)
  const all = (url: string): TypedValue[] =>
    extensions.filter((each) => each.url === url).flatMap((each) => typedMember(each, 'value') ?? [])
  const wholeIn = (url: string): number | undefined => wholeOf(all(url)[0]?.value)
  const texts = (url: string): string[] => all(url).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  return {
    linkId: textOf(linkId) ?? '',
    type: textOf(type) ?? '',
    texts: textsOf(item),
    required: required === true,
    repeats: repeats === true,
    enableWhen: objectsIn(enableWhen).map((each) => {
      return { question: textOf(each.question) ?? '', operator: textOf(each.operator) ?? '', answer: typedMember(each, 'answer') }
    }),
    enableExpression: expressionOf(all(`${SDC}enableWhenExpression`)[0]?.value) ?? texts(KANTA_ENABLE_WHEN)[0],
    enablesOnAny: enableBehavior === 'any',
    options: objectsIn(answerOption).flatMap((each) => {
      const value = typedMember(each, 'value')
      const isExclusive = objectsIn(each.extension).some(({ url, valueBoolean }) => {
        return url === `${CORE}questionnaire-optionExclusive` && valueBoolean === true
      })
      return value ? [{ value, isExclusive }] : []
    }),
    valueSet: textOf(answerValueSet),
    isOpen: type === 'open-choice' || (textOf(answerConstraint) ?? 'optionsOnly') !== 'optionsOnly',
    least: all(`${CORE}minValue`)[0] ?? all(`${SDC}minQuantity`)[0],
    greatest: all(`${CORE}maxValue`)[0] ?? all(`${SDC}maxQuantity`)[0],
    minLength: wholeIn(`${CORE}minLength`),
    maxLength: wholeOf(maxLength),
    maxDecimalPlaces: wholeIn(`${CORE}maxDecimalPlaces`),
    pattern: texts(`${CORE}regex`)[0],
    // In megabytes.
    maxSize: megabytesOf(all(`${CORE}maxSize`)[0]?.value),
    minOccurs: wholeIn(`${CORE}questionnaire-minOccurs`),
    maxOccurs: wholeIn(`${CORE}questionnaire-maxOccurs`),
    targets: texts(`${CORE}questionnaire-referenceResource`),
    mediaTypes: texts(`${CORE}mimeType`),
    items: objectsIn(item.item).map(readItem),
  }
}

/** The text of an item and its translations; empty for one that an expression computes. */
function textsOf({ text, _text }: JsonObject): string[] {
  const first = textOf(text)
  const extensions = isObject(_text) ? objectsIn(_text.extension) : []
  if (first === undefined || extensions.some(({ url }) => url === `${CORE}cqf-expression`)) return []
  const parts = extensions.filter(({ url }) => url === `${CORE}translation`)
  const contents = parts.flatMap((part) => objectsIn(part.extension)).filter(({ url }) => url === 'content')
  return [first, ...contents.flatMap((each) => textOf(typedMember(each, 'value')?.value) ?? [])]
}

function typedMember(object: JsonObject, beginning: string): TypedValue | undefined {
  const name = Object.keys(object).find((each) => each.startsWith(beginning) && /^[A-Z]/.test(each.slice(beginning.length)))
  return name === undefined ? undefined : { type: name.slice(beginning.length), value: object[name]! }
}

function megabytesOf(value: JsonValue | undefined): number | undefined {
  const amount = Number(numberText(value) ?? Number.NaN)
  return amount >= 0 ? amount * 1_000_000 : undefined
}

function expressionOf(value: JsonValue | undefined): string | undefined {
  return isObject(value) && (value.language === undefined || value.language === 'text/fhirpath') ? textOf(value.expression) : undefined
}

function wholeOf(value: JsonValue | undefined): number | undefined {
  const number = Number(numberText(value) ?? Number.NaN)
  return Number.isInteger(number) && number >= 0 ? number : undefined
}
