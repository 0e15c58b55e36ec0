// The HTML that the pages begin with: which files to load, and how the server calls itself. Everything else is made by the scripts.
import type { DocsSettings, PageSettings } from '../../core/page-settings.ts'
import type { AssetManifest, PageFiles } from './asset-pack.ts'
import { assetAddress, composeHtml, escapeHtml } from './html-frame.ts'

/** @param root address of the page, relative to where it is shown; empty or with a slash at its end */
export function composeConsoleHtml(manifest: AssetManifest, settings: PageSettings, root = ''): string {
  return composePage(manifest, manifest.console, { title: settings.name, settings, root })
}

export function composeDocsHtml(manifest: AssetManifest, settings: DocsSettings): string {
  return composePage(manifest, manifest.docs, { title: `${settings.name} API`, settings })
}

const BODY = `<div id="page"></div>
<noscript><p>This page runs the tools in the browser, which needs JavaScript. The API works without it.</p></noscript>`

interface PageParts {
  readonly title: string
  readonly settings: object
  readonly root?: string
}

function composePage(manifest: AssetManifest, files: PageFiles, { title, settings, root = '' }: PageParts): string {
  const address = (name: string) => escapeHtml(root + assetAddress(name))
  const isModule = (name: string) => !files.scripts.slice(0, -1).includes(name)
  return composeHtml({
    title,
    icon: manifest.icon,
    root,
    styles: files.styles,
    meta: [`<meta name="settings" content="${escapeHtml(JSON.stringify(settings))}">`],
    links: [
      ...files.preload.map((name) => `<link rel="modulepreload" href="${address(name)}">`),
      ...files.scripts.map((name) => `<script ${isModule(name) ? 'type="module"' : 'defer'} src="${address(name)}"></script>`),
    ],
    body: BODY,
  })
}
