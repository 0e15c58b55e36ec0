// phi/deidentify-cda: a value that the caller knows is never in the new document unless it is reported.
import { phiDeidentifyCda } from '../../../../src/tools/phi/deidentify-cda.ts'
import { secretTarget } from '../../engine/known-target.ts'

export const target = secretTarget({ tool: phiDeidentifyCda, field: 'document', output: 'document', covers: ['src/formats/phi/cda'] })
