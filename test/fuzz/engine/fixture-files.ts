// Small files of the fixtures, to start a search from.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../build/project-folder.ts'

/** @param folder below test/fixtures */
export function readSmallFiles(folder: string, maxBytes: number): Uint8Array[] {
  const root = join(projectFolder, 'test', 'fixtures', folder)
  return readdirSync(root)
    .map((name) => join(root, name))
    .filter((path) => !path.endsWith('.ts') && statSync(path).isFile() && statSync(path).size <= maxBytes)
    .sort()
    .map((path) => new Uint8Array(readFileSync(path)))
}
