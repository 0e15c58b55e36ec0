// The guide: README, SECURITY, CHANGELOG and docs as one file of HTML, which the server frames and serves at /docs/guide.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Guide } from '../../src/http/pages/guide-html.ts'
import { projectFolder } from '../project-folder.ts'
import { GUIDE_GROUPS, slugOf } from './guide-documents.ts'
import { renderDocument } from './render-document.ts'

/** @throws Error as renderDocument */
export function composeGuide(): Guide {
  const served = new Set(GUIDE_GROUPS.flatMap(({ paths }) => paths))
  return {
    groups: GUIDE_GROUPS.map(({ title, paths }) => ({
      title,
      pages: paths.map((path) => {
        const markdown = readFileSync(join(projectFolder, path), 'utf8')
        return { slug: slugOf(path), ...renderDocument(path, markdown, served) }
      }),
    })),
  }
}
