// The options that the de-identifiers of HL7 v2, CDA, X12 and FHIR have in common, in the order in which they are listed.
import * as z from 'zod'
import { detectOptionFields } from './detect-options.ts'
import { mappingOptions } from './mapping/mapping-options.ts'
import { phiKeyField, phiSurrogatesField } from './policy/policy-schema.ts'

const { mode, locale, known, allow, deny, patterns } = detectOptionFields

export const documentOptions = {
  mode,
  locale,
  known,
  allow,
  deny,
  patterns,
  key: phiKeyField,
  surrogates: phiSurrogatesField,
  ...mappingOptions,
}

/** @param description whose dates are shifted, and whose by default */
export function subjectField(description: string) {
  return z.string().min(1).max(500).optional().describe(description)
}
