// hl7/validate on damaged documents, with the options of its golden cases.
import { hl7Validate } from '../../../../src/tools/hl7/validate.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: hl7Validate, field: 'message', covers: ['src/formats/hl7/validate'] })
