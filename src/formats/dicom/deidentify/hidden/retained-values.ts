// Values that an attribute keeps by its nature or an option keeps, and that are not what they are kept for.
import type { DicomElement } from '../../dicom-file.ts'
import { findUid } from '../../dictionary/uid-dictionary.ts'
import { resolveCharacterSet } from '../../value/character-set.ts'
import { readAsciiValue } from '../../value/decode-value.ts'
import { splitValues } from '../../value/split-values.ts'
import type { Vr } from '../../value/vr.ts'
import { CLASS_UIDS } from '../check/identity.ts'
import type { Decision } from '../profile/decide.ts'
import { hasNameDelimiters, namesSomebody } from '../words/mask-words.ts'

const MAX_BYTES = 65_536
/** Addresses of published terminologies and standards. All their words must be in PUBLISHED_WORDS. */
const PUBLISHED =
  /^https?:\/\/(?:[a-z]+\.)*(?:nema\.org|snomed\.info|loinc\.org|hl7\.org|iso\.org|w3\.org|unitsofmeasure\.org|who\.int|nih\.gov)(?:\/[a-z0-9.-]*)*$/i
const PUBLISHED_WORDS: ReadonlySet<string> = new Set(
  (
    'dicom nema part16 standard resources ontology dcm current output html sct snomed loinc fhir sid icd icd-9 icd-10 icd-11 icd10 icd11 valueset ' +
    'codesystem umls rxnorm research release ucum ndc cvx ncit mesh http https www info org int gov medical id terminology nlm ncithesaurus evs purl ' +
    'hl7 iso w3 unitsofmeasure who nih xmlschema'
  ).split(' '),
)
/** The international editions of SNOMED CT. */
const SNOMED_EDITION = /^https?:\/\/snomed\.info\/sct\/900000000000207008\/?$/
const MAX_ADDRESS = 256
/** Classes of makers that PS3.6 does not list. */
const MAKERS_CLASSES: ReadonlySet<string> = new Set([
  '1.3.12.2.1107.5.9.1',
  '1.2.840.113619.4.2',
  '1.2.840.113619.4.3',
  '1.2.840.113619.4.4',
  '1.2.840.113619.4.26',
  '1.2.840.113619.4.27',
  '1.2.840.113619.4.30',
  '1.3.46.670589.2.3.1.1',
  '1.3.46.670589.2.4.1.1',
  '1.3.46.670589.2.5.1.1',
  '1.3.46.670589.2.8.1.1',
  '1.3.46.670589.2.11.1.1',
  '1.3.46.670589.5.0.1',
  '1.3.46.670589.5.0.1.1',
  '1.3.46.670589.5.0.2',
  '1.3.46.670589.5.0.2.1',
  '1.3.46.670589.5.0.3',
  '1.3.46.670589.5.0.3.1',
  '1.3.46.670589.5.0.4',
  '1.3.46.670589.5.0.7',
  '1.3.46.670589.5.0.8',
  '1.3.46.670589.5.0.9',
  '1.3.46.670589.5.0.10',
  '1.3.46.670589.5.0.11',
  '1.3.46.670589.5.0.11.1',
  '1.3.46.670589.5.0.12',
  '1.3.46.670589.5.0.13',
  '1.3.46.670589.5.0.14',
  '1.3.46.670589.7.8.1618510091',
  '1.3.46.670589.7.8.1618510092',
  '1.3.46.670589.11.0.0.12.1',
  '1.3.46.670589.11.0.0.12.2',
  '1.3.46.670589.11.0.0.12.4',
  '1.2.392.200036.9116.7.8.1.1.1',
])
const TEXTS: ReadonlySet<Vr> = new Set(['LO', 'SH', 'ST', 'LT', 'UT', 'UC', 'CS'])
/** Columns of Retain Patient Characteristics and Retain Device Identity. */
const PERSONAL_COLUMNS: ReadonlySet<string> = new Set(['c', 'd'])

/** What is done instead of keeping; undefined where the value may stay. */
export function judgeRetained(data: Uint8Array, element: DicomElement, vr: Vr, { column, maker }: Decision): Decision | undefined {
  const text = () => readAsciiValue(data, element, MAX_BYTES)
  if (vr === 'UR') return isPublished(data, element) ? undefined : { treatment: 'remove', rule: 'address', fallback: 'remove' }
  if (vr === 'UI' && CLASS_UIDS.has(element.tag)) {
    return splitValues(text()).every(isClass) ? undefined : { treatment: 'uid', rule: 'class', fallback: 'uid' }
  }
  if (!TEXTS.has(vr)) return undefined
  const isPersonal = column !== undefined && PERSONAL_COLUMNS.has(column)
  // A text that is too long to be read is not retained.
  const isUnread = (isPersonal || maker === true) && element.valueEnd - element.valueStart > MAX_BYTES
  const isNamed = isPersonal ? namesSomebody(text()) : maker === true && hasNameDelimiters(text())
  return isUnread || isNamed ? { treatment: 'empty', rule: 'names', fallback: 'empty' } : undefined
}

/** False for what is too long for such an address, and for words and numbers that none of them has. */
function isPublished(data: Uint8Array, element: DicomElement): boolean {
  if (element.valueEnd - element.valueStart > MAX_ADDRESS) return false
  const text = readAsciiValue(data, element)
  if (text === '' || SNOMED_EDITION.test(text)) return true
  return PUBLISHED.test(text) && (text.toLowerCase().match(/[a-z0-9-]+/g) ?? []).every((word) => PUBLISHED_WORDS.has(word))
}

/** Of a UID that names a kind of things, by the registry or as makers publish it. */
export function isClass(uid: string): boolean {
  return uid === '' || findUid(uid) !== undefined || MAKERS_CLASSES.has(uid)
}

/** Specific Character Set without terms that are none, and with what they are read as; undefined where all are known. */
export function validTerms(data: Uint8Array, element: DicomElement): string | undefined {
  const terms = splitValues(readAsciiValue(data, element, MAX_BYTES))
  const isUnknown = (term: string) => resolveCharacterSet(term.trim()).problems.includes('charset_unknown')
  if (!terms.some(isUnknown)) return undefined
  return terms.map((term, i) => (isUnknown(term) ? (i === 0 ? 'ISO_IR 100' : '') : term.trim())).join('\\')
}
