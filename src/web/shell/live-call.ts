// Which tools follow what is typed, and when: a run is short, and what it needs is there.
import type { ToolDescription } from '../../core/describe.ts'
import type { View } from '../../core/view.ts'
import { type DocumentValue, type FormState, isRequired, propertiesOf } from '../form/form-state.ts'

const LIVE_VIEWS: ReadonlySet<View['kind']> = new Set(['units', 'identifiers', 'device-labels', 'path-results', 'view-rows'])

/** Longer documents are run when a person says so. */
const MAX_LENGTH = 100_000

export function followsTyping({ views }: ToolDescription): boolean {
  return views.output.some(({ view }) => LIVE_VIEWS.has(view.kind))
}

export function isShortCall({ schemas }: ToolDescription, { fields }: FormState): boolean {
  const needed = propertiesOf(schemas.input).filter(([name]) => isRequired(schemas.input, name))
  if (needed.some(([name]) => fields[name] === undefined)) return false
  return Object.values(fields).reduce((sum, field) => sum + lengthOf(field), 0) <= MAX_LENGTH
}

function lengthOf(value: DocumentValue): number {
  if ('text' in value) return value.text.length
  if ('file' in value) return value.file.size
  return 'bytes' in value ? value.bytes.byteLength : 0
}
