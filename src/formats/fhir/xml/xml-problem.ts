// What can be wrong with an XML document that is well-formed and yet no FHIR: each kind with its words.
import type { XmlElement } from '../../xml/node.ts'

export const XML_PROBLEMS = {
  namespace: 'The outermost element is not in the namespace of FHIR.',
  unknown_type: 'Expected a resource of a type that this version of FHIR defines.',
  unknown_element: 'The definition has no element of this name and namespace here.',
  unknown_attribute: 'The definition has no attribute of this name here.',
  text: 'A FHIR element has text. Values belong in the attribute value.',
  repeated: 'An element that must not repeat is repeated.',
  no_resource: 'An element that must have a resource has none.',
  empty: 'An element has neither a value nor parts.',
  value: 'The value is not written as its type has it.',
  narrative: 'The narrative is no div of XHTML.',
  order: 'The elements are not in the order of the definition.',
} as const

export type XmlProblemKind = keyof typeof XML_PROBLEMS

export interface XmlProblem {
  readonly kind: XmlProblemKind
  /** The element to blame, or the one whose attribute or text is to blame. */
  readonly element: XmlElement
  /** Its name, where an attribute is to blame. */
  readonly attribute: string | undefined
  /** In UTF-16 code units of the text. */
  readonly offset: number
}

/** What XML holds and JSON has no place for. */
export type DroppedKind = 'comment' | 'instruction' | 'whitespace' | 'schema_location'

export interface Dropped {
  readonly kind: DroppedKind
  /** The element that it stands in; null outside of the resource. */
  readonly element: XmlElement | null
  readonly offset: number
}
