// hl7/from-fhir on damaged documents, with the options of its golden cases.
import { hl7FromFhir } from '../../../../src/tools/hl7/from-fhir.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: hl7FromFhir, field: 'bundle', covers: ['src/formats/hl7/from-fhir'] })
