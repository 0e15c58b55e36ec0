// `config`: checks with every fault, shows what is in force without secrets, prints schema and template.
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configVerbs } from '../../../src/cli/commands/config-verbs.ts'
import type { ProblemError } from '../../../src/core/problem.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { rejectedProblem } from '../../thrown-problem.ts'
import { callVerb } from './call-verb.ts'

const SECRET = 'canary'.repeat(8)

function open(yaml: string, mode = 0o600) {
  const folder = makeScratchFolder()
  const config = join(folder, 'config.yaml')
  writeFileSync(config, yaml)
  writeFileSync(join(folder, 'pepper'), `${SECRET}\n`, { mode })
  const call = (name: string, flags = {}) => callVerb(configVerbs, `config ${name}`, { flags: { config, ...flags }, cwd: folder })
  const errorOf = (name: string): Promise<ProblemError> => rejectedProblem(call(name))
  return { call, errorOf, config, folder }
}

const WITH_PEPPER = 'auth: { api_key: { pepper: { file: pepper } } }\n'

describe('config check', () => {
  test('says that all is well, or nothing with --quiet', async () => {
    const { call, config } = open(WITH_PEPPER)
    expect(await call('check')).toMatchObject({ exitCode: 0, out: `${config}: ok\n`, value: { ok: true, file: config } })
    expect(await call('check', { quiet: true })).toMatchObject({ exitCode: 0, out: '', err: '' })
  })

  test('warns of what is open to the network and of plans that are replaced', async () => {
    const { call, config } = open(
      `server: { listen: [{ address: 0.0.0.0, port: 8080 }] }\noperations: { listen: { address: "::", port: 9464 } }\nplans: { ward: {}, trial: {} }\n${WITH_PEPPER}`,
    )
    const { exitCode, out, value } = await call('check')
    expect(exitCode).toBe(0)
    expect((value as { warnings: { setting: string }[] }).warnings.map(({ setting }) => setting)).toEqual([
      'server.listen',
      'operations.listen',
      'plans',
    ])
    expect(out).toMatch(/warning: plans: .* Not available: standard, unlimited\./)
    expect(out.match(/^.*: warning: /gm)).toEqual([1, 2, 3].map((line) => `${config}:${line}: warning: `))
  })

  test('warns of logs that go nowhere', async () => {
    const settingsOf = async (sinks: string) =>
      (
        (await open(`logging: { sinks: ${sinks} }\n${WITH_PEPPER}`).call('check')).value as { warnings: { setting: string }[] }
      ).warnings.map(({ setting }) => setting)
    expect(await settingsOf('[]')).toEqual(['logging.sinks'])
    expect(await settingsOf('[{ type: stdout }, { type: splunk_hec, url: "https://logs.hosp.local:8088" }]')).toEqual(['logging.sinks[1]'])
    expect(await settingsOf('[{ type: stdout }]')).toEqual([])
  })

  test.runIf(process.getuid?.() === 0)('of root warns of files that the user of the service may not read', async () => {
    const { call, folder } = open(`storage: { path: data/keys.db }\nlicense: { file: licence.txt }\n${WITH_PEPPER}`)
    mkdirSync(join(folder, 'data'))
    chownSync(join(folder, 'data'), 4321, 4321)
    writeFileSync(join(folder, 'licence.txt'), 'x', { mode: 0o640 })
    chownSync(join(folder, 'licence.txt'), 0, 4321)
    const settings = async () => ((await call('check')).value as { warnings: { setting: string }[] }).warnings.map(({ setting }) => setting)
    expect(await settings()).toEqual(['auth.api_key.pepper'])
    chownSync(join(folder, 'pepper'), 4321, 0)
    chownSync(join(folder, 'licence.txt'), 0, 0)
    expect(await settings()).toEqual(['license.file'])
  })

  test('warns of a licence that is missing', async () => {
    const { call } = open(`license: { file: licence.txt }\n${WITH_PEPPER}`)
    const { exitCode, out } = await call('check')
    expect(exitCode).toBe(0)
    expect(out).toContain('warning: license.file: The file does not exist. The limits of a trial apply.')
  })

  test('does not warn of TLS, sockets and loopback', async () => {
    const { call } = open(`server: { listen: [{ address: 127.0.0.1, port: 8080 }, { socket: /run/x.sock }] }\n${WITH_PEPPER}`)
    expect((await call('check')).value).toMatchObject({ warnings: [] })
  })

  test('finds typos, tools that there are not, and secrets that others can read', async () => {
    expect(await open('server: { limts: {} }\n').errorOf('check')).toMatchObject({
      code: 'bad_configuration',
      at: { line: 1, path: 'server.limts' },
    })
    expect((await open('tools: { disabled: [text/dif] }\n').errorOf('check')).errors).toMatchObject([{ code: 'unknown_tool' }])
    const { errorOf, folder, config } = open(WITH_PEPPER, 0o644)
    const problem = await errorOf('check')
    expect(problem).toMatchObject({ code: 'bad_configuration', at: { file: config } })
    expect(problem.message).toContain(join(folder, 'pepper'))
  })
})

describe('config show', () => {
  test('shows every setting in force and a secret by its place', async () => {
    const { call, folder, config } = open(`usage: { flush: 5s }\n${WITH_PEPPER}`)
    const { out } = await call('show')
    expect(out).not.toContain(SECRET)
    expect(out.split('\n')[0]).toBe(`# ${config}`)
    expect(parse(out)).toMatchObject({
      usage: { flush: '5s', retention: '400d' },
      auth: { api_key: { pepper: { file: 'pepper' } } },
      storage: { path: join(folder, 'health-tools-data', 'health-tools.db') },
    })
    expect((await call('show', { data: '/srv/x' })).value).toMatchObject({ storage: { path: '/srv/x/health-tools.db' } })
  })
})

test('config schema prints the JSON Schema', async () => {
  const { out, value } = await callVerb(configVerbs, 'config schema', {})
  expect(JSON.parse(out)).toEqual(value)
  expect(value).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', additionalProperties: false })
})

test('config template prints the file that is shipped', async () => {
  const shipped = readFileSync(join(import.meta.dirname, '..', '..', '..', 'config', 'health-tools.yaml'), 'utf8')
  expect((await callVerb(configVerbs, 'config template', {})).out).toBe(shipped)
})
