// Interchanges as a person reads them: who sent what, what it comes to, what does not balance, and the segments as a tree.
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { countWords } from '../count-words.ts'
import { useMoreRows } from '../more-rows.ts'
import { useVariant } from '../use-variant.ts'
import type { ViewProps } from '../view-props.ts'
import type { Segment } from './segment-tree.ts'
import { type Target, TransactionView } from './transaction-view.ts'
import { differenceOf, type X12Issue } from './x12-issue.ts'

interface Transaction {
  readonly type: string
  readonly control: string
  readonly guide: string
  readonly segmentCount: number
  readonly segments: readonly Segment[]
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

export function InterchangeView({ shown, value }: ViewProps<'interchange'>): VNode {
  const parsed = value as Parsed
  const [target, setTarget] = useState<Target | undefined>(undefined)
  const other = useVariant(shown, shown.options.view === 'segments' ? undefined : { view: 'segments' })
  const interchanges = (other?.interchanges ?? parsed.interchanges) as readonly Interchange[]
  const { error = 0, warning = 0 } = parsed.counts
  const issues = useMemo(() => byTransaction(parsed.issues), [value])
  return h(
    'div',
    { class: 'interchanges' },
    h(
      'p',
      { class: 'card-line' },
      h('span', { class: `badge ${parsed.valid ? 'good' : 'error'}` }, parsed.valid ? 'Valid' : 'Invalid'),
      h(
        'span',
        null,
        [countWords(parsed.counts.transactions ?? 0, 'transaction'), countWords(parsed.counts.segments ?? 0, 'segment')].join(', '),
      ),
      error > 0 && h('span', { class: 'badge error' }, countWords(error, 'error')),
      warning > 0 && h('span', { class: 'badge warning' }, countWords(warning, 'warning')),
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
            isWhole: error + warning === parsed.issues.length,
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
    h('h3', null, `${sender.id} to ${receiver.id}`),
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
  readonly isWhole: boolean
  readonly target: Target | undefined
}

function GroupView({ group, place, issues, isWhole, target }: GroupProps): VNode {
  const { functionalId, sender, receiver, control, version, transactions } = group
  const wanted = transactions.findIndex((_, k) => target?.transaction === `${place}/ST[${k + 1}]`)
  const { count, more } = useMoreRows(transactions.length, Math.max(STEP, wanted + 1))
  return h(
    'section',
    { class: 'group-part' },
    h(
      'h4',
      null,
      `Group ${functionalId}`,
      h('span', { class: 'quiet' }, `${sender} to ${receiver}, ${version}, control number ${control}`),
    ),
    transactions.slice(0, count).map((transaction, k) => {
      const own = `${place}/ST[${k + 1}]`
      return h(TransactionView, {
        key: k,
        ...transaction,
        place: own,
        issues: issues.get(own) ?? [],
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
      { class: 'placed', 'aria-label': 'Findings' },
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
                h('span', { class: `badge ${issue.severity}` }, issue.severity === 'error' ? 'Error' : 'Warning'),
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
