// The list of the tools beside the page, with a search.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { msg, plural, t } from '../language/language.ts'
import { DEIDENTIFY_ID, RECIPE_ID } from './address.ts'
import { categoryName, findTools, sortCategories, type ToolEntry } from './tool-list.ts'

const PLACES = [
  [DEIDENTIFY_ID, msg('De-identify files')],
  [RECIPE_ID, msg('Recipes')],
] as const

interface Props {
  readonly tools: readonly ToolEntry[]
  readonly favourites: readonly string[]
  readonly current: string | undefined
}

export function Navigation({ tools, favourites, current }: Props): VNode {
  const [query, setQuery] = useState('')
  const found = findTools(tools, query)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    // Only the list scrolls, not the page.
    if (link && list.current && list.current.scrollHeight > list.current.clientHeight) {
      const [own, frame] = [link.getBoundingClientRect(), list.current.getBoundingClientRect()]
      if (own.top < frame.top || own.bottom > Math.min(frame.bottom, innerHeight)) list.current.scrollTop += own.top - frame.top - 120
    }
  }, [current])
  const marked = query === '' ? tools.filter(({ id }) => favourites.includes(id)) : []
  const item = ({ id, title, summary }: ToolEntry) =>
    h('li', { key: id }, h('a', { href: `#/${id}`, title: summary, 'aria-current': id === current ? 'page' : undefined }, title))
  return h(
    'nav',
    { id: 'tools', 'aria-label': t('Tools'), ref: list },
    h('input', {
      type: 'search',
      class: 'search',
      placeholder: t('Search tools'),
      'aria-label': t('Search tools'),
      'aria-keyshortcuts': '/',
      value: query,
      onInput: (event: Event) => setQuery((event.currentTarget as HTMLInputElement).value),
    }),
    h('p', { class: 'away', role: 'status' }, query === '' ? '' : plural(found.length, '{count} tool found', '{count} tools found')),
    query === '' &&
      h(
        'ul',
        { class: 'nav-places' },
        PLACES.map(([id, title]) =>
          h('li', { key: id }, h('a', { href: `#/${id}`, 'aria-current': current === id ? 'page' : undefined }, t(title))),
        ),
      ),
    found.length === 0 && h('p', { class: 'quiet nothing' }, t('No tool has these words.')),
    marked.length > 0 && h('section', null, h('h2', null, t('Favorites')), h('ul', null, marked.map(item))),
    query === ''
      ? sortCategories(found.map(({ category }) => category)).map((category) =>
          h(
            'section',
            { key: category },
            h('h2', null, categoryName(category)),
            h('ul', null, found.filter((tool) => tool.category === category).map(item)),
          ),
        )
      : h('section', null, h('ul', null, found.map(item))),
  )
}
