// The head of a tool: its name, what it does, and the mark of a favourite.
import type { VNode } from 'preact'
import type { ToolDescription } from '../../core/describe.ts'
import { h } from '../draw.ts'
import { Icon } from '../home/icons.ts'
import { formatBytes } from './save-file.ts'

interface Props {
  readonly tool: ToolDescription
  readonly isFavourite: boolean
  readonly onFavourite: (() => void) | undefined
}

export function ToolHead({ tool, isFavourite, onFavourite }: Props): VNode {
  return h(
    'header',
    { class: 'tool-head' },
    h(
      'div',
      { class: 'tool-title' },
      h('h1', null, tool.title),
      onFavourite &&
        h(
          'button',
          {
            type: 'button',
            class: 'star',
            'aria-pressed': isFavourite,
            'aria-label': 'Favourite',
            title: 'Favourite',
            onClick: onFavourite,
          },
          h(Icon, { name: 'star' }),
        ),
    ),
    h('p', { class: 'summary' }, tool.summary),
    h(
      'p',
      { class: 'quiet tool-facts' },
      h('span', { class: 'mono' }, tool.id),
      ` version ${tool.version}, documents up to ${formatBytes(tool.limits.maxInputBytes)}`,
    ),
  )
}
