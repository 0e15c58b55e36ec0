// The HTML that the pages begin with: which files to load, and how the server calls itself. Everything else is made by the scripts.
import type { DocsSettings, PageSettings } from '../../core/page-settings.ts'
import type { AssetManifest, PageFiles } from './asset-pack.ts'

const FOLDER = 'assets/'

export function composeConsoleHtml(manifest: AssetManifest, settings: PageSettings): string {
  return composeHtml(manifest, manifest.console, { title: settings.name, settings })
}

export function composeDocsHtml(manifest: AssetManifest, settings: DocsSettings): string {
  return composeHtml(manifest, manifest.docs, { title: `${settings.name} API`, settings })
}

/** Address of an asset, relative to the pages. */
export function assetAddress(name: string): string {
  return FOLDER + name
}

function composeHtml(manifest: AssetManifest, files: PageFiles, { title, settings }: { title: string; settings: object }): string {
  const address = (name: string) => escapeHtml(assetAddress(name))
  const isModule = (name: string) => !files.scripts.slice(0, -1).includes(name)
  const links = [
    `<link rel="icon" type="image/svg+xml" href="${address(manifest.icon)}">`,
    ...files.styles.map((name) => `<link rel="stylesheet" href="${address(name)}">`),
    ...files.preload.map((name) => `<link rel="modulepreload" href="${address(name)}">`),
    ...files.scripts.map((name) => `<script ${isModule(name) ? 'type="module"' : 'defer'} src="${address(name)}"></script>`),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="settings" content="${escapeHtml(JSON.stringify(settings))}">
<title>${escapeHtml(title)}</title>
${links.join('\n')}
</head>
<body>
<div id="page"></div>
<noscript><p>This page runs the tools in the browser, which needs JavaScript. The API works without it.</p></noscript>
</body>
</html>
`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
