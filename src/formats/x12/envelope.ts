// Interchanges, functional groups and transaction sets of segments, with the checks of their headers and trailers.
import type { Delimiters } from './delimiters.ts'
import type { IssueCode } from './issue.ts'
import type { IssueCollector } from './issue-collector.ts'
import type { InterchangeSegments } from './read-segments.ts'
import type { Segment } from './segment.ts'
import type { SegmentColumns } from './segment-columns.ts'
import { kindOf } from './segment-ids.ts'
import { SegmentRange } from './segment-range.ts'

export interface Transaction {
  readonly path: string
  /** ST to SE. */
  readonly range: SegmentRange
  readonly type: string
  readonly control: string
  /** ST03, else GS08; empty where neither says. */
  readonly guide: string
  readonly hasTrailer: boolean
}

export interface Group {
  readonly path: string
  readonly header: Segment
  readonly trailer: Segment | undefined
  readonly transactions: readonly Transaction[]
}

export interface Interchange {
  readonly path: string
  readonly delimiters: Delimiters
  readonly lineEnd: string
  readonly header: Segment
  readonly trailer: Segment | undefined
  /** TA1 segments between ISA and the groups. */
  readonly acknowledgments: readonly Segment[]
  readonly groups: readonly Group[]
}

const [GE, GS, IEA, SE, ST, TA1] = 'GE GS IEA SE ST TA1'.split(' ').map(kindOf)

/** @param number of the interchange in the document, from 1 */
export function sortSegments(read: InterchangeSegments, number: number, issues: IssueCollector, guide = ''): Interchange {
  const path = `ISA[${number}]`
  const { columns } = read
  const { kinds, length } = columns
  const header = columns.get(0)
  checkHeader(read, path, header, issues)
  const acknowledgments: Segment[] = []
  const groups: GroupDraft[] = []
  let trailer: Segment | undefined
  let group: GroupDraft | undefined
  for (let row = 1; row < length; row++) {
    const kind = kinds[row]
    if (kind === IEA) trailer ??= columns.get(row)
    else if (kind === GS) {
      group = newGroup(`${path}/GS[${groups.length + 1}]`, columns, row, guide)
      groups.push(group)
    } else if (group && !group.trailer) takeInGroup(group, row, issues)
    else if (kind === TA1) acknowledgments.push(columns.get(row))
    else issues.add('interchange_structure', path, columns.get(row))
  }
  for (const each of groups) finishGroup(each, issues)
  checkTrailer(path, header, trailer, groups.length, issues)
  if (!read.isEnded) issues.add('segment_unterminated', path, columns.get(length - 1))
  return { path, delimiters: read.delimiters, lineEnd: read.lineEnd, header, trailer, acknowledgments, groups }
}

interface GroupDraft extends Group {
  trailer: Segment | undefined
  readonly transactions: Transaction[]
  readonly columns: SegmentColumns
  /** Of transaction sets that name none. */
  readonly guide: string
  /** Rows of the transaction set that is open, the first and the one behind the last; and whether others lie between them. */
  open: { readonly first: number; end: number; hasOthers: boolean } | undefined
  /** ST02 of its transaction sets. */
  readonly controls: Set<string>
}

function newGroup(path: string, columns: SegmentColumns, row: number, guide: string): GroupDraft {
  return { path, columns, guide, header: columns.get(row), trailer: undefined, transactions: [], open: undefined, controls: new Set() }
}

function takeInGroup(group: GroupDraft, row: number, issues: IssueCollector): void {
  const { columns, open } = group
  const kind = columns.kinds[row]
  if (kind === ST) {
    closeTransaction(group, issues)
    group.open = { first: row, end: row + 1, hasOthers: false }
  } else if (kind === GE) {
    closeTransaction(group, issues)
    group.trailer = columns.get(row)
  } else if (open) {
    if (open.end < row) open.hasOthers = true
    open.end = row + 1
    if (kind === SE) closeTransaction(group, issues)
  } else issues.add('group_structure', group.path, columns.get(row))
}

/** An interchange trailer within a transaction set is none of its segments. */
function rangeOf(columns: SegmentColumns, { first, end, hasOthers }: NonNullable<GroupDraft['open']>): SegmentRange {
  if (!hasOthers) return new SegmentRange(columns, first, end - first)
  const rows = Array.from({ length: end - first }, (_, i) => first + i).filter((row) => columns.kinds[row] !== IEA)
  return new SegmentRange(columns.pick(rows), 0, rows.length)
}

function closeTransaction(group: GroupDraft, issues: IssueCollector): void {
  const { open } = group
  group.open = undefined
  if (!open) return
  const range = rangeOf(group.columns, open)
  const header = range.get(0)
  const last = range.get(range.length - 1)
  const pathOf = (segment: string) => `${group.path}/ST[${group.transactions.length + 1}]${segment}`
  const [type, control, version] = [header.at(1) ?? '', header.at(2) ?? '', header.at(3) ?? '']
  const hasTrailer = last.id === 'SE'
  if (!/^[0-9]{3}$/.test(type)) issues.add('st_type_missing', pathOf('/ST'), header, { element: 1, position: 1 })
  if (control === '' || control.length > 9) issues.add('st_control_missing', pathOf('/ST'), header, { element: 2, position: 1 })
  else if (group.controls.has(control)) issues.add('st_control_repeated', pathOf('/ST'), header, { element: 2, position: 1 })
  group.controls.add(control)
  if (!hasTrailer) issues.add('se_missing', pathOf(''), last)
  else checkCount(issues, { count: 'se_count_wrong', control: 'se_control_differs' }, pathOf('/SE'), last, range.length, control)
  const guide = version || (group.header.at(8) ?? '') || group.guide
  const before = group.transactions.at(-1)
  group.transactions.push(
    new TransactionSet(group.path, group.transactions.length + 1, {
      range,
      control,
      hasTrailer,
      type: before?.type === type ? before.type : type,
      guide: before?.guide === guide ? before.guide : guide,
    }),
  )
}

/** There may be very many: the path is built on demand, and strings equal to those of the one before are shared. */
class TransactionSet implements Transaction {
  readonly range: SegmentRange
  readonly type: string
  readonly control: string
  readonly guide: string
  readonly hasTrailer: boolean
  readonly #group: string
  readonly #number: number

  constructor(group: string, number: number, { range, type, control, guide, hasTrailer }: Omit<Transaction, 'path'>) {
    this.#group = group
    this.#number = number
    this.range = range
    this.type = type
    this.control = control
    this.guide = guide
    this.hasTrailer = hasTrailer
  }

  get path(): string {
    return `${this.#group}/ST[${this.#number}]`
  }
}

function finishGroup(group: GroupDraft, issues: IssueCollector): void {
  closeTransaction(group, issues)
  group.controls.clear()
  if (!/^[0-9A-Z]{2}$/.test(group.header.elements[0] ?? '')) issues.add('gs_type_invalid', `${group.path}/GS`, group.header, { element: 1 })
  if (!/^[0-9]{1,9}$/.test((group.header.elements[5] ?? '').trim()))
    issues.add('gs_control_invalid', `${group.path}/GS`, group.header, { element: 6 })
  if (!group.trailer) issues.add('ge_missing', group.path, lastOf(group) ?? group.header)
  else {
    const codes = { count: 'ge_count_wrong', control: 'ge_control_differs' } as const
    checkCount(issues, codes, `${group.path}/GE`, group.trailer, group.transactions.length, group.header.elements[5] ?? '')
  }
}

function lastOf({ transactions }: Group): Segment | undefined {
  const range = transactions.at(-1)?.range
  return range?.get(range.length - 1)
}

function checkTrailer(path: string, header: Segment, trailer: Segment | undefined, groups: number, issues: IssueCollector): void {
  if (!trailer) issues.add('iea_missing', path, header)
  else
    checkCount(
      issues,
      { count: 'iea_count_wrong', control: 'iea_control_differs' },
      `${path}/IEA`,
      trailer,
      groups,
      header.elements[12] ?? '',
    )
}

/** A trailer has a count and the control number of its header; leading zeros say nothing. */
function checkCount(
  issues: IssueCollector,
  codes: { readonly count: IssueCode; readonly control: IssueCode },
  path: string,
  trailer: Segment,
  expected: number,
  control: string,
): void {
  const [count, number] = [trailer.at(1) ?? '', trailer.at(2) ?? '']
  if (!/^ *[0-9]{1,10} *$/.test(count) || Number(count) !== expected) {
    const difference = /^ *[0-9]{1,10} *$/.test(count) ? String(Number(count) - expected) : undefined
    issues.add(codes.count, path, trailer, { element: 1, ...(difference === undefined ? {} : { difference }) })
  }
  if (withoutZeros(number) !== withoutZeros(control)) issues.add(codes.control, path, trailer, { element: 2 })
}

function withoutZeros(text: string): string {
  return text.trim().replace(/^0+(?=.)/, '')
}

function checkHeader({ hasLength }: InterchangeSegments, path: string, header: Segment, issues: IssueCollector): void {
  const { elements } = header
  const place = `${path}/ISA`
  if (!hasLength) issues.add('isa_length', place, header)
  HEADER_CHECKS.forEach(([code, element, holds]) => {
    if (!holds(elements[element - 1] ?? '')) issues.add(code, place, header, { element })
  })
}

/** Elements of ISA, of which only the form is checked: trading partners agree on the codes. */
const HEADER_CHECKS: readonly (readonly [code: IssueCode, element: number, holds: (text: string) => boolean])[] = [
  ['isa_sender_qualifier_invalid', 5, (text) => /^[0-9A-Z]{2}$/.test(text)],
  ['isa_sender_missing', 6, (text) => text.trim() !== ''],
  ['isa_receiver_qualifier_invalid', 7, (text) => /^[0-9A-Z]{2}$/.test(text)],
  ['isa_receiver_missing', 8, (text) => text.trim() !== ''],
  ['isa_date_invalid', 9, isDate],
  ['isa_time_invalid', 10, (text) => /^(?:[01][0-9]|2[0-3])[0-5][0-9]$/.test(text)],
  ['isa_version_invalid', 12, (text) => /^[0-9]{5}$/.test(text)],
  ['isa_control_invalid', 13, (text) => /^[0-9]{9}$/.test(text)],
  ['isa_acknowledgment_unknown', 14, (text) => text === '0' || text === '1'],
  ['isa_usage_unknown', 15, (text) => ['I', 'P', 'T'].includes(text)],
]

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^([0-9]{2})([0-9]{2})([0-9]{2})$/.exec(text) ?? []
  const date = new Date(Date.UTC(2000 + Number(year), Number(month) - 1, Number(day)))
  return year !== '' && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
