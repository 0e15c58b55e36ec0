// A value of a resource with what was decided about it.
import type { PhiAction } from '../../policy/policy-schema.ts'
import type { FhirLeaf } from '../fhir-leaf.ts'
import type { FhirVerdict } from './fhir-verdict.ts'
import type { RuleOutcome } from './rule-places.ts'

/** A leaf with what is decided of it. */
export interface FhirWork {
  readonly leaf: FhirLeaf
  readonly index: number
  readonly text: string
  verdict: FhirVerdict
  /** What a rule of the caller says. */
  readonly ruling: RuleOutcome | undefined
  /** The action of that rule, made ready for the leaf. */
  readonly action: PhiAction | undefined
}
