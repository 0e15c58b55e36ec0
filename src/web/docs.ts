// The API reference: Swagger UI over the server's own OpenAPI document. It validates nothing elsewhere and keeps no key.
interface SwaggerOptions {
  readonly url: string
  readonly dom_id: string
  readonly validatorUrl: null
  readonly docExpansion: 'list'
  readonly defaultModelsExpandDepth: number
  readonly deepLinking: boolean
  readonly persistAuthorization: boolean
}

interface DocsSettings {
  readonly name: string
  readonly openApi: string
  readonly console: boolean
}

const settings = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=settings]')!.content) as DocsSettings
const { SwaggerUIBundle } = globalThis as unknown as { SwaggerUIBundle: (options: SwaggerOptions) => unknown }

document.body.prepend(composeHead(settings))
SwaggerUIBundle({
  url: settings.openApi,
  dom_id: '#page',
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  deepLinking: false,
  persistAuthorization: false,
})

function composeHead({ name, console }: DocsSettings): HTMLElement {
  const head = document.createElement('header')
  head.className = 'docs-head'
  const link = document.createElement(console ? 'a' : 'span')
  if (link instanceof HTMLAnchorElement) link.href = './'
  link.textContent = name
  head.append(link)
  return head
}
