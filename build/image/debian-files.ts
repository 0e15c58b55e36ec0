// The files of Debian 12 that the executable needs in an image: the C library, libstdc++, certificate authorities and time zones, taken
// from Debian's packages by apt, which checks their signatures.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Architecture = 'amd64' | 'arm64'

export interface BaseFile {
  /** Below the root, without a slash at the beginning. */
  readonly path: string
  readonly content: { readonly copyOf: string } | { readonly linkTo: string } | string
  /** 0o644 if it is left out. */
  readonly mode?: number
}

const PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6', 'gcc-12-base', 'ca-certificates', 'tzdata', 'base-files']
const TRIPLETS: Readonly<Record<Architecture, string>> = { amd64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }

/** The libraries that the executable and its name resolution load. */
const LIBRARIES = [
  'ld-linux-x86-64.so.2',
  'ld-linux-aarch64.so.1',
  ...['libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0', 'librt.so.1', 'libresolv.so.2', 'libnss_dns.so.2', 'libnss_files.so.2'],
  'libgcc_s.so.1',
]

/** Why the packages cannot be had here; undefined where they can. */
export function whyNoDebianPackages(): string | undefined {
  const missing = ['apt-get', 'dpkg-deb'].filter((command) => spawnSync('which', [command]).status !== 0)
  return missing.length > 0 ? `these commands are missing: ${missing.join(', ')}` : undefined
}

/**
 * @param folder where packages and their contents are kept between builds
 * @returns the files, and the versions of the packages
 * @throws Error where apt cannot fetch the packages
 */
export function findDebianFiles(architecture: Architecture, folder: string): { files: BaseFile[]; packages: string[] } {
  const root = join(folder, `root-${architecture}`)
  if (!existsSync(root)) unpackPackages(architecture, folder, root)
  const packages = readFileSync(join(root, 'packages.txt'), 'utf8').trimEnd().split('\n')
  return {
    files: [...libraries(architecture, root), ...certificates(root), ...timeZones(root), ...texts(root), ...commonLicences(root)],
    packages,
  }
}

/** With a state of its own, so that the machine's packages and architectures stay as they are. */
function unpackPackages(architecture: Architecture, folder: string, root: string): void {
  const state = join(folder, `apt-${architecture}`)
  const archives = join(state, 'archives')
  mkdirSync(join(archives, 'partial'), { recursive: true })
  mkdirSync(join(state, 'lists', 'partial'), { recursive: true })
  writeFileSync(join(state, 'status'), '')
  const own = { 'APT::Architecture': architecture, 'APT::Architectures': architecture, 'Dir::State': state, 'Dir::Cache': state }
  const places = { 'Dir::State::status': join(state, 'status'), 'Dir::State::lists': join(state, 'lists'), 'APT::Sandbox::User': 'root' }
  const options = Object.entries({ ...own, ...places }).map(([name, value]) => `--option=${name}=${value}`)
  const apt = (...args: string[]): void => void execFileSync('apt-get', [...options, '--quiet=2', ...args], { cwd: archives })
  apt('update')
  apt('download', ...PACKAGES)
  const unfinished = `${root}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const names = readdirSync(archives).filter((name) => name.endsWith('.deb'))
  for (const name of names) execFileSync('dpkg-deb', ['--extract', join(archives, name), unfinished])
  const versions = names.map((name) =>
    execFileSync('dpkg-deb', ['--show', join(archives, name)], { encoding: 'utf8' })
      .trim()
      .replace('\t', ' '),
  )
  writeFileSync(join(unfinished, 'packages.txt'), `${versions.sort().join('\n')}\n`)
  renameSync(unfinished, root)
  rmSync(state, { recursive: true })
}

function libraries(architecture: Architecture, root: string): BaseFile[] {
  const triplet = TRIPLETS[architecture]
  const found = [join('lib', triplet), join('usr/lib', triplet)].flatMap((folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => ({ name, path: join(root, folder, name) })) : [],
  )
  const wanted = found.filter(({ name }) => LIBRARIES.includes(name) || name.startsWith('libstdc++.so.6'))
  const loader = architecture === 'amd64' ? 'usr/lib64/ld-linux-x86-64.so.2' : 'usr/lib/ld-linux-aarch64.so.1'
  const target = architecture === 'amd64' ? `../lib/${triplet}/ld-linux-x86-64.so.2` : `${triplet}/ld-linux-aarch64.so.1`
  return [
    // The kernel runs the loader as a program.
    ...wanted.map(({ name, path }) => ({
      path: `usr/lib/${triplet}/${name}`,
      content: copyOrLink(path),
      mode: name.startsWith('ld-linux') ? 0o755 : 0o644,
    })),
    { path: loader, content: { linkTo: target } },
    { path: 'lib', content: { linkTo: 'usr/lib' } },
    ...(architecture === 'amd64' ? [{ path: 'lib64', content: { linkTo: 'usr/lib64' } }] : []),
  ]
}

/** One file, as update-ca-certificates makes it. */
function certificates(root: string): BaseFile[] {
  const folder = join(root, 'usr/share/ca-certificates/mozilla')
  const all = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trimEnd())
  return [{ path: 'etc/ssl/certs/ca-certificates.crt', content: `${all.join('\n')}\n` }]
}

/** Without `posix` and `right`, which say the same in another way. */
function timeZones(root: string): BaseFile[] {
  const folder = join(root, 'usr/share/zoneinfo')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names.flatMap((name) => {
    const path = join(folder, name)
    return /^(?:posix|right)(?:\/|$)/.test(name) || lstatSync(path).isDirectory()
      ? []
      : [{ path: `usr/share/zoneinfo/${name}`, content: copyOrLink(path) }]
  })
}

/** What the system is, and the licences of what was taken. */
function texts(root: string): BaseFile[] {
  const documents = PACKAGES.map((name) => `usr/share/doc/${name}/copyright`)
  return ['usr/lib/os-release', ...documents].flatMap((path) =>
    existsSync(join(root, path)) && !lstatSync(join(root, path)).isSymbolicLink() ? [{ path, content: { copyOf: join(root, path) } }] : [],
  )
}

/** The texts that Debian's copyright files refer to. */
function commonLicences(root: string): BaseFile[] {
  const folder = 'usr/share/common-licenses'
  return readdirSync(join(root, folder))
    .sort()
    .map((name) => ({ path: `${folder}/${name}`, content: copyOrLink(join(root, folder, name)) }))
}

function copyOrLink(path: string): BaseFile['content'] {
  return lstatSync(path).isSymbolicLink() ? { linkTo: readlinkSync(path) } : { copyOf: path }
}
