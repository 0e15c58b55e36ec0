// Device identifiers: code/udi on damaged lists.
import { codeUdi } from '../../../../src/tools/code/udi.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: codeUdi, field: 'udi', covers: ['src/formats/udi'] })
