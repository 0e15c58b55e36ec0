// phi/deidentify-fhir: a value that the caller knows is never in the new document unless it is reported.
import { phiDeidentifyFhir } from '../../../../src/tools/phi/deidentify-fhir.ts'
import { secretTarget } from '../../engine/known-target.ts'

export const target = secretTarget({ tool: phiDeidentifyFhir, field: 'resource', output: 'resource', covers: ['src/formats/phi/fhir'] })
