// Makes executables: the bundles, the page and the licence texts once, and with them an executable for each platform that is asked for.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { findAddon, hostTarget, packBinary, type Target } from './binary.ts'
import { bundleProgram, CODECS_ASSET, projectFolder, readCodecs } from './bundle.ts'
import { readLicenceKeys } from './licence-keys.ts'
import { gatherNotices } from './notices.ts'
import { findRuntime } from './runtime.ts'
import { buildWeb } from './web.ts'

/** What all executables share. */
export interface Program {
  readonly version: string
  readonly entryPath: string
  /** Paths of the assets by name, without the addon, which each platform has its own of. */
  readonly assets: Readonly<Record<string, string>>
  /** Every file that was bundled, relative to the project folder. */
  readonly inputs: readonly string[]
  readonly bundleBytes: number
  readonly webBytes: number
}

/** @param folder where the parts are written */
export async function buildProgram(folder: string): Promise<Program> {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
  const { code, metafile } = await bundleProgram({
    version,
    commit: currentCommit(),
    licenceKeys: readLicenceKeys(process.env.HEALTH_TOOLS_LICENCE_KEYS),
  })
  const worker = await bundleProgram({ entry: 'src/cli/worker.ts', name: 'worker', version })
  const web = await buildWeb()
  const inputs = [...[metafile, worker.metafile].flatMap((part) => Object.keys(part.inputs)), ...web.inputs]
  mkdirSync(folder, { recursive: true })
  const write = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  // Beside the bundle it is found as it is; in the executable it takes less room compressed.
  write('worker.cjs', worker.code)
  const packedWorker = zstdCompressSync(worker.code, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })
  return {
    version,
    entryPath: write('health-tools.cjs', code),
    assets: {
      'worker.cjs.zst': write('worker.cjs.zst', packedWorker),
      [CODECS_ASSET]: write(CODECS_ASSET, await readCodecs()),
      'web.pack': write('web.pack', web.pack),
      'third-party-notices.txt': write('third-party-notices.txt', gatherNotices(inputs, hostTarget().runtime)),
      LICENSE: join(projectFolder, 'LICENSE'),
      NOTICE: join(projectFolder, 'NOTICE'),
    },
    inputs,
    bundleBytes: code.length,
    webBytes: web.pack.byteLength,
  }
}

interface Executable {
  readonly path: string
  readonly bytes: number
  /** Whether the runtime is without symbols. */
  readonly stripped: boolean
}

/**
 * @param outputPath absolute path of the executable
 * @param dist folder for what is needed only meanwhile, and for runtimes of other platforms
 */
export async function buildExecutable(target: Target, program: Program, outputPath: string, dist: string): Promise<Executable> {
  const { stripped } = await packBinary({
    target,
    nodePath: findRuntime(target, join(dist, 'runtimes')),
    entryPath: program.entryPath,
    assets: { 'better_sqlite3.node': findAddon(target), ...program.assets },
    outputPath,
    workFolder: join(dist, 'work'),
  })
  return { path: outputPath, bytes: statSync(outputPath).size, stripped }
}

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
