// The home page: a place for a document, and the tools by what people come to do.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import type { Handed } from '../intake/handover.ts'
import { IntakeZone } from '../intake/intake-zone.ts'
import { rich, t } from '../language/language.ts'
import { DEIDENTIFY_ID } from '../shell/address.ts'
import type { ToolEntry } from '../shell/tool-list.ts'
import { Icon } from './icons.ts'
import { tasksOf } from './tasks.ts'

interface Props {
  readonly tools: readonly ToolEntry[]
  /** What the address names, if this server does not have it. */
  readonly unknown: string | undefined
  readonly openWorker: () => Worker
  readonly onOpen: (toolId: string, handed: Handed) => void
}

export function Home({ tools, unknown, openWorker, onOpen }: Props): VNode {
  return h(
    'article',
    { class: 'welcome' },
    unknown !== undefined &&
      h(
        'div',
        { class: 'problem', role: 'alert' },
        h('p', { class: 'problem-title' }, t('Page not found')),
        h('p', null, t('This server has no tool at this address. Choose one below, or press Ctrl+K to search.')),
        h('p', { class: 'quiet' }, rich('Code {code}', { code: h('code', null, 'unknown_tool') })),
      ),
    h('h1', null, t('What do you have?')),
    h(IntakeZone, { tools, openWorker, onOpen }),
    h(
      'div',
      { class: 'tasks' },
      tasksOf(tools).map((task) =>
        h(
          'section',
          { key: task.title, class: 'task' },
          h('h2', null, h(Icon, { name: task.icon }), t(task.title)),
          h(
            'ul',
            { class: 'tiles' },
            task.icon === 'shield' &&
              h('li', null, h('a', { href: `#/${DEIDENTIFY_ID}`, class: 'strong' }, t('Files of any kind, in one step'))),
            task.tools.map(({ id, title, summary }) => h('li', { key: id }, h('a', { href: `#/${id}`, title: summary }, title))),
          ),
        ),
      ),
    ),
  )
}
