// Interchanges, functional groups and transaction sets of segments, with the checks of their headers and trailers.
import type { Delimiters } from './delimiters.ts'
import type { IssueCode } from './issue.ts'
import type { IssueCollector } from './issue-collector.ts'
import type { InterchangeSegments } from './read-segments.ts'
import type { Segment } from './segment.ts'

export interface Transaction {
  readonly path: string
  /** ST to SE. */
  readonly segments: readonly Segment[]
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

/** @param number of the interchange in the document, from 1 */
export function sortSegments(read: InterchangeSegments, number: number, issues: IssueCollector, guide = ''): Interchange {
  const path = `ISA[${number}]`
  const { segments } = read
  const header = segments[0]!
  checkHeader(read, path, header, issues)
  const acknowledgments: Segment[] = []
  const groups: GroupDraft[] = []
  let trailer: Segment | undefined
  let group: GroupDraft | undefined
  for (let i = 1; i < segments.length; i++) {
    const segment = segments[i]!
    if (segment.id === 'IEA') trailer ??= segment
    else if (segment.id === 'GS') {
      group = {
        path: `${path}/GS[${groups.length + 1}]`,
        header: segment,
        trailer: undefined,
        transactions: [],
        open: undefined,
        controls: new Set(),
      }
      groups.push(group)
    } else if (group && !group.trailer) takeInGroup(group, segment, issues)
    else if (segment.id === 'TA1') acknowledgments.push(segment)
    else issues.add('interchange_structure', path, segment)
  }
  for (const each of groups) finishGroup(each, issues)
  checkTrailer(path, header, trailer, groups.length, issues)
  if (!read.isEnded) issues.add('segment_unterminated', path, read.segments.at(-1))
  const sorted = groups.map(({ open: _, controls: _c, ...each }) => ({
    ...each,
    transactions: each.transactions.map(({ draft: _d, ...own }) => ({ ...own, guide: own.guide || guide })),
  }))
  return { path, delimiters: read.delimiters, lineEnd: read.lineEnd, header, trailer, acknowledgments, groups: sorted }
}

interface TransactionDraft extends Transaction {
  readonly draft: Segment[]
}

interface GroupDraft {
  readonly path: string
  readonly header: Segment
  trailer: Segment | undefined
  readonly transactions: TransactionDraft[]
  open: { readonly segments: Segment[] } | undefined
  /** ST02 of its transaction sets. */
  readonly controls: Set<string>
}

function takeInGroup(group: GroupDraft, segment: Segment, issues: IssueCollector): void {
  if (segment.id === 'ST') {
    closeTransaction(group, issues)
    group.open = { segments: [segment] }
  } else if (segment.id === 'GE') {
    closeTransaction(group, issues)
    group.trailer = segment
  } else if (group.open) {
    group.open.segments.push(segment)
    if (segment.id === 'SE') closeTransaction(group, issues)
  } else issues.add('group_structure', group.path, segment)
}

function closeTransaction(group: GroupDraft, issues: IssueCollector): void {
  const { open } = group
  group.open = undefined
  if (!open) return
  const { segments } = open
  const [header] = segments as [Segment]
  const last = segments.at(-1)!
  const path = `${group.path}/ST[${group.transactions.length + 1}]`
  const [type = '', control = '', version = ''] = header.elements
  const hasTrailer = last.id === 'SE'
  const guide = version || (group.header.elements[7] ?? '')
  if (!/^[0-9]{3}$/.test(type)) issues.add('st_type_missing', `${path}/ST`, header, { element: 1, position: 1 })
  if (control === '' || control.length > 9) issues.add('st_control_missing', `${path}/ST`, header, { element: 2, position: 1 })
  else if (group.controls.has(control)) issues.add('st_control_repeated', `${path}/ST`, header, { element: 2, position: 1 })
  group.controls.add(control)
  if (!hasTrailer) issues.add('se_missing', path, last)
  else checkCount(issues, { count: 'se_count_wrong', control: 'se_control_differs' }, `${path}/SE`, last, segments.length, control)
  group.transactions.push({ path, segments, type, control, guide, hasTrailer, draft: segments })
}

function finishGroup(group: GroupDraft, issues: IssueCollector): void {
  closeTransaction(group, issues)
  if (!group.trailer) issues.add('ge_missing', group.path, group.transactions.at(-1)?.segments.at(-1) ?? group.header)
  else {
    const codes = { count: 'ge_count_wrong', control: 'ge_control_differs' } as const
    checkCount(issues, codes, `${group.path}/GE`, group.trailer, group.transactions.length, group.header.elements[5] ?? '')
  }
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
  const [count = '', number = ''] = trailer.elements
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
  if (!isDate(elements[8] ?? '')) issues.add('isa_date_invalid', place, header, { element: 9 })
  if (!/^(?:[01][0-9]|2[0-3])[0-5][0-9]$/.test(elements[9] ?? '')) issues.add('isa_time_invalid', place, header, { element: 10 })
  if (!/^[0-9]{9}$/.test(elements[12] ?? '')) issues.add('isa_control_invalid', place, header, { element: 13 })
  if (!['I', 'P', 'T'].includes(elements[14] ?? '')) issues.add('isa_usage_unknown', place, header, { element: 15 })
}

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^([0-9]{2})([0-9]{2})([0-9]{2})$/.exec(text) ?? []
  const date = new Date(Date.UTC(2000 + Number(year), Number(month) - 1, Number(day)))
  return year !== '' && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
