// Whether a code may stay: one that the definitions list or that follows the grammar of its terminology does; of any other its words and numbers decide.
import { isPublishedCode } from '../../../fhir/model/published-codes.ts'
import { codeSystemsOf } from '../../../fhir/model/value-sets.ts'
import { followsSyntax } from '../../../fhir/terminology/code-syntax.ts'
import { parseUnit } from '../../../ucum/grammar.ts'
import { hashWord } from '../../fold.ts'
import { judgeLeaf } from '../../hl7/judge-leaf.ts'
import type { PhiMode } from '../../layers/layer.ts'
import { lookUp } from '../../lexicon.ts'
import { LEX_NAME } from '../../lexicon-bits.ts'
import { type FhirLeaf, textAt } from '../fhir-leaf.ts'
import { hasKnownWords, hasPlainWords, hasRecordNumber, holdsNumber, isNumberOfPerson, isOfLanguage, isPlainCode } from '../plain-words.ts'
import { isPublic } from './element-rules.ts'
import type { FhirVerdict, JudgeMeans } from './fhir-verdict.ts'

/** What the rules for texts of HL7 v2 say of one, in terms of FHIR. */
export function judged(
  treatment: 'text' | 'label' | 'title' | 'state' | 'code',
  text: string,
  mode: PhiMode,
  part?: 'code' | 'version',
): FhirVerdict {
  const isStrict = treatment === 'label' || (treatment === 'text' && !/[=(]/.test(text))
  const verdict = judgeLeaf({ treatment, text, table: null, mode, part, isStrict })
  if (verdict === 'keep') return 'look'
  return verdict === 'scan' ? 'scan' : { category: verdict }
}

/** @returns `id` for a code that may hold a name or a number of a person: it becomes another one, the same wherever it stands */
export function judgeCode(leaf: FhirLeaf, text: string, means: JudgeMeans): FhirVerdict {
  const { beside, definition, type } = leaf
  // Such as `*` of a cardinality.
  if (!/[\p{L}\p{N}]/u.test(text)) return 'look'
  if (isNumberOfPerson(text)) return { category: /^\d{3}-\d{2}-/.test(text) ? 'ssn' : 'phone' }
  if (type === 'code' && definition.endsWith('.language') && !LANGUAGE.test(text)) return 'remove'
  const system = CODED.test(definition) ? textAt(beside, 'system') : undefined
  if (system === UCUM) return isUnit(text) ? 'look' : 'remove'
  const isBroken = system !== undefined && followsSyntax(system, text) === false
  // A code that breaks the grammar of its system is whatever somebody wrote there.
  if (isBroken && !hasPlainWords(text)) return { category: 'name' }
  if (definition === 'Coding.version' && !isEdition(text, textAt(beside, 'system'))) return 'remove'
  if (CODED.test(definition) && isListed(system ?? '', text, means)) return 'keep'
  // A person of the document may have it as a name.
  if (CODED.test(definition) && OF_HL7.test(system ?? '') && isPublishedTerm(text)) return 'look'
  const verdict = judgeCodeBySet(leaf, text, means)
  if (verdict !== 'look' || isPublicAddress(text, means) || MEDIA_TYPE.test(text)) return verdict
  const isDefined = OF_DEFINITIONS.test(definition)
  const isStrict = means.mode === 'fail-closed' && !isDefined
  if (isStrict && hasRecordNumber(text)) return { category: 'other-id' }
  // Digits alone are codes of most laboratories, and numbers of questions.
  const mayBeNumber = means.mode === 'balanced' && (isDefined || system !== undefined)
  return definition === 'Coding.version' || isPlainCode(text, means.version, mayBeNumber) ? 'look' : 'id'
}

function judgeCodeBySet({ element, beside, definition, type }: FhirLeaf, text: string, means: JudgeMeans): FhirVerdict {
  const { mode, valueSet } = means
  const set = element.binding === undefined ? undefined : valueSet(element.binding.valueSet)
  if (type === 'code' && set && [...set.systems.values()].some((codes) => codes?.has(text))) return 'keep'
  // What the standard does not know there is no code.
  if (type === 'code' && element.binding?.strength === 'required' && set?.closed) return 'remove'
  // Languages, types of media and currencies have grammars (BCP 47, BCP 13, ISO 4217).
  if (type === 'code' && LANGUAGE.test(text)) return 'look'
  if (type === 'code' && MEDIA_TYPE.test(text)) return isMediaType(text, means) ? 'look' : 'remove'
  const system = textAt(beside, 'system')
  if (definition === 'Coding.code' && system !== undefined && isPublic(system)) {
    // An expression of SNOMED CT holds terms, and whatever else has its signs.
    if (followsSyntax(system, text) === true)
      return system === SNOMED && /[A-Za-z]{3}/.test(text) ? judged('label', text, mode) : CHECKED.has(system) ? 'keep' : 'look'
    if (isPublic(text)) return 'look'
    if (mode === 'fail-closed' && OF_HL7.test(system) && isOfLanguage(text, means.version)) return 'look'
    // A code of a terminology that everybody may know, of which no grammar is known, is short and no word.
    return judged('code', text, mode, 'code')
  }
  if (mode === 'fail-closed' && type === 'code' && isOfLanguage(text, means.version)) return 'look'
  const verdict = judged('code', text, mode, definition === 'Coding.version' ? 'version' : undefined)
  if (!OF_DEFINITIONS.test(definition) || verdict === 'look') return verdict
  // Codes that are defined here are words or numbers of their own, and have to differ; who is in the document is looked for all the same.
  const isAddress = typeof verdict === 'object' && ['email', 'url', 'ssn'].includes(verdict.category)
  if (mode === 'balanced') return isAddress ? verdict : 'look'
  return 'id'
}

function isListed(system: string, code: string, { version }: JudgeMeans): boolean {
  return codeSystemsOf(version).get(system)?.codes.has(code) === true
}

/** A code of any system that HL7 has published, unless it is a name too: PATEL, WARD. */
function isPublishedTerm(code: string): boolean {
  return isPublishedCode(code) && (lookUp(hashWord(code.toLowerCase())) & LEX_NAME) === 0
}

/** Their codes are words: vital-signs, social-history. */
const OF_HL7 = /^http:\/\/(?:terminology\.)?hl7\.org\//

const CODED = /^(?:Coding|Quantity)\.code$/
const OF_DEFINITIONS =
  /^(?:CodeSystem\.|ValueSet\.|ConceptMap\.|Questionnaire(?:Response)?\.item\.linkId$|Questionnaire\.item\.enableWhen\.question$)/
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/
const MEDIA_TYPE = /^(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]{1,80}(?:; ?charset=[\w-]{1,20})?$/i
const UCUM = 'http://unitsofmeasure.org'
const SNOMED = 'http://snomed.info/sct'
/** Their codes end with a check digit. */
const CHECKED: ReadonlySet<string> = new Set([SNOMED, 'http://loinc.org'])

function isPublicAddress(text: string, { version }: JudgeMeans): boolean {
  return isPublic(text) && !holdsNumber(text) && hasKnownWords(text, version)
}

/** Words of media types (IANA) that are neither English nor of FHIR. */
const OF_MEDIA = new Set(
  'amrwb basic charset dicom ecmascript flac gzip hl7v2 javascript jose jpeg jwt markdown matroska midi mpeg msexcel mspowerpoint msword ndjson octet odt opendocument openxmlformats officedocument opus pdf presentationml quicktime rfc822 spreadsheetml sqlite tiff urlencoded vorbis webm webp wordperfect wordprocessingml xhtml yaml ascii'.split(
    ' ',
  ),
)

function isMediaType(text: string, { version }: JudgeMeans): boolean {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return !hasRecordNumber(text) && words.every((word) => word.length < 4 || OF_MEDIA.has(word) || hasKnownWords(word, version))
}

/** A unit of UCUM whose annotations are plain words. */
export function isUnit(text: string): boolean {
  if (/\d{4}-\d|\d{6}/.test(text)) return false
  const isValid = parseUnit(text, { caseInsensitive: false }).errors.length === 0
  const words = isValid ? (text.match(/\{[^{}]*\}/g) ?? []).join(' ') : text
  return hasPlainWords(words)
}

const FIRST_DATED_EDITION = 2000

/** 2.68, 2019, 20200901 of a public terminology: its editions may be called by days of this century, those of a site may be anything. */
function isEdition(text: string, system: string | undefined): boolean {
  const trimmed = text.trim()
  if (/^v?\d{1,5}(?:[.-]\d{1,4}){0,4}(?:-[a-z]{2,8}\d{0,3})?$/i.test(trimmed) && !/^(?:\d{4}-\d{2}-\d{2}|\d{5}-\d{4})$/.test(trimmed))
    return true
  if (system === undefined || !isPublic(system)) return false
  if (/^http:\/\/snomed\.info\/sct(?:\/\d{6,18}(?:\/version\/20\d{6})?)?$/.test(trimmed)) return true
  // LOINC and UCUM count their editions.
  const day = /^(\d{4})-?\d{2}-?\d{2}$|^\d{2}[/-]?\d{2}[/-]?(\d{4})$/.exec(trimmed)
  return day !== null && !/loinc|unitsofmeasure/.test(system) && Number(day[1] ?? day[2]) >= FIRST_DATED_EDITION
}
