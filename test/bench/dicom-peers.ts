// Everything that DICOM tools are compared by, in one go: installs the peers that are missing, runs both sides and prints the tables.
//
// Usage: node test/bench/dicom-peers.ts [folder] [--no-install]. Peers of Debian are installed where this runs as root; those of npm and PyPI go
// into a folder of their own that is removed at the end. A peer that cannot be had is left out of its table, which says so.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DEBIAN: Readonly<Record<string, string>> = {
  dcmdump: 'dcmtk',
  gdcmconv: 'libgdcm-tools',
  dciodvfy: 'dicom3tools',
  openssl: 'openssl',
}
const folder =
  process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? new URL('../../../shared/corpora/dicom', import.meta.url).pathname
if (!existsSync(folder)) throw new Error('Name a folder with DICOM files.')
const scratch = mkdtempSync(join(tmpdir(), 'dicom-peers-'))
try {
  if (!process.argv.includes('--no-install')) installDebian()
  const environment = process.argv.includes('--no-install') ? {} : installPackages()
  print('Reading: the tag tree and the values of dcmdump and pydicom', 'dicom-compare.ts', [folder], environment)
  print('De-identification, judged by pydicom and dciodvfy', 'dicom-deid-compare.ts', [folder], environment)
  print('Validation: what dciodvfy finds', 'dicom-validate-compare.ts', [folder], environment)
  print('Frames: the samples of dcmtk and GDCM', 'dicom-pixels-compare.ts', [folder], environment)
  print('Speed, beside peers in the same run', 'dicom-bench.ts', [], environment)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function isThere(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined
}

function installDebian(): void {
  const missing = Object.entries(DEBIAN)
    .filter(([command]) => !isThere(command))
    .map(([, name]) => name)
  if (spawnSync('/usr/bin/python3', ['-c', 'import pydicom'], { stdio: 'ignore' }).status !== 0) missing.push('python3-pydicom')
  if (missing.length === 0) return
  const run = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { encoding: 'utf8' })
  if (run.status !== 0) console.log(`not installed: ${missing.join(', ')}`)
}

/** Programs that are no packages of Debian. */
function installPackages(): Record<string, string> {
  const environment: Record<string, string> = {}
  try {
    execFileSync('npm', ['install', '--silent', '--prefix', scratch, 'dcmjs'], { stdio: 'ignore' })
    environment.DCMJS = join(scratch, 'node_modules', 'dcmjs')
  } catch {
    console.log('not installed: dcmjs')
  }
  const pictures = join(scratch, 'pictures')
  try {
    execFileSync('npm', ['install', '--silent', '--prefix', pictures, 'fast-png', 'upng-js', 'pngjs'], { stdio: 'ignore' })
    environment.PNG_PEERS = pictures
  } catch {
    console.log('not installed: fast-png, upng-js, pngjs')
  }
  const target = join(scratch, 'python')
  const isInstalled = spawnSync('python3', ['-m', 'venv', target], { stdio: 'ignore' }).status === 0
  if (isInstalled && spawnSync(join(target, 'bin/pip'), ['install', '--quiet', 'dicom-anonymizer'], { stdio: 'ignore' }).status === 0) {
    environment.DICOM_ANONYMIZER = join(target, 'bin/dicom-anonymizer')
  } else console.log('not installed: dicom-anonymizer')
  return environment
}

function print(title: string, script: string, args: readonly string[], environment: Readonly<Record<string, string>>): void {
  console.log(`\n## ${title}\n`)
  const path = join(import.meta.dirname, script)
  const run = spawnSync(process.execPath, [path, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 1 << 28,
  })
  console.log(script === 'dicom-pixels-compare.ts' ? run.stdout.slice(run.stdout.lastIndexOf('\n{')) : run.stdout)
  if (run.status !== 0) console.log(run.stderr)
}
