// Finds the runtime of a platform: the installed package, or for another platform the one that the lock file names, fetched by npm and
// checked against the lock file's hash.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hostTarget, type Target } from './binary.ts'
import { projectFolder } from './project-folder.ts'

/**
 * @param folder where runtimes of other platforms are kept
 * @returns absolute path of the runtime
 * @throws Error where it is not the one that is pinned
 */
export function findRuntime(target: Target, folder: string): string {
  return target.name === hostTarget().name ? installedRuntime(target) : fetchedRuntime(target, folder)
}

function installedRuntime({ runtime, nodeFile }: Target): string {
  const path = join(projectFolder, 'node_modules', runtime, nodeFile)
  if (!existsSync(path)) throw new Error(`The runtime ${runtime} is not installed: run npm ci`)
  const installed = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
  const { version } = lockedPackage(runtime)
  if (installed !== `v${version}`) throw new Error(`The runtime is ${installed} and not v${version}: run npm ci`)
  return path
}

function fetchedRuntime({ runtime, nodeFile }: Target, folder: string): string {
  const { version, integrity } = lockedPackage(runtime)
  if (process.version !== `v${version}`)
    throw new Error(`This runs on ${process.version} and not on v${version}: start it by npm run package`)
  const own = join(folder, `${runtime}-${version}`)
  const path = join(own, 'package', nodeFile)
  if (existsSync(path)) return path
  const unfinished = `${own}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const listing = execFileSync('npm', ['pack', `${runtime}@${version}`, '--json', '--pack-destination', unfinished], { encoding: 'utf8' })
  const [packed] = JSON.parse(listing) as { filename: string }[]
  const archive = join(unfinished, packed!.filename)
  checkIntegrity(readFileSync(archive), integrity, runtime)
  execFileSync('tar', ['--extract', '--gzip', `--file=${archive}`, `--directory=${unfinished}`, `package/${nodeFile}`])
  rmSync(archive)
  rmSync(own, { recursive: true, force: true })
  renameSync(unfinished, own)
  return path
}

/** @throws Error where the bytes are not those that the lock file means */
export function checkIntegrity(bytes: Uint8Array, integrity: string, name: string): void {
  const [algorithm = '', expected] = integrity.split('-')
  if (algorithm !== 'sha512' || createHash(algorithm).update(bytes).digest('base64') !== expected)
    throw new Error(`The package ${name} is not the one of the lock file`)
}

interface LockedPackage {
  readonly version: string
  /** `sha512-` and Base64. */
  readonly integrity: string
}

/** @throws Error where the lock file does not have it */
export function lockedPackage(name: string): LockedPackage {
  const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const locked = packages[`node_modules/${name}`]
  if (!locked) throw new Error(`The lock file has no ${name}`)
  return locked
}
