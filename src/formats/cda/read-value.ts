// Values of any type, by their xsi:type; and texts and media (ED).
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, collapse } from './cda-reading.ts'
import { attribute, computed, ElementPlan, one, rawText, taken } from './element-plan.ts'
import type { MediaValue, Value } from './fields/value-fields.ts'
import { readCode, readIdentifier, readTarget } from './read-code.ts'
import { readAddress, readName, readTelecom } from './read-contact.ts'
import { readQuantity } from './read-quantity.ts'
import { readTime } from './read-time.ts'

/** The member of the result that a type goes into. */
const KINDS: Readonly<Record<string, keyof typeof READERS>> = {
  CD: 'code',
  CE: 'code',
  CV: 'code',
  CS: 'code',
  CO: 'code',
  CR: 'code',
  PQ: 'quantity',
  PQR: 'quantity',
  INT: 'quantity',
  REAL: 'quantity',
  MO: 'quantity',
  RTO: 'quantity',
  IVL_PQ: 'quantity',
  IVL_INT: 'quantity',
  IVL_REAL: 'quantity',
  IVL_MO: 'quantity',
  RTO_PQ_PQ: 'quantity',
  RTO_QTY_QTY: 'quantity',
  RTO_MO_PQ: 'quantity',
  TS: 'time',
  IVL_TS: 'time',
  PIVL_TS: 'time',
  EIVL_TS: 'time',
  SXPR_TS: 'time',
  BL: 'boolean',
  BN: 'boolean',
  ST: 'text',
  SC: 'text',
  ED: 'media',
  II: 'id',
  TEL: 'telecom',
  URL: 'telecom',
  AD: 'address',
  EN: 'name',
  PN: 'name',
  ON: 'name',
  TN: 'name',
}

const READERS = {
  code: readCode,
  quantity: readQuantity,
  time: readTime,
  text: (reading: CdaReading, element: XmlElement) => reading.textOf(element),
  boolean: (reading: CdaReading, element: XmlElement) => reading.flag(element, 'value'),
  id: readIdentifier,
  telecom: readTelecom,
  address: readAddress,
  name: readName,
  media: readMedia,
}

/** Of an element without attributes and content: such may stand in a document by the hundred thousand. */
const BARE: Value = Object.freeze({ media: Object.freeze({}) })

export function readValue(reading: CdaReading, element: XmlElement): Value {
  if (element.attributes.length === 0 && element.children.length === 0) {
    reading.report('value_type_missing', element)
    return BARE
  }
  const type = reading.typeOf(element)
  const known = type !== undefined && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  const nullFlavor = reading.attribute(element, 'nullFlavor')
  if (known === undefined && nullFlavor === undefined) reading.report('value_type_missing', element)
  const kind = known ?? guessKind(element)
  const value: Partial<Record<keyof Value, unknown>> = {}
  if (type !== undefined) value.type = type
  const content = READERS[kind](reading, element)
  if (content !== undefined) value[kind] = content
  if (nullFlavor !== undefined) value.nullFlavor = nullFlavor
  return value as Value
}

function guessKind(element: XmlElement): keyof typeof READERS {
  if (hasAttribute(element, CODE_ATTRIBUTES)) return 'code'
  if (hasAttribute(element, QUANTITY_ATTRIBUTES)) return 'quantity'
  if (hasChild(element, CODE_CHILDREN)) return 'code'
  return hasChild(element, QUANTITY_CHILDREN) ? 'quantity' : 'media'
}

function hasAttribute({ attributes }: XmlElement, names: ReadonlySet<string>): boolean {
  for (const { local } of attributes) if (names.has(local)) return true
  return false
}

function hasChild({ children }: XmlElement, names: ReadonlySet<string>): boolean {
  for (const child of children) if (child.kind === 'element' && names.has(child.local)) return true
  return false
}

const CODE_ATTRIBUTES: ReadonlySet<string> = new Set(['code', 'codeSystem', 'displayName'])
const QUANTITY_ATTRIBUTES: ReadonlySet<string> = new Set(['unit', 'value'])
const CODE_CHILDREN: ReadonlySet<string> = new Set(['translation', 'originalText'])
const QUANTITY_CHILDREN: ReadonlySet<string> = new Set(['low', 'high', 'numerator'])

/** Padding and blanks. */
const BASE64_IGNORED = /[\s=]+/g

const MEDIA = new ElementPlan<MediaValue, { content: string | undefined }>(
  {
    mediaType: attribute('mediaType'),
    representation: attribute('representation'),
    language: attribute('language'),
    compression: attribute('compression'),
    bytes: computed(),
    text: computed(),
    data: computed(),
    reference: one('reference', readTarget),
    nullFlavor: attribute('nullFlavor'),
  },
  { hidden: { content: rawText() }, ignoresType: true },
)

/** A text, or content with a media type. */
export function readMedia(reading: CdaReading, element: XmlElement): MediaValue {
  const { slots } = MEDIA
  const found = MEDIA.collect(reading, element)
  const content = taken<string>(found, slots.content)
  if (content === undefined) return MEDIA.build(found)
  if (found[slots.representation] === 'B64') {
    found[slots.bytes] = Math.floor((content.replace(BASE64_IGNORED, '').length * 3) / 4)
    if (reading.keepsData) found[slots.data] = collapse(content).replaceAll(' ', '')
  } else found[slots.text] = collapse(content) || undefined
  return MEDIA.build(found)
}
