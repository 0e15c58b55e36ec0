// What the server tells the page: its names, and where its files are.

export interface Settings {
  readonly name: string
  readonly contact: string | null
  readonly logo: string | null
  readonly worker: string
  readonly tools: string
  readonly docs: string | null
  readonly offered: readonly string[]
}

export function readSettings(): Settings {
  return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=settings]')!.content) as Settings
}
