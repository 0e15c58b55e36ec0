// Settings and report of the de-identification of FHIR.
import type { FhirVersion } from '../../fhir/model/versions.ts'
import type { PhiCategory } from '../category.ts'
import type { DetectOptions } from '../compiled-options.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import type { AnonymizerRule } from './anonymizer-configuration.ts'
import type { RuleAction } from './judge/rule-places.ts'
import type { PersonValues } from './persons.ts'
import type { SubjectRules } from './subject-of.ts'

export interface FhirChange {
  /** Place of the resource in the document, from 0. */
  index: number
  /** FHIRPath of the element. */
  path: string
  category: PhiCategory
  action: PhiAction
  /** What decided it: JSON pointer of a rule of the caller, element of the definitions, or rule of the detector. */
  rule: string
}

export interface FhirResidual {
  index: number
  path: string
  category: PhiCategory
}

export interface FhirSettings extends Omit<SubjectRules, 'needsSubject'> {
  readonly deidentifier: Deidentifier
  readonly detect: DetectOptions
  readonly version: FhirVersion
  readonly unknown: 'block' | 'search'
  readonly narrative: 'remove' | 'clean'
  readonly attachments: 'clean' | 'remove'
  readonly rules: readonly RuleAction[]
  /** Rules of a configuration of Microsoft's anonymizer. */
  readonly configured: readonly AnonymizerRule[]
  /** What that configuration leaves of what it redacts. */
  readonly partial: { readonly ages: boolean; readonly dates: boolean; readonly zipCodes: boolean }
  readonly labels: boolean
  /** What is known of persons of other documents, by reference. */
  readonly persons: ReadonlyMap<string, PersonValues>
  /** Secret of ids that the policy numbers. */
  readonly idKey?: string | undefined
  /** Of documents inside: DICOM needs it. */
  readonly key: string | undefined
}
