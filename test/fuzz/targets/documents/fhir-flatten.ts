// fhir/flatten on damaged resources.
import { fhirFlatten } from '../../../../src/tools/fhir/flatten.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: fhirFlatten, field: 'resource', covers: ['src/formats/fhir/view'] })
