// Makes the archive of a container image for one architecture: the executable on a minimal root, without a shell or a package manager.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packTar } from '../packages/package-archives.ts'
import { installer, source } from '../packages/package-tree.ts'
import { type Architecture, type BaseFile, findDebianFiles } from './debian-files.ts'
import { IMAGE_USER, type LayerEntry, makeLayer } from './layers.ts'
import { writeOciLayout } from './oci-layout.ts'

export interface ImageParts {
  /** Paths. */
  readonly executable: string
  readonly addon: string
  readonly notices: string
  readonly billOfMaterials: string
}

interface ImageBuild {
  readonly version: string
  readonly architecture: Architecture
  readonly seconds: number
}

interface ImagePlace {
  readonly outputFolder: string
  /** Of this image alone; it is emptied and removed. */
  readonly workFolder: string
}

export const ARCHITECTURES = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' } as const satisfies Record<string, Architecture>

/** @param debianFolder where Debian's packages are kept between builds @returns the path of the archive */
export function makeImage(parts: ImageParts, build: ImageBuild, place: ImagePlace, debianFolder: string): string {
  const { files, packages } = findDebianFiles(build.architecture, debianFolder)
  return packImage(parts, build, place, { files, packages })
}

/** @param base the files below the program */
export function packImage(
  parts: ImageParts,
  { version, architecture, seconds }: ImageBuild,
  { outputFolder, workFolder }: ImagePlace,
  base: { readonly files: readonly BaseFile[]; readonly packages: readonly string[] },
): string {
  rmSync(workFolder, { recursive: true, force: true })
  const layout = join(workFolder, 'layout')
  mkdirSync(layout, { recursive: true })
  const layers = [
    makeLayer([...base.files, ...systemEntries()], join(workFolder, 'layer'), seconds),
    makeLayer(programEntries(parts), join(workFolder, 'layer'), seconds),
  ]
  const labels = labelsOf(version, base.packages)
  writeOciLayout(layout, layers, { version, architecture, seconds, labels, billOfMaterials: parts.billOfMaterials })
  const path = join(outputFolder, `health-tools-${version}-${architecture}.oci.tar`)
  packTar(path, layout, ['oci-layout', 'index.json', 'blobs'], seconds)
  rmSync(workFolder, { recursive: true })
  return path
}

function labelsOf(version: string, packages: readonly string[]): Record<string, string> {
  return {
    'org.opencontainers.image.title': 'health-tools',
    'org.opencontainers.image.description': 'Health data tools as a REST API, for sites without internet',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.documentation': '/usr/share/doc/health-tools',
    'health-tools.base-packages': packages.join(', '),
  }
}

/** What an empty system needs so that names and users are found. */
function systemEntries(): LayerEntry[] {
  const folder = (path: string, mode: number, isOwn: boolean): LayerEntry => ({ path, content: 'folder', mode, isOwn })
  return [
    {
      path: 'etc/passwd',
      content: `root:x:0:0:root:/:/sbin/nologin\nhealth-tools:x:${IMAGE_USER}:${IMAGE_USER}::/var/lib/health-tools:/sbin/nologin\n`,
    },
    { path: 'etc/group', content: `root:x:0:\nhealth-tools:x:${IMAGE_USER}:\n` },
    { path: 'etc/nsswitch.conf', content: 'passwd: files\ngroup: files\nhosts: files dns\n' },
    folder('tmp', 0o1777, false),
    folder('run/secrets/health-tools', 0o755, false),
    folder('run/health-tools', 0o700, true),
    folder('var/lib/health-tools', 0o700, true),
    folder('var/log/health-tools', 0o700, true),
  ]
}

function programEntries({ executable, addon, notices, billOfMaterials }: ImageParts): LayerEntry[] {
  const doc = 'usr/share/doc/health-tools'
  return [
    { path: 'usr/bin/health-tools', content: { copyOf: executable }, mode: 0o755 },
    { path: 'usr/lib/health-tools/better_sqlite3.node', content: { copyOf: addon } },
    { path: 'etc/health-tools/config.yaml', content: installer('container/config.yaml') },
    { path: `${doc}/copyright`, content: `${source('NOTICE')}\n${source('LICENSE')}` },
    { path: `${doc}/third-party-notices.txt`, content: notices },
    { path: `${doc}/health-tools.cdx.json`, content: billOfMaterials },
  ]
}
