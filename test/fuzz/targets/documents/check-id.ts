// Identifiers: code/check-id on damaged lists.
import { codeCheckId } from '../../../../src/tools/code/check-id.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: codeCheckId, field: 'ids', covers: ['src/formats/ids'] })
