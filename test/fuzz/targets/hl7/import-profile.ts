// hl7/import-profile on damaged documents, with the options of its golden cases.
import { hl7ImportProfile } from '../../../../src/tools/hl7/import-profile.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: hl7ImportProfile, field: 'profile', covers: ['src/formats/hl7/profile-import'] })
