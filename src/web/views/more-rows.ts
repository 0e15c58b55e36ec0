// Shows the beginning of a long list and, when asked, more of it: a hundred thousand rows at once would stop the tab.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'

interface VisibleRows {
  /** How many to show. */
  readonly count: number
  /** A button for more, or null where everything is shown. */
  readonly more: VNode | null
}

export function useMoreRows(total: number, step: number): VisibleRows {
  const [shown, setShown] = useState(step)
  useEffect(() => setShown(step), [total, step])
  const count = Math.min(total, shown)
  const more =
    count < total
      ? h(
          'p',
          { class: 'more' },
          h('button', { type: 'button', class: 'plain', onClick: () => setShown(shown + step * 5) }, t('Show more')),
          h('span', { class: 'quiet' }, t('{count} of {total} shown', { count, total })),
        )
      : null
  return { count, more }
}
