// The whole page: the head, the list of the tools and the tool that is shown.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ToolDescription } from '../../core/describe.ts'
import type { PageSettings } from '../../core/page-settings.ts'
import { contactAddress } from '../contact-address.ts'
import { h } from '../draw.ts'
import { type Place, readPlace } from './address.ts'
import { applyTheme, keepTheme, readTheme, THEMES, type Theme } from './theme.ts'
import { categoryName, findTools, loadDescription, type ToolEntry } from './tool-list.ts'
import { ToolPanel } from './tool-panel.ts'

interface Props {
  readonly settings: PageSettings
  readonly tools: readonly ToolEntry[]
  readonly openWorker: () => Worker
}

export function App({ settings, tools, openWorker }: Props): VNode {
  const [place, setPlace] = useState<Place>(() => readPlace(location.hash))
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const read = () => {
      setPlace(readPlace(location.hash))
      setOpen(false)
      // As after a page load: who works with the keyboard or listens goes on at the tool, not in the middle of the list.
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
      scrollTo(0, 0)
    }
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const entry = tools.find(({ id }) => id === place.toolId)
  return h(
    'div',
    { class: 'page' },
    h('a', { class: 'skip', href: '#main', onClick: skipToMain }, 'Skip to the tool'),
    h(Head, { settings, isOpen, onOpen: setOpen }),
    h(
      'div',
      { class: isOpen ? 'body open' : 'body' },
      h(Navigation, { tools, current: entry?.id }),
      h(
        'main',
        { id: 'main', tabIndex: -1 },
        entry
          ? h(ToolPlace, { key: `${entry.id} ${JSON.stringify(place.options)}`, entry, place, openWorker, name: settings.name })
          : h(Welcome, { tools, place }),
        h(Foot, { settings }),
      ),
    ),
  )
}

/** The fragment is the tool's; a jump in the page must leave it alone. */
function skipToMain(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

function Head({ settings, isOpen, onOpen }: { settings: PageSettings; isOpen: boolean; onOpen: (isOpen: boolean) => void }): VNode {
  return h(
    'header',
    { class: 'head' },
    h(
      'button',
      { type: 'button', class: 'menu', 'aria-expanded': isOpen, 'aria-controls': 'tools', onClick: () => onOpen(!isOpen) },
      'Tools',
    ),
    h('a', { class: 'name', href: '#/' }, settings.logo && h('img', { src: settings.logo, alt: '', height: 28 }), settings.name),
    h('span', { class: 'grow' }),
    settings.docs && h('a', { class: 'head-link', href: settings.docs }, 'API reference'),
    h(ThemeChoice, {}),
  )
}

function ThemeChoice(): VNode {
  const [theme, setTheme] = useState<Theme>(readTheme)
  const choose = (event: Event) => {
    const chosen = (event.currentTarget as HTMLSelectElement).value as Theme
    setTheme(chosen)
    applyTheme(chosen)
    keepTheme(chosen)
  }
  const names: Readonly<Record<Theme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' }
  return h(
    'select',
    { class: 'theme', 'aria-label': 'Colours', value: theme, onChange: choose },
    THEMES.map((name) => h('option', { key: name, value: name }, names[name])),
  )
}

function Navigation({ tools, current }: { tools: readonly ToolEntry[]; current: string | undefined }): VNode {
  const [query, setQuery] = useState('')
  const found = findTools(tools, query)
  const categories = [...new Set(found.map(({ category }) => category))]
  return h(
    'nav',
    { id: 'tools', 'aria-label': 'Tools' },
    h('input', {
      type: 'search',
      class: 'search',
      placeholder: 'Search tools',
      'aria-label': 'Search tools',
      value: query,
      onInput: (event: Event) => setQuery((event.currentTarget as HTMLInputElement).value),
    }),
    h('p', { class: 'away', role: 'status' }, query === '' ? '' : `${found.length} tools found`),
    found.length === 0 && h('p', { class: 'quiet nothing' }, 'No tool has these words.'),
    categories.map((category) =>
      h(
        'section',
        { key: category },
        h('h2', null, categoryName(category)),
        h(
          'ul',
          null,
          found
            .filter((tool) => tool.category === category)
            .map(({ id, title, summary }) =>
              h('li', { key: id }, h('a', { href: `#/${id}`, title: summary, 'aria-current': id === current ? 'page' : undefined }, title)),
            ),
        ),
      ),
    ),
  )
}

function Welcome({ tools, place }: { tools: readonly ToolEntry[]; place: Place }): VNode {
  const categories = [...new Set(tools.map(({ category }) => category))]
  return h(
    'article',
    { class: 'welcome' },
    h('h1', null, 'Tools'),
    place.toolId !== undefined &&
      h('p', { class: 'problem', role: 'alert' }, 'This server has no such tool. ', h('code', null, 'unknown_tool')),
    h(
      'p',
      { class: 'summary' },
      'Each tool runs in this tab: what you paste or drop stays in the browser unless you choose to run it on the server.',
    ),
    categories.map((category) =>
      h(
        'section',
        { key: category },
        h('h2', null, categoryName(category)),
        h(
          'ul',
          { class: 'tiles' },
          tools
            .filter((tool) => tool.category === category)
            .map(({ id, title, summary }) =>
              h(
                'li',
                { key: id },
                h('a', { href: `#/${id}` }, h('span', { class: 'tile-title' }, title), h('span', { class: 'tile-words' }, summary)),
              ),
            ),
        ),
      ),
    ),
  )
}

interface PlaceProps {
  readonly entry: ToolEntry
  readonly place: Place
  readonly openWorker: () => Worker
  readonly name: string
}

function ToolPlace({ entry, place, openWorker, name }: PlaceProps): VNode {
  const [tool, setTool] = useState<ToolDescription | undefined>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    document.title = `${entry.title} · ${name}`
    loadDescription(entry).then(setTool, () => setFailed(true))
    return () => {
      document.title = name
    }
  }, [entry])
  if (failed) return h('p', { class: 'problem', role: 'alert' }, 'The server did not answer. Load the page again.')
  return tool ? h(ToolPanel, { tool, options: place.options, openWorker }) : h('p', { class: 'quiet', role: 'status' }, 'Loading…')
}

function Foot({ settings: { contact } }: { settings: PageSettings }): VNode | null {
  if (contact === null) return null
  const address = contactAddress(contact)
  return h(
    'footer',
    { class: 'foot' },
    'Contact: ',
    address === undefined ? contact : h('a', { href: address, rel: 'noreferrer' }, contact),
  )
}
