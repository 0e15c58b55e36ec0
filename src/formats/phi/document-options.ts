// The options that the de-identifiers have in common, in the order in which they are listed.
import { detectOptionFields } from './detect-options.ts'
import { mappingOptions } from './mapping/mapping-options.ts'
import { phiKeyField, phiSurrogatesField } from './policy/policy-schema.ts'

const { mode, locale, known, allow, deny, patterns } = detectOptionFields

/** Options of the detector, without those that limit what it finds. */
export const searchOptions = { mode, locale, known, allow, deny, patterns }

export const replacementOptions = { key: phiKeyField, surrogates: phiSurrogatesField, ...mappingOptions }

/** Both, for HL7 v2, CDA, X12 and FHIR. */
export const documentOptions = { ...searchOptions, ...replacementOptions }
