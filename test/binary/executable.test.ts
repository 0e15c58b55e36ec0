// The executable as a file: its size, what it needs of a system, and that it obeys nobody but its arguments.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { executable, listeningPorts, makeFolder, outcomeOf, projectFolder, run } from './program.ts'

const facts = JSON.parse(readFileSync(join(projectFolder, 'dist', 'build.json'), 'utf8')) as { version: string; stripped: boolean }
const hasReadelf = spawnSync('readelf', ['--version']).status === 0

describe('the file', () => {
  test('is one executable', () => {
    const { mode, size } = statSync(executable)
    expect(mode & 0o777).toBe(0o755)
    // The symbols that strip removes make 18 MB.
    expect(size).toBeLessThan(facts.stripped ? 140e6 : 158e6)
  })

  describe.skipIf(!hasReadelf)('asks a system only for what a minimal Debian 12 and RHEL 9 have:', () => {
    const require = createRequire(import.meta.url)
    const addon = join(dirname(require.resolve('better-sqlite3')), '..', 'prebuilds', `${process.platform}-${process.arch}.node`)

    test.each([
      ['the executable', executable],
      ['the addon inside', addon],
    ])('%s', (_title, path) => {
      const libraries = [...readelf('--dynamic', path).matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name]) => name!)
      expect(libraries).toContain('libc.so.6')
      expect(libraries.filter((name) => !SYSTEM_LIBRARIES.has(name))).toEqual([])
      const versions = [...readelf('--version-info', path).matchAll(/\b(GLIBC|GLIBCXX)_([\d.]+)/g)]
      expect(versions.length).toBeGreaterThan(5)
      for (const [name, floor] of [['GLIBC', [2, 34, 0]] as const, ['GLIBCXX', [3, 4, 29]] as const]) {
        const needed = versions.filter(([, family]) => family === name).map(([, , version]) => version!.split('.').map(Number))
        expect(needed.filter((version) => compareVersions(version, floor) > 0)).toEqual([])
      }
    })
  })
})

describe.each([
  ['program', 500_000],
  ['tools', 100_000],
])('the compiled part %s', (part, leastBytes) => {
  const path = (name: string) => JSON.stringify(join(projectFolder, 'dist', name))
  const rejected = (...flags: string[]) => {
    const code = `
      const { readFileSync } = require('node:fs')
      const cachedData = readFileSync(${path(`${part}.compiled`)})
      const script = new (require('node:vm').Script)(readFileSync(${path(`${part}.part.cjs`)}, 'latin1'), { cachedData })
      console.log(cachedData.length > ${leastBytes}, script.cachedDataRejected)`
    return spawnSync(process.execPath, [...flags, '--eval', code], { encoding: 'utf8' }).stdout
  }

  test('is accepted by the runtime', () => {
    expect(rejected()).toBe('true false\n')
  })

  test('is refused by a runtime of other flags, which shows that the test can tell', () => {
    expect(rejected('--no-flush-bytecode')).toBe('true true\n')
  })
})

/** Of libc6, libgcc-s1 and libstdc++6, which every Debian has because apt needs them. */
const SYSTEM_LIBRARIES = new Set([
  'ld-linux-aarch64.so.1',
  'ld-linux-x86-64.so.2',
  'libc.so.6',
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
  'libstdc++.so.6',
])

describe('version', () => {
  test('tells the licences of what is inside', async () => {
    const { code, stdout } = await run(['version', '--notices'])
    expect(code).toBe(0)
    for (const name of ['Apache License', 'Node.js', 'better-sqlite3', 'hono', 'Data of others in this program'])
      expect(stdout).toContain(name)
  })

  test('answers, whatever the machine is like', async () => {
    using home = makeFolder()
    const places = [
      { env: {}, cwd: '/' },
      { env: { HOME: '/nonexistent' }, cwd: '/' },
      // Nobody can write there, root included.
      { env: { HOME: '/sys' }, cwd: '/sys' },
      { env: { HOME: home.path, TMPDIR: '/nonexistent' }, cwd: home.path },
    ]
    for (const place of places) {
      const { code, stdout, stderr, milliseconds } = await run(['version', '--json'], place)
      process.stdout.write(`version answered in ${milliseconds.toFixed(0)} ms\n`)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toMatchObject({ version: facts.version, node: process.versions.node })
    }
    expect(readdirSync(home.path)).toEqual([])
  })
})

describe('nobody but its arguments', () => {
  test.each([['--require /nonexistent'], ['--inspect=127.0.0.1:0'], ['--no-such-option'], ['--require /nonexistent --inspect']])(
    'changes what it does: NODE_OPTIONS=%s',
    async (options) => {
      const plain = await run(['version'])
      const { code, stdout, stderr } = await run(['version'], { env: { NODE_OPTIONS: options } })
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: plain.stdout, stderr: '' })
    },
  )

  test.each([['--inspect'], ['--eval=1'], ['--version'], ['-p1']])('makes it a Node: %s is an argument like any other', async (option) => {
    const { stdout, stderr } = await run([option])
    expect(stdout + stderr).not.toContain(process.version)
    expect(stderr).not.toContain('Debugger')
  })

  test('opens a debugger: SIGUSR1 while it waits for its input', async () => {
    const child = spawn(executable, ['run', 'text/word-count', '-'], { env: { NODE_OPTIONS: '--inspect=127.0.0.1:0' }, cwd: '/' })
    await once(child, 'spawn')
    await sleep(500)
    expect(child.kill('SIGUSR1')).toBe(true)
    await sleep(500)
    expect(child.exitCode).toBeNull()
    expect(listeningPorts(child.pid!)).toEqual([])
    const ended = outcomeOf(child)
    child.stdin.end('Two words')
    const { code, stdout, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ words: 2 })
  })

  test('which the look at the ports would see', async () => {
    const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', '--eval', 'setTimeout(() => {}, 10_000)'])
    await once(child.stderr, 'data')
    expect(listeningPorts(child.pid!)).toHaveLength(1)
    child.kill()
  })
})

test('self-test passes and leaves nothing behind', async () => {
  using home = makeFolder()
  using temporary = makeFolder()
  const { code, stdout, stderr } = await run(['self-test', '--json'], { env: { HOME: home.path, TMPDIR: temporary.path }, cwd: home.path })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean }[] }
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  expect(checks.map(({ name }) => name)).toContain('database')
  expect(checks.length).toBeGreaterThan(10)
  expect(readdirSync(home.path)).toEqual([])
  expect(readdirSync(temporary.path)).toEqual([])
})

function readelf(option: string, path: string): string {
  const { stdout, status } = spawnSync('readelf', ['--wide', option, path], { encoding: 'utf8', maxBuffer: 64e6 })
  expect(status).toBe(0)
  return stdout
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < 3; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

test('the executable decodes compressed pixels', async () => {
  const fixture = join(projectFolder, 'test/fixtures/dicom-pixels/rgb8-jpeg2000.dcm')
  const { code, stdout } = await run(['run', 'dicom/render', fixture])
  expect(code).toBe(0)
  expect(stdout).toContain('"width": 18')
})
