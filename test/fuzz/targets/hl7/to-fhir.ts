// hl7/to-fhir on damaged documents, with the options of its golden cases.
import { hl7ToFhir } from '../../../../src/tools/hl7/to-fhir.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: hl7ToFhir, field: 'message', covers: ['src/formats/hl7/fhir'] })
