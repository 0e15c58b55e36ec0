// CDA documents: data/cda-parse on damaged documents.
import { dataCdaParse } from '../../../../src/tools/data/cda-parse.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: dataCdaParse, field: 'document', covers: ['src/formats/cda'], maxBytes: 8192 })
