// Gathers the licence texts of everything that is inside the binary. A package without a licence text or with an unknown licence stops the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODEC_PARTS, CODECS_FILE, CODECS_PACKAGE, noticeOf } from './codec-parts.ts'
import { projectFolder } from './project-folder.ts'

interface Part {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** Licences under which a part may be given away with this program: all ask for their text to travel along, none for more. */
const ACCEPTED_LICENCES = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'])

const SQLITE: Part = {
  name: 'SQLite',
  version: 'as built into better-sqlite3',
  licence: 'public domain',
  text: 'The authors of SQLite have dedicated its code to the public domain.',
}

/**
 * @param inputs paths of the bundled files, relative to the project folder
 * @param runtime name of the package that the runtime comes from
 */
export function gatherNotices(inputs: readonly string[], runtime: string): string {
  const names = new Map<string, string[]>([['better-sqlite3', []]])
  for (const input of inputs) {
    const name = packageOf(input)
    if (name) names.set(name, [...(names.get(name) ?? []), ...innerNotices(input)])
    // The codecs come as a generated table, not as a file of their package.
    if (input === CODECS_FILE) names.set(CODECS_PACKAGE, names.get(CODECS_PACKAGE) ?? [])
  }
  const parts = [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => {
      const part = describePackage(name)
      return { ...part, text: [part.text, ...new Set(inner)].join('\n\n') }
    })
  for (const part of parts) {
    if (!ACCEPTED_LICENCES.has(part.licence)) throw new Error(`The licence of ${part.name} is not among the accepted ones: ${part.licence}`)
  }
  const codecs = names.has(CODECS_PACKAGE)
    ? CODEC_PARTS.map((part) => ({ ...part, name: `${part.name}, in the module of ${CODECS_PACKAGE},`, text: noticeOf(part) }))
    : []
  return [runtimePart(runtime), SQLITE, ...parts, ...codecs].map(formatPart).join('\n')
}

/** A file that is a bundle itself has the licences of what it holds beside it. */
function innerNotices(input: string): string[] {
  const path = join(projectFolder, `${input}.LICENSE.txt`)
  return existsSync(path) ? [readFileSync(path, 'utf8').trim()] : []
}

/** `@scope/name` or `name` of a path below node_modules, the innermost one. */
export function packageOf(path: string): string | undefined {
  const marker = 'node_modules/'
  const start = path.lastIndexOf(marker)
  if (start < 0) return undefined
  const [first = '', second = ''] = path.slice(start + marker.length).split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

function describePackage(name: string): Part {
  const folder = join(projectFolder, 'node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string; license?: string }
  return { name, version, licence: license ?? 'none given', text: licenceText(name, folder) }
}

/** The runtime's package says MIT of itself; its text holds the licences of V8, OpenSSL, ICU and the other parts. */
function runtimePart(name: string): Part {
  return { ...describePackage(name), name: 'Node.js', licence: 'MIT and the licences of its parts' }
}

function licenceText(name: string, folder: string): string {
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry))
  if (file) return readFileSync(join(folder, file), 'utf8').trim()
  // Some say it at the end of their README alone.
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const start = readme.search(/^##? licen[cs]e$/im)
  if (start < 0) throw new Error(`The package ${name} has no licence text`)
  return readme.slice(start).trim()
}

function formatPart({ name, version, licence, text }: Part): string {
  const rule = '='.repeat(78)
  return `${rule}\n${name} ${version} (${licence})\n${rule}\n\n${text}\n`
}
