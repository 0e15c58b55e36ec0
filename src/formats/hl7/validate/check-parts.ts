// Rules between the parts of one value: comparators of structured numbers, and universal identifiers with their types.
import type { Span } from '../field-spans.ts'
import { type FieldPlace, formatPlace, type MessageContext } from './message-context.ts'

const COMPARATORS: ReadonlySet<string> = new Set(['', '>', '<', '>=', '<=', '=', '<>'])
const SEPARATORS: ReadonlySet<string> = new Set(['', '-', '+', '/', '.', ':'])

/** SN.1 and SN.3 (HL7 v2.5.1 §2.A.70). */
export function checkStructuredNumeric({ document, issues }: MessageContext, place: FieldPlace, components: readonly Span[]): void {
  if (issues.isOff('dataType')) return
  const check = (component: number, allowed: ReadonlySet<string>, expected: string) => {
    const span = components[component - 1]
    if (!span || allowed.has(document.index.text.slice(span.start, span.end).trim())) return
    issues.add('dataType', 'comparator_invalid', { ...span, path: () => formatPlace({ ...place, component }), expected })
  }
  check(1, COMPARATORS, 'one of: > < >= <= = <>')
  check(3, SEPARATORS, 'one of: - + / . :')
}

/** Types that hold a universal identifier and its type: the position of the identifier. */
const UNIVERSAL_IDS: ReadonlyMap<string, number> = new Map([
  ['HD', 2],
  ['EI', 3],
])

/** A universal identifier has a type, and is of the form that the type has (HL7 v2.5.1 §2.A.33). */
export function checkUniversalId(
  { document, issues }: MessageContext,
  composite: string,
  parts: readonly Span[],
  placeOf: (position: number) => FieldPlace,
): void {
  const position = UNIVERSAL_IDS.get(composite)
  const id = position === undefined ? undefined : parts[position - 1]
  if (position === undefined || !id || id.end === id.start) return
  const { text } = document.index
  const type = parts[position]
  const path = (at: number) => () => formatPlace(placeOf(at))
  if (!type || type.end === type.start) {
    const at = type ?? { start: id.end, end: id.end }
    issues.add(
      'required',
      'universal_id_type_missing',
      { ...at, path: path(position + 1), expected: 'a code of table 0301' },
      { lowered: true },
    )
    return
  }
  if (issues.isOff('dataType')) return
  const form = FORMS[text.slice(type.start, type.end)]
  const value = text.slice(id.start, id.end)
  if (!form || value === '""' || form.fits(value)) return
  // Systems write other texts with the type UUID and read them again, while an OID is registered.
  issues.add('dataType', 'universal_id_invalid', { ...id, path: path(position), expected: form.expected }, { lowered: form === UUID })
}

const UUID = { fits: isUuid, expected: 'a UUID: 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between' }
/** By the kinds of table 0301 that have one form. */
const FORMS: Readonly<Record<string, { readonly fits: (text: string) => boolean; readonly expected: string }>> = {
  ISO: { fits: isOid, expected: 'an OID: numbers with points between' },
  UUID,
  GUID: UUID,
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

function isOid(text: string): boolean {
  return /^[0-2](?:\.(?:0|[1-9][0-9]{0,39})){1,60}$/.test(text)
}
