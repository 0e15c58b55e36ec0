// The documents of the guide at /docs/guide, in the order of its navigation.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_CHAPTERS } from '../../src/cli/manual/admin-chapters.ts'
import { projectFolder } from '../project-folder.ts'

export interface GuideGroup {
  readonly title: string
  /** Relative to the project folder. */
  readonly paths: readonly string[]
}

const LISTED: readonly GuideGroup[] = [
  { title: 'Start', paths: ['README.md', 'docs/developers.md', 'CHANGELOG.md'] },
  {
    title: 'Administration',
    paths: [
      'docs/admin/README.md',
      ...ADMIN_CHAPTERS.map((name) => `docs/admin/${name}.md`),
      'docs/site.md',
      'docs/x12-guides.md',
      'docs/containers.md',
      'docs/scaling.md',
    ],
  },
  { title: 'Security', paths: ['SECURITY.md', ...readFolder('docs/security')] },
  {
    title: 'Development',
    paths: ['docs/architecture.md', 'docs/contributing.md', 'docs/glossary.md', 'docs/figures.md', ...readFolder('docs/decisions')],
  },
]

/** With documents that no group lists in a last one, so that none is left out. */
export const GUIDE_GROUPS: readonly GuideGroup[] = withUnlisted(LISTED)

/**
 * The last part of a document's address: `docs/admin/install.md` is `admin-install`, `docs/admin/README.md` is `admin`, `README.md` is empty.
 * `SECURITY.md` has a name of its own, because `docs/security` is `security`.
 */
export function slugOf(path: string): string {
  if (path === 'SECURITY.md') return 'security-policy'
  return path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/(?:^|\/)README$/, '')
    .replaceAll('/', '-')
    .toLowerCase()
}

function withUnlisted(groups: readonly GuideGroup[]): readonly GuideGroup[] {
  const listed = new Set(groups.flatMap(({ paths }) => paths))
  const unlisted = readFolder('docs').filter((path) => !listed.has(path))
  return unlisted.length === 0 ? groups : [...groups, { title: 'More', paths: unlisted }]
}

/** Paths of the documents of a folder: its README, and the others by name. */
function readFolder(folder: string): string[] {
  const names = readdirSync(join(projectFolder, folder)).filter((name) => name.endsWith('.md'))
  const rank = (name: string): string => (name === 'README.md' ? '' : name)
  return names.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).map((name) => `${folder}/${name}`)
}
