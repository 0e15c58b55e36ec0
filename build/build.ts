// Builds dist/health-tools: bundle, licence texts, binary. Prints what came out and how long it took.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { hostPlatform, packBinary } from './binary.ts'
import { bundleProgram, CODECS_ASSET, projectFolder, readCodecs } from './bundle.ts'
import { gatherNotices } from './notices.ts'
import { buildWeb } from './web.ts'

const startMs = performance.now()
const dist = join(projectFolder, 'dist')
const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
const { runtime, nodePath, addonPath } = hostPlatform()

const { code, metafile } = await bundleProgram({ version, commit: currentCommit() })
const worker = await bundleProgram({ entry: 'src/cli/worker.ts', name: 'worker', version })
mkdirSync(dist, { recursive: true })
writeFileSync(join(dist, 'worker.cjs'), worker.code)
const workerPath = join(dist, 'worker.cjs.zst')
writeFileSync(workerPath, zstdCompressSync(worker.code, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }))
const entryPath = join(dist, 'health-tools.cjs')
writeFileSync(entryPath, code)

const codecsPath = join(dist, CODECS_ASSET)
writeFileSync(codecsPath, await readCodecs())

const web = await buildWeb()
const webPath = join(dist, 'web.pack')
writeFileSync(webPath, web.pack)

const noticesPath = join(dist, 'third-party-notices.txt')
writeFileSync(
  noticesPath,
  gatherNotices([...[metafile, worker.metafile].flatMap(({ inputs }) => Object.keys(inputs)), ...web.inputs], runtime),
)

const outputPath = join(dist, 'health-tools')
const { stripped } = await packBinary({
  nodePath,
  entryPath,
  assets: {
    'better_sqlite3.node': addonPath,
    'worker.cjs.zst': workerPath,
    [CODECS_ASSET]: codecsPath,
    'web.pack': webPath,
    'third-party-notices.txt': noticesPath,
    LICENSE: join(projectFolder, 'LICENSE'),
    NOTICE: join(projectFolder, 'NOTICE'),
  },
  outputPath,
  workFolder: join(dist, 'work'),
})

const facts = { version, bundleBytes: code.length, binaryBytes: statSync(outputPath).size, webBytes: web.pack.byteLength, stripped }
writeFileSync(join(dist, 'build.json'), `${JSON.stringify(facts, undefined, 2)}\n`)
const megabytes = (facts.binaryBytes / 1e6).toFixed(1)
const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
console.log(`dist/health-tools ${version}: ${megabytes} MB, bundle ${Math.round(code.length / 1000)} kB, ${seconds} s`)

/** Short commit, marked where the sources differ from it; empty outside a repository. */
function currentCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD')
    return git('status', '--porcelain') === '' ? commit : `${commit}-changed`
  } catch {
    return ''
  }
}
