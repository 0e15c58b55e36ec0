// The head of a tool: its name, what it does, and the mark of a favourite.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { Icon } from '../home/icons.ts'
import { formatBytes, t } from '../language/language.ts'
import type { PageTool } from '../run/page-tool.ts'

interface Props {
  readonly tool: PageTool
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
            'aria-label': t('Favorite'),
            title: t('Favorite'),
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
      ` ${t('version {version}, documents up to {size}', { version: tool.version, size: formatBytes(tool.limits.maxInputBytes) })}`,
    ),
  )
}
