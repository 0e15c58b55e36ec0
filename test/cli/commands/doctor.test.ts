// `doctor`: each usual fault is found with what to do, a sound site has none, and the bundle carries nothing of anybody.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { backupVerbs } from '../../../src/cli/commands/backup-verbs.ts'
import { doctorVerbs } from '../../../src/cli/commands/doctor-verb.ts'
import { keysVerbs } from '../../../src/cli/commands/keys-verbs.ts'
import type { Diagnosis } from '../../../src/platform/doctor/doctor-finding.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { freePort } from '../../platform/server/free-port.ts'
import { callVerb } from './call-verb.ts'

const verbs = [...doctorVerbs, ...keysVerbs, ...backupVerbs]

async function makeSite({ lines = '', listen = 0 }: { lines?: string; listen?: number } = {}) {
  const folder = makeScratchFolder()
  const config = join(folder, 'config.yaml')
  const port = listen || (await freePort())
  writeFileSync(
    config,
    `server: { listen: [{ address: 127.0.0.1, port: ${port} }] }\noperations: { listen: { address: 127.0.0.1, port: ${await freePort()} } }\n${lines}`,
  )
  chmodSync(config, 0o640)
  const call = (name: string, flags = {}) => callVerb(verbs, name, { flags: { config, ...flags }, cwd: folder })
  const examine = async (flags = {}) => {
    const { value, exitCode, out } = await call('doctor', flags)
    const { findings } = value as { findings: Diagnosis[] }
    const troubles = findings.filter(
      ({ state, check }) => state === 'fault' || (state === 'warning' && check !== 'clock' && check !== 'disk'),
    )
    return { findings, troubles, exitCode, out }
  }
  return { folder, data: join(folder, 'health-tools-data'), config, call, examine }
}

async function makeSoundSite(lines = '') {
  const site = await makeSite({ lines })
  await site.call('keys create', { owner: 'Ward 7' })
  await site.call('backup create')
  return site
}

function occupyPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    onTestFinished(() => void server.close())
  })
}

describe('a sound site', () => {
  test('has no fault, with every check named', async () => {
    const { examine } = await makeSoundSite()
    const { findings, troubles, exitCode } = await examine()
    expect(troubles).toEqual([])
    expect(exitCode).toBe(0)
    expect([...new Set(findings.map(({ check }) => check))].sort()).toEqual(
      ['backups', 'clock', 'configuration', 'database', 'disk', 'exposure', 'glibc', 'log receiver', 'pepper', 'port', 'rights'].sort(),
    )
  })

  test('counts the keys in force whose plan was renamed or taken away', async () => {
    const { call, config, examine } = await makeSoundSite('plans: { ward: {}, standard: {} }\n')
    const made = [await call('keys create', { owner: 'a', plan: 'ward' }), await call('keys create', { owner: 'b', plan: 'ward' })]
    await callVerb(verbs, 'keys revoke', {
      flags: { config },
      positionals: [(made[0]!.value as { id: string }).id],
      cwd: join(config, '..'),
    })
    expect((await examine()).troubles).toEqual([])
    writeFileSync(config, readFileSync(config, 'utf8').replace('ward:', 'wards:'))
    const { troubles, exitCode } = await examine()
    expect(troubles).toMatchObject([{ check: 'plans', state: 'warning', message: expect.stringMatching(/^1 of the keys/) }])
    expect(exitCode).toBe(0)
  })

  test('that was never started has none but the missing backup', async () => {
    const { examine, data, folder } = await makeSite()
    const { troubles, exitCode } = await examine()
    expect(troubles).toMatchObject([{ check: 'backups', state: 'warning' }])
    expect(exitCode).toBe(0)
    expect(readdirSync(folder)).toEqual(['config.yaml'])
    expect(statSync(data, { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe('the spool of a log receiver', () => {
  const linesOf = (dir: string, port: number) =>
    `logging: { sinks: [{ type: loki, url: "http://127.0.0.1:${port}", spool: { dir: "${dir}", mb: 10 } }] }`
  const spoolsOf = (findings: readonly Diagnosis[]) => findings.filter(({ check }) => check === 'spool')

  test('is one that can be written, or be made when it is needed', async () => {
    const folder = makeScratchFolder()
    const port = await occupyPort()
    for (const dir of [folder, join(folder, 'not', 'yet')]) {
      const { findings, exitCode } = await (await makeSoundSite(linesOf(dir, port))).examine()
      expect(spoolsOf(findings)).toMatchObject([{ state: 'ok', at: expect.stringContaining(`${dir}/loki-`) }])
      expect(exitCode).toBe(0)
    }
    expect(readdirSync(folder)).toEqual([])
  })

  test('in the place of which a file stands is a fault', async () => {
    const file = join(makeScratchFolder(), 'file')
    writeFileSync(file, '', { mode: 0o755 })
    const { examine } = await makeSoundSite(linesOf(join(file, 'spool'), await occupyPort()))
    const { findings, exitCode } = await examine()
    expect(spoolsOf(findings)).toMatchObject([{ state: 'fault', at: expect.stringContaining(join(file, 'spool', 'loki-')) }])
    expect(exitCode).toBe(69)
  })
})

describe('each fault is found', () => {
  const posix = process.platform !== 'win32'

  test('a configuration that cannot be used: 78 and the place, and nothing else is judged', async () => {
    const { examine, config } = await makeSite()
    writeFileSync(config, 'server: { lisen: 1 }\n')
    const { findings, exitCode } = await examine()
    expect(findings).toMatchObject([{ check: 'configuration', state: 'fault', at: `${config}:1 server.lisen`, code: 'bad_configuration' }])
    expect(exitCode).toBe(78)
  })

  test.runIf(posix).each([
    ['the folder of the database', '', 0o755],
    ['the database', 'health-tools.db', 0o644],
    ['backups', 'backup', 0o750],
  ])('%s open to others', async (_, name, mode) => {
    const { examine, data } = await makeSoundSite()
    chmodSync(join(data, name), mode)
    const { troubles, exitCode } = await examine()
    expect(troubles).toMatchObject([{ check: 'rights', state: 'fault', at: join(data, name) }])
    expect(troubles[0]!.advice).toMatch(/chmod [67]00/)
    expect(exitCode).toBe(69)
  })

  test.runIf(posix)('a configuration that others can change', async () => {
    const { examine, config } = await makeSoundSite()
    chmodSync(config, 0o666)
    expect((await examine()).troubles).toMatchObject([{ check: 'rights', at: config }])
  })

  test.runIf(posix)('a pepper open to others, and one that is too short', async () => {
    const { examine, data } = await makeSoundSite()
    chmodSync(join(data, 'pepper'), 0o644)
    expect((await examine()).troubles).toMatchObject([{ check: 'pepper', state: 'fault', at: join(data, 'pepper') }])
    chmodSync(join(data, 'pepper'), 0o600)
    writeFileSync(join(data, 'pepper'), 'short')
    expect((await examine()).troubles).toMatchObject([{ check: 'pepper', message: 'It is shorter than 32 bytes.' }])
  })

  test('a damaged database', async () => {
    const { examine, data } = await makeSoundSite()
    const path = join(data, 'health-tools.db')
    writeFileSync(path, readFileSync(path).fill(0xff, 4 * 4096))
    expect((await examine()).troubles).toMatchObject([{ check: 'database', code: 'storage_unavailable', at: path }])
  })

  test('a damaged backup, and a daily one that is overdue', async () => {
    const { examine, data, folder } = await makeSoundSite()
    const name = readdirSync(join(data, 'backup')).find((entry) => entry.endsWith('.db'))!
    writeFileSync(join(data, 'backup', name), 'x')
    expect((await examine()).troubles[0]).toMatchObject({ check: 'backups', state: 'warning' })
    const daily = await makeSoundSite(`storage: { backup: { dir: ${join(folder, 'copies')}, schedule: "02:30" } }\n`)
    expect((await daily.examine()).troubles).toMatchObject([{ check: 'backups', message: 'The daily backup is overdue.' }])
  })

  test('a port that another program has', async () => {
    const port = await occupyPort()
    const { examine } = await makeSite({ listen: port })
    expect((await examine()).troubles).toMatchObject([
      { check: 'backups' },
      { check: 'port', state: 'fault', message: 'Another program is listening there.', at: `127.0.0.1 port ${port}` },
    ])
  })

  test('an address that this machine does not have', async () => {
    const { examine, config } = await makeSite()
    writeFileSync(
      config,
      'server: { listen: [{ address: 192.0.2.1, port: 8080 }] }\noperations: { listen: { address: 127.0.0.1, port: 0 } }\n',
    )
    expect((await examine()).troubles.slice(-2)).toMatchObject([
      { check: 'port', message: 'This machine does not have this address.' },
      { check: 'exposure', state: 'warning', at: 'server.listen', message: /without TLS/ },
    ])
  })

  test('a PostgreSQL server that refuses TLS', async () => {
    // The answer of the protocol to SSLRequest: N.
    const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end('N')))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const { examine, config } = await makeSite()
    writeFileSync(
      config,
      `server: { listen: [{ address: 127.0.0.1, port: 0 }] }\noperations: { listen: { address: 127.0.0.1, port: 0 } }\nstorage: { postgres: { host: 127.0.0.1, port: ${port} } }\nauth: { api_key: { pepper: { file: pepper } } }\n`,
    )
    writeFileSync(join(dirname(config), 'pepper'), 'p'.repeat(64), { mode: 0o600 })
    expect((await examine()).troubles.filter(({ check }) => check === 'database')).toMatchObject([
      { state: 'fault', code: 'storage_unavailable', message: /does not support TLS/, at: `127.0.0.1 port ${port}` },
    ])
  })

  test('a clock that was set back', async () => {
    const { examine, data } = await makeSoundSite()
    const later = Date.now() / 1000 + 86_400
    utimesSync(join(data, 'health-tools.db'), later, later)
    expect((await examine()).troubles).toMatchObject([{ check: 'clock', message: /set back/ }])
  })

  test('a log receiver that takes no connection, and one that does', async () => {
    const [closed, open] = [await freePort(), await occupyPort()]
    const { examine } = await makeSoundSite(
      `logging: { sinks: [{ type: syslog, transport: tcp, host: 127.0.0.1, port: ${closed} }, { type: loki, url: "http://127.0.0.1:${open}" }] }\n`,
    )
    const { troubles, findings } = await examine()
    expect(troubles).toMatchObject([{ check: 'log receiver', at: `127.0.0.1 port ${closed}` }])
    expect(findings.some(({ state, at }) => state === 'ok' && at === `127.0.0.1 port ${open}`)).toBe(true)
  })

  test('a log file that cannot be written', async () => {
    const { examine, folder } = await makeSoundSite(`logging: { sinks: [{ type: file, path: missing/service.log }] }\n`)
    expect((await examine()).troubles).toMatchObject([{ check: 'log receiver', at: join(folder, 'missing', 'service.log') }])
  })
})

const CANARY = 'Zorbl4x'

describe('the support bundle', () => {
  const makeCanarySite = async () => {
    const site = await makeSoundSite(
      `branding: { name: ${CANARY}, contact: "${CANARY}@hosp.example" }\nplans: { ${CANARY.toLowerCase()}: {}, trial: {}, standard: {} }\nlogging: { sinks: [{ type: file, path: ${CANARY}/service.log }] }\n`,
    )
    const { folder, data } = site
    mkdirSync(join(folder, CANARY))
    const line = { level: 'error', time: '2026-05-30T12:00:00.000Z', stream: 'service', error: `Error < ${CANARY}` }
    writeFileSync(
      join(folder, CANARY, 'service.log'),
      [
        JSON.stringify({ ...line, msg: CANARY, requestId: CANARY, frames: [`at ${CANARY} (/srv/${CANARY}.js:1:2)`], [CANARY]: CANARY }),
        JSON.stringify({ ...line, error: 'ProblemError:EACCES < Error', msg: 'x' }),
        JSON.stringify({ ...line, stream: 'access', route: CANARY }),
        CANARY,
        'null',
      ].join('\n'),
    )
    await site.call('keys create', { owner: CANARY, note: CANARY, plan: 'standard' })
    chmodSync(join(data, 'pepper'), 0o600)
    return site
  }
  const listFiles = (file: string): string[] => execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n')
  const readFile = (file: string, name: string): string => execFileSync('tar', ['-xzOf', file, name], { encoding: 'utf8' })

  test('carries nothing of keys, configuration or logs that somebody wrote', async () => {
    const { examine, folder, data } = await makeCanarySite()
    const bundle = join(folder, 'bundle.tar.gz')
    await examine({ bundle })
    expect(statSync(bundle).mode & 0o777).toBe(0o600)
    const text = gunzipSync(readFileSync(bundle)).toString('latin1')
    expect(text.toLowerCase()).not.toContain(CANARY.toLowerCase())
    expect(text).not.toContain(folder)
    expect(text).not.toContain(readFileSync(join(data, 'pepper'), 'utf8').trim())
    expect(text).not.toContain('Ward 7')
    expect(listFiles(bundle)).toEqual([
      'README.txt',
      'doctor.json',
      'system.json',
      'configuration.json',
      'database.json',
      'service-log.jsonl',
    ])
  })

  test('still tells what helps', async () => {
    const { examine, folder } = await makeCanarySite()
    const bundle = join(folder, 'bundle.tar.gz')
    await examine({ bundle })
    const settings = JSON.parse(readFile(bundle, 'configuration.json'))
    expect(settings).toMatchObject({
      branding: { name: '(text)' },
      server: { timeouts: { headers: '10s' } },
      usage: { durability: 'batched' },
    })
    expect(settings.logging.sinks[0]).toMatchObject({ type: 'file', path: '(text)' })
    expect(JSON.parse(readFile(bundle, 'database.json')).rows).toEqual({ keys: 2, usage: 0, quota: 0 })
    expect(readFile(bundle, 'service-log.jsonl')).toContain(
      '{"time":"2026-05-30T12:00:00.000Z","level":"error","error":"ProblemError:EACCES < Error"}',
    )
    expect(JSON.parse(readFile(bundle, 'doctor.json'))[0]).toEqual({
      check: 'configuration',
      state: 'ok',
      message: 'All settings are valid.',
    })
    expect(JSON.parse(readFile(bundle, 'system.json'))).toMatchObject({ node: process.versions.node, platform: process.platform })
  })

  test('of a configuration that cannot be read is made all the same, and no file is overwritten', async () => {
    const { examine, config, folder } = await makeSite()
    writeFileSync(config, `branding: { name: ${CANARY}, naem: ${CANARY} }\n`)
    const bundle = join(folder, 'bundle.tar.gz')
    expect((await examine({ bundle })).exitCode).toBe(78)
    expect(gunzipSync(readFileSync(bundle)).toString('latin1')).not.toContain(CANARY)
    await expect(examine({ bundle })).rejects.toMatchObject({ code: 'io_error', at: { file: bundle } })
  })
})
