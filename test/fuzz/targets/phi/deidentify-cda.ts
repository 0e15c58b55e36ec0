// phi/deidentify-cda: a value that the caller knows is never in the new document unless it is reported.
import { phiDeidentifyCda } from '../../../../src/tools/phi/deidentify-cda.ts'
import { toolOfKnown } from '../../engine/known-target.ts'

export const target = toolOfKnown({ tool: phiDeidentifyCda, field: 'document', output: 'document', covers: ['src/formats/phi/cda'] })
