// Who may import what: folders and packages, over every import, and no way around it by a re-export or a cycle.
import { posix } from 'node:path'
import { type Finding, finding, type Rule } from './finding.ts'
import { importsOf, type ParsedSource } from './source-file.ts'

interface Floor {
  readonly folders: readonly string[]
  readonly packages: readonly string[]
  /** May use the modules, globals and types of Node. */
  readonly node: boolean
}

/** The floors of src. A new edge or package is one line here. */
export const MAY_IMPORT: Readonly<Record<string, Floor>> = {
  core: { folders: ['core'], packages: ['zod'], node: false },
  formats: { folders: ['core', 'formats'], packages: ['dicom-parser', 'fflate', 're2js', 'zod'], node: false },
  tools: { folders: ['core', 'formats', 'tools'], packages: ['zod'], node: false },
  access: { folders: ['core', 'access'], packages: ['jose', 'zod'], node: false },
  http: { folders: ['core', 'tools', 'access', 'http'], packages: ['@modelcontextprotocol/server', 'fflate', 'hono', 'zod'], node: false },
  web: { folders: ['core', 'tools', 'web'], packages: ['fflate', 'preact'], node: false },
  platform: {
    folders: ['core', 'access', 'http', 'platform'],
    packages: ['@hono/node-server', 'aws4fetch', 'better-sqlite3', 'jose', 'pg', 'pg-boss', 'pino', 'prom-client', 're2js', 'yaml', 'zod'],
    node: true,
  },
  cli: {
    folders: ['core', 'formats', 'tools', 'access', 'http', 'platform', 'cli'],
    packages: ['@modelcontextprotocol/server', 'zod'],
    node: true,
  },
  main: { folders: ['cli'], packages: [], node: true },
}

/** The floor of a path below src, or undefined for what is not below src. */
export function floorOf(path: string): string | undefined {
  const [root, second = ''] = path.split('/')
  if (root !== 'src') return undefined
  return second === 'main.ts' || second === 'launch.ts' ? 'main' : second
}

export const checkImports: Rule = (source) => {
  const floor = floorOf(source.path)
  if (floor === undefined) return []
  const allowed = MAY_IMPORT[floor]
  if (!allowed) return [finding('floor', source, 1, `the folder ${floor} has no row in MAY_IMPORT`)]
  return importsOf(source).flatMap(({ specifier, line, names }) => {
    const report = (detail: string): Finding[] => [finding('import', source, line, detail)]
    if (specifier === '') return report('an import whose target is computed cannot be checked')
    if (specifier.startsWith('node:')) return allowed.node ? [] : report(`${floor} is browser-safe and imports ${specifier}`)
    if (specifier.startsWith('.')) return checkRelative(source, floor, specifier, report)
    const name = packageName(specifier)
    if (!allowed.packages.includes(name)) return report(`${floor} may not import the package ${name}`)
    if (name === 'zod' && (specifier !== 'zod' || names.join() !== '*')) return report('zod is imported as a whole: import * as z')
    return []
  })
}

function checkRelative(source: ParsedSource, floor: string, specifier: string, report: (detail: string) => Finding[]): Finding[] {
  const target = posix.join(posix.dirname(source.path), specifier)
  if (target === 'package.json' && source.path === 'src/platform/version.ts') return []
  if (!target.endsWith('.ts')) return report(`${target} is no TypeScript source`)
  const targetFloor = floorOf(target)
  if (targetFloor === undefined) return report(`${target} is outside src`)
  return MAY_IMPORT[floor]!.folders.includes(targetFloor) ? [] : report(`${floor} may not import ${targetFloor} (${specifier})`)
}

/** `@scope/name` of `@scope/name/part`. */
function packageName(specifier: string): string {
  const [first = '', second] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/** Cycles of imports, those of types too, each once, from its smallest path. A dynamic import does not close a cycle. */
export function findCycles(sources: readonly ParsedSource[]): string[] {
  const targets = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source)
        .filter(({ specifier, kind }) => specifier.startsWith('.') && kind !== 'dynamic')
        .map(({ specifier }) => posix.join(posix.dirname(source.path), specifier)),
    ]),
  )
  const cycles = new Set<string>()
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      const cycle = trail.slice(start)
      const first = cycle.indexOf([...cycle].sort()[0]!)
      cycles.add([...cycle.slice(first), ...cycle.slice(0, first)].join(' > '))
      return
    }
    if (done.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return [...cycles].sort()
}
