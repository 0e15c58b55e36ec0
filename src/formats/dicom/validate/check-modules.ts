// Checks a data set against the modules of its IOD (PS3.3): attributes that are missing or empty, at every depth, by type.
import { type DicomElement, type DicomItem, findIn } from '../dicom-file.ts'
import { findElement } from '../dictionary/dictionary.ts'
import { enumeratedValues, hasSingleItem } from '../iod/attribute-rules.ts'
import { type AttributeList, attributesOf, type Iod, type IodAttribute, type ModuleUse } from '../iod/iod-table.ts'
import { isGroupLengthTag, isPrivateTag } from '../tag.ts'
import { resolveCharacterSet } from '../value/character-set.ts'
import { decodeValue } from '../value/decode-value.ts'
import { traitsOf } from '../value/vr.ts'
import { checkFunctionalGroups, hasGroup, PER_FRAME_GROUPS, SHARED_GROUPS } from './check-functional-groups.ts'
import { placeOf } from './check-meta.ts'
import type { FindingList } from './finding.ts'
import { belongsToValueType, isModuleRequired, judgeCondition, VALUE_TYPE } from './required-conditions.ts'

const ASCII = resolveCharacterSet('')
/** A value that is longer is not empty. */
const MAX_BLANK_BYTES = 1024
const MAX_ENUMERATED_BYTES = 64
const MODALITY = 0x00080060
const PATIENT_ORIENTATION = 0x00200020
const CONTENT_SEQUENCE = 0x0040a730
const REFERENCED_ITEM = 0x0040db73
/** Image Orientation (Patient) and (Slide), and the functional groups that hold them or the place of a tile. */
const PLANES = [0x00200037, 0x00480102]
const PLANE_GROUPS = [0x00209116, 0x0048021a]
/** Those that place the pixels by themselves, in the patient, by detector or on a slide. */
const MODULES_OF_PLANES = new Set(['image-plane', 'nm-detector', 'rt-dose', 'multi-frame-functional-groups', 'slide-coordinates'])

export function checkModules(bytes: Uint8Array, dataset: DicomItem, iod: Iod, findings: FindingList): void {
  for (const module of iod.modules) {
    // Sequences of a module that need not be there have their rules all the same.
    const attributes = isIncluded(bytes, module, iod, dataset) ? withoutOverridden(module, iod) : onlySequences(module.attributes, dataset)
    for (const shifted of shiftGroups(attributes, dataset)) checkList(bytes, dataset, shifted, module.key, [], findings)
  }
  checkOrientation(dataset, iod, findings)
  checkFunctionalGroups(bytes, dataset, iod, findings)
  reportUnexpected(dataset, iod, findings)
}

const TYPES_OF_PRESENCE = ['1', '2', '1C', '2C'] as const

/** Mandatory modules are there, and conditional ones whose condition is met; another is where a required attribute of it is that no other module of the IOD names. */
function isIncluded(bytes: Uint8Array, module: ModuleUse, iod: Iod, dataset: DicomItem): boolean {
  if (module.usage === 'M' || (module.usage === 'C' && isModuleRequired(bytes, dataset, iod.key, module.key))) return true
  const all = [...module.attributes.values()]
  // One of Type 2, such as Slice Thickness, is often there alone: it shows a module that has none of Type 1.
  const distinctiveType = TYPES_OF_PRESENCE.find((type) => all.some((attribute) => attribute.type === type))
  for (const { tag, type } of all) {
    if (type !== distinctiveType) continue
    const isThere = isOverlay(tag) ? overlayGroups(dataset).length > 0 : findIn(dataset, tag) !== undefined
    if (isThere && !iod.modules.some((other) => other !== module && other.attributes.has(tag))) return true
  }
  return false
}

/** §C.8.6.1: the type that SC Equipment gives Modality overrides that of General Series. */
function withoutOverridden({ key, attributes }: ModuleUse, iod: Iod): AttributeList {
  if (key !== 'general-series' || !iod.modules.some((module) => module.key === 'sc-equipment' && module.usage === 'M')) return attributes
  return new Map([...attributes].filter(([tag]) => tag !== MODALITY))
}

/** §C.7.6.1: rows and columns have a direction by the planes of the IOD, and where it has none by Patient Orientation. */
function checkOrientation(dataset: DicomItem, iod: Iod, findings: FindingList): void {
  const module = iod.modules.find(({ key }) => key === 'general-image')
  if (!module || findIn(dataset, PATIENT_ORIENTATION) || PLANES.some((tag) => findIn(dataset, tag))) return
  if (PLANE_GROUPS.some((tag) => hasGroup(dataset, tag))) return
  if (iod.modules.some(({ key, usage }) => usage === 'M' && MODULES_OF_PLANES.has(key))) return
  findings.add('missing_type_2c', [PATIENT_ORIENTATION], placeOf(dataset, PATIENT_ORIENTATION), module.key, '2C')
}

function isOverlay(tag: number): boolean {
  return tag >>> 16 === 0x6000
}

function overlayGroups({ elements }: DicomItem): number[] {
  const groups = elements.map(({ tag }) => tag >>> 16).filter((group) => (group & 0xff01) === 0x6000)
  return [...new Set(groups)]
}

/** The list of a module of overlays once for every group that is there, with its tags; any other as it is. */
function shiftGroups(attributes: AttributeList, dataset: DicomItem): AttributeList[] {
  if (![...attributes.keys()].some(isOverlay)) return [attributes]
  return overlayGroups(dataset).map(
    (group) =>
      new Map(
        [...attributes.values()].map((attribute) => {
          const tag = isOverlay(attribute.tag) ? ((group << 16) | (attribute.tag & 0xffff)) >>> 0 : attribute.tag
          return [tag, { ...attribute, tag }]
        }),
      ),
  )
}

function checkList(
  bytes: Uint8Array,
  item: DicomItem,
  attributes: AttributeList,
  module: string,
  steps: readonly number[],
  findings: FindingList,
): void {
  const isContent = attributes.has(VALUE_TYPE)
  for (const attribute of isContent ? withChildren(attributes, item) : attributes.values()) {
    const element = findIn(item, attribute.tag)
    const path = [...steps, attribute.tag]
    if (!element) {
      if (!isContent || belongsToValueType(bytes, item, attribute.tag)) {
        reportMissing(bytes, item, attribute, attributes, module, path, findings)
      }
    } else if (element.items && element.items.length > 0) checkItems(bytes, element.items, attribute, attributes, module, path, findings)
    else if (attribute.type === '1' && isBlank(bytes, element)) findings.add('empty_type_1', path, element.start, module, '1')
    else if (attribute.type === '1C' && isBlank(bytes, element)) findings.add('empty_type_1c', path, element.start, module, '1C')
    else checkEnumerated(bytes, element, attribute, module, path, findings)
  }
}

/** A content item (PS3.3 §C.17.3) has children at every depth, which the table names at the first alone. */
function withChildren(attributes: AttributeList, item: DicomItem): Iterable<IodAttribute> {
  if (attributes.has(CONTENT_SEQUENCE) || !findIn(item, CONTENT_SEQUENCE)) return attributes.values()
  return [...attributes.values(), { tag: CONTENT_SEQUENCE, type: '1C', items: undefined }]
}

function reportMissing(
  bytes: Uint8Array,
  item: DicomItem,
  { tag, type }: IodAttribute,
  around: AttributeList,
  module: string,
  path: readonly number[],
  findings: FindingList,
): void {
  const offset = placeOf(item, tag)
  if (type === '1') findings.add('missing_type_1', path, offset, module, type)
  else if (type === '2') findings.add('missing_type_2', path, offset, module, type)
  if (type !== '1C' && type !== '2C') return
  const state = judgeCondition(bytes, item, around, module, tagsOf(path))
  if (state === 'met') findings.add(type === '1C' ? 'missing_type_1c' : 'missing_type_2c', path, offset, module, type)
  else if (state === 'open') findings.add(type === '1C' ? 'open_type_1c' : 'open_type_2c', path, offset, module, type)
}

/** A list says nothing of an attribute without a value; of several values it speaks where PS3.6 allows any number of them. */
function checkEnumerated(
  bytes: Uint8Array,
  element: DicomElement,
  { type }: IodAttribute,
  module: string,
  path: readonly number[],
  findings: FindingList,
): void {
  if (element.items || element.fragments || element.valueEnd - element.valueStart > MAX_ENUMERATED_BYTES) return
  const allowed = enumeratedValues(module, tagsOf(path))
  if (!allowed || traitsOf(element.vr).kind === 'bytes') return
  const { values } = decodeValue(bytes, element, element.vr, ASCII, MAX_ENUMERATED_BYTES)
  const vm = findElement(element.tag)?.vm
  if ((values.length !== 1 && vm !== '1-n') || values.every((value) => value === '' || allowed.includes(String(value)))) return
  findings.add('value_not_enumerated', path, element.start, module, type)
}

/** Tags alone of a path of tags and item numbers. */
function tagsOf(path: readonly number[]): number[] {
  return path.filter((_, i) => i % 2 === 0)
}

/** Functional groups have rules of their own for what must be there; inside them types hold as elsewhere. */
function checkItems(
  bytes: Uint8Array,
  items: readonly DicomItem[],
  { tag, type, items: list }: IodAttribute,
  around: AttributeList,
  module: string,
  path: readonly number[],
  findings: FindingList,
): void {
  if (items.length > 1 && hasSingleItem(module, tagsOf(path))) findings.add('several_items', path, items[1]!.start, module, type)
  // A content tree (PS3.3 §C.17.3) has in its items what it has around them.
  const attributes = list === undefined ? (tag === path.at(-3) ? around : undefined) : attributesOf(list)
  if (!attributes) return
  const isFrames = tag === SHARED_GROUPS || tag === PER_FRAME_GROUPS
  items.forEach((item, i) => {
    // An item that points at another by its place (§C.17.3.2.5) has the relationship alone.
    const isReference = findIn(item, REFERENCED_ITEM) !== undefined
    const own = isFrames || isReference ? onlyPresent(attributes, item) : attributes
    checkList(bytes, item, own, module, [...path, i], findings)
  })
}

function onlyPresent(attributes: AttributeList, item: DicomItem): AttributeList {
  return new Map([...attributes].filter(([tag]) => findIn(item, tag) !== undefined))
}

function onlySequences(attributes: AttributeList, item: DicomItem): AttributeList {
  return new Map([...attributes].filter(([tag]) => (findIn(item, tag)?.items?.length ?? 0) > 0))
}

/** No value: no bytes, no items, or padding alone. */
function isBlank(bytes: Uint8Array, element: DicomElement): boolean {
  const length = element.valueEnd - element.valueStart
  if (element.fragments) return false
  if (length === 0 || element.items) return true
  if (length > MAX_BLANK_BYTES || traitsOf(element.vr).kind !== 'text') return false
  return decodeValue(bytes, element, element.vr, ASCII, length).values.every((value) => value === '')
}

/** Attributes of the data set itself that no module of the IOD names. */
function reportUnexpected(dataset: DicomItem, iod: Iod, findings: FindingList): void {
  for (const { tag, start } of dataset.elements) {
    if (isPrivateTag(tag) || isGroupLengthTag(tag) || tag >>> 16 <= 2) continue
    const known = (tag & 0xff010000) >>> 0 === 0x60000000 ? (tag & 0xff00ffff) >>> 0 : tag
    if (!iod.modules.some(({ attributes }) => attributes.has(known))) findings.add('not_in_iod', [tag], start)
  }
}
