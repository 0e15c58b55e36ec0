// The API reference: Swagger UI over the server's own OpenAPI document. It validates nothing elsewhere and keeps no key.

import { contactAddress } from '../core/contact-address.ts'
import type { DocsSettings } from '../core/page-settings.ts'
import { nameControls, outlinePlugin } from './docs-outline.ts'
import { samplesPlugin } from './docs-samples.ts'

interface SwaggerOptions {
  readonly url: string
  readonly dom_id: string
  readonly validatorUrl: null
  readonly docExpansion: 'list'
  readonly defaultModelsExpandDepth: number
  readonly deepLinking: boolean
  readonly persistAuthorization: boolean
  readonly syntaxHighlight: { readonly activated: boolean; readonly theme: string }
  readonly plugins: readonly unknown[]
}

const settings = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=settings]')!.content) as DocsSettings
const { SwaggerUIBundle } = globalThis as unknown as { SwaggerUIBundle: (options: SwaggerOptions) => unknown }

document.body.prepend(composeHead(settings))
nameControls(document.querySelector('#page')!)
SwaggerUIBundle({
  url: settings.openApi,
  dom_id: '#page',
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  deepLinking: false,
  persistAuthorization: false,
  // The numbers of the theme that comes by itself are too dark on its ground.
  syntaxHighlight: { activated: true, theme: 'tomorrow-night' },
  plugins: [samplesPlugin, outlinePlugin],
})

function composeHead({ name, logo, contact, console }: DocsSettings): HTMLElement {
  const head = document.createElement('header')
  head.className = 'docs-head'
  const link = document.createElement(console ? 'a' : 'span')
  if (link instanceof HTMLAnchorElement) link.href = './'
  if (logo !== null) {
    const image = new Image()
    image.src = logo
    image.alt = ''
    image.height = 28
    link.append(image)
  }
  link.append(name)
  const guide = document.createElement('a')
  guide.href = 'docs/guide'
  guide.textContent = 'Guide'
  head.append(link, guide)
  if (contact !== null) head.append(composeContact(contact))
  return head
}

function composeContact(contact: string): HTMLElement {
  const address = contactAddress(contact)
  const element = document.createElement(address === undefined ? 'span' : 'a')
  if (address !== undefined && element instanceof HTMLAnchorElement) element.href = address
  element.className = 'docs-contact'
  element.textContent = contact
  return element
}
