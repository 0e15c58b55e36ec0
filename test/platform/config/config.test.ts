// The configuration: the defaults, which file is taken, where secrets stand, and what plans become.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { thrownProblem } from '../../thrown-problem.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { loadYaml } from './load-yaml.ts'

const projectFolder = join(import.meta.dirname, '..', '..', '..')
const NO_FILE = '/nonexistent/config.yaml'

describe('without a file', () => {
  const cwd = '/srv/health'
  const config = loadConfig({ env: {}, cwd, systemFile: NO_FILE })

  test('the server is on loopback with a database in the working folder', () => {
    expect(config.file).toBeNull()
    expect(config.server.listen).toEqual([{ address: '127.0.0.1', port: 8080, isForProxy: false }])
    expect(config.operations.listen).toEqual({ address: '127.0.0.1', port: 9464 })
    expect(config.storage.path).toBe(join(cwd, 'health-tools-data', 'health-tools.db'))
    expect(config.auth.apiKey.pepper).toEqual({ kind: 'generated', path: join(cwd, 'health-tools-data', 'pepper') })
    expect([...config.plans.keys()]).toEqual(['trial', 'standard', 'unlimited'])
    expect(config.plans.get('trial')).toEqual({
      name: 'trial',
      rate: { perMinute: 30, burst: 10 },
      concurrent: null,
      quota: { unitsPerDay: 200, unitsPerMonth: null, unitsTotal: 1000, bytesPerDay: 200 * 1024 * 1024 },
      maxBodyBytes: 20 * 1024 * 1024,
      maxBatchItems: null,
      tools: ['*'],
      strict: true,
    })
    expect(config.server.limits).toEqual({
      bodyBytes: 200 * 1024 * 1024,
      filesPerRequest: 500,
      jsonDepth: 64,
      headerBytes: 16_384,
      concurrent: null,
      queue: 128,
    })
    expect(config.workers).toEqual({ threads: 'auto', memoryMb: 512, taskTimeoutMs: 60_000 })
    expect(config.server.timeouts).toEqual({ headersMs: 10_000, requestMs: 120_000, keepAliveMs: 5_000, shutdownMs: 30_000 })
    expect(config.usage).toEqual({ flushMs: 1_000, retentionMs: 400 * 86_400_000, durability: 'batched' })
    expect(config.rateLimit.failedAuth).toEqual({ perMinute: 10, burst: 10 })
    expect(config.logging).toEqual({
      level: 'info',
      clientIp: 'full',
      sinks: [{ type: 'stdout', format: 'json', streams: ['access', 'service'], bufferBytes: 8 * 1024 * 1024 }],
    })
  })

  test('the configuration is frozen', () => {
    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.isFrozen(config.server.listen[0])).toBe(true)
    expect(Object.isFrozen(config.settings.plans)).toBe(true)
  })

  test('a data folder replaces that of the database and of the pepper', () => {
    const { storage, auth } = loadConfig({ dataFolder: 'elsewhere', env: {}, cwd, systemFile: NO_FILE })
    expect(storage.path).toBe(join(cwd, 'elsewhere', 'health-tools.db'))
    expect(auth.apiKey.pepper.path).toBe(join(cwd, 'elsewhere', 'pepper'))
  })
})

describe('the file', () => {
  test('is the one that is named, else that of the environment, else that of the system', () => {
    const folder = makeScratchFolder()
    for (const name of ['named', 'environment', 'system']) writeFileSync(join(folder, `${name}.yaml`), `branding: { name: ${name} }\n`)
    const nameOf = (source: { file?: string; env?: Record<string, string> }): string =>
      loadConfig({ env: {}, cwd: folder, systemFile: join(folder, 'system.yaml'), ...source }).branding.name
    expect(nameOf({ file: 'named.yaml', env: { HEALTH_TOOLS_CONFIG: 'environment.yaml' } })).toBe('named')
    expect(nameOf({ env: { HEALTH_TOOLS_CONFIG: 'environment.yaml' } })).toBe('environment')
    expect(nameOf({ env: { HEALTH_TOOLS_CONFIG: '' } })).toBe('system')
    expect(nameOf({})).toBe('system')
  })

  test('config/health-tools.yaml has every default', () => {
    const shipped = loadConfig({ file: join(projectFolder, 'config', 'health-tools.yaml'), env: {}, cwd: '/srv' })
    const defaults = loadConfig({ env: {}, cwd: join(projectFolder, 'config'), systemFile: NO_FILE })
    expect({ ...shipped, file: null }).toEqual(defaults)
  })

  test.each([
    ['nothing', ''],
    ['a comment alone', '# nothing\n'],
    ['a version', 'version: 1\n'],
    ['types of YAML', 'jobs: !!map { keep: ! 15m, total: !!int 1000, s3: !!null null, backend: !!str memory }\n'],
  ])('with %s has every default', (_title, yaml) => {
    expect(loadYaml(yaml).settings).toEqual(loadConfig({ env: {}, cwd: '/', systemFile: NO_FILE }).settings)
  })

  test('that is not there, is a folder, too large or no UTF-8 is refused', () => {
    const folder = makeScratchFolder()
    mkdirSync(join(folder, 'folder'))
    expect(thrownProblem(() => loadConfig({ file: 'none.yaml', env: {}, cwd: folder }))).toMatchObject({
      code: 'bad_configuration',
      message: 'The file does not exist.',
      at: { file: join(folder, 'none.yaml') },
    })
    expect(thrownProblem(() => loadConfig({ file: 'folder', env: {}, cwd: folder })).message).toMatch(/folder/)
    expect(thrownProblem(() => loadYaml(new Uint8Array([0x61, 0xff]))).message).toMatch(/UTF-8/)
    expect(thrownProblem(() => loadYaml(`# ${'x'.repeat(1 << 20)}`)).message).toMatch(/larger than/)
  })
})

describe('a secret beside the file', () => {
  test('is a file, a systemd credential, or what the packages keep beside the configuration', () => {
    const pepperOf = (pepper: string, env: Record<string, string> = {}) => {
      const { file, auth } = loadYaml(`auth: { api_key: { pepper: ${pepper} } }\n`, env)
      return { ...auth.apiKey.pepper, folder: join(file!, '..') }
    }
    const relative = pepperOf('{ file: pepper.txt }')
    expect(relative).toMatchObject({ kind: 'file', path: join(relative.folder, 'pepper.txt') })
    expect(pepperOf('{ file: /etc/pepper }')).toMatchObject({ kind: 'file', path: '/etc/pepper' })
    expect(pepperOf('{ credential: pepper }', { CREDENTIALS_DIRECTORY: '/run/credentials/x' })).toMatchObject({
      kind: 'credential',
      path: '/run/credentials/x/pepper',
    })
    const packaged = pepperOf('{ credential: pepper }')
    expect(packaged).toMatchObject({ kind: 'file', path: join(packaged.folder, 'secrets', 'pepper') })
  })
})

describe('plans', () => {
  test('of the file replace the built-in ones, and strictness of a default does not name one that is gone', () => {
    const { plans } = loadYaml('plans: { research: { rate: { per_minute: 90 }, quota: { mb_per_day: 0.5 }, tools: [phi/*] } }\n')
    expect([...plans.values()]).toEqual([
      {
        name: 'research',
        rate: { perMinute: 90, burst: 90 },
        concurrent: null,
        quota: { unitsPerDay: null, unitsPerMonth: null, unitsTotal: null, bytesPerDay: 524_288 },
        maxBodyBytes: null,
        maxBatchItems: null,
        tools: ['phi/*'],
        strict: false,
      },
    ])
  })

  test('are strict where the file says so', () => {
    const { plans } = loadYaml('plans: { a: {}, b: {} }\nusage: { strict: [b] }\n')
    expect([plans.get('a')?.strict, plans.get('b')?.strict]).toEqual([false, true])
  })
})
