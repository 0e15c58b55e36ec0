// The role of each character under the delimiters that were set last: a table, because the index asks it once for every character of a document.
import type { Delimiters } from '../delimiters.ts'
import { isBreak } from '../index/line-start.ts'
import { HAS_COMPONENTS, HAS_ESCAPES, HAS_REPETITIONS } from '../index/segment-index.ts'

/** What is smaller is a HAS_ flag of its field, or no role at all. */
export const FIELD = 8
export const BREAK = 16
/** A quotation mark or any other control character: what is written otherwise in JSON. */
export const UNUSUAL = 32

const QUOTE = 0x22
const FIRST_PRINTABLE = 0x20

/** By code unit. */
export const ROLES = new Uint8Array(0x10000)
for (let code = 0; code <= QUOTE; code++) ROLES[code] = ownRole(code)

let owner: Delimiters | undefined
let ownerIsUnusual = false

/** Of a character that is no delimiter. */
function ownRole(code: number): number {
  if (isBreak(code)) return BREAK
  return code < FIRST_PRINTABLE || code === QUOTE ? UNUSUAL : 0
}

/** @returns true where one of the delimiters would otherwise be UNUSUAL */
export function setRoles(delimiters: Delimiters): boolean {
  if (owner === delimiters) return ownerIsUnusual
  if (owner) for (const char of Object.values(owner)) if (char !== null) setRole(char, ownRole(char.charCodeAt(0)))
  owner = delimiters
  ownerIsUnusual = Object.values(delimiters).some((char) => char !== null && ownRole(char.charCodeAt(0)) === UNUSUAL)
  // A character that was declared for several roles takes the last one here: the one that divides more.
  setRole(delimiters.escape, HAS_ESCAPES)
  setRole(delimiters.subcomponent, HAS_COMPONENTS)
  setRole(delimiters.component, HAS_COMPONENTS)
  setRole(delimiters.repetition, HAS_REPETITIONS)
  setRole(delimiters.field, FIELD)
  return ownerIsUnusual
}

function setRole(char: string | null, role: number): void {
  if (char === null) return
  const code = char.charCodeAt(0)
  if (ROLES[code] !== BREAK) ROLES[code] = role
}
