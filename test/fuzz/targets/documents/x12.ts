// X12 interchanges: data/x12-parse on damaged interchanges.
import { dataX12Parse } from '../../../../src/tools/data/x12-parse.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: dataX12Parse, field: 'interchange', covers: ['src/formats/x12'] })
