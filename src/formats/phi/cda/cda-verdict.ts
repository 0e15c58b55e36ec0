// What is done with a value of a CDA document.
import type { PhiCategory } from '../category.ts'

/** keep: it stays, whatever it is. look: it stays unless it is a value of a person of the document. scan: the detector tells. The others are changed by their own rules. */
export type CdaVerdict =
  | 'keep'
  | 'look'
  | 'scan'
  | 'time'
  | 'oid'
  | 'id'
  | 'contact'
  | 'link'
  | 'xml-id'
  | 'xml-ids'
  | 'namespace'
  | 'data'
  | 'remove'
  | { readonly category: PhiCategory }
