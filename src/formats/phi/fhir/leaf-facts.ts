// What the surroundings of a value say of it: its place, the question that it answers, the age that it counts.
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../../fhir/json/json-value.ts'
import type { PhiCategory } from '../category.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import { categoryOfQuestion } from '../words/answer-labels.ts'
import { type FhirLeaf, type ResourceScope, textAt } from './fhir-leaf.ts'

export const LAST_AGE_KEPT = 89

/** An Age, or a quantity that counts years of a person. */
export function isAgeAt({ path, beside }: FhirLeaf): boolean {
  return (
    /\.(?:onset|abatement|age|deceased|occurred)(?:\[\d+\])?(?:\.low|\.high)?\.value$/.test(path) &&
    yearsPer(textAt(beside, 'code') ?? textAt(beside, 'unit')) > 0
  )
}

export function yearsOf({ beside }: FhirLeaf, text: string): number {
  return Number(text) * yearsPer(textAt(beside, 'code') ?? textAt(beside, 'unit'))
}

function yearsPer(unit: string | undefined): number {
  if (unit === undefined) return 0
  if (/^(?:a|y|yr|yrs|year|years)$/i.test(unit)) return 1
  return /^(?:mo|month|months)$/i.test(unit) ? 1 / 12 : 0
}

/** The place of a leaf without indices, from its own resource: `Patient.name.family`. */
export function placeOf({ path, resource }: FhirLeaf): string {
  return String(resource.value.resourceType) + path.slice(resource.path.length).replace(/\[\d+\]/g, '')
}

/** The same where a rule of the policy is for places, else undefined. */
export function placeIn({ hasPathRules }: Deidentifier, leaf: FhirLeaf): string | undefined {
  return hasPathRules ? placeOf(leaf) : undefined
}

/** Codes of LOINC that ask for an identifier. */
const LOINC_QUESTIONS: ReadonlyMap<string, PhiCategory> = new Map([
  ['54125-0', 'name'],
  ['45392-8', 'name'],
  ['45394-4', 'name'],
  ['45396-9', 'ssn'],
  ['42077-8', 'phone'],
  ['56799-0', 'location'],
])

/** Elements of persons, as the definition of an item names them: `…/StructureDefinition/Patient#Patient.name.family`. */
const ELEMENT_QUESTIONS: readonly (readonly [RegExp, PhiCategory])[] = [
  [/\.name(?:\.|$)/, 'name'],
  [/\.address(?:\.|$)/, 'location'],
  [/\.telecom(?:\.|$)/, 'phone'],
  [/\.identifier(?:\.|$)/, 'mrn'],
]

function categoryOfDefinition(definition: string): PhiCategory | undefined {
  const path = definition.slice(definition.indexOf('#') + 1)
  if (!/^(?:Patient|Person|Practitioner|RelatedPerson)\./.test(path)) return undefined
  return ELEMENT_QUESTIONS.find(([pattern]) => pattern.test(path))?.[1]
}

/** Values that stand with a question, or with the name of what they are. */
const ASKED =
  /^(?:QuestionnaireResponse\.item\.answer|Observation|Observation\.component|Task\.(?:input|output)|Parameters\.parameter|AuditEvent\.entity\.detail)\.value\[x\]$/

/** What the question of an answer, or the name of a coded value, asks for. */
export function categoryOfQuestionAt({ resource, path, definition }: FhirLeaf): PhiCategory | undefined {
  if (!ASKED.test(definition)) return undefined
  const owner = ownerOf(resource, path)
  return owner && categoryOfOwner(owner, owner.code ?? owner.type)
}

const OF_CONCEPT = /^(?:CodeableConcept\.text|Coding\.(?:code|display))$/
/** Where a coded answer stands, and the path from the object that has the question. */
const CODED_ANSWER = /^(.{1,2000})\.(?:value|answer\[\d+\]\.value)\.(?:coding\[\d+\]\.)?(?:text|code|display)$/
const STRATUM = /^(.{1,2000})\.stratum\[\d+\]\.value\.(?:coding\[\d+\]\.)?(?:text|code|display)$/
/** What a code of a site may say in answer to a question: the others are asked for with codes of kinds, too. */
const CODED: ReadonlySet<PhiCategory> = new Set(['email', 'health-plan-id', 'location', 'mrn', 'name', 'national-id', 'ssn'])

/** What the question of a coded answer asks for, such as a list of towns or ZIP codes. */
export function categoryOfCodedAnswerAt({ resource, path, definition }: FhirLeaf): PhiCategory | undefined {
  if (!OF_CONCEPT.test(definition)) return undefined
  const [, stratified] = STRATUM.exec(path) ?? []
  const [, from = stratified] = stratified === undefined ? (CODED_ANSWER.exec(path) ?? []) : []
  const owner = from === undefined ? undefined : ownerOf(resource, `${from}.value`)
  if (!owner) return undefined
  const question = owner.code ?? owner.type
  const category = categoryOfOwner(owner, Array.isArray(question) ? question[0] : question)
  return category && CODED.has(category) ? category : undefined
}

function categoryOfOwner(owner: JsonObject, concept: JsonValue | undefined): PhiCategory | undefined {
  const code = isObject(concept) ? concept : {}
  const coding = Array.isArray(code.coding) && isObject(code.coding[0]) ? code.coding[0] : {}
  const coded = LOINC_QUESTIONS.get(textAt(coding, 'code') ?? '') ?? categoryOfDefinition(textAt(owner, 'definition') ?? '')
  if (coded) return coded
  const labels = [...['text', 'linkId', 'name', 'type'].map((name) => textAt(owner, name)), textAt(code, 'text'), textAt(coding, 'display')]
  for (const label of labels) {
    const category = label === undefined ? undefined : categoryOfQuestion(label)
    if (category) return category
  }
  return undefined
}

/** The item or component that a value of an answer stands in. */
function ownerOf({ value, path: from }: ResourceScope, path: string): JsonObject | undefined {
  const steps = path
    .slice(from.length + 1)
    .split('.')
    .slice(0, -1)
  let at: JsonObject | undefined = value
  let owner: JsonObject | undefined = value
  for (const step of steps) {
    const [, name = '', index] = /^([A-Za-z]+)(?:\[(\d+)\])?$/.exec(step) ?? []
    const next: unknown = at?.[name]
    const item: unknown = index === undefined ? next : Array.isArray(next) ? (next as JsonArray)[Number(index)] : undefined
    at = isObject(item as JsonObject) ? (item as JsonObject) : undefined
    if (name !== 'answer') owner = at
  }
  return owner
}
