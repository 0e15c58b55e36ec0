// The frame of the guide: the name of the site, the navigation and one document. It has no scripts.
import { contactAddress } from '../../core/contact-address.ts'
import type { AssetManifest } from './asset-pack.ts'
import { composeHtml, escapeHtml } from './html-frame.ts'

/** Links between documents are `guide:` and the slug: their addresses depend on the page that has them. */
const GUIDE_LINK = /href="guide:([^"#]*)/g

export interface GuidePage {
  /** Last part of the address; empty for the first page. */
  readonly slug: string
  readonly title: string
  readonly html: string
  /** Headings of the second level. */
  readonly headings: readonly { readonly id: string; readonly text: string }[]
}

export interface Guide {
  readonly groups: readonly { readonly title: string; readonly pages: readonly GuidePage[] }[]
}

export interface GuideSettings {
  readonly name: string
  readonly contact: string | null
  /** Address of the logo, relative to the page of the tools. */
  readonly logo: string | null
  /** Whether the page of the tools is served. */
  readonly console: boolean
}

/** The HTML of one page. The first page is `docs/guide`, the others lie below it, so all addresses are relative. */
export function composeGuideHtml(manifest: AssetManifest, guide: Guide, page: GuidePage, settings: GuideSettings): string {
  const root = page.slug === '' ? '../' : '../../'
  const addressOf = (slug: string) => (page.slug === '' ? `guide/${slug}` : slug === '' ? '../guide' : slug)
  const title = page.slug === '' ? `${settings.name} guide` : `${page.title} - ${settings.name} guide`
  const body = `<a class="skip" href="#document">Skip to the document</a>
${composeHead(settings, root)}
<div class="guide">
${composeNavigation(guide, page, addressOf)}
<main id="document">
${composeContents(page)}${page.html.replace(GUIDE_LINK, (_, slug: string) => `href="${addressOf(slug)}`)}</main>
</div>`
  return composeHtml({ title, icon: manifest.icon, styles: manifest.guide.styles, root, body })
}

function composeHead({ name, contact, logo, console }: GuideSettings, root: string): string {
  const image = logo === null ? '' : `<img src="${escapeHtml(root + logo)}" alt="" height="28">`
  const site = `${image}${escapeHtml(name)}`
  return `<header>
${console ? `<a class="name" href="${root}">${site}</a>` : `<span class="name">${site}</span>`}
<span class="grow"></span>
<a href="${root}docs">API reference</a>
${contact === null ? '' : composeContact(contact)}
</header>`
}

function composeContact(contact: string): string {
  const address = contactAddress(contact)
  const text = escapeHtml(contact)
  return address === undefined ? `<span>${text}</span>` : `<a href="${escapeHtml(address)}">${text}</a>`
}

/** On a phone the navigation folds away; `details` needs no script for it. */
function composeNavigation({ groups }: Guide, current: GuidePage, addressOf: (slug: string) => string): string {
  const item = ({ slug, title }: GuidePage) =>
    `<li><a href="${addressOf(slug)}"${slug === current.slug ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`
  const group = ({ title, pages }: Guide['groups'][number]) => `<h2>${escapeHtml(title)}</h2>\n<ul>\n${pages.map(item).join('\n')}\n</ul>`
  const list = groups.map(group).join('\n')
  return `<nav class="side" aria-label="Guide">\n${list}\n</nav>\n<details class="fold"><summary>Contents of the guide</summary>\n<nav aria-label="Guide, folded">\n${list}\n</nav>\n</details>`
}

function composeContents({ headings }: GuidePage): string {
  if (headings.length < 4) return ''
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
  return `<nav class="here" aria-label="On this page"><ul>${items.join('')}</ul></nav>\n`
}
