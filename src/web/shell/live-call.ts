// Which calls follow what is typed: those whose input is there and short.
import { type DocumentValue, type FormState, isRequired, propertiesOf } from '../form/form-state.ts'
import { keepValue, readKept } from '../kept-value.ts'
import type { PageTool } from '../run/page-tool.ts'

/** Longer texts are run when a person says so. In UTF-16 code units. */
const MAX_TEXT = 100_000
/** Of files, which change only when another one is chosen. */
const MAX_FILE_BYTES = 4_000_000

/** - `missing`: nothing can be run yet. - `long`: a person has to start the run. */
export type LiveState = 'missing' | 'long' | 'ready'

export function liveStateOf({ schemas }: PageTool, { fields, options }: FormState): LiveState {
  const needs = (schema: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>) =>
    propertiesOf(schema).some(([name]) => isRequired(schema, name) && given[name] === undefined)
  if (Object.keys(fields).length === 0 || needs(schemas.input, fields) || needs(schemas.options, options)) return 'missing'
  return Object.values(fields).some(isLong) ? 'long' : 'ready'
}

function isLong(value: DocumentValue): boolean {
  if ('text' in value) return value.text.length > MAX_TEXT
  if ('file' in value) return value.file.size > MAX_FILE_BYTES
  return 'bytes' in value && value.bytes.byteLength > MAX_FILE_BYTES
}

/** Whether a result is of what is there now: another document beside it would be taken for its own. */
export function isSameInput(one: object, other: object): boolean {
  const membersOf = (fields: object) => Object.entries(fields).flatMap(([name, value]) => [name, ...Object.values(value as DocumentValue)])
  const [members, others] = [membersOf(one), membersOf(other)]
  return members.length === others.length && members.every((member, i) => member === others[i])
}

const NAME = 'run-while-typing'
const OFF = 'off'

/** Whether runs follow what is typed: they do unless a person turned that off in this browser. */
export function readFollowing(): boolean {
  return readKept('localStorage', NAME) !== OFF
}

export function keepFollowing(isFollowing: boolean): void {
  keepValue('localStorage', NAME, isFollowing ? undefined : OFF)
}
