// Bundles the sources with esbuild: the whole program as one CommonJS text, and the catalogue as a browser loads it.
// A warning is an error here: what esbuild only warns of (an empty import.meta, an unresolved require) fails in the binary.
import { isBuiltin } from 'node:module'
import { basename, dirname } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'

export const projectFolder = dirname(import.meta.dirname)

export interface Bundle {
  readonly code: string
  /** Files beside the bundle that it loads when it needs them, by name. */
  readonly chunks: Readonly<Record<string, string>>
  /** What went in; paths are relative to the project folder. */
  readonly metafile: Metafile
}

/**
 * The program with everything it imports but Node's own modules. A module that is only reached through `import()` is wrapped in a function
 * and runs when it is first asked for, so that a short command does not pay for the server.
 * @param entry path relative to the project folder; name: what stack traces call the bundle
 * @throws Error where esbuild reports an error or a warning, or where the bundle would load a file that it does not hold
 */
export async function bundleProgram({
  entry = 'src/main.ts',
  name = 'health-tools',
  version = '',
  commit = '',
  licenceKeys = [] as readonly string[],
} = {}): Promise<Bundle> {
  const bundle = await runEsbuild({
    entryPoints: [entry],
    platform: 'node',
    // The main script of a single executable of Node 24 is CommonJS.
    format: 'cjs',
    target: 'node24',
    // Blanks and comments are a sixth of the bundle; names stay, for stack traces.
    minifyWhitespace: true,
    define: {
      __HEALTH_TOOLS_VERSION__: JSON.stringify(version),
      __HEALTH_TOOLS_COMMIT__: JSON.stringify(commit),
      __HEALTH_TOOLS_LICENCE_KEYS__: JSON.stringify(licenceKeys),
      'import.meta.dirname': '__dirname',
    },
    plugins: [codecsAsAsset],
    // An optional addon of the driver of PostgreSQL, which is never asked for.
    alias: { 'pg-native': './build/no-addon.cjs' },
    // Stack traces name the bundle; without this line they name its path on the machine that built it.
    footer: { js: `//# sourceURL=${name}.cjs` },
  })
  const strangers = Object.values(bundle.metafile.outputs)
    .flatMap((output) => output.imports)
    .map(({ path }) => path)
    .filter((path) => !isBuiltin(path))
  if (strangers.length > 0) throw new Error(`The bundle requires what it does not hold: ${[...new Set(strangers)].join(', ')}`)
  return bundle
}

/** The name of the file beside the bundle, and of the asset of the executable, that holds the deflated image codecs. */
export const CODECS_ASSET = 'codecs.deflated'

/** Both the program and its worker decode images; as text in each of them the codecs would take 3.5 MB of the executable instead of 1.5. */
const codecsAsAsset: Plugin = {
  name: 'codecs-as-asset',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]codecs\.generated\.ts$/ }, async () => {
      const { CODECS_BYTES } = await import('../src/formats/dicom/pixels/codecs.generated.ts')
      const contents = `
        import { readFileSync } from 'node:fs'
        import { join } from 'node:path'
        import { getRawAsset, isSea } from 'node:sea'
        const bytes = isSea() ? Buffer.from(getRawAsset('${CODECS_ASSET}')) : readFileSync(join(__dirname, '${CODECS_ASSET}'))
        export const CODECS_BYTES = ${CODECS_BYTES}
        export const CODECS = bytes.toString('base64')`
      return { contents, loader: 'js' }
    })
  },
}

/** The deflated codecs as they stand in the asset. */
export async function readCodecs(): Promise<Uint8Array> {
  const { CODECS } = await import('../src/formats/dicom/pixels/codecs.generated.ts')
  return Buffer.from(CODECS, 'base64')
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
  return { code: files.find(([name]) => name === 'bundle.js')![1], chunks, metafile: result.metafile! }
}
