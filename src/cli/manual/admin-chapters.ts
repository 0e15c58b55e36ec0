// The chapters of the administrator's guide by tasks: docs/admin in the sources, one asset in the executable.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAsset, isSea } from 'node:sea'
import { ProblemError } from '../../core/problem.ts'

/** In the order of the printed guide; docs/admin/README.md lists the same. */
export const ADMIN_CHAPTERS = [
  'install',
  'network',
  'directory-proxy',
  'keys-and-plans',
  'postgresql',
  'logs',
  'monitoring',
  'backup',
  'upgrade',
  'hardening',
  'deidentification-key',
  'troubleshooting',
] as const

/** The name of the asset that holds all chapters. */
export const ADMIN_GUIDE_ASSET = 'admin-guide.md'

/**
 * All chapters as one Markdown text, with headings one level deeper and links between chapters as anchors.
 * @param readChapter returns the Markdown of a chapter by its name
 */
export function joinChapters(readChapter: (name: string) => string): string {
  return ADMIN_CHAPTERS.map((name) => nestHeadings(readChapter(name), name)).join('\n')
}

/** @throws ProblemError `not_found` in a bundle outside the executable, which has no chapters */
export function readAdminChapters(): string {
  if (isSea()) return getAsset(ADMIN_GUIDE_ASSET, 'utf8')
  try {
    return joinChapters((name) => readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'admin', `${name}.md`), 'utf8'))
  } catch {
    throw new ProblemError('Only the executable and the sources contain the guide.', { code: 'not_found' })
  }
}

function nestHeadings(markdown: string, name: string): string {
  let isCode = false
  const lines = markdown.split('\n').map((line) => {
    if (/^\s*```/.test(line)) isCode = !isCode
    return !isCode && line.startsWith('#') ? `#${line}` : line
  })
  const [title, ...rest] = lines
  return [`<a id="${name}"></a>`, '', title, ...rest].join('\n').replace(/\]\(([a-z-]+)\.md\)/g, '](#$1)')
}
