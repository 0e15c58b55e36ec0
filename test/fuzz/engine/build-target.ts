// Bundles a fuzz target with counters in the sources that it covers.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { projectFolder } from '../../../build/project-folder.ts'
import { COUNTERS, instrument } from './instrument.ts'
import type { FuzzTarget } from './target.ts'

export interface BuiltTarget {
  readonly target: FuzzTarget
  readonly counters: Uint8Array
  readonly literals: readonly string[]
}

/** Counters beyond those of the largest target. */
const MOST_COUNTERS = 1 << 18
const OUT_FOLDER = join(projectFolder, 'dist', 'fuzz')

/** @param covers what the target names, read from its uninstrumented form */
export async function buildTarget(name: string, covers: readonly string[]): Promise<BuiltTarget> {
  const counted = { counters: 0, literals: new Set<string>() }
  const outfile = join(OUT_FOLDER, `${name}.mjs`)
  await build({
    entryPoints: [targetPath(name)],
    absWorkingDir: projectFolder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    outfile,
    packages: 'external',
    logLevel: 'error',
    banner: { js: `const ${COUNTERS} = (globalThis.${COUNTERS} ??= new Uint8Array(${MOST_COUNTERS}));` },
    plugins: [countBranches(covers, counted)],
  })
  if (counted.counters === 0) throw new Error(`The target ${name} covers no source.`)
  const { target } = (await import(pathToFileURL(outfile).href)) as { target: FuzzTarget }
  const all = (globalThis as unknown as Record<string, Uint8Array>)[COUNTERS]!
  return { target, counters: all.subarray(0, Math.ceil(counted.counters / 4) * 4), literals: [...counted.literals] }
}

/** Names of all targets, such as `hl7/edit`. */
export function listTargets(): string[] {
  const files = readdirSync(join(projectFolder, 'test', 'fuzz', 'targets'), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()
}

export function targetPath(name: string): string {
  return join(projectFolder, 'test', 'fuzz', 'targets', `${name}.ts`)
}

export function isCovered(path: string, covers: readonly string[]): boolean {
  return !path.endsWith('.generated.ts') && covers.some((each) => path === each || path.startsWith(`${each}/`))
}

function countBranches(covers: readonly string[], counted: { counters: number; literals: Set<string> }): Plugin {
  return {
    name: 'count-branches',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        // The bundle lies elsewhere than the sources.
        const text = readFileSync(path, 'utf8')
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        if (!isCovered(relative(projectFolder, path), covers)) return { contents: text, loader: 'ts' }
        const { code, lines, literals } = instrument(text, path, counted.counters)
        counted.counters += lines.length
        if (counted.counters > MOST_COUNTERS) throw new Error('Too many counters.')
        for (const each of literals) counted.literals.add(each)
        return { contents: code, loader: 'ts' }
      })
    },
  }
}
