// What Windows needs beside the executable: the service host, compiled by MinGW, and an MSI, made by wixl. Both are left out where the
// tools are missing.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../project-folder.ts'
import { file, installer, type PackagedFile, source, writeTree } from './package-tree.ts'

const COMPILER = 'x86_64-w64-mingw32-gcc'
const SOURCES = join(projectFolder, 'installers', 'windows')

/**
 * The files of a package for Linux that Windows has, too.
 * @param executable its name on Windows, and its path
 */
export function listWindowsFiles(linuxFiles: readonly PackagedFile[], executable: { name: string; path: string }, addon: string) {
  const documents = linuxFiles.flatMap(({ path, content }) => {
    const [, inside] = /^usr\/share\/doc\/health-tools\/([^/]+\.(?:md|yaml|txt|json))$/.exec(path) ?? []
    return inside === undefined ? [] : [file(inside, content)]
  })
  return [
    file(executable.name, { copyOf: executable.path }),
    file('better_sqlite3.node', { copyOf: addon }),
    file('LICENSE', source('LICENSE')),
    file('NOTICE', source('NOTICE')),
    ...documents,
  ]
}

/** The service host, with its script and its configuration. */
export function listServiceFiles(host: Uint8Array): PackagedFile[] {
  const texts = ['install-service.cmd', 'config.windows.yaml'].map((path) => file(path, installer(`windows/${path}`)))
  return [file('health-tools-service.exe', host), ...texts]
}

/** Names of files that health-tools.wxs lacks, and therefore the MSI would. */
export function findUnlisted(files: readonly PackagedFile[]): string[] {
  const listed = readFileSync(join(SOURCES, 'health-tools.wxs'), 'utf8')
  return files.map(({ path }) => path).filter((path) => !listed.includes(`Source="${path}"`))
}

/** @returns bytes of health-tools-service.exe; undefined where the compiler is missing */
export function compileServiceHost(folder: string, seconds: number): Uint8Array | undefined {
  if (spawnSync(COMPILER, ['--version']).status !== 0) return undefined
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'health-tools-service.exe')
  const same = ['-Wl,--no-insert-timestamp', '-Wl,--build-id=none', `-ffile-prefix-map=${SOURCES}=.`]
  const flags = ['-O2', '-Wall', '-Wextra', '-Werror', '-municode', '-static', '-s', ...same]
  execFileSync(COMPILER, [...flags, '-o', path, join(SOURCES, 'service.c'), '-ladvapi32'], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
  })
  const bytes = readFileSync(path)
  rmSync(path)
  return bytes
}

/**
 * @param files all that the .wxs names, by their names
 * @param folder of this package alone; it is emptied and removed
 * @returns the path of the MSI; undefined where wixl is missing
 * @throws Error if health-tools.wxs lacks one of the files
 */
export function makeMsi(
  files: readonly PackagedFile[],
  { version, seconds }: { readonly version: string; readonly seconds: number },
  folder: string,
  path: string,
): string | undefined {
  if (spawnSync('wixl', ['--version']).status !== 0) return undefined
  const unlisted = findUnlisted(files)
  if (unlisted.length > 0) throw new Error(`health-tools.wxs does not list ${unlisted.join(', ')}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeTree(files, folder, seconds)
  // Windows compares three numbers alone.
  const numbers = version.split('-')[0]!
  const defines = [`Version=${numbers}`, `ProductCode=${uuidOf(`health-tools ${version}`)}`].flatMap((define) => ['--define', define])
  execFileSync('wixl', ['--arch', 'x64', ...defines, '--output', path, join(SOURCES, 'health-tools.wxs')], { cwd: folder })
  rmSync(folder, { recursive: true })
  return path
}

/** Version 8 of RFC 9562: made of a digest. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
