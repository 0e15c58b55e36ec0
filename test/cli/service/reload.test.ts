// SIGHUP with a real process: plans, levels and identity settings change under way, all of them or none, and counters stay.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issueKey } from '../../../src/access/keys/key.ts'
import { openStores } from '../../../src/platform/access/open-access.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { BASE, guide, profile } from '../../formats/fhir-profile/package-fixture.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { callTool, makeSite, type RunningService, type Site, startService } from './running-service.ts'

const PLANS = 'plans: { standard: { quota: { total: 10 } } }'

async function makeKey({ configFile, folder }: Site): Promise<string> {
  const stores = await openStores(loadConfig({ file: configFile, env: {}, cwd: folder }), {}, { create: true })
  const fields = { owner: 'Ward 7', note: '', plan: 'standard', scopes: ['tools:*'], networks: [], expiresAt: null, trialQuota: null }
  const { text } = await issueKey(await stores.openOffice(), { kind: 'live', ...fields }, Date.now())
  await stores.close()
  return text
}

async function reload(service: RunningService, outcome: string): Promise<void> {
  const seen = service.log.length
  service.process.kill('SIGHUP')
  await service.waitForLog(outcome, seen)
}

const RELOADED = 'the configuration was reloaded'
const REFUSED = 'the configuration was not reloaded: the running one stays'

test('a reload changes what it can, keeps what it cannot and says so, and refuses what is wrong', { timeout: 120_000 }, async () => {
  const site = await makeSite(makeScratchFolder(), [PLANS])
  const key = await makeKey(site)
  const service = await startService(site)
  const used = async (): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${site.port}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
    return ((await response.json()) as { quota: unknown }).quota
  }
  for (let i = 0; i < 3; i++) expect((await callTool(site.port, key)).status).toBe(200)
  expect(await used()).toMatchObject([{ name: 'total', limit: 10, used: 3 }])

  // Another quota, and one tool less: the counter goes on.
  site.configure(['plans: { standard: { quota: { total: 4 }, concurrent: 2 } }', 'tools: { disabled: [text/diff] }'])
  await reload(service, RELOADED)
  expect(await used()).toMatchObject([{ name: 'total', limit: 4, used: 3 }])
  const last = await callTool(site.port, key)
  expect([last.status, last.headers.get('ratelimit-policy')]).toEqual([200, expect.stringContaining('"concurrent";q=2')])
  expect((await callTool(site.port, key)).status).toBe(429)
  expect((await callTool(site.port, key, 'text/diff', { before: 'a', after: 'b' })).status).toBe(404)

  // One error anywhere: nothing of the file holds, and the log names file, line and reason.
  site.configure(['plans:', '  standard: { quota: { total: 100 } }', '  other: { rate: { per_minute: many } }'])
  await reload(service, REFUSED)
  expect(service.log.find(({ msg }) => msg === REFUSED)).toMatchObject({ level: 'warn', file: site.configFile, line: 7 })
  expect(service.log.at(-1)).toMatchObject({ setting: '/plans/other/rate/per_minute', reason: expect.stringMatching(/^line 7: /) })
  expect((await callTool(site.port, key)).status).toBe(429)

  // What only a start can change keeps its value, and is named.
  site.configure([
    'plans: { standard: { quota: { total: 100 } } }',
    'storage: { path: /elsewhere/health-tools.db }',
    'workers: { threads: 1 }',
  ])
  const seen = service.log.length
  await reload(service, RELOADED)
  const kept = service.log.slice(seen).filter(({ msg }) => msg.startsWith('the setting is unchanged'))
  expect(kept.map(({ setting }) => setting)).toEqual(['workers', 'storage'])
  expect((await callTool(site.port, key)).status).toBe(200)
  expect(await used()).toMatchObject([{ name: 'total', limit: 100, used: 5 }])

  // The level of the log: nothing less than a warning is written any more, so the reload itself says nothing.
  site.configure(['plans: { standard: {} }', 'logging: { level: error }'])
  const written = service.log.length
  service.process.kill('SIGHUP')
  await expect.poll(used, { timeout: 20_000 }).toEqual([])
  expect(service.log.slice(written).filter(({ msg }) => msg === RELOADED)).toEqual([])
  await service.stop()
})

test('a reload uses the packages that are in the folder now, in small calls and in threads', { timeout: 120_000 }, async () => {
  const folder = makeScratchFolder()
  mkdirSync(join(folder, 'guides'))
  const file = join(folder, 'guides', 'example.guide.tgz')
  const named = (min: number) => profile('named', 'Patient', [{ id: 'Patient.name', path: 'Patient.name', min }])
  writeFileSync(file, guide([named(0)]))
  const site = await makeSite(folder, [
    PLANS.replace('10', '100'),
    `fhir: { packages: ${join(folder, 'guides')} }`,
    'workers: { threads: 1 }',
  ])
  const key = await makeKey(site)
  const service = await startService(site)
  const validate = async (padding: number): Promise<unknown> => {
    const patient = { resourceType: 'Patient', meta: { profile: [`${BASE}named`] } }
    const response = await callTool(site.port, key, 'fhir/validate', { resource: JSON.stringify(patient) + ' '.repeat(padding) })
    return ((await response.json()) as { valid: unknown }).valid
  }
  // The second one runs in a thread.
  const both = async (): Promise<unknown[]> => [await validate(0), await validate(100_000)]
  expect(await both()).toEqual([true, true])

  writeFileSync(file, guide([named(1)]))
  await reload(service, RELOADED)
  expect(await both()).toEqual([false, false])

  // One file that is no package: those in use stay.
  writeFileSync(join(folder, 'guides', 'broken.tgz'), 'not a package')
  await reload(service, REFUSED)
  expect(service.log.find(({ msg }) => msg === REFUSED)).toMatchObject({ file: join(folder, 'guides', 'broken.tgz') })
  expect(await both()).toEqual([false, false])

  site.configure([PLANS.replace('10', '100')])
  await reload(service, RELOADED)
  expect(await both()).toEqual([true, true])
  await service.stop()
})

test('a reload under calls fails no call, and reads secrets again', { timeout: 120_000 }, async () => {
  const folder = makeScratchFolder()
  const secret = join(folder, 'proxy-secret')
  writeFileSync(secret, 'first-secret-of-the-proxy-0123456789', { mode: 0o600 })
  const proxied = (extra: string): string[] => [
    'plans: { standard: { concurrent: 1 } }',
    `auth: { order: [proxy], api_key: { enabled: false, pepper: { file: ${join(folder, 'pepper')} } }, proxy: { enabled: true, listen: [tcp], trusted: [127.0.0.1/32], secret: { header: X-HT-Proxy-Secret, value: { file: ${secret} } }, mapping: [{ group: doctors, plan: standard, scopes: ["tools:*"] }] } }`,
    extra,
  ]
  const site = await makeSite(folder, proxied('logging: { level: info }'))
  const service = await startService(site)
  const ask = (value: string): Promise<number> =>
    fetch(`http://127.0.0.1:${site.port}/v1/me`, {
      headers: { 'X-Remote-User': 'alice', 'X-Remote-Groups': 'doctors', 'X-HT-Proxy-Secret': value },
    }).then(({ status }) => status)
  expect([await ask('first-secret-of-the-proxy-0123456789'), await ask('other-secret-of-the-proxy-0123456789')]).toEqual([200, 401])
  writeFileSync(secret, 'other-secret-of-the-proxy-0123456789', { mode: 0o600 })
  const running = Array.from({ length: 5 }, () => ask('first-secret-of-the-proxy-0123456789'))
  await reload(service, RELOADED)
  for (const status of await Promise.all(running)) expect([200, 401]).toContain(status)
  expect([await ask('first-secret-of-the-proxy-0123456789'), await ask('other-secret-of-the-proxy-0123456789')]).toEqual([401, 200])

  // A secret that others may read is refused, and the one in force goes on.
  writeFileSync(join(folder, 'loose'), 'third-secret-of-the-proxy-0123456789', { mode: 0o644 })
  site.configure(proxied('').map((line) => line.replace(secret, join(folder, 'loose'))))
  await reload(service, REFUSED)
  expect(await ask('other-secret-of-the-proxy-0123456789')).toBe(200)
  await service.stop()
})
