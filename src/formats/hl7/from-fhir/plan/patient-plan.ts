// What the segments of a message are planned from.
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { MessageContents } from '../draft/message-contents.ts'
import type { SourceResource } from '../draft/source-tree.ts'

export interface PatientPlan {
  readonly builder: MessageBuilder
  readonly contents: MessageContents
  /** Whom the message is about; undefined where the Bundle does not hold the patient. */
  readonly patient: SourceResource | undefined
}
