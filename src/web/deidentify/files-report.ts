// What became of the files: numbers, what was set aside and why, and each file to look at.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { labelWords } from '../form/field-schema.ts'
import { formatCount, msgs, t } from '../language/language.ts'
import { useMoreRows } from '../views/more-rows.ts'
import type { FileOutcome, PlannedFile } from './outcome.ts'

interface Props {
  readonly files: readonly PlannedFile[]
  readonly outcomes: readonly (FileOutcome | undefined)[]
  readonly chosen: number | undefined
  readonly onChoose: (index: number) => void
}

const WORDS: Readonly<Record<FileOutcome['kind'], string>> = msgs({
  done: 'De-identified',
  review: 'To review',
  aside: 'Set aside',
})
const BADGES: Readonly<Record<FileOutcome['kind'], string>> = { done: 'good', review: 'warning', aside: 'error' }
const STEP = 100
const MOST_COUNTS = 5

export function FilesReport({ files, outcomes, chosen, onChoose }: Props): VNode {
  // What a person has to act on comes first.
  const rank = { aside: 0, review: 1, done: 2 } as const
  const order = files.flatMap((_, i) => (outcomes[i] ? [i] : [])).sort((a, b) => rank[outcomes[a]!.kind] - rank[outcomes[b]!.kind] || a - b)
  const { count, more } = useMoreRows(order.length, STEP)
  return h(
    'div',
    { class: 'files-report' },
    h(
      'dl',
      { class: 'facts' },
      (['done', 'review', 'aside'] as const).map((kind) =>
        h(
          'div',
          { key: kind, class: 'fact large' },
          h('dt', null, t(WORDS[kind])),
          h('dd', null, formatCount(outcomes.filter((outcome) => outcome?.kind === kind).length)),
        ),
      ),
    ),
    h(
      'div',
      { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': t('Files') },
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            [t('File'), t('Status'), t('Found and reason')].map((title) => h('th', { key: title, scope: 'col' }, title)),
          ),
        ),
        h(
          'tbody',
          null,
          order.slice(0, count).map((i) => {
            const outcome = outcomes[i]!
            return h(
              'tr',
              { key: i, class: i === chosen ? 'chosen' : undefined },
              h(
                'td',
                null,
                outcome.kind === 'aside'
                  ? files[i]!.path
                  : h(
                      'button',
                      { type: 'button', class: 'path-button', 'aria-pressed': i === chosen, onClick: () => onChoose(i) },
                      files[i]!.path,
                    ),
              ),
              h('td', null, h('span', { class: `badge ${BADGES[outcome.kind]}` }, t(WORDS[outcome.kind]))),
              h('td', null, wordsOf(outcome)),
            )
          }),
        ),
      ),
    ),
    more,
  )
}

function wordsOf(outcome: FileOutcome): string {
  if (outcome.kind === 'aside') return t(outcome.reason)
  const { note, result } = outcome
  const { doubt, counts } = result.review
  const found = counts.slice(0, MOST_COUNTS).map(([category, count]) => `${labelWords(category)} ${formatCount(count)}`)
  const words = found.length === 0 ? t('Nothing found.') : `${found.join(', ')}${counts.length > MOST_COUNTS ? ', …' : ''}`
  return [doubt && t(doubt), note && t(note), words].filter(Boolean).join(' ')
}
