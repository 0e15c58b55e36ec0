// The packages of dist/release on a Debian 12 that really boots: installed, started, called, killed, upgraded, rolled back, removed.
// Runs where `npm run package` made them from this very bundle, else says so.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { catalogue } from '../../src/tools/catalogue.ts'
import { makeFolder, projectFolder } from '../binary/program.ts'
import { type BootedSystem, bootSystem, whyNoBootedSystem } from './booted-system.ts'

const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
const release = join(projectFolder, 'dist', 'release', `health-tools-${version}`)
const deb = `health-tools_${version}_amd64.deb`
const reason = existsSync(join(release, deb)) ? whyNoBootedSystem() : 'npm run package has not made them'
if (reason !== undefined) process.stdout.write(`The packages are not tried on a booted system: ${reason}.\n`)

const UNIT = 'health-tools.service'
const CONFIG = '/etc/health-tools/config.yaml'
const one = <T>(values: readonly T[]): T => values[0]!

describe.skipIf(reason !== undefined)('on a booted Debian 12', { timeout: 120_000 }, () => {
  const scratch = makeFolder()
  const packages = scratch.path
  const next = `health-tools_${version}+next_amd64.deb`
  let system: BootedSystem
  let key = ''

  beforeAll(async () => {
    execFileSync('cp', ['--recursive', `${release}/.`, packages])
    repackAs(`${version}+next`, join(packages, next))
    system = await bootSystem(packages)
  }, 600_000)
  afterAll(async () => {
    await system?.stop()
    scratch[Symbol.dispose]()
  }, 60_000)

  const property = async (name: string): Promise<string> =>
    (await system.must('systemctl', 'show', '--property', name, '--value', UNIT)).trim()
  const isActive = async (): Promise<string> => (await system.run('systemctl', 'is-active', UNIT)).stdout.trim()
  const install = (name: string) => system.run('dpkg', '--install', `/packages/${name}`)

  /** The status and body of a tool's first example over HTTP. */
  async function call(id: string): Promise<{ status: number; body: string }> {
    const { input } = one(catalogue.find((tool) => tool.id === id)!.examples)
    const body = join(packages, 'body.json')
    writeFileSync(body, JSON.stringify(input))
    const headers = ['--header', `Authorization: Bearer ${key}`, '--header', 'Content-Type: application/json']
    const options = ['--silent', '--show-error', '--write-out', '\n%{http_code}', ...headers, '--data-binary', `@${body}`]
    const { stdout } = await system.inNetwork('curl', ...options, `http://127.0.0.1:8080/v1/tools/${id}`)
    const end = stdout.lastIndexOf('\n')
    return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
  }

  test('the .deb installs, makes user and secret, and starts nothing', async () => {
    expect(await install(deb)).toMatchObject({ code: 0 })
    expect((await system.must('stat', '--format=%U %a %s', '/etc/health-tools/secrets/pepper')).trim()).toBe('root 600 64')
    expect((await system.must('stat', '--format=%U %a', '/var/lib/health-tools')).trim()).toBe('health-tools 700')
    expect(await isActive()).toBe('inactive')
    expect((await system.run('systemctl', 'is-enabled', UNIT)).stdout.trim()).toBe('disabled')
    expect(await system.must('dpkg', '--verify', 'health-tools')).toBe('')
  })

  test('a key that root makes before the first start opens the service', async () => {
    const created = await system.must('health-tools', 'keys', 'create', '--owner', 'test', '--plan', 'unlimited', '--json')
    key = (JSON.parse(created) as { key: string }).key
    expect((await system.must('stat', '--format=%U %a', '/var/lib/health-tools/health-tools.db')).trim()).toBe('health-tools 600')
    expect(await system.run('systemctl', 'enable', '--now', UNIT)).toMatchObject({ code: 0 })
    expect(await isActive()).toBe('active')
    expect(await system.must('health-tools', 'health')).toBe('ready\n')
  })

  test.each([...new Set(catalogue.map(({ id }) => id.split('/')[0]!))])('a tool of %s answers', async (category) => {
    const { id } = catalogue.find((tool) => tool.id.startsWith(`${category}/`))!
    expect(await call(id)).toMatchObject({ status: 200 })
  })

  test('nobody but the service reads its secret, and it writes nowhere else', async () => {
    const pid = await property('MainPID')
    expect(await property('User')).toBe('health-tools')
    const status = await system.must('cat', `/proc/${pid}/status`)
    expect(status).toMatch(/^CapEff:\t0+$/m)
    expect(status).toMatch(/^NoNewPrivs:\t1$/m)
    expect(
      await system.run(
        'setpriv',
        '--reuid=health-tools',
        '--clear-groups',
        '--regid=health-tools',
        'cat',
        '/etc/health-tools/secrets/pepper',
      ),
    ).not.toMatchObject({ code: 0 })
  })

  test('systemd-analyze security counts 1.1 at most', async () => {
    const { code, stdout } = await system.run('systemd-analyze', 'security', '--no-pager', '--threshold=11', UNIT)
    process.stdout.write(`${stdout.trim().split('\n').at(-1)}\n`)
    expect(code).toBe(0)
  })

  test('killed, it is started again, and keys and counters are still there', async () => {
    const before = await property('MainPID')
    await system.must('systemctl', 'kill', '--signal=KILL', UNIT)
    await expect
      .poll(async () => [await isActive(), await property('NRestarts')], { timeout: 60_000, interval: 500 })
      .toEqual(['active', '1'])
    expect(await property('MainPID')).not.toBe(before)
    expect(await call('text/word-count')).toMatchObject({ status: 200 })
  })

  test('a reload takes the new configuration, and a wrong one makes it fail and leaves the service as it was', async () => {
    const before = await property('MainPID')
    await system.must('cp', CONFIG, '/root/config')
    await system.must('sh', '-c', `echo 'tools: { disabled: [text/word-count] }' >> ${CONFIG}`)
    expect(await system.run('systemctl', 'reload', UNIT)).toMatchObject({ code: 0 })
    await expect.poll(async () => (await call('text/word-count')).status, { timeout: 20_000 }).toBe(404)
    await system.must('cp', '/root/config', CONFIG)
    await system.must('sh', '-c', `echo 'unknown_setting: 1' >> ${CONFIG}`)
    expect((await system.run('systemctl', 'reload', UNIT)).code).not.toBe(0)
    expect(await isActive()).toBe('active')
    expect(await system.must('journalctl', '--unit', UNIT, '--no-pager')).toMatch(/config\.yaml:\d+.*unknown_setting/)
    expect((await call('text/word-count')).status).toBe(404)
    await system.must('cp', '/root/config', CONFIG)
    expect(await system.run('systemctl', 'reload', UNIT)).toMatchObject({ code: 0 })
    await expect.poll(async () => (await call('text/word-count')).status, { timeout: 20_000 }).toBe(200)
    expect(await property('MainPID')).toBe(before)
  })

  test('on the socket of systemd, restarts refuse no connection', async () => {
    await system.must('sh', '-c', `cp ${CONFIG} /root/config && sed -i 's/listen: .*/listen: [{ systemd: true }]/' ${CONFIG}`)
    expect((await system.run('systemctl', 'restart', UNIT)).code).not.toBe(0)
    await system.must('systemctl', 'reset-failed', UNIT)
    await system.must('systemctl', 'start', 'health-tools.socket')
    await system.must('systemctl', 'start', UNIT)
    const options = ['--parallel', '--parallel-max', '16', '--no-progress-meter', '--output', '/dev/null', '--write-out', '%{http_code}\n']
    const load = system.inNetwork('curl', ...options, '--header', `Authorization: Bearer ${key}`, 'http://127.0.0.1:8080/v1/me?i=[1-5000]')
    const before = await property('MainPID')
    for (let i = 0; i < 2; i++) await system.must('systemctl', 'restart', UNIT)
    expect(await property('MainPID')).not.toBe(before)
    const { code, stdout, stderr } = await load
    expect({ code, stderr, statuses: new Set(stdout.trim().split('\n')) }).toEqual({ code: 0, stderr: '', statuses: new Set(['200']) })
    expect(stdout.trim().split('\n')).toHaveLength(5_000)
    await system.must('systemctl', 'stop', 'health-tools.socket', UNIT)
    await system.must('cp', '/root/config', CONFIG)
    await system.must('systemctl', 'start', UNIT)
  })

  test('with the sample for Apache the socket is open to members of the group of the service alone', async () => {
    const secret = '/etc/health-tools/secrets/proxy-secret'
    const drop = '/etc/systemd/system/health-tools.service.d'
    const read = async (file: string) => parse(await system.must('cat', file)) as { readonly auth: object }
    const [own, sample] = [await read(CONFIG), await read('/usr/share/health-tools/proxy/apache/health-tools.yaml')]
    writeFileSync(join(packages, 'sample.yaml'), JSON.stringify({ ...own, ...sample, auth: { ...own.auth, ...sample.auth } }))
    await system.must('sh', '-c', `cp ${CONFIG} /root/config && cp /packages/sample.yaml ${CONFIG}`)
    await system.must('sh', '-c', `umask 077 && echo a-secret-of-the-proxy > ${secret}`)
    const lines = `[Service]\\nLoadCredential=proxy-secret:${secret}\\n`
    await system.must('sh', '-c', `mkdir -p ${drop} && printf '${lines}' > ${drop}/proxy.conf && systemctl daemon-reload`)
    expect(await system.run('systemctl', 'restart', UNIT)).toMatchObject({ code: 0 })
    const ask = `socket S, PF_UNIX, SOCK_STREAM, 0; connect S, sockaddr_un('/run/health-tools/api.sock') or die; syswrite S, "GET /v1/me HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n"; print scalar <S>`
    const callAs = (...groups: string[]) =>
      system.run('setpriv', '--reuid=www-data', '--regid=www-data', ...groups, 'perl', '-MSocket', '-e', ask)
    expect((await callAs('--groups=health-tools')).stdout).toMatch(/^HTTP\/1\.1 401 /)
    expect((await callAs('--clear-groups')).code).not.toBe(0)
    await system.must('sh', '-c', `rm -r ${drop} ${secret} && cp /root/config ${CONFIG} && systemctl daemon-reload`)
    await system.must('systemctl', 'restart', UNIT)
  })

  test('a wrong configuration does not start, and is not tried again and again', async () => {
    await system.must('systemctl', 'stop', UNIT)
    await system.must('sh', '-c', `cp ${CONFIG} /root/config && echo 'unknown_setting: 1' >> ${CONFIG}`)
    expect((await system.run('systemctl', 'start', UNIT)).code).not.toBe(0)
    expect(await property('NRestarts')).toBe('0')
    expect(await system.must('journalctl', '--unit', UNIT, '--no-pager')).toContain(`${CONFIG}:`)
    await system.must('cp', '/root/config', CONFIG)
    await system.must('systemctl', 'reset-failed', UNIT)
    await system.must('systemctl', 'start', UNIT)
  })

  test('an upgrade keeps the configuration of the site and restarts what runs', async () => {
    await system.must('sh', '-c', `echo '# of the site' >> ${CONFIG}`)
    const before = await property('MainPID')
    expect(await install(next)).toMatchObject({ code: 0 })
    expect(await system.must('tail', '--lines=1', CONFIG)).toBe('# of the site\n')
    expect(await isActive()).toBe('active')
    expect(await property('MainPID')).not.toBe(before)
    expect(await call('text/word-count')).toMatchObject({ status: 200 })
  })

  test('an upgrade with a configuration that the new version refuses leaves the old process at work', async () => {
    await system.must('sh', '-c', `cp ${CONFIG} /root/config && echo 'unknown_setting: 1' >> ${CONFIG}`)
    const before = await property('MainPID')
    const { code, stderr } = await install(next)
    expect(code).toBe(0)
    expect(stderr).toContain('goes on with the one before')
    expect(await property('MainPID')).toBe(before)
    expect(await call('text/word-count')).toMatchObject({ status: 200 })
    await system.must('cp', '/root/config', CONFIG)
  })

  test('a roll-back brings the version before, which still knows the key', async () => {
    expect(await install(deb)).toMatchObject({ code: 0 })
    expect(await system.must('dpkg-query', '--show', 'health-tools')).toBe(`health-tools\t${version}\n`)
    expect(await call('text/word-count')).toMatchObject({ status: 200 })
  })

  test('an upgrade leaves a stopped service stopped', async () => {
    await system.must('systemctl', 'stop', UNIT)
    expect(await property('Result')).toBe('success')
    expect(await install(next)).toMatchObject({ code: 0 })
    expect(await isActive()).toBe('inactive')
    await system.must('systemctl', 'start', UNIT)
  })

  test('removed, it leaves configuration and keys; purged, nothing', async () => {
    expect(await system.run('dpkg', '--remove', 'health-tools')).toMatchObject({ code: 0 })
    expect(await isActive()).toBe('inactive')
    expect((await system.run('ls', '/usr/bin/health-tools')).code).not.toBe(0)
    await system.must('ls', CONFIG, '/var/lib/health-tools/health-tools.db', '/etc/health-tools/secrets/pepper')
    expect(await system.run('dpkg', '--purge', 'health-tools')).toMatchObject({ code: 0 })
    expect(await findLeft()).toEqual([])
  })

  test('the archive installs below /usr/local, serves and goes away again', async () => {
    await system.must('tar', '--extract', '--gzip', `--file=/packages/health-tools-${version}-linux-x64.tar.gz`, '--directory=/root')
    const script = `/root/health-tools-${version}-linux-x64/install.sh`
    expect(await system.run(script)).toMatchObject({ code: 0 })
    const created = await system.must('/usr/local/bin/health-tools', 'keys', 'create', '--owner', 'test', '--plan', 'unlimited', '--json')
    key = (JSON.parse(created) as { key: string }).key
    expect(await system.run('systemctl', 'enable', '--now', UNIT)).toMatchObject({ code: 0 })
    expect(await call('text/word-count')).toMatchObject({ status: 200 })
    const before = await property('MainPID')
    expect(await system.run(script)).toMatchObject({ code: 0 })
    expect(await property('MainPID')).not.toBe(before)
    expect(await system.run(script, '--uninstall', '--purge')).toMatchObject({ code: 0 })
    expect(await isActive()).toBe('inactive')
    expect(await findLeft()).toEqual([])
  })

  /** Files of the program on the system, but for what the journal has. */
  async function findLeft(): Promise<string[]> {
    const named = ['-name', '*health*tools*', '-not', '-path', '/var/log/journal/*']
    return (await system.must('find', '/etc', '/usr', '/var', '-xdev', ...named)).split('\n').filter(Boolean)
  }

  /** The same package under another version. */
  function repackAs(other: string, path: string): void {
    const tree = join(packages, 'tree')
    execFileSync('dpkg-deb', ['--raw-extract', join(release, deb), tree])
    const control = join(tree, 'DEBIAN/control')
    writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${other}`))
    execFileSync('dpkg-deb', ['-Znone', '--root-owner-group', '--build', tree, path], { stdio: 'ignore' })
    rmSync(tree, { recursive: true })
  }
})

const hasRpm = spawnSync('rpm', ['--version']).status === 0
const rpm = join(release, `health-tools-${version}-1.x86_64.rpm`)
test.skipIf(!existsSync(rpm) || !hasRpm)('rpm unpacks the .rpm into a root, where the program runs', { timeout: 120_000 }, () => {
  const scratch = makeFolder()
  try {
    // Neither dependencies nor scripts: the root holds nothing but this package.
    execFileSync('rpm', ['--root', scratch.path, '--install', '--nodeps', '--noscripts', '--nosignature', rpm])
    const output = execFileSync(join(scratch.path, 'usr/bin/health-tools'), ['version', '--json'], { env: {}, encoding: 'utf8' })
    expect(JSON.parse(output)).toMatchObject({ version })
    expect(execFileSync('rpm', ['--root', scratch.path, '--verify', '--nodeps', 'health-tools'], { encoding: 'utf8' })).toBe('')
  } finally {
    scratch[Symbol.dispose]()
  }
})

const qemu = ['-L', '/usr/aarch64-linux-gnu']
const hasQemu = spawnSync('qemu-aarch64-static', ['--version']).status === 0 && existsSync('/usr/aarch64-linux-gnu/lib/libstdc++.so.6')
const arm = join(release, `health-tools_${version}_arm64.deb`)
if (existsSync(arm) && !hasQemu)
  process.stdout.write('The package for arm64 is not tried: qemu-user-static or libstdc++6-arm64-cross is missing.\n')
test.skipIf(!existsSync(arm) || !hasQemu)(
  'the program of the package for arm64 passes its self-test in an emulator',
  { timeout: 300_000 },
  () => {
    const scratch = makeFolder()
    try {
      mkdirSync(join(scratch.path, 'tree'))
      execFileSync('dpkg-deb', ['--extract', arm, join(scratch.path, 'tree')])
      const program = join(scratch.path, 'tree/usr/bin/health-tools')
      const output = execFileSync('qemu-aarch64-static', [...qemu, program, 'self-test', '--json'], { encoding: 'utf8', cwd: scratch.path })
      const { checks } = JSON.parse(output) as { checks: readonly { ok: boolean }[] }
      expect(checks.length).toBeGreaterThan(10)
      expect(checks.filter(({ ok }) => !ok)).toEqual([])
    } finally {
      scratch[Symbol.dispose]()
    }
  },
)

test.skipIf(!existsSync(join(release, deb)))('the executable keeps to its size; that of the .deb is told', () => {
  const megabytes = (path: string): number => statSync(path).size / 1e6
  process.stdout.write(`${deb}: ${megabytes(join(release, deb)).toFixed(1)} MB\n`)
  expect(megabytes(join(projectFolder, 'dist', 'linux-x64', 'health-tools'))).toBeLessThan(140)
})
