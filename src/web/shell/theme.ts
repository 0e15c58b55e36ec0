// The choice of light or dark: the one thing that the page keeps beyond its tab.

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const NAME = 'theme'

export function readTheme(): Theme {
  const kept = storage()?.getItem(NAME)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}

export function keepTheme(theme: Theme): void {
  if (theme === 'system') storage()?.removeItem(NAME)
  else storage()?.setItem(NAME, theme)
}

/** Undefined where the browser forbids it. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
