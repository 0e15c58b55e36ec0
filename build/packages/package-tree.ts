// The files that a Linux package puts on a system, by path, and how they are written to a folder: the same on every machine and at every time.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, lutimesSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectFolder } from '../project-folder.ts'
import { compileSelinuxModule } from './package-selinux.ts'

/** A file of a package; the content of a large one is the path of a file. */
export interface PackagedFile {
  /** Below the root, without a slash at the beginning. */
  readonly path: string
  readonly content: string | Uint8Array | { readonly copyOf: string }
  readonly mode: number
  /** A configuration belongs to the site once it is there. */
  readonly isConfig: boolean
}

/** What travels with every package beside the program. */
export interface Documents {
  readonly notices: string
  readonly billOfMaterials: string
}

const PROXY_SAMPLES = [
  ...['apache/health-tools.conf', 'apache/health-tools.yaml'],
  ...['haproxy/health-tools.cfg', 'haproxy/health-tools.yaml'],
  ...['nginx/health-tools.conf', 'nginx/health-tools.yaml', 'nginx/ldap-auth.conf'],
]

interface TreeParts extends Documents {
  /** Paths. */
  readonly executable: string
  readonly addon: string
  /** An executable of the same sources that runs here; it prints its own manual. */
  readonly hostExecutable: string
}

export function listPackagedFiles({ executable, addon, hostExecutable, notices, billOfMaterials }: TreeParts): PackagedFile[] {
  const print = (...args: string[]): string => execFileSync(hostExecutable, args, { encoding: 'utf8', env: {}, maxBuffer: 64 << 20 })
  const doc = 'usr/share/doc/health-tools'
  const selinuxModule = compileSelinuxModule(tmpdir())
  return [
    file('usr/bin/health-tools', { copyOf: executable }, 0o755),
    file('usr/lib/health-tools/better_sqlite3.node', { copyOf: addon }),
    file('usr/lib/systemd/system/health-tools.service', installer('health-tools.service')),
    file('usr/lib/systemd/system/health-tools.socket', installer('health-tools.socket')),
    file('usr/lib/sysusers.d/health-tools.conf', installer('health-tools.sysusers')),
    file('usr/lib/tmpfiles.d/health-tools.conf', installer('health-tools.tmpfiles')),
    { ...file('etc/health-tools/config.yaml', installer('config.yaml')), isConfig: true },
    { ...file('etc/logrotate.d/health-tools', installer('health-tools.logrotate')), isConfig: true },
    file('usr/share/health-tools/config.schema.json', print('config', 'schema')),
    ...['alerts.yaml', 'alerts.test.yaml', 'dashboard.json'].map((name) =>
      file(`usr/share/health-tools/monitoring/${name}`, installer(`monitoring/${name}`)),
    ),
    ...PROXY_SAMPLES.map((name) => file(`usr/share/health-tools/proxy/${name}`, installer(`proxy/${name}`))),
    file('usr/share/health-tools/apparmor/usr.bin.health-tools', installer('apparmor/usr.bin.health-tools')),
    ...['health_tools.te', 'health_tools.fc'].map((name) => file(`usr/share/health-tools/selinux/${name}`, installer(`selinux/${name}`))),
    ...(selinuxModule ? [file('usr/share/health-tools/selinux/health_tools.pp', selinuxModule)] : []),
    file('usr/share/man/man1/health-tools.1.gz', gzipSync(print('manual'), { level: 9 })),
    file('usr/share/bash-completion/completions/health-tools', print('completion', 'bash')),
    file('usr/share/zsh/vendor-completions/_health-tools', print('completion', 'zsh')),
    file('usr/share/fish/vendor_completions.d/health-tools.fish', print('completion', 'fish')),
    file(`${doc}/ADMIN.md`, print('manual', '--guide')),
    file(`${doc}/DEVELOPERS.md`, source('docs/developers.md')),
    file(`${doc}/config.template.yaml`, print('config', 'template')),
    file(`${doc}/copyright`, `${source('NOTICE')}\n${source('LICENSE')}`),
    file(`${doc}/changelog.gz`, gzipSync(source('CHANGELOG.md'), { level: 9 })),
    file(`${doc}/third-party-notices.txt`, notices),
    file(`${doc}/health-tools.cdx.json`, billOfMaterials),
  ]
}

export function file(path: string, content: PackagedFile['content'], mode = 0o644): PackagedFile {
  return { path, content, mode, isConfig: false }
}

/** A file that is written by hand for packages. */
export function installer(name: string): string {
  return source(join('installers', name))
}

/** A text file of the project. */
export function source(name: string): string {
  return readFileSync(join(projectFolder, name), 'utf8')
}

/** Writes files below a folder, with their modes and one time for all. @param seconds since 1970 */
export function writeTree(files: readonly PackagedFile[], folder: string, seconds: number): void {
  for (const { path, content, mode } of files) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    if (typeof content === 'object' && 'copyOf' in content) copyFileSync(content.copyOf, target)
    else writeFileSync(target, content)
    chmodSync(target, mode)
  }
  settle(folder, seconds)
}

/** Gives a folder and all below it the time, and folders their mode. */
export function settle(folder: string, seconds: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) settle(path, seconds)
    else lutimesSync(path, seconds, seconds)
  }
  chmodSync(folder, 0o755)
  lutimesSync(folder, seconds, seconds)
}
