// The HTML around the body of a page: what the pages of the tools, of the API and of the guide have in common.
const FOLDER = 'assets/'

interface HtmlParts {
  readonly title: string
  /** Names of assets. */
  readonly icon: string
  readonly styles: readonly string[]
  /** Address of the folder that the addresses of the assets are relative to; empty or with a slash at its end. */
  readonly root?: string
  /** Further elements of the head: before the title, and after the styles. */
  readonly meta?: readonly string[]
  readonly links?: readonly string[]
  readonly body: string
}

export function composeHtml({ title, icon, styles, root = '', meta = [], links = [], body }: HtmlParts): string {
  const address = (name: string) => escapeHtml(root + assetAddress(name))
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    ...meta,
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="icon" type="image/svg+xml" href="${address(icon)}">`,
    ...styles.map((name) => `<link rel="stylesheet" href="${address(name)}">`),
    ...links,
  ]
  return `<!doctype html>\n<html lang="en">\n<head>\n${head.join('\n')}\n</head>\n<body>\n${body}\n</body>\n</html>\n`
}

/** Address of an asset, relative to the pages. */
export function assetAddress(name: string): string {
  return FOLDER + name
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
