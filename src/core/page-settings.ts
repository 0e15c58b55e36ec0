// What the server tells the page that it serves, as JSON in the page's head.

export interface PageSettings {
  readonly name: string
  /** Where the page is, relative to the address at which it says that there is nothing; null at its own address. */
  readonly home: string | null
  readonly contact: string | null
  /** Addresses relative to the page; null where there is none. */
  readonly logo: string | null
  readonly worker: string
  readonly tools: string
  /** Files of the languages beside English, by their tags. */
  readonly languages: Readonly<Record<string, LanguageFiles>>
  /** The identity provider at which callers of the server sign in; null where there is none. */
  readonly signIn: SignInSettings | null
  /** The style of results, loaded with the first tool. */
  readonly resultStyle: string
  /** The API reference. */
  readonly docs: string | null
  readonly guide: string | null
  /** Ids of the tools that this server offers. */
  readonly offered: readonly string[]
}

/** Authorization code with PKCE at an OpenID Connect provider. */
export interface SignInSettings {
  readonly issuer: string
  readonly clientId: string
  readonly scope: string
  /** Resource indicator (RFC 8707) of the API. */
  readonly resource: string | null
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
