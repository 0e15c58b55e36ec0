// One transaction set: what it comes to, whether it balances, and its segments as an indented tree.
import type { VNode } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { msg, msgs, plural, t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import { sumsOf } from './amounts.ts'
import { levelName, segmentName } from './segment-names.ts'
import { segmentContent } from './segment-row.ts'
import { countSegments, holds, loopTree, plainText, type Segment, type SegmentLoop, type SegmentNode, segmentTree } from './segment-tree.ts'
import { differenceOf, type X12Issue } from './x12-issue.ts'

/** The place that a person chose; `turn` grows with every choice. */
export interface Target {
  readonly transaction: string
  readonly position: number | undefined
  readonly turn: number
}

interface Props {
  readonly type: string
  readonly control: string
  readonly guide: string
  readonly segmentCount: number
  readonly segments: readonly Segment[]
  /** By the guide; empty where its loops are not known, or not there yet. */
  readonly loops: readonly SegmentLoop[]
  readonly place: string
  readonly issues: readonly X12Issue[]
  /** False where more was found than is listed, or sums were not checked. */
  readonly isWhole: boolean
  readonly isFirst: boolean
  readonly target: Target | undefined
}

const STEP = 100
const SUMS = new Set(['payment_unbalanced', 'claim_unbalanced', 'service_unbalanced', 'claim_charge_differs'])
/** Types whose sums the tool judges. */
const BALANCED = new Set(['835', '837'])
const TYPES: Readonly<Record<string, string>> = msgs({
  '270': 'Eligibility inquiry',
  '271': 'Eligibility answer',
  '276': 'Claim status inquiry',
  '277': 'Claim status',
  '278': 'Services review',
  '820': 'Premium payment',
  '834': 'Enrollment',
  '835': 'Remittance advice',
  '837': 'Claims',
  '997': 'Functional acknowledgment',
  '999': 'Implementation acknowledgment',
})

export function TransactionView({ type, control, guide, segmentCount, segments, loops, issues, isWhole, isFirst, target }: Props): VNode {
  const [isOpen, setOpen] = useState(isFirst)
  const body = useRef<HTMLDetailsElement>(null)
  const nodes = useMemo(() => (loops.length > 0 ? loopTree(segments, loops) : segmentTree(type, segments)), [type, segments, loops])
  const sums = useMemo(() => sumsOf(type, segments), [type, segments])
  const unbalanced = issues.filter(({ code }) => SUMS.has(code)).length
  useEffect(() => {
    if (!target) return
    setOpen(true)
    // Behind the drawing of the part that was closed.
    const wait = setTimeout(() => body.current && reveal(body.current, target.position))
    return () => clearTimeout(wait)
  }, [target?.turn, segments])
  return h(
    'details',
    {
      class: 'node transaction',
      open: isOpen,
      // Without a tabIndex: browsers would leave everything within it out of the order of Tab.
      ref: body,
      onToggle: (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open),
    },
    h(
      'summary',
      null,
      h('span', { class: 'mono strong' }, type),
      h('span', null, t(TYPES[type] ?? msg('Transaction'))),
      h('span', { class: 'quiet' }, `${control}, ${guide}, ${plural(segmentCount, '{count} segment', '{count} segments')}`),
      BALANCED.has(type) &&
        (isWhole || unbalanced > 0) &&
        segments.length > 0 &&
        h(
          'span',
          { class: `badge ${unbalanced === 0 ? 'good' : 'warning'}` },
          unbalanced === 0 ? t('Balances') : plural(unbalanced, '{count} sum off', '{count} sums off'),
        ),
    ),
    isOpen &&
      // Without segments, the sums would be 0.
      segments.length > 0 &&
      sums.length > 0 &&
      h(
        'dl',
        { class: 'facts sums' },
        sums.map(([name, value]) => h('div', { key: name }, h('dt', null, name), h('dd', { class: 'number' }, value))),
      ),
    isOpen &&
      (segments.length === 0
        ? h('p', { class: 'quiet' }, t('Its segments are not listed.'))
        : h(Nodes, { type, nodes, issues, position: target?.position, level: 0 })),
  )
}

function reveal(body: HTMLElement, position: number | undefined): void {
  const row = position === undefined ? body : body.querySelector<HTMLElement>(`[data-position="${position}"]`)
  for (let around = row?.parentElement; around && around !== body; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
  }
  row?.scrollIntoView({ block: 'center' })
  const place = row === body ? body.querySelector('summary') : row
  place?.focus({ preventScroll: true })
}

interface NodesProps {
  readonly type: string
  readonly nodes: readonly SegmentNode[]
  readonly issues: readonly X12Issue[]
  readonly position: number | undefined
  readonly level: number
}

function Nodes(props: NodesProps): VNode {
  const { nodes, issues, position, level } = props
  const requested = nodes.findIndex((node) => holds(node, position))
  // What a person chose is shown right after it is drawn: not in a later task.
  const step = Math.max(STEP, requested + 1)
  const { count, more } = useMoreRows(nodes.length, step, step)
  return h(
    'div',
    { class: level === 0 ? 'segment-tree' : 'segment-tree inner' },
    nodes.slice(0, count).map((node) => (node.children.length === 0 ? row(node.segment, issues, position) : part(node, props))),
    more,
  )
}

function part(node: SegmentNode, { type, issues, position, level }: NodesProps): VNode {
  const { segment, children } = node
  const name = segment.id === 'HL' ? levelName(type, plainText(segment.elements[2])) : segmentName(segment.id)
  return h(
    'details',
    { key: segment.position, class: 'node part', open: level < 3 || children.length <= STEP },
    h(
      'summary',
      null,
      h('span', { class: 'strong' }, name),
      node.loop !== undefined && segment.id !== node.loop && h('span', { class: 'mono quiet' }, node.loop),
      h('span', { class: 'quiet' }, plural(countSegments(node), '{count} segment', '{count} segments')),
    ),
    h('div', { class: 'segment-tree inner' }, row(segment, issues, position)),
    h(Nodes, { type, nodes: children, issues, position, level: level + 1 }),
  )
}

function row(segment: Segment, issues: readonly X12Issue[], position: number | undefined): VNode {
  const own = issues.filter((issue) => issue.position === segment.position)
  const kinds = ['segment-row', own[0]?.severity, segment.position === position && 'current']
  return h(
    'div',
    { key: segment.position, class: kinds.filter(Boolean).join(' '), 'data-position': segment.position, tabIndex: -1 },
    segmentContent(segment),
    own.map((issue, i) => h('span', { key: i, class: `row-issue ${issue.severity}` }, issue.message, differenceOf(issue))),
  )
}
