// Shows the beginning of a long list and, when asked, more of it: a hundred thousand rows at once would stop the tab.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { formatCount, t } from '../language/language.ts'

interface VisibleRows {
  /** How many to show. */
  readonly count: number
  /** A button for more, or null where everything is shown. */
  readonly more: VNode | null
}

/** Rows drawn in one task; the page stays free between two. */
const SLICE = 100

/** @param slice rows that are drawn in one task */
export function useMoreRows(total: number, step: number, slice = SLICE): VisibleRows {
  const [shown, setShown] = useState(step)
  const [drawn, setDrawn] = useState(slice)
  const end = Math.min(total, shown)
  const count = Math.min(end, drawn)
  useEffect(() => {
    setShown(step)
    setDrawn(slice)
  }, [total, step])
  useEffect(() => {
    if (count === end) return
    const timer = setTimeout(() => setDrawn(count + slice))
    return () => clearTimeout(timer)
  }, [count, end])
  const more =
    end < total
      ? h(
          'p',
          { class: 'more' },
          h('button', { type: 'button', class: 'plain', onClick: () => setShown(shown + step * 5) }, t('Show more')),
          h('span', { class: 'quiet' }, t('{count} of {total} shown', { count: formatCount(end), total: formatCount(total) })),
        )
      : null
  return { count, more }
}
