// Whether a value of FHIR may stay by what it is and by what stands beside it.
import { isObject } from '../../../fhir/json/json-value.ts'
import type { FhirVersion } from '../../../fhir/model/versions.ts'
import { parseUnit } from '../../../ucum/grammar.ts'
import type { PhiCategory } from '../../category.ts'
import { hashWord } from '../../fold.ts'
import type { PhiMode } from '../../layers/layer.ts'
import { lookUp } from '../../lexicon.ts'
import { LEX, LEX_MEDICAL, LEX_NAME } from '../../lexicon-bits.ts'
import { type FhirLeaf, textAt } from '../fhir-leaf.ts'
import { hasKnownWords, holdsNumber, isOfLanguage, isUnknownName, isUnknownToken } from '../plain-words.ts'
import { isCodedLabel, isDisplay } from '../search-texts.ts'
import { isFreeText, isPartName, isPublic } from './element-rules.ts'
import type { FhirVerdict, JudgeMeans } from './fhir-verdict.ts'
import { isUnit, judgeCode, judged } from './judge-code.ts'
import { isPlainExpression } from './judge-expression.ts'

export function judgeValue(leaf: FhirLeaf, text: string, means: JudgeMeans): FhirVerdict {
  const { treatment, beside, definition } = leaf
  switch (treatment) {
    case 'keep':
    case 'date':
    case 'graph':
    case 'search':
    case 'id':
    case 'data':
    case 'remove':
      return treatment
    case 'text':
      if (means.mode === 'fail-closed' && !isFreeText(definition)) return { category: 'other-id' }
      if (PROGRAM_NAME.test(definition) && isUnknownToken(text, means.version)) return { category: 'name' }
      return isLoneWord(text, means.mode) || isUnknownName(text, means.version) ? { category: 'name' } : judged('text', text, means.mode)
    case 'label':
      // What a code of a site is called nobody here knows.
      if (means.mode === 'fail-closed' && definition === 'Coding.display' && !isPublic(textAt(beside, 'system') ?? ''))
        return { category: 'other-id' }
      if (definition === 'Quantity.unit' && isWordingOfUnit(text, means.version)) return 'look'
      return isLoneWord(text, means.mode) || isUnknownLabel(leaf, text, means) ? { category: 'name' } : judged('label', text, means.mode)
    case 'code':
      return judgeCode(leaf, text, means)
    case 'definition':
      if (text.startsWith('#')) return 'graph'
      if (definition === 'Reference.type') return isDefinedType(text, means) ? 'keep' : 'remove'
      return isKnownAddress(leaf, text, means.version) && !holdsNumber(text) ? 'look' : 'address'
    case 'title':
    case 'state':
      return judged(treatment, text, means.mode)
    case 'hash':
      return textAt(beside, 'data') === undefined ? 'remove' : 'keep'
    case 'location-of-data':
      return /(?:^|\/)Binary\/[A-Za-z0-9.-]{1,64}$|^urn:uuid:/.test(text) ? 'graph' : 'remove'
    case 'type-name':
      return isDefinedType(text, means) || isSystemType(text) ? 'keep' : 'address'
    case 'element-id':
      return judgeElementId(leaf, text, means)
    case 'country':
      return /^(?:[A-Z]{2,3}|united states(?: of america)?)$/i.test(text.trim()) ? 'look' : { category: 'location' }
    case 'expression':
      return isPlainExpression(text, means.version) ? 'look' : judged('text', text, means.mode)
    case 'signal':
      return isSignal(text) ? 'keep' : 'remove'
    case 'contact':
      // The site of an organization of standards is no value of a person: as one it would be hidden in each address below it.
      if (textAt(beside, 'system') === 'url' && isSiteOfPublisher(leaf, text)) return 'look'
      return { category: categoryOfContact(textAt(beside, 'system')) }
    case 'identifier':
      // The number is an address: it has to stay one.
      if (textAt(beside, 'system') === 'urn:ietf:rfc:3986' || /^urn:(?:uuid:[0-9a-f-]{36}|oid:[0-9.]{3,120})$/i.test(text)) return 'graph'
      return { category: categoryOfIdentifier(leaf) }
    case 'shown':
      return judgeShown(leaf, text, means)
    case 'url':
      return text.startsWith('#') ? 'graph' : 'address'
    case 'other-id':
      return leaf.type === 'oid' || /^(?:urn:oid:)?[0-2](?:\.\d{1,60}){3,}$/.test(text)
        ? 'oid'
        : leaf.type === 'id'
          ? 'id'
          : { category: treatment }
    default:
      return { category: treatment }
  }
}

/** Without the names of its slices, the id is the path of the element. Ids of elements are required and unique (sdf-17). */
function judgeElementId(leaf: FhirLeaf, text: string, means: JudgeMeans): FhirVerdict {
  const isPath = text.replace(/:[^.]{1,100}/g, '') === textAt(leaf.beside, 'path')
  const verdict = isPath ? judgeCode(leaf, text, means) : 'id'
  if (verdict === 'scan') return hasKnownWords(text, means.version) ? 'look' : 'id'
  return typeof verdict === 'object' ? 'id' : verdict
}

/** The site alone, in the contact of a definition: a longer path or another host may name a person. */
function isSiteOfPublisher({ resource }: FhirLeaf, text: string): boolean {
  return textAt(resource.value, 'url') !== undefined && isPublic(text) && /^https?:\/\/(?:www\.)?[^./]+\.[^./]+(?:\/fhir)?\/?$/.test(text)
}

const OF_TYPES = 'http://hl7.org/fhir/StructureDefinition/'

/** A type of the definitions by its name or address. */
function isDefinedType(text: string, { isType }: JudgeMeans): boolean {
  const name = text.startsWith(OF_TYPES) ? text.slice(OF_TYPES.length) : text
  return /^[A-Za-z][A-Za-z0-9]{1,59}$/.test(name) && isType(name)
}

/** `http://hl7.org/fhirpath/System.String`, the type of values and ids. */
function isSystemType(text: string): boolean {
  return /^http:\/\/hl7\.org\/fhirpath\/System\.(?:Boolean|Date|DateTime|Decimal|Integer|Quantity|String|Time)$/.test(text)
}

/** Numbers of a recording, or E, U and L for what could not be measured: a number of more digits, or alone, may be one of a person. */
function isSignal(text: string): boolean {
  const values = text.trim().split(/\s+/)
  return values.length === 1
    ? /^(?:[+-]?\d{0,4}(?:\.\d{1,4})?|[EUL])$/.test(values[0]!)
    : values.every((value) => /^(?:[+-]?\d{1,7}(?:\.\d{1,8})?(?:[eE][+-]?\d{1,2})?|[EUL])$/.test(value))
}

/** Of definitions, for programs: it is one word. */
const PROGRAM_NAME =
  /^(?:ActivityDefinition|CapabilityStatement|CodeSystem|ConceptMap|Library|Measure|NamingSystem|PlanDefinition|Questionnaire|StructureDefinition|ValueSet)\.name$/

const SAFE_ALONE = LEX.common | LEX.abbreviation | LEX_MEDICAL

/** In mode fail-closed: a word that stands alone and is none of the common ones nor of medicine: names are rare words, too. */
function isLoneWord(text: string, mode: PhiMode): boolean {
  const word = mode === 'fail-closed' ? /^\s{0,20}(\p{L}{2,60})\s{0,20}$/u.exec(text)?.[1] : undefined
  return word !== undefined && (lookUp(hashWord(word)) & SAFE_ALONE) === 0
}

/** True for a rare word of a terminology, such as Triglycerides: mode fail-closed suspects it, but other places may have it. */
export function isRareTerm(leaf: FhirLeaf, text: string, mode: PhiMode): boolean {
  if (!isLoneWord(text, mode) || !isCodedLabel(leaf) || !isDisplay(leaf, text) || isDisguised(text)) return false
  return (lookUp(hashWord(text.trim())) & LEX_NAME) === 0 && typeof judged('label', text, mode) !== 'object'
}

/** Letters that no terminology writes: of full width, or with invisible characters between them. */
function isDisguised(text: string): boolean {
  return /[\uff21-\uff5a]|\p{Default_Ignorable_Code_Point}/u.test(text)
}

/** A name in place of what a code or unit is called; terminologies name organisms and tests by words that no dictionary has. */
function isUnknownLabel(leaf: FhirLeaf, text: string, { version }: JudgeMeans): boolean {
  if (leaf.definition === 'Quantity.unit' && hasUnknownWord(text, version)) return true
  return (!isCodedLabel(leaf) || isDisguised(text)) && isUnknownName(text, version)
}

const LONGEST_UNIT = 60
const LONG_WORD = /\p{L}[\p{L}\p{M}]{4,}/gu

/** A word in the wording of a unit that is neither a unit nor a known word: mL of Zebulonquux. */
function hasUnknownWord(text: string, version: FhirVersion): boolean {
  return (text.match(LONG_WORD) ?? []).some((word) => !isUnit(word) && !hasKnownWords(word, version))
}

/** Exponents and factors that units have; any other number may be of a date or a person. */
const NUMBERS_OF_UNITS = /10[*^]-?\d{1,2}|(?<![\d.,])(?:1\.73|1?000?|24)(?![\d.,])|(?<=\p{L})-?[23](?!\d)/gu

/** `beats/min`: units as UCUM writes them, and ordinary words that are not names. */
function isWordingOfUnit(text: string, version: FhirVersion): boolean {
  if (text.length > LONGEST_UNIT || /\p{N}/u.test(text.replace(NUMBERS_OF_UNITS, ''))) return false
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
  return words.every((word) => isPartOfUnit(word) || isOfLanguage(word, version))
}

/** `mmol`, `min` or `IU`, but not Kim, which is kibi and meter. */
function isPartOfUnit(word: string): boolean {
  const lex = lookUp(hashWord(word.toLowerCase()))
  const isName = (lex & LEX_NAME) !== 0
  if (isName && word !== word.toLowerCase()) return false
  return (!isName && (lex & LEX.abbreviation) !== 0) || parseUnit(word, { caseInsensitive: false }).errors.length === 0
}

/** The part of an extension by its name, a type of the definitions, or what everybody may know. */
function isKnownAddress({ definition, type }: FhirLeaf, text: string, version: FhirVersion): boolean {
  const address = type === 'canonical' ? text.split('|')[0]! : text
  const isOne = isPublic(address) || (definition === 'Extension.url' && isPartName(text))
  return isOne && hasKnownWords(address, version)
}

const CONTACTS: Readonly<Record<string, PhiCategory>> = {
  phone: 'phone',
  sms: 'phone',
  pager: 'phone',
  fax: 'fax',
  email: 'email',
  url: 'url',
}

function categoryOfContact(system: string | undefined): PhiCategory {
  return (system !== undefined && Object.hasOwn(CONTACTS, system) ? CONTACTS[system] : undefined) ?? 'other-id'
}

/** Table 0203, as the identifiers of HL7 v2. */
const ID_TYPES: ReadonlyMap<string, PhiCategory> = new Map(
  (
    [
      ['mrn', 'MR MRT PI PT PRC'],
      ['ssn', 'SS SB'],
      ['account', 'AN ANC AND ANT BA CC'],
      ['license', 'DL DEA MD NPI LN DN PN'],
      ['health-plan-id', 'MA MC MCN HC SN WC WCN MI MB'],
      ['national-id', 'NI PPN CZ TAX NH JHN'],
      ['device', 'SNO UDI SID'],
    ] as const
  ).flatMap(([category, codes]) => codes.split(' ').map((code) => [code, category] as const)),
)

function categoryOfIdentifier({ beside, resource }: FhirLeaf): PhiCategory {
  if (textAt(beside, 'system') === 'http://hl7.org/fhir/sid/us-ssn') return 'ssn'
  const { type } = beside
  const codings = isObject(type) && Array.isArray(type.coding) ? type.coding : []
  for (const coding of codings) {
    const code = isObject(coding) ? textAt(coding, 'code') : undefined
    const category = code === undefined ? undefined : ID_TYPES.get(code)
    if (category) return category
  }
  return resource.value.resourceType === 'Patient' ? 'mrn' : 'other-id'
}

/** What is shown of these is clinical, and seldom names a person. */
const CLINICAL =
  /^(?:AllergyIntolerance|Appointment|CarePlan|ClinicalImpression|Condition|Coverage|DiagnosticReport|DocumentReference|Encounter|EpisodeOfCare|Goal|ImagingStudy|Immunization|List|Media|Medication[A-Z]?[A-Za-z]*|Observation|PlanDefinition|Procedure|Questionnaire|QuestionnaireResponse|ServiceRequest|Specimen|Substance|Task)$/

/** What a reference shows is the name of what it leads to. */
function judgeShown(leaf: FhirLeaf, text: string, { mode, typeOf }: JudgeMeans): FhirVerdict {
  const types = typesShown(leaf, typeOf)
  const isAny = (pattern: RegExp) => types.length > 0 && types.every((type) => pattern.test(type))
  if (isAny(/^(?:Organization|HealthcareService)$/)) return { category: 'organization' }
  if (isAny(/^(?:Location|Endpoint)$/)) return { category: 'facility' }
  return isAny(CLINICAL) ? judged('text', text, mode) : { category: 'name' }
}

/** True where a reference shows the name of a person, so that it tells something of other places. */
export function showsPerson(leaf: FhirLeaf, typeOf: JudgeMeans['typeOf']): boolean {
  const types = typesShown(leaf, typeOf)
  return (
    types.length > 0 && types.every((type) => /^(?:Patient|Practitioner|PractitionerRole|RelatedPerson|Person|Organization)$/.test(type))
  )
}

/** The types that a reference leads to, as far as it says so; else those that it may lead to. */
function typesShown({ beside, targets }: FhirLeaf, typeOf: JudgeMeans['typeOf']): readonly string[] {
  const reference = textAt(beside, 'reference') ?? ''
  const targetType = typeOf(reference) ?? /^(?:.*\/)?([A-Z][A-Za-z]{2,60})[/?]/.exec(reference)?.[1] ?? textAt(beside, 'type')
  return targetType === undefined ? targets : [targetType.slice(targetType.lastIndexOf('/') + 1)]
}
