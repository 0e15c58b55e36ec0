// What the completion of the paths of an option needs.
import type { PathSource } from '../../../core/view.ts'
import type { RunTool } from '../../views/picture/frame-picture.ts'
import type { DocumentValue } from '../form-state.ts'

/** Where the paths of an option come from. */
export interface Completion {
  readonly source: PathSource
  readonly document: DocumentValue | undefined
  readonly ask: RunTool
}
