// phi/deidentify-x12: a value that the caller knows is never in the new document unless it is reported.
import { phiDeidentifyX12 } from '../../../../src/tools/phi/deidentify-x12.ts'
import { toolOfKnown } from '../../engine/known-target.ts'

export const target = toolOfKnown({ tool: phiDeidentifyX12, field: 'interchange', output: 'interchange', covers: ['src/formats/phi/x12'] })
