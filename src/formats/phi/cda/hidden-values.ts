// Values that a text hides: known ones in base64, names of the document in any case, object identifiers and UUIDs that were replaced elsewhere,
// and data too long for words.
import { listMatches } from '../../../core/list-matches.ts'
import type { PhiCategory } from '../category.ts'
import { locateNames } from '../hl7/known-names.ts'
import type { OriginalValues } from '../hl7/original-values.ts'

export interface Hidden {
  readonly start: number
  readonly end: number
  readonly category: PhiCategory
}

const BASE64 = /[A-Za-z0-9+/_-]{6,}={0,2}/g
/** Signs of base64 that stand between words as well. */
const SIGNS = /[/_+-]/
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
/** Object identifiers with what may stick to them: the dots and digits of the text around. */
const ARCS = /\d[\d.]{6,}/g
const LEAST_HIDDEN = 6
/** Characters in a row that no word has. */
const LEAST_DATA = 120

/** @param replaced object identifiers and UUIDs that stand for something else now, in lower case */
export function findHidden(text: string, originals: OriginalValues, replaced: ReadonlySet<string>): Hidden[] {
  const found: Hidden[] = locateNames(text, originals)
  if (text.length < LEAST_HIDDEN) return found
  listMatches(BASE64, text, (run, start) => {
    if (
      run.length >= LEAST_DATA ||
      holdsOriginal(run, originals) ||
      run.split(SIGNS).some((part) => part !== run && holdsOriginal(part, originals))
    )
      found.push({ start, end: start + run.length, category: 'other-id' })
  })
  listMatches(UUID, text, (run, start) => {
    if (replaced.has(run.toLowerCase())) found.push({ start, end: start + run.length, category: 'other-id' })
  })
  listMatches(ARCS, text, (run, start) => found.push(...replacedArcs(run, start, replaced)))
  return found.sort((a, b) => a.start - b.start)
}

function holdsOriginal(run: string, originals: OriginalValues): boolean {
  const plain = run
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (plain.length % 4 === 1) return false
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(plain), (unit) => unit.charCodeAt(0)))
  } catch {
    return false
  }
  return !/[\0-\x08\x0e-\x1f]/.test(text) && originals.isOne(text)
}

/** The first arc has one digit: digits before it belong to the text, as do dots at the ends. */
function replacedArcs(run: string, start: number, replaced: ReadonlySet<string>): Hidden[] {
  const found: Hidden[] = []
  let at = 0
  for (const piece of run.split('..')) {
    const text = piece.replace(/^\.|\.$/g, '')
    const begin = Math.max(0, text.indexOf('.') - 1)
    const first = start + at + (piece.startsWith('.') ? 1 : 0) + begin
    if (replaced.has(text.slice(begin))) found.push({ start: first, end: first + text.length - begin, category: 'other-id' })
    at += piece.length + 2
  }
  return found
}
