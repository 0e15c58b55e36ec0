// The HTML that the pages begin with: which files to load, and how the server calls itself. Everything else is made by the scripts.
import type { DocsSettings, PageSettings } from '../../core/page-settings.ts'
import type { AssetManifest, PageFiles } from './asset-pack.ts'
import { assetAddress, composeHtml, escapeHtml } from './html-frame.ts'

export function composeConsoleHtml(manifest: AssetManifest, settings: PageSettings): string {
  return composePage(manifest, manifest.console, { title: settings.name, settings })
}

export function composeDocsHtml(manifest: AssetManifest, settings: DocsSettings): string {
  return composePage(manifest, manifest.docs, { title: `${settings.name} API`, settings })
}

const BODY = `<div id="page"></div>
<noscript><p>This page runs the tools in the browser, which needs JavaScript. The API works without it.</p></noscript>`

function composePage(manifest: AssetManifest, files: PageFiles, { title, settings }: { title: string; settings: object }): string {
  const address = (name: string) => escapeHtml(assetAddress(name))
  const isModule = (name: string) => !files.scripts.slice(0, -1).includes(name)
  return composeHtml({
    title,
    icon: manifest.icon,
    styles: files.styles,
    meta: [`<meta name="settings" content="${escapeHtml(JSON.stringify(settings))}">`],
    links: [
      ...files.preload.map((name) => `<link rel="modulepreload" href="${address(name)}">`),
      ...files.scripts.map((name) => `<script ${isModule(name) ? 'type="module"' : 'defer'} src="${address(name)}"></script>`),
    ],
    body: BODY,
  })
}
