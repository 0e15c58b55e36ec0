// Builds the pages: scripts and styles from src/web, a chunk for each tool, what forms derive from, and Swagger UI; each named by a digest
// of its bytes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type BuildOptions, build, type Metafile, transform } from 'esbuild'
import type { Tool } from '../src/core/tool.ts'
import type { Gap } from '../src/http/pages/asset-gaps.ts'
import { type Asset, type AssetManifest, type PageFiles, writeAssetPack } from '../src/http/pages/asset-pack.ts'
import { catalogue as allTools } from '../src/tools/catalogue.ts'
import { readTables } from './bundle.ts'
import { composeGuide } from './guide/compose-guide.ts'
import { composeLanguages, type WebFile } from './languages/language-assets.ts'
import { type LanguageFile, readLanguages } from './languages/languages.ts'
import { projectFolder } from './project-folder.ts'

const require = createRequire(import.meta.url)

/** Not part of the first load. */
const RESULT_STYLE = 'src/web/results.css'

interface Web {
  readonly pack: Uint8Array
  /** What the pack leaves out, by name; it is to lie beside the pack. */
  readonly tables: Readonly<Record<string, Uint8Array>>
  readonly manifest: AssetManifest
  readonly files: readonly WebFile[]
  /** Paths of everything that went in, relative to the project folder. */
  readonly inputs: readonly string[]
  /** What esbuild tells of the threads' chunks. */
  readonly worker: Metafile
}

interface WebSources {
  /** Those of the page; their modules are looked for below folder, relative to the project folder. */
  readonly tools?: readonly Tool[]
  readonly folder?: string
  /** By their tags; those of the sources if left out. */
  readonly languages?: Readonly<Record<string, LanguageFile>>
}

export async function buildWeb({
  tools: catalogue = allTools,
  folder = 'src/tools',
  languages: given = readLanguages(),
}: WebSources = {}): Promise<Web> {
  const page = await bundle({ entryPoints: ['src/web/page.ts', 'src/web/page.css', RESULT_STYLE] })
  const docs = await bundle({ entryPoints: ['src/web/docs.ts', 'src/web/docs.css'] })
  const worker = await bundle({
    stdin: { contents: workerSource(catalogue, folder), resolveDir: projectFolder, loader: 'ts' },
    entryNames: 'worker-[hash]',
  })
  const described = composeLanguages({ tools: catalogue, first: firstSources(page, 'src/web/page.ts'), languages: given, hashed })
  const swagger = [await swaggerScript(), hashed('swagger-ui', 'css', readSwagger('swagger-ui.css'))]
  const guideStyle = await bundle({ entryPoints: ['src/web/guide.css'] })
  const guide = hashed('guide', 'json', JSON.stringify(composeGuide()))
  const icon = hashed('icon', 'svg', readFileSync(join(projectFolder, 'src', 'web', 'icon.svg')))
  const manifest: AssetManifest = {
    console: pageFiles(page, 'src/web/page'),
    resultStyle: outputFrom(page, RESULT_STYLE),
    docs: withFirst(pageFiles(docs, 'src/web/docs'), swagger),
    guide: { documents: guide.name, styles: [outputFrom(guideStyle, 'src/web/guide.css')] },
    worker: entryName(worker),
    tools: described.tools,
    languages: described.languages,
    icon: icon.name,
  }
  // Parts that the page and the reference share are the same file.
  const all = [...page.files, ...docs.files, ...worker.files, ...described.files, ...swagger, ...guideStyle.files, guide, icon]
  const files = [...new Map(all.map((file) => [file.name, file])).values()]
  const tables = await readTables()
  const assets = new Map(files.map(({ name, bytes }) => [name, makeAsset(name, bytes, tables)]))
  const inputs = [page, docs, worker].flatMap(({ metafile }) => Object.keys(metafile.inputs))
  return {
    pack: writeAssetPack({ manifest, assets }),
    tables,
    manifest,
    files,
    inputs: [...inputs, 'node_modules/swagger-ui-dist/swagger-ui-bundle.js'],
    worker: worker.metafile,
  }
}

/** The entry of the threads: each tool of the catalogue is a chunk that is loaded when it is first run. */
function workerSource(tools: readonly Tool[], folder: string): string {
  const loaders = tools.map(({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(`./${folder}/${id}.ts`)}),`)
  return `import { serveTools } from './src/web/worker/serve-tools.ts'\nserveTools({\n${loaders.join('\n')}\n})\n`
}

interface WebBundle {
  readonly files: readonly WebFile[]
  readonly metafile: Metafile
}

async function bundle(options: BuildOptions): Promise<WebBundle> {
  const result = await build({
    absWorkingDir: projectFolder,
    bundle: true,
    write: false,
    outdir: '/',
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    splitting: true,
    metafile: true,
    legalComments: 'none',
    logLevel: 'silent',
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    minify: true,
    ...options,
  })
  const [warning] = result.warnings
  if (warning) throw new Error(`${warning.text} (${warning.location?.file}:${warning.location?.line})`)
  return { files: result.outputFiles!.map(({ path, contents }) => ({ name: basename(path), bytes: contents })), metafile: result.metafile! }
}

/** What is imported when it is needed is an entry of its own, too: the page's is told by its source. */
function pageFiles(bundled: WebBundle, source: string): PageFiles {
  const script = outputFrom(bundled, `${source}.ts`)
  return { scripts: [script], styles: [outputFrom(bundled, `${source}.css`)], preload: staticImports(bundled.metafile, script) }
}

function outputFrom({ files, metafile }: WebBundle, entry: string): string {
  return files.find(({ name }) => outputOf(metafile.outputs, name).entryPoint === entry)!.name
}

function withFirst({ scripts, styles, preload }: PageFiles, [script, style]: readonly WebFile[]): PageFiles {
  return { scripts: [script!.name, ...scripts], styles: [style!.name, ...styles], preload }
}

function entryName({ files, metafile }: WebBundle): string {
  return files.find(({ name }) => name.endsWith('.js') && outputOf(metafile.outputs, name).entryPoint === '<stdin>')!.name
}

/** Modules that run together with a script. */
function staticImports({ outputs }: Metafile, script: string): string[] {
  const reached = new Set([script])
  for (const name of reached) {
    for (const { path, kind } of outputOf(outputs, name).imports) if (kind === 'import-statement') reached.add(basename(path))
  }
  return [...reached].slice(1)
}

/** Source files of the script and of the modules that run together with it. */
function firstSources(bundled: WebBundle, entry: string): ReadonlySet<string> {
  const { outputs } = bundled.metafile
  const script = outputFrom(bundled, entry)
  return new Set([script, ...staticImports(bundled.metafile, script)].flatMap((name) => Object.keys(outputOf(outputs, name).inputs)))
}

function outputOf(outputs: Metafile['outputs'], name: string): Metafile['outputs'][string] {
  return Object.entries(outputs).find(([path]) => basename(path) === name)![1]
}

/** Made smaller for the browsers that the page is for. */
async function swaggerScript(): Promise<WebFile> {
  const { code } = await transform(readSwagger('swagger-ui-bundle.js'), { minify: true, target: 'es2022', legalComments: 'inline' })
  return hashed('swagger-ui-bundle', 'js', code)
}

function readSwagger(name: string): string {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'))
  return readFileSync(join(folder, name), 'utf8').replace(/\n?\/[/*]# sourceMappingURL=\S+(?: \*\/)?\s*$/, '')
}

function hashed(stem: string, ending: string, content: string | Uint8Array): WebFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase()
  return { name: `${stem}-${digest}.${ending}`, bytes }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
}

function makeAsset(name: string, bytes: Uint8Array, tables: Web['tables']): Asset {
  const mediaType = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)]
  if (mediaType === undefined) throw new Error(`The file ${name} has no media type`)
  const { rest, gaps } = cutTables(Buffer.from(bytes), tables)
  // Not compressed: a package compresses it together with the program, whose texts it shares, to half of what its compressed form takes.
  return { mediaType, compiles: name.startsWith('worker-'), bodies: { identity: new Uint8Array(rest) }, ...(gaps.length > 0 && { gaps }) }
}

/** The file without the tables in it, and their places. */
function cutTables(bytes: Buffer, tables: Web['tables']): { rest: Buffer; gaps: readonly Gap[] } {
  const found = Object.entries(tables)
    .map(([table, content]) => ({ table, text: Buffer.from(content).toString('base64') }))
    .map(({ table, text }) => ({ table, start: bytes.indexOf(text), length: text.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start)
  const gaps: Gap[] = []
  const pieces: Buffer[] = []
  let end = 0
  let at = 0
  for (const { table, start, length } of found) {
    pieces.push(bytes.subarray(end, start))
    at += start - end
    gaps.push({ table, at })
    end = start + length
  }
  return { rest: Buffer.concat([...pieces, bytes.subarray(end)]), gaps }
}
