// Settings of the environment and of flags: they go before the file, are as strict as it is, and are named as they were written.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { thrownProblem } from '../../thrown-problem.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { loadYaml } from './load-yaml.ts'

const NO_FILE = '/nonexistent/config.yaml'

describe('a variable HEALTH_TOOLS__SECTION__SETTING', () => {
  test('goes before the file and leaves its neighbours', () => {
    const yaml = 'server: { limits: { body_mb: 10, json_depth: 8 } }\n'
    const { server } = loadYaml(yaml, { HEALTH_TOOLS__SERVER__LIMITS__BODY_MB: '20' })
    expect(server.limits).toMatchObject({ bodyBytes: 20 * 1024 * 1024, jsonDepth: 8 })
  })

  test('needs no file, and takes lists and sections as YAML', () => {
    const env = {
      HEALTH_TOOLS__SERVER__LISTEN: '[{ address: 0.0.0.0, port: 9000 }]',
      HEALTH_TOOLS__STORAGE__PATH: '/data/health-tools.db',
      HEALTH_TOOLS__BRANDING__CONTACT: 'it@hospital.example',
      HEALTH_TOOLS__AUTH__API_KEY__PEPPER: '{ file: /run/secrets/pepper }',
    }
    const config = loadConfig({ env, cwd: '/srv', systemFile: NO_FILE })
    expect(config.server.listen).toEqual([{ address: '0.0.0.0', port: 9000, isForProxy: false }])
    expect([config.storage.path, config.branding.contact]).toEqual(['/data/health-tools.db', 'it@hospital.example'])
    expect(config.auth.apiKey.pepper).toEqual({ kind: 'file', path: '/run/secrets/pepper' })
  })

  test('sets null where it is empty', () => {
    expect(loadYaml('branding: { contact: a }\n', { HEALTH_TOOLS__BRANDING__CONTACT: '' }).branding.contact).toBeNull()
  })

  test('of a section goes before those of its settings only in the order of names', () => {
    const env = { HEALTH_TOOLS__JOBS: '{ total: 5 }', HEALTH_TOOLS__JOBS__PER_CALLER: '3' }
    expect(loadYaml('jobs: { total: 9 }\n', env).jobs).toMatchObject({ maxJobs: 5, maxJobsOfOne: 3 })
  })

  test.each([
    [
      'HEALTH_TOOLS__SERVER__LISTN',
      '1',
      '/server/listn',
      'unknown_setting',
      'HEALTH_TOOLS__SERVER__LISTN: unknown setting; did you mean listen?',
    ],
    ['HEALTH_TOOLS__JOBS__TOTAL', 'many', '/jobs/total', 'invalid_type', 'HEALTH_TOOLS__JOBS__TOTAL: expected a number'],
    ['HEALTH_TOOLS__JOBS__TOTAL', '[', '/jobs/total', 'invalid_yaml', /^HEALTH_TOOLS__JOBS__TOTAL: /],
    ['HEALTH_TOOLS__JOBS__', '1', '/jobs/?', 'unknown_setting', 'HEALTH_TOOLS__JOBS__: the variable name has an empty part'],
    [
      'HEALTH_TOOLS__AUTH__API_KEY__PEPPER',
      'hunter2',
      '/auth/api_key/pepper',
      'invalid_type',
      /^HEALTH_TOOLS__AUTH__API_KEY__PEPPER: a secret must not be/,
    ],
  ])('%s=%s is refused by its name', (name, value, pointer, code, detail) => {
    const fault = thrownProblem(() => loadYaml('version: 1\n', { [name]: value }))
    expect(fault.errors).toEqual([{ pointer, code, detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) }])
    expect(JSON.stringify(fault)).not.toContain('hunter2')
  })
})

describe('a flag', () => {
  test('goes before the environment', () => {
    const overrides = [{ name: '--listen', path: ['server', 'listen'], value: [{ address: '127.0.0.1', port: 1 }] }]
    const env = { HEALTH_TOOLS__SERVER__LISTEN: '[{ address: 0.0.0.0, port: 9000 }]' }
    const { server } = loadConfig({ env, overrides, cwd: '/srv', systemFile: NO_FILE })
    expect(server.listen).toEqual([{ address: '127.0.0.1', port: 1, isForProxy: false }])
  })
})

describe('a relative path', () => {
  test('starts at the folder of the configuration, wherever the command runs', () => {
    const folder = makeScratchFolder()
    const file = join(folder, 'config.yaml')
    writeFileSync(
      file,
      'storage: { path: data/keys.db, backup: { dir: copies, schedule: "02:30" } }\nlogging: { sinks: [ { type: file, path: log/service.jsonl } ] }\n',
    )
    const { storage, logging } = loadConfig({ file, env: {}, cwd: '/srv' })
    expect([storage.path, storage.backup.folder]).toEqual([join(folder, 'data', 'keys.db'), join(folder, 'copies')])
    expect(logging.sinks[0]).toMatchObject({ path: join(folder, 'log', 'service.jsonl') })
  })

  test('of a database that stands in the working directory is refused: beside the file a second one would be made', () => {
    const [folder, cwd] = [makeScratchFolder(), makeScratchFolder()]
    const file = join(folder, 'config.yaml')
    writeFileSync(file, 'storage: { path: data/keys.db }\n')
    mkdirSync(join(cwd, 'data'))
    writeFileSync(join(cwd, 'data', 'keys.db'), '')
    expect(thrownProblem(() => loadConfig({ file, env: {}, cwd }))).toMatchObject({
      code: 'bad_configuration',
      message: expect.stringContaining('working directory'),
      at: { file, path: 'storage.path' },
    })
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data', 'keys.db'), '')
    expect(existsSync(loadConfig({ file, env: {}, cwd }).storage.path)).toBe(true)
  })
})
