// phi/deidentify-hl7: a value that the caller knows is never in the new document unless it is reported.
import { phiDeidentifyHl7 } from '../../../../src/tools/phi/deidentify-hl7.ts'
import { secretTarget } from '../../engine/known-target.ts'

export const target = secretTarget({ tool: phiDeidentifyHl7, field: 'message', output: 'message', covers: ['src/formats/phi/hl7'] })
