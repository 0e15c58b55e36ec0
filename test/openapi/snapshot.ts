// The agreed API document on disk: a file for each tool, so that a new tool changes no other file, and one for what they share.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { composeOpenApi } from '../../src/http/openapi/compose-openapi.ts'
import { pascal } from '../../src/http/openapi/name-schemas.ts'
import { catalogue } from '../../src/tools/catalogue.ts'
import type { ApiDocument } from './compare-openapi.ts'

const FOLDER = join(import.meta.dirname, 'snapshot')
const SHARED = 'shared'

/** What a failing test tells to do. */
export const UPDATE_COMMAND = 'npm run openapi:snapshot'

/** The parts of the document by the name of their file: an id of a tool, or `shared`. */
export function composeParts(): Map<string, ApiDocument> {
  const document = JSON.parse(JSON.stringify(composeOpenApi(catalogue, { title: 'health-tools', version: '0' }, '/v1'))) as ApiDocument
  const ids = catalogue.map(({ id }) => id as string)
  const partOfPath = (path: string): string => ids.find((id) => path === `/tools/${id}` || path.startsWith(`/tools/${id}/`)) ?? SHARED
  const partOf = (name: string): string => {
    const owners = ids.filter((id) => name.startsWith(pascal(id)))
    return owners.sort((a, b) => b.length - a.length)[0] ?? SHARED
  }
  return new Map(
    [...ids, SHARED].map((part) => [
      part,
      {
        paths: pick(document.paths, (path) => partOfPath(path) === part),
        components: Object.fromEntries(
          Object.entries(document.components).flatMap(([kind, entries]) => {
            const own = pick(entries as Record<string, unknown>, (name) => partOf(name) === part)
            return Object.keys(own).length > 0 ? [[kind, own]] : []
          }),
        ),
      },
    ]),
  )
}

function pick<T>(record: Readonly<Record<string, T>>, belongs: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => belongs(name)))
}

/** One document of several parts. */
export function joinParts(parts: Iterable<ApiDocument>): ApiDocument {
  const paths: Record<string, Record<string, unknown>> = {}
  const components: Record<string, Record<string, unknown>> = {}
  for (const part of parts) {
    Object.assign(paths, part.paths)
    for (const [kind, entries] of Object.entries(part.components)) components[kind] = { ...components[kind], ...entries }
  }
  return { paths, components }
}

export function readSnapshot(): Map<string, ApiDocument> {
  const parts = new Map<string, ApiDocument>()
  if (!existsSync(FOLDER)) return parts
  for (const file of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.json')) parts.set(file.replaceAll('\\', '/').slice(0, -5), JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
  }
  return parts
}

/** Writes the document as it is now. */
export function writeSnapshot(): void {
  rmSync(FOLDER, { recursive: true, force: true })
  for (const [part, document] of composeParts()) {
    const file = join(FOLDER, `${part}.json`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(document, null, 1)}\n`)
  }
}
