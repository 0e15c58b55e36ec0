// Units: code/ucum on damaged lists.
import { codeUcum } from '../../../../src/tools/code/ucum.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: codeUcum, field: 'units', covers: ['src/formats/ucum'] })
