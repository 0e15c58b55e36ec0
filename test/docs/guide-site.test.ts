// The guide at /docs/guide as the build composes it: every document is in it, and every link leads somewhere.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { composeGuide } from '../../build/guide/compose-guide.ts'
import { GUIDE_GROUPS, slugOf } from '../../build/guide/guide-documents.ts'
import { anchorOf, renderDocument } from '../../build/guide/render-document.ts'
import { projectFolder } from '../architecture/source-file.ts'

/** Of the guide in a package. */
const GUIDE_BYTES = 150_000

const guide = composeGuide()
const pages = guide.groups.flatMap((group) => group.pages)
const render = (markdown: string, path = 'docs/a.md') =>
  renderDocument(path, markdown, new Set(['README.md', 'docs/a.md', 'docs/admin/README.md', 'docs/admin/install.md'])).html

describe('the guide', () => {
  it('has every document of the project once', () => {
    const found = readdirSync(join(projectFolder, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
    const expected = ['README.md', 'SECURITY.md', 'CHANGELOG.md', ...found.map((name) => `docs/${name}`)]
    expect(GUIDE_GROUPS.flatMap(({ paths }) => paths).sort()).toEqual(expected.sort())
  })

  it('gives each page an address and a title of its own', () => {
    for (const key of ['slug', 'title'] as const) {
      const values = pages.map((page) => page[key])
      expect(values.filter((value, i) => values.indexOf(value) !== i)).toEqual([])
    }
    expect(pages.filter(({ slug }) => !/^[a-z0-9-]*$/.test(slug))).toEqual([])
  })

  it('has no link to a page or a heading that it lacks', () => {
    const anchors = new Map(pages.map(({ slug, html }) => [slug, new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id))]))
    const broken = pages.flatMap(({ slug, html }) =>
      Array.from(html.matchAll(/ href="([^"]*)"/g), ([, href = '']) => href)
        .filter((href) => {
          if (href.startsWith('https://')) return false
          const [, target, anchor] = /^(?:guide:([^#]*))?(?:#(.*))?$/.exec(href) ?? []
          const found = anchors.get(target ?? slug)
          return !/^(?:guide:|#)/.test(href) || found === undefined || (anchor !== undefined && !found.has(anchor))
        })
        .map((href) => `${slug}: ${href}`),
    )
    expect(broken).toEqual([])
  })

  it('takes less than 150 kB when packed', () => {
    expect(gzipSync(JSON.stringify(guide)).byteLength).toBeLessThan(GUIDE_BYTES)
  })
})

describe('a document', () => {
  test('links to other documents by their pages', () => {
    expect(render('# A\n[x](admin/install.md#tls) [y](admin) [z](../README.md)')).toContain(
      '<a href="guide:admin-install#tls">x</a> <a href="guide:admin">y</a> <a href="guide:">z</a>',
    )
  })

  test('names a file that is not served without a link', () => {
    expect(render('# A\n[the source](../src/main.ts), http://127.0.0.1:8080 and ![picture](page.png)')).toContain(
      '<p>the source, http://127.0.0.1:8080 and </p>',
    )
  })

  test('has headings with anchors as on GitHub, each once', () => {
    expect(anchorOf('Keys & plans: the `pepper`')).toBe('keys--plans-the-pepper')
    const { headings, title } = renderDocument('a.md', '# A `b`\n## Same\n## Same\n', new Set())
    expect([title, headings.map(({ id }) => id)]).toEqual(['A b', ['same', 'same-1']])
  })

  test('shows text as text', () => {
    expect(render('# A\n`<b>` & "x"\n\n```\n<script>\n```\n')).toContain('<code>&lt;b&gt;</code> &amp; &quot;x&quot;')
    expect(render('# A\n```\n<script>\n```\n')).toContain('<code>&#60;script&#62;</code>')
  })

  test.each([
    ['without a title', '## A'],
    ['with HTML', '# A\n<div onclick="x">'],
    ['with HTML in a line', '# A\nx <b>y</b>'],
  ])('%s stops the build', (_, markdown) => {
    expect(() => render(markdown)).toThrow(Error)
  })

  test('is addressed by its path', () => {
    expect(['README.md', 'SECURITY.md', 'docs/security/README.md', 'docs/admin/install.md'].map(slugOf)).toEqual([
      '',
      'security-policy',
      'security',
      'admin-install',
    ])
  })
})
