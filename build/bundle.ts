// Bundles the sources with esbuild: the whole program as one CommonJS text, and the catalogue as a browser loads it.
// A warning is an error here: what esbuild only warns of (an empty import.meta, an unresolved require) fails in the binary.
import { isBuiltin } from 'node:module'
import { basename, join, relative } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { catalogueOnDemand, composeToolsEntry, TOOLS_FILE } from './catalogue-on-demand.ts'
import { projectFolder } from './project-folder.ts'
import { findSharedNames, giveShared, type SharedNames, useShared } from './shared-modules.ts'

export interface Bundle {
  readonly code: string
  /** Files beside the bundle that it loads when it needs them, by name. */
  readonly chunks: Readonly<Record<string, string>>
  readonly metafile: Metafile
  /** Every file that went in, relative to the project folder. */
  readonly inputs: readonly string[]
}

export interface ProgramFacts {
  readonly version?: string
  readonly commit?: string
  readonly licenceKeys?: readonly string[]
}

interface ProgramBundles {
  readonly program: Bundle
  /** The tools, which the program loads when it needs them: a module that exports a function, which takes what finds the program's modules. */
  readonly tools: Bundle
}

/** The program in its two parts, from `src/main.ts`, or what is given as its entry. */
export async function bundleParts(facts: ProgramFacts = {}, entry = 'src/main.ts'): Promise<ProgramBundles> {
  const held = new Set((await bundleProgram({ ...facts, entry })).inputs)
  const part = await bundleForNode({ stdin: { contents: await composeToolsEntry(), resolveDir: projectFolder } }, 'tools', {
    plugins: [tablesAsAssets, useShared(held)],
  })
  const code = `module.exports=function(takeShared){${part.code};return module.exports}`
  const program = await bundleProgram({ ...facts, entry, shared: findSharedNames(part.code) })
  return { program, tools: { ...part, code, inputs: part.inputs.filter((path) => !path.startsWith('shared-in:') && path !== '<stdin>') } }
}

/**
 * The program with everything it imports but Node's own modules and the tools. A module that is only reached through `import()` is wrapped in
 * a function and runs when it is first asked for, so that a short command does not pay for the server.
 * @param entry path relative to the project folder; name: what stack traces call the bundle; shared: what the tools take of it
 */
export function bundleProgram({
  entry = 'src/main.ts',
  name = 'health-tools',
  version = '',
  commit = '',
  licenceKeys = [],
  shared = {},
}: ProgramFacts & { readonly entry?: string; readonly name?: string; readonly shared?: SharedNames } = {}): Promise<Bundle> {
  return bundleForNode({ entryPoints: [entry] }, name, {
    define: {
      __HEALTH_TOOLS_VERSION__: JSON.stringify(version),
      __HEALTH_TOOLS_COMMIT__: JSON.stringify(commit),
      __HEALTH_TOOLS_LICENCE_KEYS__: JSON.stringify(licenceKeys),
      'import.meta.dirname': '__dirname',
    },
    plugins: [tablesAsAssets, catalogueOnDemand(shared), giveShared(shared)],
  })
}

/**
 * One CommonJS text. It is ASCII, which V8 keeps in half the room: esbuild leaves other characters in regular expressions alone.
 * @throws Error where esbuild reports an error or a warning, or where the bundle would load a file that it does not hold
 */
async function bundleForNode(entry: BuildOptions, name: string, options: BuildOptions): Promise<Bundle> {
  const bundle = await runEsbuild({
    ...entry,
    platform: 'node',
    // The main script of a single executable of Node 24 is CommonJS.
    format: 'cjs',
    target: 'node24',
    // Blanks and comments are a sixth of the bundle; names stay, for stack traces.
    minifyWhitespace: true,
    // An optional addon of the driver of PostgreSQL, which is never asked for.
    alias: { 'pg-native': './build/no-addon.cjs' },
    // Stack traces name the bundle; without this line they name its path on the machine that built it.
    footer: { js: `//# sourceURL=${name}.cjs` },
    ...options,
  })
  const strangers = Object.values(bundle.metafile.outputs)
    .flatMap((output) => output.imports)
    .map(({ path }) => path)
    .filter((path) => !isBuiltin(path) && path !== TOOLS_FILE)
  if (strangers.length > 0) throw new Error(`The bundle requires what it does not hold: ${[...new Set(strangers)].join(', ')}`)
  return { ...bundle, code: bundle.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`) }
}

/** Large tables of the sources, by the modules that hold them: deflated bytes, which the sources write in base64. */
const PACKED_TABLES = [
  'src/formats/dicom/pixels/codecs/codecs.generated.ts',
  'src/formats/dicom/dictionary/private-elements.generated.ts',
  'src/formats/fhir/model/fhir-r4.generated.ts',
  'src/formats/fhir/model/fhir-r4b.generated.ts',
  'src/formats/fhir/model/fhir-r5.generated.ts',
  'src/formats/hl7/dictionary/codes.generated.ts',
  'src/formats/phi/language/language-words.generated.ts',
  'src/formats/phi/lexicon.generated.ts',
  'src/formats/phi/network/other-weights.generated.ts',
  'src/formats/phi/network/phi-weights.generated.ts',
  'src/formats/phi/policy/surrogates/surrogate-names.generated.ts',
  'src/formats/ucum/ucum-essence.generated.ts',
]

/**
 * The tables lie beside the bundle, and in the executable as assets, and are read when they are asked for: as text they would be loaded by
 * every start, and stand in the executable and in memory twice.
 */
const tablesAsAssets: Plugin = {
  name: 'tables-as-assets',
  setup({ onResolve, onLoad }) {
    // A module in a name space of its own may be CommonJS, which alone has exports that are made when they are asked for.
    onResolve({ filter: /\.generated\.ts$/ }, ({ path, resolveDir }) => {
      const source = relative(projectFolder, join(resolveDir, path))
      return PACKED_TABLES.includes(source) ? { path: source, namespace: 'table' } : undefined
    })
    onLoad({ filter: /^/, namespace: 'table' }, async ({ path: source }) => {
      const { name, rest } = await readTable(source)
      const constants = Object.entries(rest).map(([key, value]) => `exports.${key} = ${JSON.stringify(value)}`)
      const contents = `
        const { readFileSync } = require('node:fs')
        const { join } = require('node:path')
        const { getRawAsset, isSea } = require('node:sea')
        const asset = '${assetOf(source)}'
        const read = () => isSea() ? Buffer.from(getRawAsset(asset)) : readFileSync(join(__dirname, asset))
        ${constants.join('\n')}
        Object.defineProperty(exports, '${name}', { enumerable: true, get: () => read().toString('base64') })`
      return { contents, loader: 'js' }
    })
  },
}

/** The deflated tables by the names of their assets. */
export async function readTables(): Promise<Record<string, Uint8Array>> {
  const tables = await Promise.all(
    PACKED_TABLES.map(async (source) => [assetOf(source), Buffer.from((await readTable(source)).table, 'base64')]),
  )
  return Object.fromEntries(tables) as Record<string, Uint8Array>
}

function assetOf(source: string): string {
  return basename(source).replace('.generated.ts', '.deflated')
}

/** The one text among the constants of the module, and the others. */
async function readTable(source: string): Promise<{ name: string; table: string; rest: Record<string, unknown> }> {
  const constants = Object.entries((await import(join(projectFolder, source))) as Record<string, unknown>)
  const [name, table] = constants.find((entry): entry is [string, string] => typeof entry[1] === 'string')!
  return { name, table, rest: Object.fromEntries(constants.filter(([key]) => key !== name)) }
}

/**
 * One module and what it imports, minified for the browser; what is only reached through `import()` becomes a file of its own beside it.
 * @param entry path relative to the project folder
 */
export function bundleForBrowser(entry: string): Promise<Bundle> {
  return runEsbuild({ entryPoints: [entry], platform: 'browser', format: 'esm', target: 'es2024', minify: true, splitting: true })
}

async function runEsbuild(options: BuildOptions): Promise<Bundle> {
  const result = await build({
    absWorkingDir: projectFolder,
    bundle: true,
    write: false,
    outdir: '.',
    entryNames: 'bundle',
    metafile: true,
    legalComments: 'none',
    logLevel: 'silent',
    ...options,
  })
  const [warning] = result.warnings
  if (warning) {
    const { file = '', line = 0 } = warning.location ?? {}
    throw new Error(`${warning.text} (${file}:${line})`)
  }
  const files = result.outputFiles!.map(({ path, text }) => [basename(path), text] as const)
  const chunks = Object.fromEntries(files.filter(([name]) => name !== 'bundle.js'))
  const inputs = Object.keys(result.metafile!.inputs).map((path) => path.replace(/^table:/, ''))
  return { code: files.find(([name]) => name === 'bundle.js')![1], chunks, metafile: result.metafile!, inputs }
}
