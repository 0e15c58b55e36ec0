// dicom/validate on damaged files.
import { dicomValidate } from '../../../../src/tools/dicom/validate.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: dicomValidate, field: 'file', covers: ['src/formats/dicom/validate'], maxBytes: 8192 })
