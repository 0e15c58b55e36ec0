// phi/deidentify-hl7: a value that the caller knows is never in the new document unless it is reported.
import { phiDeidentifyHl7 } from '../../../../src/tools/phi/deidentify-hl7.ts'
import { toolOfKnown } from '../../engine/known-target.ts'

export const target = toolOfKnown({ tool: phiDeidentifyHl7, field: 'message', output: 'message', covers: ['src/formats/phi/hl7'] })
