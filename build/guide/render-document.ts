// One Markdown document as HTML: headings with anchors, links between documents, and plain text for links to what is not served.
import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '../../src/http/pages/html-frame.ts'
import { slugOf } from './guide-documents.ts'

export interface RenderedDocument {
  readonly title: string
  readonly html: string
  /** Headings of the second level, with their anchors. */
  readonly headings: readonly { readonly id: string; readonly text: string }[]
}

/**
 * @param path of the document, relative to the project folder
 * @param served paths of all documents of the guide
 * @throws Error for a document without a title, or with HTML of its own
 */
export function renderDocument(path: string, markdown: string, served: ReadonlySet<string>): RenderedDocument {
  const headings: { id: string; text: string; depth: number }[] = []
  const ids = new Map<string, number>()
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens)
        const id = uniqueId(anchorOf(text), ids)
        headings.push({ id, text, depth })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const address = addressOf(href, path, served)
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`
      },
      // Images show the page, which is served next to the guide.
      image: () => '',
      html({ text }) {
        throw new Error(`${path}: HTML is not allowed in the guide: ${text.trim()}`)
      },
      // A wide table or line of code scrolls on its own, with the keyboard too.
      table(token) {
        return `<div class="wide" tabindex="0" role="group" aria-label="Table">${renderTable(token, (tokens) => this.parser.parseInline(tokens))}</div>\n`
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    },
  })
  const html = marked.parse(markdown, { async: false })
  const title = headings.find(({ depth }) => depth === 1)
  if (!title) throw new Error(`${path} has no title`)
  return { title: title.text, html, headings: headings.filter(({ depth }) => depth === 2) }
}

/** As on GitHub, so that an anchor works in both places. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

/** The address of a link, relative to the folder of the guide; undefined for a file that is not served, and for an example. */
function addressOf(href: string, from: string, served: ReadonlySet<string>): string | undefined {
  if (/^https:/.test(href) || href.startsWith('#')) return href
  const [file = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(from), file))
  const document = served.has(target) ? target : `${target}/README.md`
  if (!served.has(document)) return undefined
  return `guide:${slugOf(document)}${anchor === undefined ? '' : `#${anchor}`}`
}

function uniqueId(id: string, ids: Map<string, number>): string {
  const count = ids.get(id) ?? 0
  ids.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}

function plainText(tokens: readonly { readonly raw: string }[]): string {
  return tokens.map((token) => ('text' in token ? String(token.text) : token.raw)).join('')
}

/** A table without a text in its head has no head: an empty header cell says nothing. */
function renderTable({ header, rows }: Tokens.Table, inline: (tokens: Tokens.TableCell['tokens']) => string): string {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    `<tr>${cells.map(({ tokens, text }) => (tag === 'th' && text === '' ? '<td></td>' : `<${tag}>${inline(tokens)}</${tag}>`)).join('')}</tr>`
  const head = header.some(({ text }) => text !== '') ? `<thead>${row(header, 'th')}</thead>` : ''
  return `<table>${head}<tbody>${rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table>`
}
