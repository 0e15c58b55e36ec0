// The DICOM JSON Model (PS3.18 Annex F) of a data set. What the model cannot hold in place is named by a BulkDataURI.
import type { DicomElement, DicomItem } from '../dicom-file.ts'
import { formatTagKey, isGroupLengthTag, isPrivateTag, UNDEFINED_LENGTH } from '../tag.ts'
import { selectElement, selectInItem, type TagPath } from '../tag-path.ts'
import { type CharacterSet, resolveCharacterSet } from '../value/character-set.ts'
import { decodeValue, encodeValue } from '../value/decode-value.ts'
import { traitsOf, type Vr } from '../value/vr.ts'
import { characterSetOf } from './describe-element.ts'

export interface JsonAttribute {
  vr: Vr
  Value?: JsonValue[]
  BulkDataURI?: string
  InlineBinary?: string
}
type JsonValue = string | number | null | JsonName | JsonDataset
interface JsonName {
  Alphabetic?: string
  Ideographic?: string
  Phonetic?: string
}
export interface JsonDataset {
  [tag: string]: JsonAttribute
}

interface JsonOptions {
  /** Longer values are named by a BulkDataURI where PS3.18 §F.2.2 allows one. */
  readonly maxValueBytes: number
  readonly includePrivate: boolean
  readonly paths: readonly TagPath[] | undefined
  /** The data set was deflated: offsets count in what was inflated. */
  readonly inflated: boolean
}

/** PS3.18 §F.2.2 */
const BULK_VRS: ReadonlySet<Vr> = new Set([
  ...(['DS', 'FD', 'FL', 'IS', 'LT', 'OB', 'OD', 'OF', 'OL', 'OV', 'OW'] as const),
  ...(['SL', 'SS', 'ST', 'SV', 'UC', 'UL', 'UN', 'US', 'UT', 'UV'] as const),
])

/** The longest value of a VR whose length field has 16 bits. */
const MAX_SHORT_BYTES = 65_534

/**
 * Group lengths and the File Meta Information have no place in the model (PS3.18 §F.2.2). Of duplicate elements the first stands.
 * A BulkDataURI is relative: `?offset=…&length=…` in the file, `?inflatedOffset=…&length=…` in its inflated data set.
 */
export function modelDataset(bytes: Uint8Array, dataset: DicomItem, options: JsonOptions): JsonDataset {
  return modelItem(bytes, dataset, resolveCharacterSet(''), options.paths, options)
}

function modelItem(
  bytes: Uint8Array,
  item: DicomItem,
  inherited: CharacterSet,
  paths: readonly TagPath[] | undefined,
  options: JsonOptions,
): JsonDataset {
  const set = characterSetOf(bytes, item, inherited)
  const model: JsonDataset = {}
  // PS3.18 §F.2.2 orders by tag. JavaScript lists keys that look like array positions, such as 30060010, before all others; no reader of
  // JSON may depend on it (RFC 8259 §4).
  const elements = item.elements.toSorted((a, b) => a.tag - b.tag)
  for (const element of elements) {
    const { tag } = element
    if (isGroupLengthTag(tag) || (isPrivateTag(tag) && !options.includePrivate)) continue
    const selected = selectElement(paths, tag)
    const key = formatTagKey(tag)
    if (selected && !Object.hasOwn(model, key)) model[key] = modelElement(bytes, element, set, selected, options)
  }
  return model
}

function modelElement(
  bytes: Uint8Array,
  element: DicomElement,
  set: CharacterSet,
  selected: readonly TagPath[] | 'all',
  options: JsonOptions,
): JsonAttribute {
  if (isSequence(element)) return modelSequence(bytes, element, set, selected, options)
  const length = element.valueEnd - element.valueStart
  // A sequence that is none can only be told as bytes, which need another VR.
  const vr = element.vr === 'SQ' ? 'UN' : element.vr
  if (length === 0 && !element.fragments) return { vr: element.vr }
  const isBulk = BULK_VRS.has(vr)
  const maxBytes = isBulk ? options.maxValueBytes : Math.max(options.maxValueBytes, MAX_SHORT_BYTES)
  // PS3.5 §6.2.2 writes as UN what is too long for the length field of its VR.
  const bulk: JsonAttribute = { vr: isBulk ? vr : 'UN', BulkDataURI: bulkUri(element, options) }
  if (element.fragments || length > maxBytes) return bulk
  if (traitsOf(vr).kind === 'bytes') return { vr, InlineBinary: encodeValue(bytes, element) }
  const { values } = decodeValue(bytes, element, vr, set, length)
  if (values.length === 0) return { vr }
  // JSON has no number for NaN and Infinity, and PS3.18 Table F.2.3-1 has only numbers for FL and FD.
  if ((vr === 'FL' || vr === 'FD') && values.some((value) => typeof value === 'string')) return bulk
  return { vr, Value: values.map((value) => modelValue(vr, value)) }
}

/** A UN of defined length stays the bytes that it is, even where they can be read as a sequence. */
function isSequence({ vr, items, declaredLength }: DicomElement): boolean {
  return items !== undefined && (vr !== 'UN' || declaredLength === UNDEFINED_LENGTH)
}

function modelSequence(
  bytes: Uint8Array,
  { items }: DicomElement,
  set: CharacterSet,
  selected: readonly TagPath[] | 'all',
  options: JsonOptions,
): JsonAttribute {
  const models: JsonDataset[] = []
  items!.forEach((item, index) => {
    const paths = selectInItem(selected, index)
    if (paths?.length !== 0) models.push(modelItem(bytes, item, set, paths, options))
  })
  return models.length > 0 ? { vr: 'SQ', Value: models } : { vr: 'SQ' }
}

function modelValue(vr: Vr, value: string | number): JsonValue {
  if (vr === 'AT') return formatTagKey(value as number)
  if (value === '') return null
  return vr === 'PN' ? modelName(String(value)) : value
}

/** Component groups by name; empty ones are left out (PS3.18 §F.2.2). */
function modelName(value: string): JsonName | null {
  const [alphabetic = '', ideographic = '', ...phonetic] = value.split('=')
  const name: JsonName = {}
  if (alphabetic) name.Alphabetic = alphabetic
  if (ideographic) name.Ideographic = ideographic
  if (phonetic.length > 0 && phonetic[0]) name.Phonetic = phonetic.join('=')
  return Object.keys(name).length > 0 ? name : null
}

function bulkUri({ valueStart, valueEnd }: DicomElement, { inflated }: JsonOptions): string {
  return `?${inflated ? 'inflatedOffset' : 'offset'}=${valueStart}&length=${valueEnd - valueStart}`
}
