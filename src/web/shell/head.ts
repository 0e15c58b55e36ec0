// The head of the page: its name, the search, and the settings.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PageSettings } from '../../core/page-settings.ts'
import { h } from '../draw.ts'
import { Icon } from '../home/icons.ts'
import { languagesOf, nameOfLanguage } from '../language/choice.ts'
import { currentLanguage, msgs, t } from '../language/language.ts'
import { applyTheme, keepTheme, readTheme, THEMES, type Theme } from './theme.ts'

interface HeadProps {
  readonly settings: PageSettings
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onSearch: () => void
  readonly onLanguage: (language: string) => void
}

export function Head({ settings, isOpen, onOpen, onSearch, onLanguage }: HeadProps): VNode {
  return h(
    'header',
    { class: 'head' },
    h(
      'button',
      { type: 'button', class: 'menu', 'aria-expanded': isOpen, 'aria-controls': 'tools', onClick: () => onOpen(!isOpen) },
      t('Tools'),
    ),
    h(
      'a',
      { class: 'name', href: '#/' },
      settings.logo && h('img', { src: settings.logo, alt: '', height: 28 }),
      h('span', null, settings.name),
    ),
    h('span', { class: 'grow' }),
    h(
      'button',
      { type: 'button', class: 'find', 'aria-keyshortcuts': 'Control+K', onClick: onSearch },
      h(Icon, { name: 'search' }),
      h('span', null, t('Search')),
      h('kbd', null, 'Ctrl K'),
    ),
    settings.docs && h('a', { class: 'head-link', href: settings.docs }, t('API reference')),
    settings.guide && h('a', { class: 'head-link', href: settings.guide, hreflang: 'en' }, t('Guide')),
    h(LanguageChoice, { settings, onLanguage }),
    h(ThemeChoice, {}),
  )
}

function LanguageChoice({ settings, onLanguage }: Pick<HeadProps, 'settings' | 'onLanguage'>): VNode | null {
  const languages = languagesOf(settings)
  if (languages.length === 1) return null
  return h(
    'select',
    {
      class: 'language',
      name: 'language',
      'aria-label': t('Language'),
      value: currentLanguage(),
      onChange: (event: Event) => onLanguage((event.currentTarget as HTMLSelectElement).value),
    },
    languages.map((language) => h('option', { key: language, value: language, lang: language }, nameOfLanguage(language))),
  )
}

const THEME_NAMES: Readonly<Record<Theme, string>> = msgs({ system: 'Auto', light: 'Light', dark: 'Dark' })

export function themeName(theme: Theme): string {
  return t(THEME_NAMES[theme])
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  keepTheme(theme)
  dispatchEvent(new Event('theme'))
}

function ThemeChoice(): VNode {
  const [theme, setTheme] = useState<Theme>(readTheme)
  useEffect(() => {
    const read = () => setTheme(document.documentElement.dataset.theme as Theme)
    addEventListener('theme', read)
    return () => removeEventListener('theme', read)
  }, [])
  const choose = (event: Event) => chooseTheme((event.currentTarget as HTMLSelectElement).value as Theme)
  return h(
    'select',
    { class: 'theme', 'aria-label': t('Colors'), value: theme, onChange: choose },
    THEMES.map((name) => h('option', { key: name, value: name }, themeName(name))),
  )
}
