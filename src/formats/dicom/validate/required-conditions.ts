// Conditions of Type 1C and 2C attributes that the data set itself can decide or leaves open: some by tag, wherever PS3.3 names the attribute, the others by module.
import { type DicomElement, type DicomItem, findIn } from '../dicom-file.ts'
import { type Clause, type Condition, moduleCondition, requiredCondition } from '../iod/attribute-rules.ts'
import type { AttributeList } from '../iod/iod-table.ts'
import { resolveCharacterSet } from '../value/character-set.ts'
import { decodeValue, readAsciiValue } from '../value/decode-value.ts'
import { hasGroup } from './check-functional-groups.ts'

interface TagCondition {
  /** The attribute that decides; looked up in the same item. */
  readonly tag: number
  /** One of these values; undefined where it is enough that the attribute is there. */
  readonly values?: readonly string[]
  /** A number above this one. */
  readonly above?: number
  /** None of these attributes is there. */
  readonly without?: readonly number[]
  /** Another attribute that decides as well. */
  readonly or?: TagCondition
}

const PALETTE: TagCondition = {
  tag: 0x00280004,
  values: ['PALETTE COLOR'],
  or: { tag: 0x00089205, values: ['COLOR', 'MIXED'] },
}

const CONDITIONS: ReadonlyMap<number, TagCondition> = new Map<number, TagCondition>([
  // §C.7.6.3.1.3 Planar Configuration
  [0x00280006, { tag: 0x00280002, above: 1 }],
  // §C.7.6.3.1.5, §C.7.9 and §C.7.6.19 Palette Color Lookup Table Descriptors
  [0x00281101, PALETTE],
  [0x00281102, PALETTE],
  [0x00281103, PALETTE],
  // §C.7.9 Palette Color Lookup Table Data, which may be segmented
  [0x00281201, { ...PALETTE, without: [0x00281221] }],
  [0x00281202, { ...PALETTE, without: [0x00281222] }],
  [0x00281203, { ...PALETTE, without: [0x00281223] }],
  // §C.7.6.3 Pixel Data, where no Pixel Data Provider URL stands for it
  [0x7fe00010, { tag: 0x00080016, without: [0x00287fe0, 0x7fe00008, 0x7fe00009] }],
  // §C.7.3.1 Patient Position of CT and MR images
  [0x00185100, { tag: 0x00080016, values: ['1.2.840.10008.5.1.4.1.1.2', '1.2.840.10008.5.1.4.1.1.4'], without: [0x00540410] }],
  // §C.11.2.1.2 Window Width
  [0x00281051, { tag: 0x00281050 }],
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

/** §C.11.1 and §C.11.14: Rescale Slope and Type, where no module says more of them. */
const RESCALING: ReadonlyMap<string, TagCondition> = new Map(
  ['modality-lut', 'presentation-state-blending'].flatMap((module) =>
    [0x00281053, 0x00281054].map((tag) => [`${module}:${tag}`, { tag: 0x00281052 }] as const),
  ),
)

const LATERALITY = 0x00200060
const BODY_PART_EXAMINED = 0x00180015
/** Image and Measurement Laterality, and segments and specimens, which have their own. */
const SIDES_ELSEWHERE = [0x00200062, 0x00240113, 0x00620002, 0x00400560]
/** Frame Anatomy, the functional group that holds Frame Laterality. */
const FRAME_ANATOMY = 0x00209071
/** Values of Body Part Examined of structures that PS3.16 Annex L calls paired. */
const PAIRED_PARTS: ReadonlySet<string> = new Set(
  'ANKLE ARM AXILLA BREAST CALF CLAVICLE EAR ELBOW EYE FINGER FOOT FOREARM HAND HIP HUMERUS KNEE LEG SCAPULA SHOULDER THIGH THUMB TOE WRIST'.split(
    ' ',
  ),
)

/** Of those that it calls unpaired; any other text may be either. */
const UNPAIRED_PARTS: ReadonlySet<string> = new Set(
  (
    'ABDOMEN ABDOMENPELVIS AORTA BLADDER BRAIN CHEST CHESTABDOMEN CHESTABDPELVIS COCCYX COLON CSPINE CTSPINE DUODENUM ESOPHAGUS FACE ' +
    'GALLBLADDER HEAD HEADNECK HEART JAW LARYNX LIVER LSPINE LSSPINE MANDIBLE MAXILLA MEDIASTINUM MOUTH NECK NECKCHEST NECKCHESTABDOMEN ' +
    'NECKCHESTABDPELV NOSE PANCREAS PELVIS PENIS PHARYNX PROSTATE RECTUM SACRUM SELLA SKULL SPINE SPLEEN SSPINE STERNUM STOMACH THYMUS ' +
    'THYROID TLSPINE TONGUE TRACHEA TSPINE UTERUS VAGINA WHOLEBODY'
  ).split(' '),
)

const CODE_VALUE = 0x00080100
const CODING_SCHEME = 0x00080102
const LONG_CODE_VALUE = 0x00080119
const URN_CODE_VALUE = 0x00080120

interface Choice {
  readonly of: readonly number[]
  /** Where it does not hold, none of them is needed. */
  readonly when?: TagCondition
}

/** Attributes of which one must be there: the data set does not say which. */
const CHOICES: readonly Choice[] = [
  // §8.8 Code Sequence Macro: the code itself decides which of the three holds it
  { of: [CODE_VALUE, LONG_CODE_VALUE, URN_CODE_VALUE] },
  // §C.7.1.1 how the identity of the patient was removed, in words or as a code
  { of: [0x00120063, 0x00120064], when: { tag: 0x00120062, values: ['YES'] } },
  // §C.10.9 Waveform: skew in seconds or in samples
  { of: [0x003a0214, 0x003a0215] },
]
const CONCEPT_NAME = 0x0040a043
/** §C.17.3.1: content items that have a name whatever their relationship. */
const NAMED_TYPES: ReadonlySet<string> = new Set(['TEXT', 'NUM', 'CODE', 'DATETIME', 'DATE', 'TIME', 'UIDREF', 'PNAME'])

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

/** open: one of several must be there, or nothing in the data set speaks against the condition. */
export type ConditionState = 'met' | 'open' | 'unmet'

/**
 * What cannot be decided at all is unmet.
 * @param around the attributes that the module gives the item
 * @param path tags from the data set down to the attribute
 */
export function judgeCondition(
  bytes: Uint8Array,
  item: DicomItem,
  around: AttributeList,
  module: string,
  path: readonly number[],
): ConditionState {
  const tag = path.at(-1)!
  if (CONTENT_ATTRIBUTES.has(tag) && tag !== 0x00081199 && findIn(item, VALUE_TYPE)) return stateOf(belongsToValueType(bytes, item, tag))
  if (tag === LATERALITY) return judgeLaterality(bytes, item)
  const choice = CHOICES.find(({ of }) => of.includes(tag) && of.every((other) => around.has(other)))
  if (choice) return judgeChoice(bytes, item, choice)
  if (tag === CONCEPT_NAME && around.has(VALUE_TYPE)) return stateOf(needsConceptName(bytes, item, path))
  if (tag === CODING_SCHEME && around.has(LONG_CODE_VALUE)) {
    return stateOf([CODE_VALUE, LONG_CODE_VALUE].some((code) => findIn(item, code)))
  }
  const rule = requiredCondition(module, path)
  const condition = CONDITIONS.get(tag) ?? (rule ? undefined : RESCALING.get(`${module}:${tag}`))
  if (condition) return stateOf(isTagConditionMet(bytes, item, condition))
  return stateOf(rule !== undefined && isRuleMet(bytes, item, rule, (other) => path.length === 1 || around.has(other)))
}

function judgeChoice(bytes: Uint8Array, item: DicomItem, { of, when }: Choice): ConditionState {
  if (when && !isTagConditionMet(bytes, item, when)) return 'unmet'
  return of.some((tag) => findIn(item, tag)) ? 'unmet' : 'open'
}

/** The root of a report is named too: it is its title. */
function needsConceptName(bytes: Uint8Array, item: DicomItem, path: readonly number[]): boolean {
  const element = findIn(item, VALUE_TYPE)
  const type = element ? readAsciiValue(bytes, element, 16) : ''
  return NAMED_TYPES.has(type) || (path.length === 1 && type === 'CONTAINER')
}

function stateOf(isMet: boolean): ConditionState {
  return isMet ? 'met' : 'unmet'
}

/** True where the data set decides that a conditional module of the IOD must be there. */
export function isModuleRequired(bytes: Uint8Array, dataset: DicomItem, iod: string, module: string): boolean {
  const rule = moduleCondition(iod, module)
  return rule !== undefined && isRuleMet(bytes, dataset, rule, () => true)
}

function isRuleMet(bytes: Uint8Array, item: DicomItem, { all, clauses }: Condition, isOwn: (tag: number) => boolean): boolean {
  const isTrue = (clause: Clause) => isClauseTrue(bytes, item, clause, isOwn(clause.tag))
  return all ? clauses.every(isTrue) : clauses.some(isTrue)
}

function isTagConditionMet(bytes: Uint8Array, item: DicomItem, { tag, values, above, without, or }: TagCondition): boolean {
  if (without?.some((other) => findIn(item, other) !== undefined)) return false
  if (or && isTagConditionMet(bytes, item, or)) return true
  const element = findIn(item, tag)
  if (!element || element.valueStart === element.valueEnd) return false
  if (!values && above === undefined) return true
  const [value] = valuesOf(bytes, element)
  if (value === undefined) return false
  return values ? values.includes(String(value)) : typeof value === 'number' && value > above!
}

/** @param isOwn the attribute belongs to the same item; one that stands elsewhere is not missing here */
function isClauseTrue(bytes: Uint8Array, item: DicomItem, { test, tag, valueNumber, values }: Clause, isOwn: boolean): boolean {
  const element = findIn(item, tag)
  if (test === 'absent') return isOwn && element === undefined
  if (!element || element.valueStart === element.valueEnd) return false
  if (test === 'present') return true
  if (element.items || element.fragments) return false
  const actual = valuesOf(bytes, element)
    .slice(valueNumber === undefined ? 0 : valueNumber - 1, valueNumber)
    .filter((value) => value !== '')
  if (test === 'above') return typeof actual[0] === 'number' && actual[0] > Number(values[0])
  const isListed = actual.some((value) => values.includes(String(value)))
  return test === 'one-of' ? isListed : actual.length > 0 && !isListed
}

function valuesOf(bytes: Uint8Array, element: DicomElement): readonly (string | number)[] {
  return decodeValue(bytes, element, element.vr, resolveCharacterSet(''), 64).values
}

/** Met where Body Part Examined names a paired structure, unmet where it names another, open where it names none. */
function judgeLaterality(bytes: Uint8Array, dataset: DicomItem): ConditionState {
  if (SIDES_ELSEWHERE.some((tag) => findIn(dataset, tag)) || hasGroup(dataset, FRAME_ANATOMY)) return 'unmet'
  const element = findIn(dataset, BODY_PART_EXAMINED)
  const part = element ? readAsciiValue(bytes, element, 64) : ''
  if (PAIRED_PARTS.has(part)) return 'met'
  return UNPAIRED_PARTS.has(part) ? 'unmet' : 'open'
}
