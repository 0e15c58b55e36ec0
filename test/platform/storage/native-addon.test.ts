// The database driver from its bytes: which file is loaded, what is not trusted, and that nothing is left behind.
// Each case has a process of its own, because the system loads a library once and tells it by its name.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadAddon } from '../../../src/platform/storage/sqlite/native-addon.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const CHILD = join(import.meta.dirname, 'native-addon-child.ts')
const driverFolder = join(dirname(createRequire(import.meta.url).resolve('better-sqlite3')), '..')
const driver = join(driverFolder, 'prebuilds', `${process.platform}-${process.arch}.node`)
const NOWHERE = { installed: [] as string[], memory: '/nonexistent', folders: [] as string[] }

function load(places: Partial<typeof NOWHERE>, bytesPath = driver): string {
  return execFileSync(process.execPath, [CHILD, bytesPath, JSON.stringify({ ...NOWHERE, ...places })], { encoding: 'utf8' }).trim()
}

describe.skipIf(process.platform !== 'linux')('the driver', () => {
  const install = (content: Uint8Array, mode = 0o644): string => {
    const path = join(makeScratchFolder(), 'better_sqlite3.node')
    writeFileSync(path, content)
    chmodSync(path, mode)
    return path
  }

  test('is loaded from the installed file where that is the very one', () => {
    const path = install(readFileSync(driver))
    expect(load({ installed: ['/nonexistent/x.node', path], memory: makeScratchFolder() })).toBe(`42 ${path}`)
  })

  test('is not loaded from a file with other bytes, or one that others can write', () => {
    const bytes = readFileSync(driver)
    const other = Uint8Array.from(bytes)
    other[other.length - 1]! ^= 1
    const untrusted = [install(other), install(bytes, 0o666), install(bytes, 0o664)]
    if (process.getuid?.() === 0) {
      const foreign = install(bytes)
      chownSync(foreign, 65_534, 65_534)
      untrusted.push(foreign)
    }
    expect(load({ installed: untrusted })).toMatch(/^io_error: /)
  })

  test('is loaded from memory without a name', () => {
    const folder = makeScratchFolder()
    expect(load({ memory: folder })).toMatch(/^42 \S+ \(deleted\)$/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('is loaded from the first folder that allows it, and nothing stays there', () => {
    const folder = makeScratchFolder()
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const good = join(folder, 'good')
    mkdirSync(good)
    const loaded = load({ folders: ['/nonexistent', file, good, folder] })
    expect(loaded.startsWith(`42 ${good}/.health-tools-`)).toBe(true)
    expect(readdirSync(good)).toEqual([])
  })

  test('that cannot be loaded anywhere says what to do', () => {
    const folder = makeScratchFolder()
    const broken = install(new Uint8Array([1, 2, 3]))
    expect(load({ memory: folder, folders: [folder] }, broken)).toMatch(
      /^io_error: .*Install \S+better_sqlite3\.node, or name a folder in storage\.temp/,
    )
    expect(readdirSync(folder)).toEqual([])
  })
})

test('outside the executable the driver finds its own file', () => {
  expect(loadAddon([])).toBeUndefined()
})
