// The text of an interchange, a segment on each line, with its name. The delimiters are those of ISA.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import { msgs, t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import { TextView } from '../text-view.ts'
import type { ViewProps } from '../view-props.ts'
import { segmentContent } from './segment-row.ts'

const ISA_LENGTH = 106
const STEP = 200
const VERDICTS: Readonly<Record<string, string>> = msgs({
  A: 'accepted',
  E: 'accepted with errors',
  P: 'partly accepted',
  R: 'rejected',
})
/** Number of the element that holds the verdict, from 1. */
const VERDICT_PLACES: Readonly<Record<string, number>> = { TA1: 4, AK5: 1, IK5: 1, AK9: 1 }

export function SegmentsView({ value }: ViewProps<'segments'>): VNode {
  const text = String(value)
  const rows = readRows(text)
  const { count, more } = useMoreRows(rows.length, STEP)
  if (!text.startsWith('ISA') || text.length < ISA_LENGTH) return h(TextView, { text, label: t('Interchange') })
  return h(
    'div',
    null,
    h(
      'ol',
      { class: 'segments-list' },
      rows
        .slice(0, count)
        .map(({ id, elements }, i) =>
          h('li', { key: i, class: 'segment-row' }, segmentContent({ id, position: i + 1, elements }, verdictOf(id, elements))),
        ),
    ),
    more,
  )
}

function readRows(text: string): { id: string; elements: string[] }[] {
  const separator = text[3] ?? '*'
  const terminator = text[ISA_LENGTH - 1] ?? '~'
  return text
    .split(terminator)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')
    .map((segment) => {
      const [id = '', ...elements] = segment.split(separator)
      return { id, elements }
    })
}

function verdictOf(id: string, elements: readonly string[]): VNode | false {
  const place = VERDICT_PLACES[id]
  const verdict = place === undefined ? undefined : elements[place - 1]
  const words = verdict === undefined ? undefined : VERDICTS[verdict]
  return words !== undefined && h('span', { class: `badge ${verdict === 'A' ? 'good' : verdict === 'R' ? 'error' : 'warning'}` }, t(words))
}
