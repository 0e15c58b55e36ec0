// install.sh of the archive in a root of its own: what it puts where, what it never touches, and that it takes all of it away again.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTarball } from '../../build/packages/package-archives.ts'
import { makeFolder } from '../binary/program.ts'
import { listSmallFiles, SECONDS } from './small-tree.ts'

const scratch = makeFolder()
const folder = scratch.path
const name = 'health-tools-0.2.0-linux-x64'
const root = join(folder, 'root')
const unpacked = join(folder, name)
const config = join(root, 'etc/health-tools/config.yaml')
const unit = join(root, 'etc/systemd/system/health-tools.service')

beforeAll(() => {
  const files = listSmallFiles(join(folder, 'parts'))
  const [path, twin] = ['one', 'two'].map((stem) =>
    makeTarball(files, name, SECONDS, join(folder, `${stem}.tar.gz`), join(folder, `work-${stem}`)),
  )
  expect(readFileSync(twin!).equals(readFileSync(path!))).toBe(true)
  execFileSync('tar', ['--extract', '--gzip', `--file=${path}`, `--directory=${folder}`])
})
beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root)
})
afterAll(() => scratch[Symbol.dispose]())

function install(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(join(unpacked, 'install.sh'), ['--root', root, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

const listAll = (): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file).slice(root.length))
    .sort()

describe('an installation', () => {
  test('puts the program below the prefix and the unit where systemd looks', () => {
    expect(install('--prefix', '/opt/ht')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(listAll()).toEqual(
      expect.arrayContaining([
        '/etc/health-tools/config.yaml',
        '/etc/logrotate.d/health-tools',
        '/etc/systemd/system/health-tools.service',
        '/opt/ht/bin/health-tools',
        '/opt/ht/lib/health-tools/better_sqlite3.node',
        '/opt/ht/share/man/man1/health-tools.1.gz',
      ]),
    )
    expect(statSync(join(root, 'opt/ht/bin/health-tools')).mode & 0o777).toBe(0o755)
    const text = readFileSync(unit, 'utf8')
    expect(text).toContain('ExecStart=/opt/ht/bin/health-tools serve')
    expect(text).toMatch(/^ExecPaths=\/opt\/ht\/bin\/health-tools .*\/opt\/ht\/lib\/health-tools$/m)
    expect(text).not.toContain('/usr/bin/health-tools')
  })

  test('can be read by the service, whatever mask root has', () => {
    const before = process.umask(0o077)
    try {
      expect(install('--prefix', '/opt/ht').status).toBe(0)
    } finally {
      process.umask(before)
    }
    for (const path of ['etc/health-tools', 'opt/ht/bin', 'opt/ht/lib/health-tools', 'opt/ht/share/health-tools'])
      expect(statSync(join(root, path)).mode & 0o777, path).toBe(0o755)
    expect(statSync(config).mode & 0o777).toBe(0o644)
  })

  test('with the prefix /usr is laid out as the .deb is', () => {
    expect(install('--prefix', '/usr').status).toBe(0)
    const own = ['/usr/lib/health-tools/installed-files', '/usr/share/health-tools/restart.sh', '/usr/share/health-tools/setup.sh']
    const files = listSmallFiles(join(folder, 'parts')).map(({ path }) => `/${path}`)
    expect(listAll()).toEqual([...files, ...own].sort())
  })

  test('keeps the configuration that is there, and says so', () => {
    install()
    writeFileSync(config, '# of the site\n')
    expect(install()).toEqual({ status: 0, stdout: `kept: ${config}\n`, stderr: '' })
    expect(readFileSync(config, 'utf8')).toBe('# of the site\n')
  })

  test('removes what the version before had and this one has not', () => {
    install()
    const old = join(root, 'usr/local/share/health-tools/old')
    const foreign = join(root, 'usr/local/share/health-tools/foreign')
    for (const path of [old, foreign]) writeFileSync(path, '')
    const list = join(root, 'usr/local/lib/health-tools/installed-files')
    writeFileSync(list, `${readFileSync(list, 'utf8')}/usr/local/share/health-tools/old\n`)
    expect(install().status).toBe(0)
    expect([existsSync(old), existsSync(foreign)]).toEqual([false, true])
  })

  test('puts a new file in the place of a program that runs, and does not write into it', () => {
    install()
    const program = join(root, 'usr/local/bin/health-tools')
    const { ino } = statSync(program)
    install()
    expect(statSync(program).ino).not.toBe(ino)
  })
})

describe('a trial', () => {
  test('does nothing and tells every file', () => {
    const { status, stdout } = install('--dry-run')
    expect(status).toBe(0)
    expect(listAll()).toEqual([])
    expect(stdout).toContain(`${root}/usr/local/bin/health-tools`)
    expect(stdout).toContain(`write ${unit}`)
  })

  test('of an uninstallation does nothing either', () => {
    install()
    const before = listAll()
    expect(install('--dry-run', '--uninstall', '--purge').stdout).toContain(
      `remove what the service made below ${root}/var/lib/health-tools`,
    )
    expect(listAll()).toEqual(before)
  })
})

describe('an uninstallation', () => {
  beforeEach(() => {
    install()
    mkdirSync(join(root, 'var/lib/health-tools'), { recursive: true })
    writeFileSync(join(root, 'var/lib/health-tools/health-tools.db'), '')
  })

  test('removes the program and keeps what is the site’s', () => {
    expect(install('--uninstall').status).toBe(0)
    expect(listAll()).toEqual(['/etc/health-tools/config.yaml', '/etc/logrotate.d/health-tools', '/var/lib/health-tools/health-tools.db'])
  })

  test('with --purge removes everything', () => {
    expect(install('--uninstall', '--purge').status).toBe(0)
    expect(listAll()).toEqual([])
    const folders = readdirSync(root, { recursive: true, encoding: 'utf8' })
    expect(folders.filter((path) => path.includes('health-tools'))).toEqual([])
  })

  test('with --purge keeps what nobody can make again, and says where', () => {
    const kept = [
      '/etc/health-tools/secrets/pepper',
      '/etc/health-tools/tls/site.key',
      '/var/lib/health-tools/backup/daily.db',
      '/var/log/health-tools/audit.jsonl',
    ]
    for (const path of [...kept, '/var/log/health-tools/service.jsonl']) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), 'x')
    }
    const { status, stdout } = install('--uninstall', '--purge')
    expect([status, listAll()]).toEqual([0, kept])
    for (const folder of ['/etc/health-tools', '/var/lib/health-tools', '/var/log/health-tools'])
      expect(stdout).toContain(`kept: ${root}${folder} (backups, audit logs or files of the site)`)
  })

  test('a second time says that there is nothing', () => {
    install('--uninstall')
    expect(install('--uninstall')).toMatchObject({ status: 1, stderr: `install.sh: there is no installation below ${root}/usr/local\n` })
  })
})

test.each([['--prefix'], ['--prefix', 'relative'], ['--prefix', '/a|b'], ['--prefix', '/a b'], ['--purge'], ['--unknown']])(
  'refuses %s %s',
  (...args: string[]) => {
    expect(install(...args)).toMatchObject({ status: 64, stdout: '' })
    expect(listAll()).toEqual([])
  },
)
