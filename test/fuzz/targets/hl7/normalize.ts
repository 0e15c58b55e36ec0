// hl7/normalize on damaged documents, with the options of its golden cases.
import { hl7Normalize } from '../../../../src/tools/hl7/normalize.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: hl7Normalize, field: 'message', covers: ['src/formats/hl7/normalize'] })
