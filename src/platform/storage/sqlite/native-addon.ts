// Loads the addon of better-sqlite3 inside the single executable, where no module folder holds it: from the installed file if it is the
// very one that was built in, else from the built-in bytes by way of a file that has no name, or one that is gone after loading.
import { closeSync, constants, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants as osConstants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getRawAsset, isSea } from 'node:sea'
import { ProblemError } from '../../../core/problem.ts'

/** Name of the asset, and of the file that the packages install. */
const ADDON_NAME = 'better_sqlite3.node'
const INSTALLED_FOLDER = '/usr/lib/health-tools'
const MEMORY_FOLDER = '/dev/shm'
/** Linux; Node has no name for it. */
const O_TMPFILE = 0o20000000 | (constants.O_DIRECTORY ?? 0)

let loaded: object | undefined

/**
 * The addon for the option `nativeBinding`, or undefined outside the executable, where better-sqlite3 finds its own.
 * @param folders where a file may be written for a moment, the best first
 * @throws ProblemError `io_error` where no folder lets code be loaded from it
 */
export function loadAddon(folders: readonly string[]): object | undefined {
  if (!isSea()) return undefined
  const ownFolder = dirname(process.execPath)
  loaded ??= loadAddonBytes(new Uint8Array(getRawAsset(ADDON_NAME)), {
    installed: [INSTALLED_FOLDER, join(ownFolder, '..', 'lib', 'health-tools'), ownFolder].map((folder) => join(folder, ADDON_NAME)),
    memory: MEMORY_FOLDER,
    folders: [...folders, tmpdir()],
  })
  return loaded
}

interface AddonPlaces {
  /** Files that may be loaded where they are these very bytes and only root or this user can write them. */
  readonly installed: readonly string[]
  /** A folder in memory that has files without names. */
  readonly memory: string
  readonly folders: readonly string[]
}

/** Where the driver may be unpacked by the configuration and by systemd, which names several folders with colons between them. */
export function addonFoldersOf(temp: string | null, env: Readonly<Record<string, string | undefined>>): string[] {
  return [temp, env.RUNTIME_DIRECTORY?.split(':')[0]].filter((folder): folder is string => Boolean(folder))
}

/** @throws ProblemError `io_error` */
export function loadAddonBytes(bytes: Uint8Array, { installed, memory, folders }: AddonPlaces): object {
  const ways = [
    ...installed.map((path) => () => loadInstalled(path, bytes)),
    () => loadNameless(bytes, memory),
    ...folders.map((folder) => () => loadPassing(bytes, folder)),
  ]
  const errors: unknown[] = []
  for (const load of ways) {
    try {
      return load()
    } catch (error) {
      // The next way; what one folder forbids (noexec, no space, no right) another may allow.
      errors.push(error)
    }
  }
  // The dynamic linker tells this by its message alone.
  const isOldSystem = errors.some((error) => error instanceof Error && error.message.includes('GLIBC_'))
  const reason = isOldSystem
    ? 'it needs a C library (glibc) of version 2.34 or newer.'
    : `no folder that may be written lets code run. Install ${join(INSTALLED_FOLDER, ADDON_NAME)}, or name a folder in storage.temp that is not mounted noexec.`
  throw new ProblemError(`Cannot load the database driver: ${reason}`, { code: 'io_error', cause: new AggregateError(errors) })
}

/** Checked and loaded through the same descriptor, so that the file cannot be exchanged in between. */
function loadInstalled(path: string, bytes: Uint8Array): object {
  const descriptor = openSync(path, 'r')
  try {
    const { mode, uid } = fstatSync(descriptor)
    const isForeign = process.platform !== 'win32' && ((mode & 0o022) !== 0 || (uid !== 0 && uid !== process.getuid?.()))
    if (isForeign || !readFileSync(descriptor).equals(bytes))
      throw new ProblemError('The file is not the built-in one.', { code: 'io_error' })
    return openAddon(process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : path)
  } finally {
    closeSync(descriptor)
  }
}

function loadNameless(bytes: Uint8Array, folder: string): object {
  const descriptor = openSync(folder, O_TMPFILE | constants.O_RDWR, 0o700)
  try {
    writeFileSync(descriptor, bytes)
    return openAddon(`/proc/self/fd/${descriptor}`)
  } finally {
    closeSync(descriptor)
  }
}

/** Nothing that was there before is trusted: the folder is new, nobody else's, and gone when the addon is loaded. */
function loadPassing(bytes: Uint8Array, folder: string): object {
  const own = mkdtempSync(join(folder, '.health-tools-'))
  try {
    const path = join(own, ADDON_NAME)
    writeFileSync(path, bytes, { flag: 'wx', mode: 0o700 })
    return openAddon(path)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

function openAddon(path: string): object {
  const module: { exports: object } = { exports: {} }
  process.dlopen(module, path, osConstants.dlopen.RTLD_NOW)
  return module.exports
}
