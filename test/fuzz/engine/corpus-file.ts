// The corpus of a target: a ZIP archive with an input a file, named by its digest, the same bytes for the same inputs.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync, type Zippable, zipSync } from 'fflate'
import { projectFolder } from '../../../build/project-folder.ts'

/** ZIP cannot say an earlier one. */
const EPOCH = new Date(1980, 0, 1)

function corpusPath(name: string): string {
  return join(projectFolder, 'test', 'fuzz', 'corpora', `${name}.zip`)
}

export function readCorpus(name: string): Uint8Array[] {
  const path = corpusPath(name)
  return existsSync(path) ? Object.values(unzipSync(readFileSync(path))) : []
}

/** @returns bytes of the archive */
export function writeCorpus(name: string, inputs: readonly Uint8Array[]): number {
  const files: Zippable = {}
  const named = inputs.map((input) => [digest(input), input] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [file, input] of named) files[file] = input
  const archive = zipSync(files, { level: 9, mtime: EPOCH })
  mkdirSync(dirname(corpusPath(name)), { recursive: true })
  writeFileSync(corpusPath(name), archive)
  return archive.length
}

export function digest(input: Uint8Array): string {
  return createHash('sha256').update(input).digest('hex').slice(0, 12)
}
