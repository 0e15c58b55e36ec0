// What a conformance profile says of a message, whichever XML form it came in; and what of it the profile format of this program cannot say.

/** As written, such as R, RE, C or `C(R/X)`. */
type UsageText = string

export interface Occurrence {
  readonly usage: UsageText
  readonly min: number
  /** Infinity for `*`. */
  readonly max: number
}

/** A field, component or subcomponent. */
export interface ElementModel extends Pick<Occurrence, 'usage'> {
  /** 1-based. */
  readonly position: number
  /** Of a field; once for its parts. */
  readonly min: number
  readonly max: number
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  /** Name of HL7's data type; empty where it is not given. */
  readonly dataType: string
  readonly constant: string | undefined
  readonly binding: Binding | undefined
  readonly parts: readonly ElementModel[]
}

/** The codes that a value is from. */
export interface Binding {
  /** Identifiers of tables or value sets: a code of one of them. */
  readonly ids: readonly string[]
  /** Position of the part that the code is in; undefined where the form does not say. */
  readonly location: number | undefined
  /** False where other codes are allowed, or where the form names several parts. */
  readonly isStrict: boolean
}

export interface SegmentModel extends Occurrence {
  readonly kind: 'segment'
  /** `PID`. */
  readonly name: string
  /** What predicates and constraints call it. */
  readonly id: string
  readonly fields: readonly ElementModel[]
}

export interface GroupModel extends Occurrence {
  readonly kind: 'group'
  readonly name: string
  readonly of: readonly (SegmentModel | GroupModel)[]
}

export interface MessageModel {
  readonly id: string
  readonly code: string
  readonly trigger: string
  readonly structure: string
  readonly of: readonly (SegmentModel | GroupModel)[]
}

export interface ProfileModel {
  readonly form: 'hl7' | 'nist'
  readonly name: string
  /** As declared. */
  readonly version: string
  readonly messages: readonly MessageModel[]
}

export const NOT_IMPORTED = {
  conditional_usage: 'usage under a condition that is a text, or that the format cannot say',
  usage: 'usage for backward compatibility (B), or one that is not known',
  group: 'usage and repetitions of a group of segments, beyond what the standard says',
  segment_in_group: 'usage and repetitions of a segment in a group that is optional or repeats, beyond what the standard says',
  differs_by_place: 'demands on segments of one name that differ by their place in the message',
  structure: 'a segment where the standard does not have it: local definitions can place it',
  data_type: 'another data type than that of the standard',
  table: 'a table whose codes are not known',
  value_set: 'a value set that is open, suggested, not given, or for several parts at once',
  part_of_repetition: 'what must be there in a part of a repeating field, if that part is there',
  dynamic_mapping: 'data types that another field names',
  predicate: 'a condition that the format cannot say',
  constraint: 'a conformance statement other than a constant or a list of codes',
  co_constraint: 'demands on several values together',
  other: 'a part of the file that is not read',
} as const
export type NotImportedKind = keyof typeof NOT_IMPORTED

export interface NotImported {
  /** Place in the message, such as PID-3.1 or PATIENT/PID; identifier of the profile for what has none. */
  path: string
  kind: NotImportedKind
}
