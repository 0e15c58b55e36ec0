// Decides of every value of a document what becomes of it: by the caller's rules, by its place, by the question that it answers, and by who else is in the document.
import { ProblemError } from '../../../../core/problem.ts'
import type { JsonObject } from '../../../fhir/json/json-value.ts'
import { NumberText } from '../../../fhir/json/number-text.ts'
import { modelOf } from '../../../fhir/model/element-plan.ts'
import { valueSetsOf } from '../../../fhir/model/value-sets.ts'
import type { PhiCategory } from '../../category.ts'
import type { PhiSpan } from '../../detect-phi.ts'
import { hashWord } from '../../fold.ts'
import type { FieldValue } from '../../hl7/known-of-message.ts'
import type { OriginalValues } from '../../hl7/original-values.ts'
import { isShortCode, shortNames } from '../../hl7/short-codes.ts'
import type { Deidentifier } from '../../policy/deidentifier.ts'
import type { PhiAction } from '../../policy/policy-schema.ts'
import { ROLE, roleOf } from '../../word-roles.ts'
import { STRANGE } from '../../words/strange-words.ts'
import { type FhirLeaf, leafValue, textAt, type Walked } from '../fhir-leaf.ts'
import type { FhirSettings } from '../fhir-settings.ts'
import { HiddenValues } from '../hidden-values.ts'
import { categoryOfCodedAnswerAt, categoryOfQuestionAt, isAgeAt, LAST_AGE_KEPT, placeIn, placeOf, yearsOf } from '../leaf-facts.ts'
import { isCodedLabel } from '../search-texts.ts'
import { isPublic } from './element-rules.ts'
import type { FhirVerdict } from './fhir-verdict.ts'
import type { FhirWork } from './fhir-work.ts'
import { judgeLongNumber } from './judge-number.ts'
import { isRareTerm, showsPerson } from './judge-value.ts'
import { JudgedValues } from './judged-values.ts'
import type { RuleOutcome, RulePlaces } from './rule-places.ts'

export interface JudgeSettings extends Pick<FhirSettings, 'deidentifier' | 'detect' | 'version' | 'partial'> {
  readonly rules: RulePlaces
  /** The type of the resource of the document that a reference leads to. */
  readonly typeOf: (reference: string) => string | undefined
}

/** @throws ProblemError `invalid_input` where a rule keeps what safe-harbor does not */
export function judgeWorks(walked: readonly Walked[], settings: JudgeSettings): FhirWork[] {
  const { detect, deidentifier, version, rules, typeOf } = settings
  const model = modelOf(version)
  const judged = new JudgedValues({
    mode: detect.mode ?? 'balanced',
    version,
    valueSet: valueSetsOf(version),
    typeOf,
    isType: (name: string) => model.type(name) !== undefined,
  })
  const isSafeHarbor = deidentifier.provenance.policy.startsWith('safe-harbor')
  const works: FhirWork[] = []
  walked.forEach(({ leaves }, index) => {
    for (const leaf of leaves) {
      const value = leafValue(leaf)
      const ruling = rules.outcomeAt(index, leaf.path)
      const action = ruling && actionOf(ruling, leaf, settings.partial)
      const text = typeof value === 'string' ? value : value instanceof NumberText ? value.text : String(value)
      let verdict = typeof value === 'string' ? judged.verdictOf(leaf, text) : judgeNumber(leaf, text, settings)
      // Of a code that nobody here knows the caller may know that it is one.
      const isUnknownCode = verdict === 'id' && leaf.treatment === 'code'
      if (ruling && action === 'keep' && isSafeHarbor && !isUnknownCode && verdict !== 'keep' && verdict !== 'look')
        throw contradiction(ruling, leaf)
      if (action !== undefined || (deidentifier.hasPathRules && deidentifier.hasRuleFor(placeOf(leaf)))) {
        if (isUnknownCode || verdict === 'keep' || verdict === 'look' || verdict === 'scan')
          verdict = { category: categoryOfQuestionAt(leaf) ?? 'other-id' }
      } else if (verdict === 'scan' || verdict === 'look') {
        if (leaf.treatment === 'text') {
          const category = categoryOfQuestionAt(leaf)
          if (category) verdict = { category }
        } else verdict = verdictOfOwnCode(leaf, deidentifier) ?? verdict
      }
      works.push({ leaf, index, text, verdict, ruling, action })
    }
  })
  return works
}

/**
 * Of an answer by a code of no published terminology, or by the text without a code, to a question that asks for a person or place.
 * @returns undefined for any other value, and where the policy keeps what is asked for: what else is in it, the detector and the values of persons tell
 */
function verdictOfOwnCode(leaf: FhirLeaf, deidentifier: Deidentifier): FhirVerdict | undefined {
  const category = categoryOfCodedAnswerAt(leaf)
  if (category === undefined || isCodedLabel(leaf) || mayKeep(deidentifier, category, placeIn(deidentifier, leaf))) return undefined
  if (leaf.treatment !== 'code') return { category }
  if (isPublic(textAt(leaf.beside, 'system') ?? '')) return undefined
  return deidentifier.actionFor('other-id') === 'keep' ? { category } : 'id'
}

/** A limited data set keeps towns, and so any words that may be one. */
function mayKeep(deidentifier: Deidentifier, category: PhiCategory, path: string | undefined): boolean {
  const action = deidentifier.actionFor(category, path)
  return action === 'keep' || (action === 'generalize' && deidentifier.provenance.policy.startsWith('limited-data-set'))
}

/**
 * A code of a site whose display is the name of a person and nothing else is the number of that person.
 * @param spans what was found in the text of each work
 */
export function judgeCodesOfPersons(works: readonly FhirWork[], spans: readonly (readonly PhiSpan[])[]): void {
  const named = new Set<JsonObject>()
  works.forEach(({ leaf, text, verdict }, i) => {
    if (verdict === 'scan' && leaf.definition === 'Coding.display' && isNameAlone(text, spans[i]!)) named.add(leaf.beside)
  })
  if (named.size === 0) return
  for (const work of works) {
    const { leaf, verdict, action, text } = work
    if (verdict !== 'look' || action !== undefined || leaf.definition !== 'Coding.code' || !/\d{4}/.test(text)) continue
    if (named.has(leaf.beside) && !isPublic(textAt(leaf.beside, 'system') ?? '')) work.verdict = 'id'
  }
}

/** True if nothing but titles and roles is beside the names of a text; a guess because of a rare word is none. */
function isNameAlone(text: string, spans: readonly PhiSpan[]): boolean {
  const names = spans.filter(({ category, rule }) => category === 'name' && rule !== STRANGE)
  const rest = names.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
  const words = rest.match(/\p{L}{4,}/gu) ?? []
  return names.length > 0 && words.every((word) => (roleOf(hashWord(word)) & BESIDE_NAMES) !== 0)
}

const BESIDE_NAMES = ROLE.title | ROLE.credential | ROLE.person | ROLE.relation

/** @throws ProblemError `invalid_input` where a rule keeps what safe-harbor does not */
export function keepsRemovals({
  deidentifier,
  rules,
}: Pick<JudgeSettings, 'deidentifier' | 'rules'>): (index: number, path: string) => boolean {
  const isSafeHarbor = deidentifier.provenance.policy.startsWith('safe-harbor')
  return (index, path) => {
    const ruling = rules.outcomeAt(index, path)
    if (ruling?.action !== 'keep') return false
    if (isSafeHarbor) throw contradiction(ruling, { path })
    return true
  }
}

/** What Microsoft's redact leaves of dates, ages and ZIP codes is what the policy calls year and generalize. */
function actionOf({ action }: RuleOutcome, leaf: FhirLeaf, partial: FhirSettings['partial']): PhiAction {
  if (action !== 'redact') return action
  if (partial.dates && leaf.treatment === 'date') return 'year'
  const isPart = (partial.zipCodes && leaf.definition === 'Address.postalCode') || (partial.ages && isAge(leaf))
  return isPart ? 'generalize' : 'remove'
}

function contradiction({ rule }: RuleOutcome, { path }: { readonly path: string }): ProblemError {
  const detail = 'safe-harbor does not keep what stands there'
  return new ProblemError('A rule contradicts the policy.', {
    code: 'invalid_input',
    at: { path },
    errors: [{ pointer: rule, code: 'contradiction', detail }],
  })
}

export function isAge(leaf: FhirLeaf): boolean {
  return leaf.definition === 'Quantity.value' && isAgeAt(leaf)
}

/** Numbers and booleans stay but in extensions of a person, ages over 89, and what may be a record number. */
function judgeNumber(leaf: FhirLeaf, text: string, { deidentifier, detect }: JudgeSettings): FhirVerdict {
  if (leaf.treatment !== 'keep') return 'remove'
  const isOld = isAge(leaf) && yearsOf(leaf, text) > LAST_AGE_KEPT
  if (isOld && deidentifier.actionFor('age') !== 'keep') return { category: 'age' }
  return /^\d{5,}$/.test(text) ? judgeLongNumber(leaf, text, detect.mode ?? 'balanced') : 'keep'
}

/** What the document says of its persons. */
export function valuesOf(
  works: readonly FhirWork[],
  { deidentifier, typeOf, detect }: Pick<JudgeSettings, 'deidentifier' | 'typeOf' | 'detect'>,
): FieldValue[] {
  const values: FieldValue[] = []
  const families: FieldValue[] = []
  for (const { verdict, leaf, text, action, ruling } of works) {
    const category = typeof verdict === 'object' ? verdict.category : leaf.definition === 'Patient.birthDate' ? 'date' : undefined
    if (category === undefined || category === 'age') continue
    if (leaf.treatment === 'shown' && !showsPerson(leaf, typeOf)) continue
    if (category === 'name' && ruling === undefined && isRareTerm(leaf, text, detect.mode ?? 'balanced')) continue
    if ((action ?? deidentifier.actionFor(category, placeIn(deidentifier, leaf))) === 'keep') continue
    const value = { category, text, repetition: leaf.group }
    // The detector wants the family name before the given ones.
    if (leaf.definition === 'HumanName.family') families.push(value)
    else if (leaf.definition !== 'HumanName.text') values.push(value)
    else values.push({ ...value, repetition: -1 - leaf.group })
  }
  return [...families, ...values]
}

/** An address that holds a value becomes another address: a label is none. */
const ADDRESSES: ReadonlySet<string> = new Set(['uri', 'url', 'canonical'])

/** Codes, addresses and titles stay where nobody in the document is called so. */
export function findOriginals(
  works: readonly FhirWork[],
  values: readonly FieldValue[],
  originals: OriginalValues,
  known: FhirSettings['detect']['known'],
): void {
  const short = shortNames(values, known)
  const hidden = new HiddenValues(values)
  // The same few codes and addresses are everywhere.
  const judged = new Map<string, PhiCategory | undefined>()
  const categoryOf = (text: string): PhiCategory | undefined => {
    if (!judged.has(text)) judged.set(text, originals.isOne(text) ? originals.categoryOf(text) : hidden.find(text))
    return judged.get(text)
  }
  for (const work of works) {
    if (work.verdict !== 'look') continue
    const { text, leaf } = work
    const isShortName = isShortCode(text) && leaf.treatment === 'code' && short.has(text.toLowerCase())
    const category = isShortName ? 'name' : categoryOf(text)
    if (category !== undefined) work.verdict = ADDRESSES.has(leaf.type) ? 'address' : { category }
  }
}
