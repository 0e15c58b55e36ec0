// Tabs by the pattern of the ARIA guide: arrow keys move, one panel is shown.
import type { ComponentChild, VNode } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { h } from '../draw.ts'

interface Tab {
  readonly title: string
  readonly content: () => ComponentChild
}

interface Props {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Stands beside the tabs. */
  readonly children?: unknown
}

export function Tabs({ label, tabs, children }: Props): VNode {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const current = Math.min(chosen, tabs.length - 1)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (current + step + tabs.length) % tabs.length
    setChosen(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return h(
    'div',
    { class: 'tabs' },
    h(
      'div',
      { class: 'tab-bar' },
      h(
        'div',
        { role: 'tablist', 'aria-label': label, ref: list, onKeyDown: move },
        tabs.map(({ title }, i) =>
          h(
            'button',
            {
              key: title,
              type: 'button',
              role: 'tab',
              id: `${id}-tab-${i}`,
              'aria-selected': i === current,
              'aria-controls': `${id}-panel`,
              tabIndex: i === current ? 0 : -1,
              onClick: () => setChosen(i),
            },
            title,
          ),
        ),
      ),
      children as VNode,
    ),
    h('div', { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-tab-${current}`, tabIndex: 0 }, tabs[current]?.content()),
  )
}
