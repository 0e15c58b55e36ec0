// Checks a value without parts: its form by its data type, and its code by its table.

import type { CodeTable } from '../dictionary/code-tables.ts'
import type { Span } from '../field-spans.ts'
import { EXPLICIT_NULL } from '../field-values.ts'
import { endWithout } from '../trim-end.ts'
import { checkDateTime, type DateTimeType } from './date-times.ts'
import { type FieldPlace, formatPlace, isOverridden, leafText, type MessageContext } from './message-context.ts'
import type { IssueCode } from './rules.ts'

/** What is known of a leaf before its text is looked at. */
export interface LeafDefinition {
  readonly dataType: string | null
  readonly table: string | null
  /** True for a code without a coding system in a type that allows local codes (HL7 v2.5.1 §2.A.13): not being listed is a warning. */
  readonly isOpen?: boolean
}

const UNCODED: ReadonlySet<string> = new Set(['NM', 'SI'])
const DATE_TIMES: ReadonlySet<string> = new Set(['DT', 'TM', 'DTM', 'TS'])

/** Processing id and version have conditions of their own in table 0357. */
const TABLE_ISSUES: Readonly<Record<string, IssueCode>> = { '0103': 'processing_id_unknown', '0104': 'version_unknown' }

/** Tables of codes that others keep and extend: coding systems, countries, languages, vaccines, their makers. HL7 lists a part of them. */
const EXTERNAL_TABLES: ReadonlySet<string> = new Set(['0171', '0227', '0292', '0296', '0396', '0399'])

/** Tables that sites may extend although HL7 defines them: sources of comments (HL7 v2.5.1 §2.15.10.2). */
const EXTENSIBLE_TABLES: ReadonlySet<string> = new Set(['0105'])

/** Events, messages and structures beginning with Z are the site's (§2.11). */
const OPEN_TO_SITES: ReadonlySet<string> = new Set(['0003', '0076', '0354'])

/** @param span not empty */
export function checkLeaf(context: MessageContext, { dataType, table, isOpen }: LeafDefinition, span: Span, place: FieldPlace): void {
  const { text } = context.document.index
  if (span.end - span.start === 2 && text.startsWith(EXPLICIT_NULL, span.start)) return
  if (dataType !== null) checkForm(context, dataType, span, place)
  // The dictionary names a table for some numbers and dates as well, which hold no code.
  const isCode = dataType === null || !(UNCODED.has(dataType) || DATE_TIMES.has(dataType))
  if (table !== null && isCode && !context.issues.isOff('table') && !isOverridden(context, 'table', place))
    checkCode(context, table, span, place, isOpen)
}

function checkForm(context: MessageContext, dataType: string, span: Span, place: FieldPlace): void {
  const { issues, document, version } = context
  if (DATE_TIMES.has(dataType)) {
    if (issues.isOff('dates')) return
    const error = checkDateTime(dataType as DateTimeType, document.index.text.slice(span.start, span.end), version)
    if (error) issues.add('dates', error.code, { ...span, path: () => formatPlace(place), expected: error.expected })
    return
  }
  if (issues.isOff('dataType')) return
  const report = (code: IssueCode, expected: string) => issues.add('dataType', code, { ...span, path: () => formatPlace(place), expected })
  const value = () => document.index.text.slice(span.start, span.end)
  switch (dataType) {
    case 'NM':
      if (!isNumber(value())) report('number_invalid', 'NM: a sign, digits and a decimal point')
      break
    case 'SI':
      if (!/^[0-9]{1,9}$/.test(value())) report('sequence_number_invalid', 'SI: digits')
      break
    case 'ID':
    case 'IS':
      if (!isCode(document.index.text, span)) report('code_format_invalid', `${dataType}: a code that no blank comes before`)
  }
}

/** HL7 v2.5.1 §2.A.47; blanks around a number have no meaning. */
function isNumber(text: string): boolean {
  return /^ {0,8}[+-]?(?:[0-9]{1,64}(?:\.[0-9]{0,64})?|\.[0-9]{1,64}) {0,8}$/.test(text)
}

/** Codes are formatted like ST: blanks behind them have no meaning, other white space and blanks before them are wrong (HL7 v2.5.1 §2.A.36, §2.A.74). */
function isCode(text: string, { start, end }: Span): boolean {
  return text.charCodeAt(start) > 32 && text.charCodeAt(end - 1) >= 32
}

/** Of OBX-2: one unknown type recurs in every OBX. */
const DATA_TYPES = '0125'

function withoutBlanksAtEnd(text: string): string {
  return text.slice(0, endWithout(text, ' '))
}

/** A code that HL7 does not list, or lists for other versions only. */
function checkCode(context: MessageContext, tableId: string, span: Span, place: FieldPlace, isOpen = false): void {
  const table = context.dictionary.table(context.version, tableId)
  // Where the version lists no code at all, the table is the site's.
  if (!table || !hasCodes(table)) return
  const state = findCode(table, withoutBlanksAtEnd(leafText(context, span)), context.isNewer)
  if (state === 'listed') return
  const expected = () => `a code of table ${tableId} of ${table.kind === 'site' ? 'the site' : `HL7 v${context.version}`}`
  // HL7 only suggests the codes of a user table (§2.5.3.6), and a code that came with another version is no invention of the sender.
  const isExtensible = isOpen || EXTERNAL_TABLES.has(tableId) || EXTENSIBLE_TABLES.has(tableId)
  const lowered = table.kind === 'user' || state === 'other-version' || (isExtensible && table.kind !== 'site')
  context.issues.add(
    'table',
    TABLE_ISSUES[tableId] ?? 'code_not_in_table',
    { ...span, ...(lowered || tableId === DATA_TYPES ? { kind: kindOf(tableId, place) } : {}), path: () => formatPlace(place), expected },
    { lowered },
  )
}

/** Coding systems and data types recur in every OBX: one finding for a table and a field is enough. */
function kindOf(tableId: string, { segment, field, component, subcomponent }: FieldPlace): string {
  return `${tableId} ${segment.id}-${field}.${component ?? 0}.${subcomponent ?? 0}`
}

function hasCodes({ codes }: CodeTable): boolean {
  for (const { inVersion } of codes.values()) if (inVersion) return true
  return false
}

type CodeState = 'listed' | 'other-version' | 'unknown'

function findCode({ codes, id }: CodeTable, code: string, isNewer: boolean): CodeState {
  const known = codes.get(code)
  if (isNewer && known?.isNewer) return 'listed'
  // A version is one whichever version lists it: the tables of 2.8.2 do not list their own.
  if (known?.inVersion || (known && id === '0104')) return 'listed'
  // HL7 Terminology does not list it yet.
  if (id === '0104' && code === '2.9.1') return 'listed'
  if (OPEN_TO_SITES.has(id) && code.startsWith('Z')) return 'listed'
  // The source spells one code of table 0211 in small letters.
  if (id === '0211' && code === 'ASCII') return 'listed'
  // HL7nnnn, 99zzz and L of table 0396 stand for all tables of HL7 and for the systems of a site.
  if (id === '0396' && /^(?:L|HL7[0-9]{4}|99[A-Za-z0-9-]{0,40})$/.test(code)) return 'listed'
  const ranges = [...codes.values()].filter(({ code: range }) => range.includes('...') && isInRange(range, code))
  if (ranges.some(({ inVersion }) => inVersion)) return 'listed'
  return known || ranges.length > 0 ? 'other-version' : 'unknown'
}

/** `10...19`, `E1...E9`, or `2...` without an end. */
function isInRange(range: string, code: string): boolean {
  const [low = '', high = ''] = range.split('...')
  if (!/^[0-9]{1,9}$/.test(low)) return code.length <= high.length && code >= low && code <= high
  return /^[0-9]{1,9}$/.test(code) && Number(code) >= Number(low) && (high === '' || Number(code) <= Number(high))
}
