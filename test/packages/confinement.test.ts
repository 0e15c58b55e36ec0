// Profiles that confine the service beyond its unit: AppArmor's is read by its parser and, where the kernel has AppArmor, enforced; the
// SELinux module is compiled from source by the tools of Debian and of RHEL.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compileSelinuxModule } from '../../build/packages/package-selinux.ts'
import { executable, makeFolder, projectFolder } from '../binary/program.ts'

const INSTALLERS = join(projectFolder, 'installers')
const PROFILE = join(INSTALLERS, 'apparmor', 'usr.bin.health-tools')
const has = (program: string): boolean => spawnSync('which', [program]).status === 0
const scratch = makeFolder()
afterAll(() => scratch[Symbol.dispose]())

const hasParser = has('apparmor_parser')
const isEnforced = hasParser && process.getuid?.() === 0 && existsSync('/sys/kernel/security/apparmor/.replace')
if (!isEnforced) process.stdout.write('AppArmor is not enforced in the tests: the kernel or its parser is missing.\n')

describe.skipIf(!hasParser)('the AppArmor profile', () => {
  const parse = (text: string): number | null => {
    const path = join(scratch.path, 'profile')
    writeFileSync(path, text)
    return spawnSync('apparmor_parser', ['--skip-kernel-load', '--skip-cache', path]).status
  }

  test('is what the parser takes, and a broken one is not', () => {
    const text = readFileSync(PROFILE, 'utf8')
    expect(parse(text)).toBe(0)
    expect(parse(text.replace('rwkl,', 'rwkl'))).not.toBe(0)
    // Without it the kernel denies the service /dev/null, because its unit has PrivateDevices, and the service does not start.
    expect(text).toMatch(/^profile health-tools \S+ flags=\(attach_disconnected\) \{$/m)
  })

  test.skipIf(!isEnforced)('lets the program run, and nothing read that is not its own', () => {
    const other = join(scratch.path, 'other.txt')
    writeFileSync(other, 'BP 120/80')
    const text = readFileSync(PROFILE, 'utf8')
      .replace('/usr/bin/health-tools flags', `${executable} flags`)
      .replace('/usr/bin/health-tools mr', `${executable} mr`)
    const path = join(scratch.path, 'enforced')
    writeFileSync(path, text.replace(/owner \/tmp.*\n/, ''))
    execFileSync('apparmor_parser', ['--replace', '--skip-cache', path])
    try {
      expect(spawnSync(executable, ['version']).status).toBe(0)
      expect(spawnSync(executable, ['run', 'text/word-count', other]).status).not.toBe(0)
    } finally {
      execFileSync('apparmor_parser', ['--remove', path])
    }
  })
})

describe.skipIf(!has('checkmodule') || !has('semodule_package'))('the SELinux module', () => {
  test('is compiled from source, with the contexts of all that a package installs', () => {
    const bytes = Buffer.from(compileSelinuxModule(scratch.path)!)
    // The magic numbers of a package of modules and of a module.
    expect(bytes.readUInt32LE(0)).toBe(0xf97cff8f)
    const text = bytes.toString('latin1')
    for (const place of [
      '/usr/bin/health-tools',
      '/etc/health-tools',
      '/var/lib/health-tools',
      '/var/log/health-tools',
      '/run/health-tools',
    ])
      expect(text).toContain(place)
    const types = new Set(text.match(/health_tools\w*_t\b/g))
    for (const name of ['health_tools_t', 'health_tools_exec_t', 'health_tools_conf_t', 'health_tools_var_lib_t'])
      expect(types).toContain(name)
  })

  test('starts no other program', () => {
    const rules = readFileSync(join(INSTALLERS, 'selinux', 'health_tools.te'), 'utf8').match(/^allow health_tools_t .*$/gm)!
    expect(rules.length).toBeGreaterThan(20)
    expect(rules.filter((rule) => rule.includes('execute_no_trans') || /\b(?:bin|shell_exec)_t\b/.test(rule))).toEqual([])
  })
})
