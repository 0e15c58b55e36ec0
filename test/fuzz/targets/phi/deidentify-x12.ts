// phi/deidentify-x12: a value that the caller knows is never in the new document unless it is reported.
import { phiDeidentifyX12 } from '../../../../src/tools/phi/deidentify-x12.ts'
import { secretTarget } from '../../engine/known-target.ts'

export const target = secretTarget({ tool: phiDeidentifyX12, field: 'interchange', output: 'interchange', covers: ['src/formats/phi/x12'] })
