// Makes a folder of packages a repository for apt and for dnf, signed by the builder, so that a site installs from the offline archive
// as from any other source.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openPgpSigner } from './open-pgp.ts'

const USER_ID = 'health-tools packages'

/**
 * @param folder of .deb and .rpm files; the metadata are written beside them
 * @param signKey PEM of the builder's Ed25519 key; without one nothing is signed
 * @param seconds since 1970 of the metadata
 * @returns what could not be made, and why; undefined where all was
 */
export function makeRepositories(folder: string, signKey: string | undefined, seconds: number): string | undefined {
  const signer = signKey === undefined ? undefined : openPgpSigner(signKey, USER_ID, seconds)
  if (signer) writeFileSync(join(folder, 'health-tools-packages.asc'), signer.publicKey)
  const write = (name: string, content: string | Uint8Array): void => {
    writeFileSync(join(folder, name), content)
  }
  const packages = listPackages(folder)
  const release = composeRelease({ Packages: Buffer.from(packages), 'Packages.gz': gzipSync(packages, { level: 9 }) }, seconds)
  write('Packages', packages)
  write('Packages.gz', gzipSync(packages, { level: 9 }))
  write('Release', release)
  if (signer) write('Release.gpg', signer.sign(Buffer.from(release)))
  if (spawnSync('createrepo_c', ['--version']).status !== 0) return 'No repository for dnf: createrepo_c is missing.'
  const same = ['--revision', String(seconds), '--set-timestamp-to-revision', '--no-database', '--simple-md-filenames', '--quiet']
  execFileSync('createrepo_c', [...same, folder], { env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) } })
  const index = join(folder, 'repodata', 'repomd.xml')
  if (signer && existsSync(index)) writeFileSync(`${index}.asc`, signer.sign(readFileSync(index)))
  return undefined
}

/** The index of a flat repository (deb-src-control(5), DebianRepository/Format). */
function listPackages(folder: string): string {
  const entries = readdirSync(folder)
    .filter((name) => name.endsWith('.deb'))
    .sort()
    .map((name) => {
      const path = join(folder, name)
      const control = execFileSync('dpkg-deb', ['--field', path], { encoding: 'utf8' }).trimEnd()
      const facts = { Filename: `./${name}`, Size: String(statSync(path).size), SHA256: sha256(readFileSync(path)) }
      const lines = Object.entries(facts).map(([field, value]) => `${field}: ${value}`)
      // The description is the last field, and its lines end with it.
      return `${control.replace(/^(?=Description:)/m, `${lines.join('\n')}\n`)}\n`
    })
  return entries.join('\n')
}

function composeRelease(files: Readonly<Record<string, Uint8Array>>, seconds: number): string {
  const sums = Object.entries(files).map(([name, bytes]) => ` ${sha256(bytes)} ${bytes.length} ${name}\n`)
  const date = new Date(seconds * 1000).toUTCString().replace('GMT', 'UTC')
  return `Origin: health-tools\nLabel: health-tools\nSuite: stable\nArchitectures: amd64 arm64\nDate: ${date}\nSHA256:\n${sums.join('')}`
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
