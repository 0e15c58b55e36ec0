// The whole page: the head, the list of the tools and the tool that is shown.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { contactAddress } from '../../core/contact-address.ts'
import type { PageSettings } from '../../core/page-settings.ts'
import type { DeidentifyPlaceProps } from '../deidentify/deidentify-place.ts'
import { h } from '../draw.ts'
import { Home } from '../home/home.ts'
import type { Handed, Handover } from '../intake/handover.ts'
import { keepLanguage, languagesOf } from '../language/choice.ts'
import { rich, t } from '../language/language.ts'
import { loadDescription, loadLanguage } from '../language/load.ts'
import type { Command, PaletteProps } from '../palette/palette.ts'
import type { RecipePlaceProps } from '../recipes/recipe-place.ts'
import type { PageTool } from '../run/page-tool.ts'
import { useLoaded } from '../views/loaded.ts'
import { DEIDENTIFY_ID, type Place, RECIPE_ID, readPlace } from './address.ts'
import { keepFavourites, readFavourites } from './favourites.ts'
import { chooseTheme, Head, themeName } from './head.ts'
import { Navigation } from './navigation.ts'
import { useShortcuts } from './shortcuts.ts'
import { THEMES } from './theme.ts'
import type { ToolEntry } from './tool-list.ts'
import { ToolPanel, type ToolPanelProps } from './tool-panel.ts'

interface Props {
  readonly settings: PageSettings
  readonly tools: readonly ToolEntry[]
  readonly openWorker: () => Worker
}

export function App({ settings, tools: first, openWorker }: Props): VNode {
  const [tools, setTools] = useState(first)
  const drawn = useRef(location.hash)
  const [place, setPlace] = useState<Place>(() => readPlace(drawn.current))
  const [isOpen, setOpen] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const [favourites, setFavourites] = useState(readFavourites)
  const [handover, setHandover] = useState<Handover | undefined>()
  useShortcuts(() => setSearching(true))
  useEffect(() => {
    const read = () => {
      setPlace(readPlace(location.hash))
      setOpen(false)
      // As after a page load: who works with the keyboard or listens goes on at the tool, not in the middle of the list.
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
      scrollTo(0, 0)
    }
    addEventListener('hashchange', read)
    // An effect runs after the first picture of the page: the address may have changed meanwhile.
    if (location.hash !== drawn.current) read()
    return () => removeEventListener('hashchange', read)
  }, [])
  const open = (toolId: string, handed?: Handed) => {
    setHandover((old) => handed && { ...handed, toolId, serial: (old?.serial ?? 0) + 1 })
    location.hash = `#/${toolId}`
  }
  const mark = (id: string) => {
    const next = favourites.includes(id) ? favourites.filter((other) => other !== id) : [...favourites, id]
    setFavourites(next)
    keepFavourites(next)
  }
  const speak = (language: string) => {
    keepLanguage(language, languagesOf(settings))
    void loadLanguage(settings, language).then(
      (next) => next && setTools(next),
      // The page stays as it is.
      () => undefined,
    )
  }
  const entry = tools.find(({ id }) => id === place.toolId)
  useEffect(() => {
    const title = entry?.title ?? titleOfPlace(place.toolId)
    document.title = title === '' ? settings.name : `${title} · ${settings.name}`
  }, [entry, place])
  const handed = handover && handover.toolId === (entry?.id ?? place.toolId) ? handover : undefined
  return h(
    'div',
    { class: 'page' },
    h('a', { class: 'skip', href: '#main', onClick: skipToMain }, t('Skip to the tool')),
    h(Head, { settings, isOpen, onOpen: setOpen, onSearch: () => setSearching(true), onLanguage: speak }),
    h(
      'div',
      { class: isOpen ? 'body open' : 'body' },
      h(Navigation, { tools, favourites, current: entry?.id ?? place.toolId }),
      h(
        'main',
        { id: 'main', tabIndex: -1 },
        place.toolId === RECIPE_ID
          ? h(LoadedRecipes, { key: `${handed?.serial ?? ''}`, tools, recipe: place.options.recipe, handed, openWorker, onOpen: open })
          : place.toolId === DEIDENTIFY_ID
            ? h(LoadedDeidentify, { key: `${handed?.serial ?? ''}`, tools, handed, openWorker, onOpen: open })
            : entry
              ? h(ToolPlace, {
                  key: `${entry.id} ${JSON.stringify(place.options)} ${handed?.serial ?? ''}`,
                  entry,
                  tools,
                  place,
                  handed,
                  openWorker,
                  onOpen: open,
                  isFavourite: favourites.includes(entry.id),
                  onFavourite: () => mark(entry.id),
                })
              : h(Home, { tools, unknown: place.toolId, openWorker, onOpen: open }),
        h(Foot, { settings }),
      ),
    ),
    isSearching && h(SearchDialog, { tools, favourites, commands: commandsOf(settings), onOpen: open, onClose: () => setSearching(false) }),
  )
}

/** Loaded with the first recipe. */
function LoadedRecipes(props: RecipePlaceProps): VNode {
  const { part, failed } = useLoaded('recipes', () => import('../recipes/recipe-place.ts'))
  if (failed) return h('p', { class: 'problem', role: 'alert' }, t('The server did not respond. Reload the page.'))
  return part ? h(part.RecipePlace, props) : h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
}

function LoadedDeidentify(props: DeidentifyPlaceProps): VNode {
  const { part, failed } = useLoaded('deidentify', () => import('../deidentify/deidentify-place.ts'))
  if (failed) return h('p', { class: 'problem', role: 'alert' }, t('The server did not respond. Reload the page.'))
  return part ? h(part.DeidentifyPlace, props) : h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
}

/** Loaded with the first search. */
function SearchDialog(props: PaletteProps): VNode | null {
  const { part } = useLoaded('palette', () => import('../palette/palette.ts'))
  return part ? h(part.Palette, props) : null
}

function commandsOf({ docs, guide }: PageSettings): readonly Command[] {
  return [
    { title: t('Home'), run: () => location.assign('#/') },
    { title: t('De-identify files of any kind (anonymize, redact)'), run: () => location.assign(`#/${DEIDENTIFY_ID}`) },
    { title: t('Recipes: tools in a row'), run: () => location.assign(`#/${RECIPE_ID}`) },
    ...(docs === null ? [] : [{ title: t('API reference'), run: () => location.assign(docs) }]),
    ...(guide === null ? [] : [{ title: t('Guide'), run: () => location.assign(guide) }]),
    ...THEMES.map((theme) => ({ title: t('Colors: {theme}', { theme: themeName(theme) }), run: () => chooseTheme(theme) })),
  ]
}

/** Of a place that is no tool; empty for the home page. */
function titleOfPlace(id: string | undefined): string {
  if (id === undefined) return ''
  if (id === RECIPE_ID) return t('Recipes')
  return id === DEIDENTIFY_ID ? t('De-identify files') : t('Page not found')
}

/** The fragment is the tool's; a jump in the page must leave it alone. */
function skipToMain(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

interface PlaceProps extends Omit<ToolPanelProps, 'tool' | 'options'> {
  readonly entry: ToolEntry
  readonly place: Place
}

function ToolPlace({ entry, place, ...props }: PlaceProps): VNode {
  const [tool, setTool] = useState<PageTool | undefined>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    loadDescription(entry).then(setTool, () => setFailed(true))
  }, [entry])
  if (failed) return h('p', { class: 'problem', role: 'alert' }, t('The server did not respond. Reload the page.'))
  return tool ? h(ToolPanel, { ...props, tool, options: place.options }) : h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
}

function Foot({ settings: { contact } }: { settings: PageSettings }): VNode | null {
  if (contact === null) return null
  const address = contactAddress(contact)
  return h(
    'footer',
    { class: 'foot' },
    rich('Contact: {contact}', {
      contact: address === undefined ? contact : h('a', { href: address, rel: 'noreferrer' }, contact),
    }),
  )
}
