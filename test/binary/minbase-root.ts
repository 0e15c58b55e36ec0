// Makes a minimal Debian 12 root with debootstrap, once, in dist/minbase-root.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type AptSource, findAptSource } from './apt-sources.ts'
import { projectFolder } from './program.ts'

const SUITE = 'bookworm'
const rootFolder = join(projectFolder, 'dist', 'minbase-root')

/** Why no root can be made or entered here; undefined where it can. */
export function whyNoMinbaseRoot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it takes root on Linux'
  const missing = ['debootstrap', 'unshare', 'chroot', 'ip', 'mount'].filter((command) => spawnSync('which', [command]).status !== 0)
  if (missing.length > 0) return `these commands are missing: ${missing.join(', ')}`
  if (spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', 'true']).status !== 0) return 'namespaces are not permitted'
  if (!existsSync(rootFolder) && !readAptSource(SUITE)) return `the apt sources have no main of ${SUITE}`
  return undefined
}

/** @returns the root's folder; it is made where it is missing, which takes about half a minute */
export function makeMinbaseRoot(): string {
  if (existsSync(rootFolder)) return rootFolder
  const { uri, signedBy } = readAptSource(SUITE)!
  const unfinished = `${rootFolder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const keyring = signedBy === undefined ? [] : [`--keyring=${signedBy}`]
  execFileSync('debootstrap', ['--variant=minbase', ...keyring, SUITE, unfinished, uri], { stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(unfinished, rootFolder)
  return rootFolder
}

/** Where this machine gets the packages of a Debian from. */
export function readAptSource(suite: string): AptSource | undefined {
  const folder = '/etc/apt/sources.list.d'
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(?:list|sources)$/.test(name)) : []
  const paths = ['/etc/apt/sources.list', ...names.sort().map((name) => join(folder, name))].filter((path) => existsSync(path))
  return findAptSource(
    paths.map((path) => ({ name: path, text: readFileSync(path, 'utf8') })),
    suite,
  )
}
