// What each attribute and text of CDA is to a patient's privacy: by its name, its element and what that stands in. What no rule names is unknown.
import { XSI_URI } from '../../cda/namespaces.ts'
import type { XmlElement } from '../../xml/node.ts'
import type { CdaTreatment } from './cda-treatment.ts'
import { ADDRESS_PARTS, codeAt, kindOfName, TIMES } from './known-elements.ts'
import { BOOLEANS, isStructural } from './structural-codes.ts'

const ATTRIBUTES: Readonly<Record<string, CdaTreatment>> = {
  root: 'root',
  extension: 'extension',
  assigningAuthorityName: 'assigner',
  code: 'code',
  codeSystem: 'definition',
  codeSystemName: 'label',
  codeSystemVersion: 'version',
  displayName: 'label',
  valueSet: 'definition',
  valueSetName: 'label',
  valueSetVersion: 'version',
  unit: 'unit',
  currency: 'unit',
  mediaType: 'media-type',
  language: 'language',
  integrityCheck: 'remove',
  ID: 'xml-id',
  id: 'xml-id',
  referencedObject: 'xml-ids',
  href: 'link',
}

export function attributeTreatment(element: XmlElement, local: string): CdaTreatment {
  if (local === 'value') return valueTreatment(element)
  if (isStructural(local)) return 'structural'
  if (BOOLEANS.has(local)) return 'boolean'
  const own = Object.hasOwn(ATTRIBUTES, local) ? ATTRIBUTES[local]! : 'unknown'
  if (element.local !== 'templateId' && element.local !== 'typeId') return own
  return own === 'root' ? 'template' : own === 'extension' ? 'version' : own === 'assigner' ? 'label' : own
}

const CONTACTS: ReadonlySet<string> = new Set(['TEL', 'URL'])

function valueTreatment(element: XmlElement): CdaTreatment {
  const { local } = element
  if (local === 'telecom') return 'contact'
  if (local === 'reference') return 'link'
  const type = typeOf(element)
  if (CONTACTS.has(type)) return 'contact'
  if (isTime(element)) return 'time'
  if (type === 'BL' || type === 'BN' || local.endsWith('Ind')) return 'boolean'
  return 'quantity'
}

/** Parts of a time that are times as well. */
const TIME_PARTS: ReadonlySet<string> = new Set(['low', 'high', 'center', 'phase', 'comp'])

export function isTime(element: XmlElement): boolean {
  const type = typeOf(element)
  if (/(?:^|_)TS$/.test(type)) return true
  if (type !== '' || TIMES.has(element.local)) return TIMES.has(element.local)
  return TIME_PARTS.has(element.local) && element.parent !== null && isTime(element.parent)
}

/** The xsi:type without its prefix; empty for none. */
function typeOf({ attributes }: XmlElement): string {
  for (const { local, uri, value } of attributes)
    if (local === 'type' && uri === XSI_URI) return value.trim().slice(value.trim().indexOf(':') + 1)
  return ''
}

const TEXTS: ReadonlySet<string> = new Set([
  'title',
  'text',
  'desc',
  'originalText',
  'derivationExpr',
  'softwareName',
  'manufacturerModelName',
  'signatureText',
])

const VALUES: Readonly<Record<string, CdaTreatment>> = { EN: 'name', PN: 'name', TN: 'name', ON: 'organization', AD: 'location' }
/** Types whose content is a text; a value without a type is taken for one. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['', 'ST', 'SC', 'ED', 'ANY'])

/** Of the text in an element itself. */
export function textTreatment(element: XmlElement): CdaTreatment {
  const { local, parent } = element
  if (TEXTS.has(local)) return isEncoded(element) ? 'data' : 'text'
  if (ADDRESS_PARTS.has(local) || local === 'addr') return 'location'
  switch (local) {
    case 'name':
      return parent ? kindOfName(parent) : 'name'
    case 'given':
    case 'family':
      return parent?.parent ? nameOf(kindOfName(parent.parent)) : 'name'
    case 'prefix':
    case 'suffix':
      return 'title'
    case 'delimiter':
    case 'state':
    case 'country':
      return local
    case 'careOf':
      return 'name'
    case 'lotNumberText':
      return 'code'
    case 'digits':
      return 'signal'
    case 'thumbnail':
      return 'data'
    case 'value': {
      const type = typeOf(element)
      if (TEXT_TYPES.has(type)) return isEncoded(element) ? 'data' : 'text'
      return Object.hasOwn(VALUES, type) ? VALUES[type]! : 'stray'
    }
    default:
      return 'stray'
  }
}

function nameOf(kind: 'name' | 'organization' | 'facility' | 'text'): CdaTreatment {
  return kind === 'text' ? 'name' : kind
}

/** Content that is not written as the characters that it stands for. */
function isEncoded(element: XmlElement): boolean {
  const mediaType = codeAt(element, 'mediaType').toLowerCase()
  const isText = mediaType === '' || mediaType.startsWith('text/')
  return codeAt(element, 'representation') === 'B64' || codeAt(element, 'compression') !== '' || !isText
}
