// FHIR as JSON and XML: fhir/convert on damaged resources.
import { fhirConvert } from '../../../../src/tools/fhir/convert.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({
  tool: fhirConvert,
  field: 'resource',
  covers: ['src/formats/fhir/convert', 'src/formats/fhir/xml', 'src/formats/fhir/json', 'src/formats/fhir/document'],
})
