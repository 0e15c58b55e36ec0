// Whether a value of CDA may stay by what it is and by what stands beside it.
import { ASSUMED_PREFIXES } from '../../cda/namespaces.ts'
import { parsePoint } from '../../cda/read-time.ts'
import { followsSyntax } from '../../fhir/terminology/code-syntax.ts'
import type { XmlElement } from '../../xml/node.ts'
import type { PhiCategory } from '../category.ts'
import type { PartOfCode } from '../hl7/coded-displays.ts'
import { hidesData } from '../hl7/embedded-data.ts'
import { MAX_CODE } from '../hl7/judge-code.ts'
import { judgeLeaf } from '../hl7/judge-leaf.ts'
import type { PhiMode } from '../layers/layer.ts'
import { categoryOfQuestion } from '../words/answer-labels.ts'
import { isStrange } from '../words/strange-words.ts'
import type { CdaLeaf } from './cda-leaf.ts'
import type { CdaVerdict } from './cda-verdict.ts'
import { isTime } from './element-rules.ts'
import { codeAt } from './known-elements.ts'
import { isOid, isPublicDefinition, isPublicScheme, isUuid, TERMINOLOGIES } from './public-oids.ts'
import { isStructuralCode, isTypeName } from './structural-codes.ts'
import { isPlainStyle, judgeSchema } from './syntax-values.ts'
import { isTerminologyName } from './terminology-names.ts'

export interface JudgeRules {
  readonly mode: PhiMode
  readonly unknown: 'block' | 'search'
}

export function judgeValue(leaf: CdaLeaf, rules: JudgeRules): CdaVerdict {
  const { treatment, value, element, attribute } = leaf
  if (value.trim() === '') return 'keep'
  switch (treatment) {
    case 'time':
    case 'contact':
    case 'link':
    case 'xml-id':
    case 'xml-ids':
    case 'namespace':
    case 'data':
    case 'remove':
    case 'look':
      return treatment
    case 'narrative':
      return 'scan'
    case 'text':
      return judgeText(leaf, rules.mode)
    case 'label':
      return isKnownLabel(element, attribute?.local, value) ? 'look' : judged(treatment, value, rules.mode)
    case 'title':
    case 'state':
      return judged(treatment, value, rules.mode)
    case 'country':
      return /^(?:[A-Z]{2,3}|united states(?: of america)?)$/i.test(value.trim()) ? 'look' : { category: 'location' }
    case 'code':
      return judgeCode(element, value, rules.mode)
    case 'definition':
      return judgeIdentifier(value, isPublicDefinition) ?? judged('code', value, rules.mode)
    case 'root':
      return judgeIdentifier(value, isPublicScheme) ?? 'id'
    case 'template':
      return isOid(value.trim()) || isUuid(value.trim()) ? 'look' : judged('code', value, rules.mode)
    case 'version':
      return VERSION.test(value.trim()) || value === 'POCD_HD000040' ? 'look' : judged('code', value, rules.mode, 'version')
    case 'extension':
      return { category: categoryOfId(element) }
    case 'assigner':
      return isPublicScheme(codeAt(element, 'root')) ? judged('label', value, rules.mode) : { category: 'organization' }
    case 'quantity':
      return judgeQuantity(element, value, rules.mode)
    case 'unknown':
      return rules.unknown === 'block' ? { category: 'other-id' } : judged('text', value, rules.mode)
    case 'stray':
      if (!/[\p{L}\p{N}]/u.test(value)) return 'keep'
      return rules.unknown === 'block' ? { category: 'other-id' } : judged('text', value, rules.mode)
    default:
      return judgeSyntax(leaf, rules.mode)
  }
}

/** An edition of a template or terminology: 2015-08-01, 20240901, 1.5, V3-2022. */
const VERSION = /^(?:[vV]?\d{1,3}(?:[.-]\d{1,4}){0,3}|(?:19|20)\d{2}(?:-?(?:0[1-9]|1[0-2])(?:-?(?:0[1-9]|[12]\d|3[01]))?)?(?:AA|AB)?)$/
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/i
const MEDIA_TYPE =
  /^(?:application|audio|font|image|message|model|multipart|text|video)\/[a-z.+-]{1,60}\d{0,2}(?:; ?charset=[\w-]{1,20})?$/i
const SIGNAL = /^[\d\s.+\-EULe]*$/

/** What is right or wrong by the specification alone. */
function judgeSyntax({ treatment, attribute, element, value }: CdaLeaf, mode: PhiMode): CdaVerdict {
  const name = attribute?.local ?? ''
  const text = value.trim()
  switch (treatment) {
    case 'structural':
      if (isStructuralCode(name, text)) return 'keep'
      return /^[A-Z0-9]{1,3}$/.test(text) ? 'look' : { category: 'other-id' }
    case 'type':
      return isTypeName(text) && isDeclared(element, text) ? 'look' : { category: 'other-id' }
    case 'boolean':
      return /^(?:true|false|[01])$/.test(text) ? 'keep' : { category: 'other-id' }
    case 'delimiter':
      return /[\p{L}\p{N}]/u.test(text) ? { category: 'name' } : 'keep'
    case 'style':
      return isPlainStyle(text) ? 'look' : judged('code', value, mode)
    case 'schema':
      return judgeSchema(text)
    case 'media-type':
      return MEDIA_TYPE.test(text) ? 'look' : judged('code', value, mode)
    case 'language':
      return LANGUAGE.test(text) ? 'look' : judged('code', value, mode)
    case 'signal':
      return SIGNAL.test(text) ? 'keep' : 'remove'
    case 'unit':
      return judgeUnit(text, mode)
    default:
      return { category: treatment as PhiCategory }
  }
}

/** The prefix of a type is one of the document, or what examples leave out. */
function isDeclared(element: XmlElement, type: string): boolean {
  const prefix = type.slice(0, Math.max(0, type.indexOf(':')))
  if (prefix === '' || Object.hasOwn(ASSUMED_PREFIXES, prefix)) return true
  for (let outer: XmlElement | null = element; outer; outer = outer.parent) {
    if (outer.attributes.some(({ name }) => name === `xmlns:${prefix}`)) return true
  }
  return false
}

type Judged = 'text' | 'label' | 'title' | 'state' | 'code' | 'number'

function judged(treatment: Judged, text: string, mode: PhiMode, part?: PartOfCode): CdaVerdict {
  const verdict = judgeLeaf({ treatment, text, table: null, mode, part })
  // A code is replaced whole or stays. What is too long for a code is a text, even without blanks.
  if (verdict === 'keep' || (verdict === 'scan' && treatment === 'code' && isOneWord(text))) return 'look'
  return verdict === 'scan' ? 'scan' : { category: verdict }
}

function isOneWord(text: string): boolean {
  return text.length <= MAX_CODE && !/\s/.test(text)
}

function judgeText({ element, value }: CdaLeaf, mode: PhiMode): CdaVerdict {
  if (hidesData(value)) return 'remove'
  const questionCategory = element.local === 'value' || element.local === 'text' ? questionCategoryOf(element.parent) : undefined
  return questionCategory ? { category: questionCategory } : judged('text', value, mode)
}

/** What the name of an observation asks for. */
function questionCategoryOf(statement: XmlElement | null): PhiCategory | undefined {
  if (statement?.local !== 'observation') return undefined
  const code = statement.children.find((child) => child.kind === 'element' && child.local === 'code')
  if (code?.kind !== 'element') return undefined
  const original = code.children.find((child) => child.kind === 'element' && child.local === 'originalText')
  const words = original?.kind === 'element' ? original.children.map((child) => (child.kind === 'text' ? child.value : '')).join('') : ''
  return categoryOfQuestion(codeAt(code, 'displayName')) ?? categoryOfQuestion(words)
}

/** Specialties of providers. */
const NUCC = '2.16.840.1.113883.6.101'
const NUCC_CODE = /^\d{3}[0-9A-Z]{6}X$/

/** Names of terminologies are of words that terminologies are named by; races and specialties have names of places and institutions in them. */
function isKnownLabel(element: XmlElement, name: string | undefined, value: string): boolean {
  const system = codeAt(element, 'codeSystem')
  if (name === 'codeSystemName') return isTerminologyName(value)
  if (name !== 'displayName') return false
  if (system === '2.16.840.1.113883.6.238') return /^\d{4}-\d$/.test(codeAt(element, 'code'))
  return system === NUCC && NUCC_CODE.test(codeAt(element, 'code')) && !/\d/.test(value)
}

/** Codes of a site are words of the site: a shorter one is an abbreviation. */
const LONG_WORD = /\p{L}{4}/u

function judgeCode(element: XmlElement, value: string, mode: PhiMode): CdaVerdict {
  const text = value.trim()
  const system = codeAt(element, 'codeSystem')
  const terminology = Object.hasOwn(TERMINOLOGIES, system) ? TERMINOLOGIES[system]! : undefined
  // An expression of SNOMED CT holds terms, and whatever else has its signs.
  if (terminology !== undefined && followsSyntax(terminology, text) === true)
    return /[A-Za-z]{3}/.test(text) ? judged('label', value, mode) : 'look'
  if (element.local === 'languageCode' && LANGUAGE.test(text)) return 'look'
  if (system === NUCC && NUCC_CODE.test(text)) return 'look'
  if (system !== '' && !isPublicDefinition(system) && LONG_WORD.test(text) && isStrange(text)) return { category: 'other-id' }
  return judged('code', value, mode, partOf(system, terminology))
}

/** Codes of a published terminology may be long numbers, as in NDC. If the grammar of the terminology is known, the code breaks it. */
function partOf(system: string, terminology: string | undefined): 'listed' | 'code' | undefined {
  if (system === '' || !isPublicDefinition(system)) return undefined
  return terminology === undefined ? 'listed' : 'code'
}

/** Undefined for what has the form of no identifier of the whole world. */
function judgeIdentifier(value: string, isKnown: (oid: string) => boolean): CdaVerdict | undefined {
  const text = value.trim()
  if (isOid(text)) return isKnown(text) ? 'look' : 'oid'
  return isUuid(text) ? 'id' : undefined
}

const SCHEMES: Readonly<Record<string, PhiCategory>> = {
  '2.16.840.1.113883.4.1': 'ssn',
  '2.16.840.1.113883.4.6': 'license',
  '2.16.840.1.113883.4.572': 'health-plan-id',
  '2.16.840.1.113883.4.927': 'health-plan-id',
  '2.16.840.1.113883.3.3719': 'device',
}
const DEVICES: ReadonlySet<string> = new Set([
  'manufacturedProduct',
  'manufacturedMaterial',
  'playingDevice',
  'assignedAuthoringDevice',
  'assignedDevice',
])

/** Of the identifier that an `id` gives. */
function categoryOfId({ attributes, parent, local }: XmlElement): PhiCategory {
  const root = attributes.find(({ name }) => name === 'root')?.value.trim() ?? ''
  if (Object.hasOwn(SCHEMES, root)) return SCHEMES[root]!
  if (/^2\.16\.840\.1\.113883\.4\.3(?:\.|$)/.test(root)) return 'license'
  const role = parent?.local ?? ''
  if (role === 'patientRole' || role === 'patient') return 'mrn'
  if (DEVICES.has(role) || (role === 'participantRole' && codeAt(parent, 'classCode') === 'MANU')) return 'device'
  const isCoverage = role === 'participantRole' && /^(?:COV|HLD)$/.test(codeAt(parent?.parent ?? null, 'typeCode'))
  return isCoverage && local === 'id' ? 'health-plan-id' : 'other-id'
}

/** No measure has as many digits before its point, but telephone and social security numbers do. */
const LONG_NUMBER = /^[+-]?\d{9,}$/
const DATE_LIKE = /^(?:19|20)\d{6}(?:\d{4}|\d{6}(?:\.\d+)?)?(?:[+-]\d{4})?$/
export const LAST_AGE_KEPT = 89

function judgeQuantity(element: XmlElement, value: string, mode: PhiMode): CdaVerdict {
  const text = value.trim()
  const unit = codeAt(element, 'unit')
  if (unit === '' && (DATE_LIKE.test(text) || isTime(element)) && parsePoint(text)) return 'time'
  if (LONG_NUMBER.test(text)) return { category: 'other-id' }
  if (unit === '' && Number(text) > LAST_AGE_KEPT && isAge(element.parent)) return { category: 'age' }
  const perYear = /^(?:a|a_[jgt]|y|yr|yrs|year|years)$/i.test(unit) ? 1 : /^(?:mo|mo_[jgs]|month|months)$/i.test(unit) ? 1 / 12 : 0
  if (Number(text) * perYear > LAST_AGE_KEPT) return { category: 'age' }
  return judged('number', value, mode)
}

/** Codes of LOINC and SNOMED CT for an age: reported, calculated, estimated, at onset, at diagnosis, at death. */
const AGES = new Set('30525-0 21612-7 29553-5 30972-4 63900-5 39016-1 445518008 397659008 424144002 397669002 446996006'.split(' '))

/** An observation whose value without a unit counts years. */
function isAge(statement: XmlElement | null): boolean {
  const code = statement?.children.find((child) => child.kind === 'element' && child.local === 'code')
  return code?.kind === 'element' && AGES.has(codeAt(code, 'code'))
}

/** Units of UCUM and their like; annotations are texts. */
function judgeUnit(text: string, mode: PhiMode): CdaVerdict {
  const bare = text.replace(/\{[A-Za-z ]{0,24}\}/g, '')
  const isUnit = /^[A-Za-z%/.*^[\]()'"µμ°Ω_0-9+-]{0,24}$/.test(bare) && !/\d{3}/.test(bare.replace(/10[*^]\d/g, ''))
  const notes = text.match(/\{[A-Za-z ]{0,24}\}/g) ?? []
  if (notes.some((note) => LONG_WORD.test(note) && isStrange(note))) return { category: 'other-id' }
  if (isUnit && notes.length === 0) return /^[A-Z][a-z]{3}/.test(bare) ? judged('code', text, mode) : 'look'
  const verdicts = notes.map((note) => judged('code', note.slice(1, -1), mode))
  if (isUnit) return verdicts.find((verdict) => typeof verdict === 'object') ?? 'look'
  return judged('label', text, mode)
}
