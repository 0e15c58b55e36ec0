// Makes a Debian package of a list of files with dpkg-deb: the same bytes for the same files.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installer, type PackagedFile, file as packagedFile, settle, writeTree } from './package-tree.ts'

export interface PackageFacts {
  /** As in package.json, such as 0.1.0 or 0.2.0-rc1. */
  readonly version: string
  readonly architecture: 'x64' | 'arm64'
  /** Seconds since 1970 of everything in the package. */
  readonly seconds: number
  /** How hard xz tries, 0 to 9. */
  readonly effort: number
}

interface Place {
  /** Where the package is written. */
  readonly outputFolder: string
  /** A folder of this package alone; it is emptied and removed. */
  readonly workFolder: string
}

const DEBIAN_NAMES = { x64: 'amd64', arm64: 'arm64' }

/** @returns the path of the package */
export function makeDeb(files: readonly PackagedFile[], facts: PackageFacts, { outputFolder, workFolder }: Place): string {
  const { architecture, seconds, effort } = facts
  // A version before a release sorts before it with a tilde.
  const version = facts.version.replaceAll('-', '~')
  rmSync(workFolder, { recursive: true, force: true })
  mkdirSync(workFolder, { recursive: true })
  writeTree(files, workFolder, seconds)
  const sums = files.map(({ path }) => `${digest('md5', readFileSync(join(workFolder, path)))}  ${path}\n`)
  const kilobytes = files.reduce((sum, { path }) => sum + Math.ceil(statSync(join(workFolder, path)).size / 1024), 0)
  const control: PackagedFile[] = [
    packagedFile('DEBIAN/control', composeControl(version, DEBIAN_NAMES[architecture], kilobytes)),
    packagedFile('DEBIAN/md5sums', sums.join('')),
    packagedFile('DEBIAN/conffiles', files.flatMap(({ path, isConfig }) => (isConfig ? [`/${path}\n`] : [])).join('')),
    ...Object.entries(composeScripts()).map(([name, text]) => packagedFile(`DEBIAN/${name}`, text, 0o755)),
  ]
  writeTree(control, workFolder, seconds)
  settle(workFolder, seconds)
  mkdirSync(outputFolder, { recursive: true })
  const path = join(outputFolder, `health-tools_${version}_${DEBIAN_NAMES[architecture]}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', workFolder, path], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  rmSync(workFolder, { recursive: true })
  const parts = readArchive(readFileSync(path)).map(([name, bytes]) =>
    name.endsWith('.tar') ? ([`${name}.xz`, compress(bytes, architecture, effort)] as const) : ([name, bytes] as const),
  )
  writeFileSync(path, writeArchive(parts, seconds))
  return path
}

/**
 * With what dpkg-deb cannot ask of xz: a filter for machine code, which saves 1 MB and which every dpkg reads. That for arm64 is of 2022,
 * and Ubuntu 22.04 does not know it.
 */
function compress(bytes: Buffer, architecture: PackageFacts['architecture'], effort: number): Buffer {
  const filter = architecture === 'x64' ? ['--x86'] : []
  const options = ['--format=xz', '--check=crc64', '--threads=1', ...filter, `--lzma2=preset=${effort}`, '--stdout']
  return execFileSync('xz', options, { input: bytes, maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'inherit'] })
}

const MAGIC = '!<arch>\n'
const HEADER_BYTES = 60

/** Members of an ar archive in their order, by name. */
function readArchive(bytes: Buffer): (readonly [name: string, bytes: Buffer])[] {
  const members: (readonly [string, Buffer])[] = []
  for (let at = MAGIC.length; at < bytes.length; ) {
    const header = bytes.toString('latin1', at, at + HEADER_BYTES)
    const size = Number(header.slice(48, 58))
    const start = at + HEADER_BYTES
    members.push([header.slice(0, 16).trimEnd(), bytes.subarray(start, start + size)])
    // Members begin at even places.
    at = start + size + (size % 2)
  }
  return members
}

function writeArchive(members: readonly (readonly [name: string, bytes: Buffer])[], seconds: number): Buffer {
  const blocks = members.flatMap(([name, bytes]) => {
    const fields = [
      name.padEnd(16),
      String(seconds).padEnd(12),
      '0'.padEnd(6),
      '0'.padEnd(6),
      '100644'.padEnd(8),
      String(bytes.length).padEnd(10),
    ]
    return [Buffer.from(`${fields.join('')}\`\n`, 'latin1'), bytes, Buffer.from(bytes.length % 2 === 0 ? '' : '\n')]
  })
  return Buffer.concat([Buffer.from(MAGIC), ...blocks])
}

function composeControl(version: string, architecture: string, kilobytes: number): string {
  return `Package: health-tools
Version: ${version}
Architecture: ${architecture}
Maintainer: health-tools <health-tools@localhost>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 11), passwd
Recommends: systemd
Section: net
Priority: optional
Description: health data tools as a REST API, for sites without internet
 Tools for HL7 v2, FHIR, DICOM, protected health information and clinical
 text as a versioned REST API and as commands, in one executable that
 needs no network and keeps nothing that is sent to it.
`
}

function composeScripts(): Record<string, string> {
  const setup = installer('scripts/setup.sh')
  const restart = installer('scripts/restart.sh')
  const stop = installer('scripts/stop.sh')
  const purge = installer('scripts/purge.sh')
  const reload = '\tif [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi\n'
  return {
    postinst: script(`if [ "$1" = configure ]; then\n${setup}${restart}fi\n`),
    prerm: script(`if [ "$1" = remove ]; then\n${stop}fi\n`),
    postrm: script(`case $1 in\nremove)\n${reload}\t;;\npurge)\n${purge}\t;;\nesac\n`),
  }
}

function script(body: string): string {
  return `#!/bin/sh\nset -e\n${body}`
}

export function digest(algorithm: 'md5' | 'sha256', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex')
}
