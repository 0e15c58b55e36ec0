// hl7/ack on damaged documents, with the options of its golden cases.
import { hl7Ack } from '../../../../src/tools/hl7/ack.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({ tool: hl7Ack, field: 'message', covers: ['src/formats/hl7/ack'] })
