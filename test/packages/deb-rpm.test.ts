// The packages as dpkg and rpm read them: what is in them, what belongs to the site, and that they come out the same twice.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeb } from '../../build/packages/package-deb.ts'
import { makeRpm } from '../../build/packages/package-rpm.ts'
import type { PackagedFile } from '../../build/packages/package-tree.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { catalogue } from '../../src/tools/catalogue.ts'
import { makeFolder, projectFolder } from '../binary/program.ts'
import { listSmallFiles, SECONDS } from './small-tree.ts'

const has = (command: string): boolean => spawnSync('which', [command]).status === 0
const hasDpkg = has('dpkg-deb')
const hasRpm = has('rpmbuild') && has('rpm')
const hasAnalyze = has('systemd-analyze')
const hasShellcheck = has('shellcheck')
for (const [name, there] of Object.entries({
  'dpkg-deb': hasDpkg,
  rpmbuild: hasRpm,
  'systemd-analyze': hasAnalyze,
  shellcheck: hasShellcheck,
}))
  if (!there) process.stdout.write(`Packages are not tested with ${name}: it is missing.\n`)

const facts = { version: '0.2.0-rc1', architecture: 'x64', seconds: SECONDS, effort: 0 } as const
const output = (command: string, args: readonly string[]): string => execFileSync(command, args, { encoding: 'utf8' })
const installersFolder = join(projectFolder, 'installers')

let files: readonly PackagedFile[]
const scratch = makeFolder()
const folder = scratch.path
beforeAll(() => {
  files = listSmallFiles(join(folder, 'parts'))
})
afterAll(() => scratch[Symbol.dispose]())

/** Makes a package twice, in folders of different names. */
function makeTwice(make: typeof makeDeb): readonly [string, string] {
  const places = ['one', 'two'].map((name) => ({
    outputFolder: join(folder, `${make.name}-${name}`),
    workFolder: join(folder, `work-${name}`),
  }))
  return [make(files, facts, places[0]!), make(files, facts, places[1]!)]
}

describe.skipIf(!hasDpkg)('the .deb', () => {
  let path: string
  let twin: string
  beforeAll(() => {
    ;[path, twin] = makeTwice(makeDeb)
  })

  test('comes out the same twice', () => {
    expect(readFileSync(twin).equals(readFileSync(path))).toBe(true)
  })

  test('says what it is and needs', () => {
    expect(basename(path)).toBe('health-tools_0.2.0~rc1_amd64.deb')
    const fields = output('dpkg-deb', ['--field', path, 'Package', 'Version', 'Architecture', 'Depends'])
    expect(fields).toBe(
      'Package: health-tools\nVersion: 0.2.0~rc1\nArchitecture: amd64\nDepends: libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 11), passwd\n',
    )
    expect(spawnSync('dpkg', ['--compare-versions', '0.2.0~rc1', 'lt', '0.2.0']).status).toBe(0)
  })

  test('holds every file, of root, with its mode, and no other', () => {
    const rows = output('dpkg-deb', ['--contents', path]).trimEnd().split('\n')
    const listed = rows.map((row) => {
      const [mode, owner, , , , name = ''] = row.split(/\s+/)
      return { mode, owner, path: name.replace(/^\.\//, '') }
    })
    expect(listed.filter(({ mode }) => !mode!.startsWith('d')).sort(byPath)).toEqual(
      files.map((file) => ({ mode: file.mode === 0o755 ? '-rwxr-xr-x' : '-rw-r--r--', owner: 'root/root', path: file.path })).sort(byPath),
    )
    expect(new Set(listed.filter(({ mode }) => mode!.startsWith('d')).map(({ mode, owner }) => `${mode} ${owner}`))).toEqual(
      new Set(['drwxr-xr-x root/root']),
    )
  })

  test('leaves the configuration to the site', () => {
    expect(output('dpkg-deb', ['--info', path, 'conffiles'])).toBe('/etc/health-tools/config.yaml\n/etc/logrotate.d/health-tools\n')
  })

  test.skipIf(!hasShellcheck).each(['postinst', 'prerm', 'postrm'])('has a %s without a fault that shellcheck finds', (name) => {
    const script = join(folder, name)
    writeFileSync(script, output('dpkg-deb', ['--info', path, name]))
    expect(spawnSync('shellcheck', ['--shell=dash', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '' })
  })
})

describe.skipIf(!hasRpm)('the .rpm', () => {
  let path: string
  let twin: string
  const ask = (...args: string[]): string => output('rpm', ['--query', '--package', path, ...args])
  beforeAll(() => {
    ;[path, twin] = makeTwice(makeRpm)
  })

  test('comes out the same twice', () => {
    expect(readFileSync(twin).equals(readFileSync(path))).toBe(true)
  })

  test('says what it is and needs', () => {
    expect(basename(path)).toBe('health-tools-0.2.0-0.rc1.x86_64.rpm')
    expect(ask('--queryformat', '%{name} %{version} %{release} %{arch} %{license}')).toBe('health-tools 0.2.0 0.rc1 x86_64 Apache-2.0')
    const needs = ask('--requires').split('\n')
    expect(needs).toEqual(expect.arrayContaining(['glibc >= 2.34', 'libstdc++ >= 11', 'libgcc >= 11']))
  })

  test('holds every file, of root, with its mode and bytes', () => {
    const rows = ask('--dump').trimEnd().split('\n')
    const listed = rows.map((row) => {
      const [name = '', size, , , mode = '', owner, group] = row.split(' ')
      return { path: name.slice(1), size: Number(size), mode, owner: `${owner} ${group}` }
    })
    const plain = listed.filter(({ mode }) => mode.startsWith('0100'))
    expect(plain.map((row) => row.path).sort()).toEqual(
      files.map(({ path }) => path.replace('vendor-completions', 'site-functions')).sort(),
    )
    expect(new Set(listed.map(({ owner }) => owner))).toEqual(new Set(['root root']))
    expect(plain.find((row) => row.path === 'usr/bin/health-tools')).toMatchObject({ mode: '0100755', size: 17 })
  })

  test('leaves the configuration to the site', () => {
    expect(ask('--configfiles')).toBe('/etc/health-tools/config.yaml\n/etc/logrotate.d/health-tools\n')
    expect(ask('--queryformat', '[%{filenames} %{fileflags:fflags}\n]')).toContain('/etc/health-tools/config.yaml cn\n')
  })

  test('restarts and stops by the same scripts as the .deb', () => {
    const scripts = ask('--scripts')
    for (const name of ['setup', 'restart', 'stop'])
      expect(scripts).toContain(readFileSync(join(installersFolder, 'scripts', `${name}.sh`), 'utf8').trim())
  })
})

describe('the unit', () => {
  const unit = join(installersFolder, 'health-tools.service')

  test.skipIf(!hasAnalyze)('is exposed by 1.1 of 10 at most, as systemd-analyze security counts', () => {
    const { status, stdout } = spawnSync('systemd-analyze', ['security', '--no-pager', '--offline=yes', '--threshold=11', unit], {
      encoding: 'utf8',
    })
    process.stdout.write(`${stdout.trim().split('\n').at(-1)}\n`)
    expect(status).toBe(0)
  })

  test('names only commands and flags that there are', () => {
    const lines = readFileSync(unit, 'utf8').matchAll(/^Exec(?:Start|Reload)\w*=\/usr\/bin\/health-tools (.*)$/gm)
    const guide = files.find(({ path }) => path.endsWith('ADMIN.md'))!.content as string
    const commands = [...lines].map(([, line]) => line!.replace(/ --.*$/, ''))
    expect(commands.length).toBeGreaterThan(2)
    expect(commands.filter((command) => !guide.includes(`### ${command}\n`))).toEqual([])
  })
})

test('the configuration of the packages is right, and every document is there', () => {
  const config = loadConfig({
    file: join(installersFolder, 'config.yaml'),
    env: {},
    cwd: '/',
    catalogue,
  })
  expect(config.storage.path).toBe('/var/lib/health-tools/health-tools.db')
  expect(config.auth.apiKey.pepper).toEqual({ kind: 'file', path: join(installersFolder, 'secrets', 'pepper') })
  for (const { path, content } of files) {
    if (path.startsWith('usr/share/') && typeof content === 'string') expect(content.length, path).toBeGreaterThan(2)
  }
})

test.skipIf(!hasShellcheck).each(['install.sh', 'verify.sh'])('shellcheck finds no fault in %s', (name) => {
  expect(spawnSync('shellcheck', [join(installersFolder, name)], { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '' })
})

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1
}
