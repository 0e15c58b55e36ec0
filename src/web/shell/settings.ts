// What the server told the page: its names, and where its files are.
import type { PageSettings } from '../../core/page-settings.ts'

export function readSettings(): PageSettings {
  return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=settings]')!.content) as PageSettings
}
