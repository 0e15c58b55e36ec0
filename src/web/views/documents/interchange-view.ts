// Interchanges as a person reads them: who sent what, what it comes to, what does not balance, and the segments as a tree.
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { plural, t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import { useVariant } from '../use-variant.ts'
import type { ViewProps } from '../view-props.ts'
import type { Segment, SegmentLoop } from './segment-tree.ts'
import { type Target, TransactionView } from './transaction-view.ts'
import { differenceOf, type X12Issue } from './x12-issue.ts'

interface Transaction {
  readonly type: string
  readonly control: string
  readonly guide: string
  readonly segmentCount: number
  readonly segments: readonly Segment[]
  readonly knowsLoops: boolean
  readonly loops: readonly SegmentLoop[]
}

interface Group {
  readonly functionalId: string
  readonly sender: string
  readonly receiver: string
  readonly date: string
  readonly control: string
  readonly version: string
  readonly transactions: readonly Transaction[]
}

interface Interchange {
  readonly control: string
  readonly sender: { readonly qualifier: string; readonly id: string }
  readonly receiver: { readonly qualifier: string; readonly id: string }
  readonly date: string
  readonly time: string
  readonly version: string
  readonly usage: string
  readonly groups: readonly Group[]
}

interface Parsed {
  readonly valid: boolean
  readonly interchanges: readonly Interchange[]
  readonly issues: readonly X12Issue[]
  readonly counts: Readonly<Record<string, number>>
}

const USAGES: Readonly<Record<string, string>> = { P: 'production', T: 'test', I: 'information' }
const STEP = 50
/** One list, so that what is remembered by it holds. */
const NO_LOOPS: readonly SegmentLoop[] = []

export function InterchangeView({ shown, value }: ViewProps<'interchange'>): VNode {
  const parsed = value as Parsed
  const [target, setTarget] = useState<Target | undefined>(undefined)
  const other = useVariant(shown, shown.options.view === 'segments' ? undefined : { view: 'segments' })
  const interchanges = (other?.interchanges ?? parsed.interchanges) as readonly Interchange[]
  const nested = useVariant(shown, shown.options.view === 'loops' ? undefined : { view: 'loops' })
  const loops = ((shown.options.view === 'loops' ? shown.value : nested)?.interchanges ?? []) as readonly Interchange[]
  const { error = 0, warning = 0 } = parsed.counts
  const isWhole = error + warning === parsed.issues.length && (shown.options.checks as { sums?: string } | undefined)?.sums !== 'off'
  const issues = useMemo(() => byTransaction(parsed.issues), [value])
  return h(
    'div',
    { class: 'interchanges' },
    h(
      'p',
      { class: 'card-line' },
      h('span', { class: `badge ${parsed.valid ? 'good' : 'error'}` }, parsed.valid ? t('Valid') : t('Invalid')),
      h(
        'span',
        null,
        [
          plural(parsed.counts.transactions ?? 0, '{count} transaction', '{count} transactions'),
          plural(parsed.counts.segments ?? 0, '{count} segment', '{count} segments'),
        ].join(', '),
      ),
      error > 0 && h('span', { class: 'badge error' }, plural(error, '{count} error', '{count} errors')),
      warning > 0 && h('span', { class: 'badge warning' }, plural(warning, '{count} warning', '{count} warnings')),
    ),
    parsed.issues.length > 0 &&
      h(IssueList, { issues: parsed.issues, onChoose: (issue) => setTarget((old) => ({ ...placeOf(issue), turn: (old?.turn ?? 0) + 1 })) }),
    interchanges.map((interchange, i) =>
      h(
        'section',
        { key: i, class: 'interchange' },
        h(InterchangeHead, { interchange }),
        interchange.groups.map((group, j) =>
          h(GroupView, {
            key: j,
            group,
            place: `ISA[${i + 1}]/GS[${j + 1}]`,
            issues,
            loops: loops[i]?.groups[j],
            isWhole,
            target,
          }),
        ),
      ),
    ),
  )
}

function InterchangeHead({ interchange }: { interchange: Interchange }): VNode {
  const { sender, receiver, control, time, version, usage } = interchange
  return h(
    'header',
    { class: 'banner' },
    h('h3', null, t('{from} to {to}', { from: sender.id, to: receiver.id })),
    h(
      'dl',
      { class: 'meaning' },
      [
        ['Interchange', control],
        ['Date', `${dateWords(interchange)} ${time.replace(/^(\d\d)(\d\d)/, '$1:$2')}`],
        ['Version', version],
        ['Usage', USAGES[usage] ?? usage],
      ].map(([name, text]) => h('div', { key: name }, h('dt', null, name), h('dd', null, text))),
    ),
  )
}

/** ISA09 has no century; GS04 has. */
function dateWords({ date, groups }: Interchange): string {
  const whole = groups[0]?.date ?? ''
  return whole.length === 8 && whole.endsWith(date) ? whole.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : date
}

interface GroupProps {
  readonly group: Group
  readonly place: string
  readonly issues: ReadonlyMap<string, readonly X12Issue[]>
  /** The same group with loops. */
  readonly loops: Group | undefined
  readonly isWhole: boolean
  readonly target: Target | undefined
}

function GroupView({ group, place, issues, loops, isWhole, target }: GroupProps): VNode {
  const { functionalId, sender, receiver, control, version, transactions } = group
  const requested = transactions.findIndex((_, k) => target?.transaction === `${place}/ST[${k + 1}]`)
  const step = Math.max(STEP, requested + 1)
  const { count, more } = useMoreRows(transactions.length, step, step)
  return h(
    'section',
    { class: 'group-part' },
    h(
      'h4',
      null,
      t('Group {functionalId}', { functionalId }),
      h(
        'span',
        { class: 'quiet' },
        t('{sender} to {receiver}, {version}, control number {control}', { sender, receiver, version, control }),
      ),
    ),
    transactions.slice(0, count).map((transaction, k) => {
      const own = `${place}/ST[${k + 1}]`
      return h(TransactionView, {
        key: k,
        ...transaction,
        place: own,
        issues: issues.get(own) ?? [],
        loops: transaction.knowsLoops ? (loops?.transactions[k]?.loops ?? NO_LOOPS) : NO_LOOPS,
        isWhole,
        isFirst: k === 0,
        target: target?.transaction === own ? target : undefined,
      })
    }),
    more,
  )
}

function IssueList({ issues, onChoose }: { readonly issues: readonly X12Issue[]; readonly onChoose: (issue: X12Issue) => void }): VNode {
  const { count, more } = useMoreRows(issues.length, STEP)
  return h(
    'div',
    { class: 'issue-list' },
    h(
      'ol',
      { class: 'placed', 'aria-label': t('Findings') },
      issues
        .slice(0, count)
        .map((issue, i) =>
          h(
            'li',
            { key: i, class: issue.severity },
            h(
              'button',
              { type: 'button', class: 'entry', onClick: () => onChoose(issue) },
              h(
                'span',
                null,
                h('span', { class: `badge ${issue.severity}` }, issue.severity === 'error' ? t('Error') : t('Warning')),
                ' ',
                issue.message,
                differenceOf(issue),
              ),
              h('span', { class: 'mono path' }, issue.path),
            ),
          ),
        ),
    ),
    more,
  )
}

function placeOf({ path, position }: X12Issue): Omit<Target, 'turn'> {
  return { transaction: transactionOf(path), position: position ?? undefined }
}

/** `ISA[1]/GS[1]/ST[2]` of what stands in it. */
function transactionOf(path: string): string {
  return /^ISA\[\d+\]\/GS\[\d+\]\/ST\[\d+\]/.exec(path)?.[0] ?? path
}

function byTransaction(issues: readonly X12Issue[]): ReadonlyMap<string, readonly X12Issue[]> {
  const groups = new Map<string, X12Issue[]>()
  for (const issue of issues) groups.set(transactionOf(issue.path), [...(groups.get(transactionOf(issue.path)) ?? []), issue])
  return groups
}
