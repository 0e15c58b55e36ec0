// The Windows service and the MSI, as far as Linux can look at them: compiled, packed, unpacked again, the tables read. They are not run.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { file, installer, type PackagedFile } from '../../build/packages/package-tree.ts'
import { compileServiceHost, findUnlisted, listServiceFiles, listWindowsFiles, makeMsi } from '../../build/packages/package-windows.ts'
import { makeFolder } from '../binary/program.ts'
import { loadYaml } from '../platform/config/load-yaml.ts'
import { listSmallFiles, SECONDS } from './small-tree.ts'

const missing = ['x86_64-w64-mingw32-gcc', 'wixl', 'msiextract', 'msiinfo'].filter((program) => spawnSync('which', [program]).status !== 0)
if (missing.length > 0) process.stdout.write(`The Windows packages are not tested: ${missing.join(', ')} missing.\n`)

const scratch = makeFolder()
afterAll(() => scratch[Symbol.dispose]())

/** What the release packs, with a program of a few bytes. */
function listFiles(host: Uint8Array): PackagedFile[] {
  const folder = join(scratch.path, 'small')
  const linuxFiles = listSmallFiles(folder)
  const executable = { name: 'health-tools.exe', path: join(folder, 'program') }
  return [...listWindowsFiles(linuxFiles, executable, join(folder, 'addon')), ...listServiceFiles(host)]
}

test('the MSI lists every file that a release has, also where it cannot be made', () => {
  const files = listFiles(new Uint8Array())
  expect(files.length).toBeGreaterThan(10)
  expect(findUnlisted(files)).toEqual([])
  expect(findUnlisted([...files, file('new.txt', '')])).toEqual(['new.txt'])
})

describe.skipIf(missing.length > 0)('for Windows', () => {
  const host = missing.length > 0 ? new Uint8Array() : compileServiceHost(join(scratch.path, 'host'), SECONDS)!
  const files = listFiles(host)
  const msi = join(scratch.path, 'health-tools.msi')

  test('the service host is a program of 64 bits that needs system libraries alone, the same twice', () => {
    expect(Buffer.from(host).toString('latin1', 0, 2)).toBe('MZ')
    const libraries = [
      ...Buffer.from(host)
        .toString('latin1')
        .matchAll(/\b([A-Za-z0-9-]+)\.dll/gi),
    ].map(([, name]) => name!.toLowerCase())
    expect(new Set(libraries)).toEqual(new Set(['advapi32', 'kernel32', 'msvcrt']))
    expect(Buffer.from(compileServiceHost(join(scratch.path, 'again'), SECONDS)!).equals(Buffer.from(host))).toBe(true)
  })

  test('the MSI has every file as it was', () => {
    expect(makeMsi(files, { version: '0.1.0-rc1', seconds: SECONDS }, join(scratch.path, 'work'), msi)).toBe(msi)
    const folder = join(scratch.path, 'unpacked')
    execFileSync('msiextract', ['--directory', folder, msi], { stdio: 'ignore' })
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(found.map(({ name }) => name).sort()).toEqual(files.map(({ path }) => path).sort())
    for (const { parentPath, name } of found) {
      const { content } = files.find(({ path }) => path === name)!
      const bytes = typeof content === 'object' && 'copyOf' in content ? readFileSync(content.copyOf) : Buffer.from(content as string)
      expect([name, readFileSync(join(parentPath, name)).equals(bytes)]).toEqual([name, true])
    }
  })

  test('an MSI that would lack a file is not made', () => {
    const more = [...files, file('new.txt', '')]
    expect(() => makeMsi(more, { version: '0.1.0', seconds: SECONDS }, join(scratch.path, 'work'), msi)).toThrow(/does not list new\.txt/)
  })

  test('the script of the ZIP also starts a service that the MSI has installed', () => {
    expect(installer('windows/install-service.cmd')).toMatch(/sc\.exe query health-tools >nul 2>&1 \|\| sc\.exe create health-tools /)
  })

  test('the MSI installs, stops and removes the service under an account without rights', () => {
    const table = (name: string): string => execFileSync('msiinfo', ['export', msi, name], { encoding: 'utf8' })
    expect(table('ServiceInstall')).toMatch(/\thealth-tools\t.*NT AUTHORITY\\LocalService/)
    expect(table('ServiceControl')).toContain('health-tools')
    expect(table('Property')).toContain('ProductVersion\t0.1.0\r')
    expect(table('Registry')).toContain('EventLog\\Application\\health-tools')
  })
})

test('the settings of the service are valid', () => {
  const { storage, logging } = loadYaml(installer('windows/config.windows.yaml'))
  expect([storage.path.endsWith('health-tools.db'), logging.sinks.map(({ type }) => type)]).toEqual([true, ['file']])
})
