// Conditions of Type 1C and 2C attributes that the data set itself can decide, by tag, as PS3.3 states them wherever it names the attribute.
import { resolveCharacterSet } from '../character-set.ts'
import { decodeValue, readAsciiValue } from '../decode-value.ts'
import { type DicomItem, findIn } from '../dicom-file.ts'

interface Condition {
  /** The attribute that decides; looked up in the same item. */
  readonly tag: number
  /** One of these values; undefined where it is enough that the attribute is there. */
  readonly values?: readonly string[]
  /** A number above this one. */
  readonly above?: number
  /** None of these attributes is there. */
  readonly without?: readonly number[]
}

const CONDITIONS: ReadonlyMap<number, Condition> = new Map<number, Condition>([
  // §C.7.6.3.1.3 Planar Configuration
  [0x00280006, { tag: 0x00280002, above: 1 }],
  // §C.7.6.3.1.5 and §C.7.9 Palette Color Lookup Table Descriptors
  [0x00281101, { tag: 0x00280004, values: ['PALETTE COLOR'] }],
  [0x00281102, { tag: 0x00280004, values: ['PALETTE COLOR'] }],
  [0x00281103, { tag: 0x00280004, values: ['PALETTE COLOR'] }],
  // §C.7.9 Palette Color Lookup Table Data, which may be segmented
  [0x00281201, { tag: 0x00280004, values: ['PALETTE COLOR'], without: [0x00281221] }],
  [0x00281202, { tag: 0x00280004, values: ['PALETTE COLOR'], without: [0x00281222] }],
  [0x00281203, { tag: 0x00280004, values: ['PALETTE COLOR'], without: [0x00281223] }],
  // §C.7.6.3 Pixel Data, where no Pixel Data Provider URL stands for it
  [0x7fe00010, { tag: 0x00280010, without: [0x00287fe0, 0x7fe00008, 0x7fe00009] }],
  // §C.7.3.1 Patient Position of CT and MR images
  [0x00185100, { tag: 0x00080016, values: ['1.2.840.10008.5.1.4.1.1.2', '1.2.840.10008.5.1.4.1.1.4'], without: [0x00540410] }],
  // §C.11.2.1.2 Window Width
  [0x00281051, { tag: 0x00281050 }],
  // §C.11.1 Rescale Slope and Type
  [0x00281053, { tag: 0x00281052 }],
  // §C.7.6.1 Lossy Image Compression Ratio
  [0x00282112, { tag: 0x00282110, values: ['01'] }],
  // §C.18.1 Rational Denominator Value
  [0x0040a163, { tag: 0x0040a162 }],
  // §C.7.6.11 Display Shutter
  [0x00181602, { tag: 0x00181600, values: ['RECTANGULAR'] }],
  [0x00181604, { tag: 0x00181600, values: ['RECTANGULAR'] }],
  [0x00181606, { tag: 0x00181600, values: ['RECTANGULAR'] }],
  [0x00181608, { tag: 0x00181600, values: ['RECTANGULAR'] }],
  [0x00181610, { tag: 0x00181600, values: ['CIRCULAR'] }],
  [0x00181612, { tag: 0x00181600, values: ['CIRCULAR'] }],
  [0x00181620, { tag: 0x00181600, values: ['POLYGONAL'] }],
])

export const VALUE_TYPE = 0x0040a040

/** §C.17.3 and §C.18: the Value Types of a content item to which an attribute belongs, in whatever list of a content item it stands. */
const CONTENT_ATTRIBUTES: ReadonlyMap<number, readonly string[]> = new Map([
  [0x00081199, ['COMPOSITE', 'IMAGE', 'WAVEFORM']],
  [0x0040a050, ['CONTAINER']],
  [0x0040a120, ['DATETIME']],
  [0x0040a121, ['DATE']],
  [0x0040a122, ['TIME']],
  [0x0040a123, ['PNAME']],
  [0x0040a124, ['UIDREF']],
  [0x0040a130, ['TCOORD']],
  [0x0040a160, ['TEXT']],
  [0x0040a168, ['CODE']],
  [0x0040a300, ['NUM']],
  [0x0040a801, ['TABLE']],
  [0x00700022, ['SCOORD', 'SCOORD3D']],
  [0x00700023, ['SCOORD', 'SCOORD3D']],
  [0x30060024, ['SCOORD3D']],
])

/** False for an attribute that a content item of this Value Type does not have. */
export function belongsToValueType(bytes: Uint8Array, item: DicomItem, tag: number): boolean {
  const types = CONTENT_ATTRIBUTES.get(tag)
  if (!types) return true
  const element = findIn(item, VALUE_TYPE)
  return element !== undefined && types.includes(readAsciiValue(bytes, element))
}

/** True only where the condition is known and met: what cannot be decided is no finding. */
export function isConditionMet(bytes: Uint8Array, item: DicomItem, tag: number): boolean {
  if (CONTENT_ATTRIBUTES.has(tag) && tag !== 0x00081199 && findIn(item, VALUE_TYPE)) return belongsToValueType(bytes, item, tag)
  const condition = CONDITIONS.get(tag)
  const element = condition && findIn(item, condition.tag)
  if (!element || element.valueStart === element.valueEnd) return false
  const { values, above, without } = condition
  if (without?.some((other) => findIn(item, other) !== undefined)) return false
  if (!values && above === undefined) return true
  const [value] = decodeValue(bytes, element, element.vr, resolveCharacterSet(''), 64).values
  if (value === undefined) return false
  return values ? values.includes(String(value)) : typeof value === 'number' && value > above!
}
