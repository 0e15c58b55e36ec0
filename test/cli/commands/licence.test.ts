// `licence`, and a running service under one: names on its pages, ceilings on its plans, and trial limits where it does not hold.
import { createPublicKey } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { issueLicence, makeVendorKey } from '../../../build/issue-licence.ts'
import { issueKey } from '../../../src/access/keys/key.ts'
import { createLicenceVerbs } from '../../../src/cli/commands/licence-verbs.ts'
import { brandingOf, LicenceWatch } from '../../../src/cli/service/licence-watch.ts'
import { type Service, startService } from '../../../src/cli/service/service.ts'
import { type Config, loadConfig } from '../../../src/platform/config/config.ts'
import type { Log } from '../../../src/platform/logging/log.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { callTool } from '../service/running-service.ts'
import { callVerb } from './call-verb.ts'

const VENDOR = makeVendorKey()
const KEYS = [createPublicKey(VENDOR).export({ format: 'jwk' }).x!]
const DAY = 86_400_000
const TERMS = {
  id: 'HT-1',
  licensee: 'Hospital South',
  starts: '2020-01-01',
  ends: null as string | null,
  limits: { per_day: 3, body_mb: 1 },
  features: ['text/*'],
  branding: { name: 'South Tools', contact: 'it@south.example' },
}

function open(licenceText?: string) {
  const folder = makeScratchFolder()
  const file = join(folder, 'config.yaml')
  const licence = join(folder, 'site.lic')
  const settings = [
    'server: { listen: [{ address: 127.0.0.1, port: 0 }], pages: { console: false, docs: false } }',
    'operations: { listen: { address: 127.0.0.1, port: 0 } }',
    'logging: { sinks: [] }',
    'plans: { unlimited: {} }',
    `license: { file: ${licence}, grace: 10d }`,
    'branding: { contact: it@home.example }',
  ]
  writeFileSync(file, settings.join('\n'))
  if (licenceText !== undefined) writeFileSync(licence, licenceText)
  const config = loadConfig({ file, dataFolder: join(folder, 'data'), env: {}, cwd: folder })
  const call = (name: string, ...positionals: string[]) =>
    callVerb(createLicenceVerbs(KEYS), `licence ${name}`, { flags: { config: file }, positionals, cwd: folder })
  return { folder, licence, config, call }
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
}

test('licence install takes a good file whole, and refuses others without touching the one in place', async () => {
  const { folder, licence, call } = open()
  writeFileSync(join(folder, 'good'), issueLicence(VENDOR, TERMS))
  writeFileSync(join(folder, 'foreign'), issueLicence(makeVendorKey(), TERMS))
  writeFileSync(join(folder, 'ended'), issueLicence(VENDOR, { ...TERMS, ends: dayFromNow(-12) }))
  expect((await call('show')).value).toMatchObject({ state: 'refused', meaning: 'There is no license file. The limits of a trial apply.' })
  expect((await call('install', 'good')).value).toMatchObject({ file: licence, state: 'valid', licensee: 'Hospital South' })
  const config = join(folder, 'config.yaml')
  const written = readFileSync(config, 'utf8')
  writeFileSync(config, written.replace(licence, join(folder, 'none', 'site.lic')))
  await expect(call('install', 'good')).rejects.toMatchObject({ code: 'io_error', message: expect.stringContaining('does not exist') })
  writeFileSync(config, written)
  const installed = readFileSync(licence, 'utf8')
  expect(installed).toBe(readFileSync(join(folder, 'good'), 'utf8'))
  await expect(call('install', 'foreign')).rejects.toMatchObject({ code: 'unreadable_input', at: { file: join(folder, 'foreign') } })
  await expect(call('install', 'nowhere')).rejects.toMatchObject({ code: 'unreadable_input' })
  await expect(call('install', 'ended')).rejects.toMatchObject({ code: 'invalid_input', message: 'The license has expired.' })
  expect([readFileSync(licence, 'utf8'), existsSync(`${licence}.new`)]).toEqual([installed, false])
  const shown = await call('show')
  expect(shown.out).toContain('features              text/*\n')
  expect(shown.value).toMatchObject({ state: 'valid', limits: { unitsPerDay: 3 }, branding: { name: 'South Tools', hasLogo: false } })
})

test.skipIf(process.platform === 'win32')('licence install leaves a file that the service can read, whatever mask root has', async () => {
  const { folder, licence, call } = open()
  writeFileSync(join(folder, 'good'), issueLicence(VENDOR, TERMS))
  const before = process.umask(0o077)
  onTestFinished(() => void process.umask(before))
  await call('install', 'good')
  expect(statSync(licence).mode & 0o777).toBe(0o644)
})

async function start(config: Config): Promise<{ service: Service; port: number; key: string; get(path: string): Promise<Response> }> {
  const service = await startService(config, {}, KEYS)
  onTestFinished(() => service.stop())
  const fields = { owner: 'o', note: '', plan: 'unlimited', scopes: ['tools:*'], networks: [], expiresAt: null, trialQuota: null }
  const { text } = await issueKey(service.access.office, { kind: 'live', ...fields }, Date.now())
  const { port, origin } = service.api[0]!
  return { service, port, key: text, get: (path) => fetch(origin + path, { headers: { authorization: `Bearer ${text}` } }) }
}

interface Me {
  readonly limits: { readonly callsPerMinute: number | null; readonly tools: readonly string[] }
  readonly quota: readonly { readonly name: string; readonly limit: number; readonly used: number }[]
}

test('a service under a licence carries its name and keeps to its ceilings', async () => {
  const { config } = open(issueLicence(VENDOR, TERMS))
  const { port, key, get } = await start(config)
  expect(await (await get('/v1/openapi.json')).json()).toMatchObject({
    info: { title: 'South Tools', contact: { email: 'it@south.example' } },
  })
  expect(await (await get('/v1/problems/rate_limited')).json()).toMatchObject({ service: 'South Tools', contact: 'it@south.example' })
  expect((await callTool(port, key, 'hl7/parse', { message: 'MSH|' })).status).toBe(403)
  for (const expected of [200, 200, 200, 429]) expect((await callTool(port, key)).status).toBe(expected)
})

test('a changed licence leaves the service at trial limits, and a good one at reload gives it back', async () => {
  const good = issueLicence(VENDOR, { ...TERMS, limits: {} })
  const { config, licence } = open(good.replace(/.\n$/, (end) => (end[0] === 'A' ? 'Q\n' : 'A\n')))
  const { service, port, key, get } = await start(config)
  const me = async () => (await (await get('/v1/me')).json()) as Me
  expect((await me()).limits).toMatchObject({ callsPerMinute: 30, tools: ['*'] })
  expect((await callTool(port, key)).status).toBe(200)
  expect(await (await get('/v1/problems')).json()).toMatchObject({ service: 'health-tools', contact: 'it@home.example' })
  expect((await me()).quota).toMatchObject([{ name: 'day', limit: 200, used: 1 }, { name: 'day-bytes' }])
  writeFileSync(licence, good)
  await service.reload(config)
  expect(await me()).toMatchObject({ limits: { callsPerMinute: null, tools: ['text/*'] }, quota: [] })
  expect(await (await get('/v1/problems')).json()).toMatchObject({ service: 'South Tools' })
})

test('the end of a licence is said once a day, by its state, and takes the name away', () => {
  const { config } = open(issueLicence(VENDOR, { ...TERMS, ends: dayFromNow(40) }))
  const said: string[] = []
  const note = (message: string, facts = {}): void => void said.push(`${message} ${(facts as { state: string }).state}`)
  const watch = new LicenceWatch(KEYS, { info: note, warn: note } as unknown as Log)
  const start = Math.floor(Date.now() / DAY) * DAY
  watch.adopt(watch.read(config, start), config, start)
  const changes: number[] = []
  const names = new Set<string>()
  for (let hour = 1; hour <= 60 * 24; hour++) {
    if (watch.tick(start + hour * 3_600_000)) changes.push(hour / 24)
    names.add(`${watch.standing.state} ${brandingOf(config, watch.standing).name}`)
  }
  expect(changes).toEqual([11, 41, 51])
  expect([...names]).toEqual(['valid South Tools', 'ending South Tools', 'grace South Tools', 'ended health-tools'])
  expect(said).toHaveLength(61)
  expect(new Set(said)).toEqual(
    new Set([
      'the license is valid valid',
      'the license expires soon ending',
      'the license has expired and is in its grace period grace',
      'the license is not valid: the limits of a trial apply ended',
    ]),
  )
})
