// hl7/convert on damaged documents, with the options of its golden cases.
import { hl7Convert } from '../../../../src/tools/hl7/convert.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: hl7Convert, field: 'message', covers: ['src/formats/hl7/v2xml'] })
