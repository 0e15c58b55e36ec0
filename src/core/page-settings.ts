// What the server tells the page that it serves, as JSON in the page's head.

export interface PageSettings {
  readonly name: string
  readonly contact: string | null
  /** Addresses relative to the page; null where there is none. */
  readonly logo: string | null
  readonly worker: string
  readonly tools: string
  /** Files of the languages beside English, by their tags. */
  readonly languages: Readonly<Record<string, LanguageFiles>>
  /** The style of results, loaded with the first tool. */
  readonly resultStyle: string
  readonly docs: string | null
  /** Ids of the tools that this server offers. */
  readonly offered: readonly string[]
}

/** Addresses relative to the page. */
export interface LanguageFiles {
  /** The texts of the page. */
  readonly page: string
  /** The list of the tools. */
  readonly tools: string
}

/** The same for the API reference. */
export interface DocsSettings extends Pick<PageSettings, 'name' | 'contact' | 'logo'> {
  /** Address of the OpenAPI document, relative to the page. */
  readonly openApi: string
  /** Whether the page of the tools is served. */
  readonly console: boolean
}
