// What can be wrong with an XML document that is well-formed and yet no FHIR: each kind with its words.
import type { XmlElement } from '../../xml/node.ts'

export const XML_PROBLEMS = {
  namespace: 'The outermost element is not in the namespace of FHIR.',
  unknown_type: 'An element stands where a resource must stand whose type this version of FHIR defines.',
  unknown_element: 'The definition has no element of this name and namespace here.',
  unknown_attribute: 'The definition has no attribute of this name here.',
  text: 'Text stands in an element of FHIR. Values belong in the attribute value.',
  repeated: 'An element stands twice that may stand once.',
  no_resource: 'An element holds no resource that must hold one.',
  empty: 'An element has neither a value nor parts.',
  value: 'The value is not written as its type has it.',
  narrative: 'The narrative is no div of XHTML.',
  order: 'An element stands behind one that the definition has after it.',
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
