// What is done with a value of a resource, and what it is judged by.
import type { EnumeratedSet } from '../../../fhir/model/value-sets.ts'
import type { FhirVersion } from '../../../fhir/model/versions.ts'
import type { PhiCategory } from '../../category.ts'
import type { PhiMode } from '../../layers/layer.ts'

/** keep: it stays, whatever it is. look: it stays unless it is a value of a person of the document. scan: the detector tells. graph: the graph of ids. */
export type FhirVerdict =
  | 'keep'
  | 'look'
  | 'scan'
  | 'date'
  | 'graph'
  | 'search'
  | 'id'
  | 'address'
  | 'oid'
  | 'data'
  | 'remove'
  | { readonly category: PhiCategory }

export interface JudgeMeans {
  readonly mode: PhiMode
  readonly version: FhirVersion
  /** By the canonical of a value set. */
  readonly valueSet: (url: string) => EnumeratedSet | undefined
  /** Whether the version has a type of the name. */
  readonly isType: (name: string) => boolean
  /** The type of the resource of the document that a reference leads to. */
  readonly typeOf: (reference: string) => string | undefined
}
