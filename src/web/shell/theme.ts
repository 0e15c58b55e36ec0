// The choice of light or dark: the one thing that the page keeps beyond its tab.
import { keepValue, readKept } from '../kept-value.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const NAME = 'theme'

export function readTheme(): Theme {
  const kept = readKept('localStorage', NAME)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}

export function keepTheme(theme: Theme): void {
  keepValue('localStorage', NAME, theme === 'system' ? undefined : theme)
}
