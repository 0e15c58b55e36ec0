// fhir/validate on damaged resources.
import { fhirValidate } from '../../../../src/tools/fhir/validate.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: fhirValidate, field: 'resource', covers: ['src/formats/fhir/validate'] })
