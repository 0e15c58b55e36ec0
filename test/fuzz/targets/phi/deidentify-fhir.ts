// phi/deidentify-fhir: a value that the caller knows is never in the new document unless it is reported.
import { phiDeidentifyFhir } from '../../../../src/tools/phi/deidentify-fhir.ts'
import { toolOfKnown } from '../../engine/known-target.ts'

export const target = toolOfKnown({ tool: phiDeidentifyFhir, field: 'resource', output: 'resource', covers: ['src/formats/phi/fhir'] })
