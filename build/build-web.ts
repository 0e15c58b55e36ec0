// Builds dist/web.pack, and the tables that lie beside it, for a start from the sources, unless it is newer than they are.
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './project-folder.ts'

const path = join(projectFolder, 'dist', 'web.pack')
if (
  !existsSync(path) ||
  statSync(path).mtimeMs < newest(['src', 'build', 'docs', 'README.md', 'SECURITY.md', 'CHANGELOG.md', 'package-lock.json'])
) {
  // Only now, because loading the build takes longer than finding that there is nothing to do.
  const { buildWeb } = await import('./web.ts')
  const { pack, tables } = await buildWeb()
  mkdirSync(join(projectFolder, 'dist'), { recursive: true })
  for (const [name, bytes] of Object.entries(tables)) writeFileSync(join(projectFolder, 'dist', name), bytes)
  // Last, because its age is what is looked at.
  writeFileSync(path, pack)
}

/** When the youngest of the files changed. */
function newest(places: readonly string[]): number {
  return Math.max(
    ...places.flatMap((place) => {
      const whole = join(projectFolder, place)
      const names = statSync(whole).isDirectory() ? readdirSync(whole, { recursive: true, encoding: 'utf8' }) : []
      return [statSync(whole).mtimeMs, ...names.map((name) => statSync(join(whole, name)).mtimeMs)]
    }),
  )
}
