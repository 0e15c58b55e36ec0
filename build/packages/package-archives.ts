// Makes the archives: a tar.gz with an installer for Linux, a ZIP for Windows, and one tar of everything for a site without a network.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { projectFolder } from '../project-folder.ts'
import { file, installer, type PackagedFile, source, writeTree } from './package-tree.ts'

/**
 * @param path of the archive; its stem is the folder inside
 * @returns path
 */
export function makeTarball(files: readonly PackagedFile[], name: string, seconds: number, path: string, workFolder: string): string {
  const scripts = ['setup.sh', 'restart.sh'].map((script) => file(`usr/share/health-tools/${script}`, installer(`scripts/${script}`)))
  const parts = [
    file('install.sh', installer('install.sh'), 0o755),
    file('purge.sh', installer('scripts/purge.sh')),
    file('LICENSE', source('LICENSE')),
    file('NOTICE', source('NOTICE')),
    ...[...files, ...scripts].map((entry) => ({ ...entry, path: `files/${entry.path}` })),
  ]
  return packTree(parts, name, seconds, path, workFolder)
}

/**
 * What a site with a cluster, containers or a configuration management needs: Helm chart and plain manifests, Compose file, Ansible role.
 * @returns path
 */
export function makeDeployment(name: string, seconds: number, path: string, workFolder: string): string {
  const parts = ['kubernetes', 'container', 'ansible'].flatMap((folder) =>
    readdirSync(join(projectFolder, 'installers', folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(projectFolder, 'installers'), join(entry.parentPath, entry.name)))
      .map((inside) => file(inside, installer(inside))),
  )
  return packTree(parts, name, seconds, path, workFolder)
}

function packTree(parts: readonly PackagedFile[], name: string, seconds: number, path: string, workFolder: string): string {
  rmSync(workFolder, { recursive: true, force: true })
  mkdirSync(join(workFolder, name), { recursive: true })
  writeTree(parts, join(workFolder, name), seconds)
  const tar = join(workFolder, 'archive.tar')
  packTar(tar, workFolder, [name], seconds)
  writeFileSync(path, gzipSync(readFileSync(tar), { level: 9 }))
  rmSync(workFolder, { recursive: true })
  return path
}

/** @param names of files or folders in the folder */
export function packTar(path: string, folder: string, names: readonly string[], seconds: number): void {
  mkdirSync(dirname(path), { recursive: true })
  const same = ['--format=ustar', '--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${seconds}`]
  execFileSync('tar', ['--create', `--file=${path}`, `--directory=${folder}`, ...same, ...names])
}

/** The executable finds the addon beside itself. */
export function makeZip(files: readonly PackagedFile[], name: string, seconds: number, path: string): string {
  const entries = files.map(({ path: inside, content }) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : 'copyOf' in content ? readFileSync(content.copyOf) : content
    return [`${name}/${inside}`, new Uint8Array(bytes)] as const
  })
  return writeZip(Object.fromEntries(entries), seconds, path)
}

/** A ZIP of files by their path inside. */
export function writeZip(files: Readonly<Record<string, string | Uint8Array>>, seconds: number, path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  const entries = Object.entries(files).map(([name, content]) => [name, new Uint8Array(Buffer.from(content as string))] as const)
  // A ZIP tells local time without a zone; fflate reads the fields of the date as local ones.
  const utc = new Date(seconds * 1000)
  const mtime = new Date(
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  )
  writeFileSync(path, zipSync(Object.fromEntries(entries), { level: 9, mtime }))
  return path
}
