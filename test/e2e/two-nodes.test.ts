// Two services behind nginx or HAProxy that share one PostgreSQL: keys, quotas, rates and usage hold over both, while a node is killed and the database
// restarts under load.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { issueKey, revokeKey } from '../../src/access/keys/key.ts'
import { type OpenedStores, openStores } from '../../src/platform/access/open-access.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { callTool, makeSite, type Site, startService } from '../cli/service/running-service.ts'
import { makeScratchFolder } from '../platform/scratch-folder.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../platform/storage/postgres-server.ts'
import { type Front, NODE_SECRET, openHaproxy, startHaproxy, startNginx } from './node-fronts.ts'
import { missingPrograms, readSample } from './peers.ts'
import { exchangeRaw, statusesOf } from './raw-http.ts'
import { casesThroughHaproxy } from './spoofing-cases.ts'

const missing = whyNoPostgres()
const noHaproxy = missingPrograms('haproxy', 'openssl')
const withNotice = (title: string, absent: string): string => (absent === '' ? title : `${title} (skipped, not installed: ${absent})`)
const CALLERS = 8
const TRIAL_QUOTA = 120

describe.skipIf(missing !== undefined)(`two nodes${missing ? ` (skipped: ${missing})` : ''}`, { timeout: 180_000 }, () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.remove())

  async function makeNodes(): Promise<{ sites: readonly [Site, Site]; stores: OpenedStores }> {
    const folder = makeScratchFolder()
    const password = join(folder, 'password')
    writeFileSync(password, server.password, { mode: 0o600 })
    const database = server.makeDatabase()
    const settings = [
      `storage: { path: ${folder}/unused.db, postgres: { host: 127.0.0.1, port: ${server.port}, database: ${database}, password: { file: ${password} }, tls: { ca: { file: ${server.caFile} } } } }`,
      'plans: { daily: { quota: { per_day: 1000000 } }, slow: { rate: { per_minute: 1, burst: 4 } }, trial: { quota: { total: 1000 } } }',
      'rate_limit: { backend: postgres, failed_auth: null }',
      'usage: { flush: 200ms }',
      'server: { listen: [{ address: 127.0.0.1, port: PORT }] }',
    ]
    const sites = await Promise.all(['a', 'b'].map((name) => makeSite(join(folder, name), [])))
    for (const site of sites) site.configure(settings.map((line) => line.replace('PORT', String(site.port))))
    const stores = await openStores(loadConfig({ file: sites[0]!.configFile, env: {}, cwd: '/' }), {}, { create: true })
    onTestFinished(() => stores.close())
    return { sites: [sites[0]!, sites[1]!], stores }
  }

  /** Configured by the shipped sample. */
  async function makeNodesOfSample(): Promise<{ sites: readonly [Site, Site]; stores: OpenedStores }> {
    const folder = makeScratchFolder()
    const secretOf = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text, { mode: 0o600 })
      return `{ file: ${join(folder, name)} }`
    }
    const database = server.makeDatabase()
    const sites = await Promise.all(['a', 'b'].map((name) => makeSite(join(folder, name), [])))
    for (const site of sites) {
      const sample = readSample('installers/proxy/haproxy/health-tools.yaml', {
        'address: 10.0.0.11, port: 8081': `address: 127.0.0.1, port: ${site.port}`,
        'address: 10.0.0.11, port: 9464': `address: 127.0.0.1, port: ${site.operationsPort}`,
        'host: db.hosp.example': `host: 127.0.0.1\n    port: ${server.port}\n    database: ${database}`,
        '{ credential: postgres-password }': secretOf('password', server.password),
        '/etc/ssl/hosp-ca.pem': server.caFile,
        'rate_limit: { backend: postgres }': 'rate_limit: { backend: postgres, failed_auth: null }',
        '{ credential: pepper }': secretOf('pepper', 'p'.repeat(64)),
        'trusted: [10.0.0.1/32]': 'trusted: [127.0.0.1/32]',
        '{ credential: proxy-secret }': secretOf('proxy-secret', NODE_SECRET),
      })
      writeFileSync(
        site.configFile,
        `${sample}plans: { daily: { quota: { per_day: 1000000 } }, trial: { quota: { total: 1000 } } }\nusage: { flush: 200ms }\n`,
      )
    }
    const stores = await openStores(loadConfig({ file: sites[0]!.configFile, env: {}, cwd: folder }), {}, { create: true })
    onTestFinished(() => stores.close())
    return { sites: [sites[0]!, sites[1]!], stores }
  }

  async function makeKey(
    stores: OpenedStores,
    plan: string,
    trialQuota: number | null = null,
    networks: string[] = [],
  ): Promise<{ text: string; id: string }> {
    const now = Date.now()
    const kind = trialQuota === null ? 'live' : 'trial'
    const fields = { owner: 'site', note: '', plan, scopes: ['tools:*'], networks, expiresAt: now + 3_600_000, trialQuota }
    const { text, record } = await issueKey(await stores.openOffice(), { kind, ...fields }, now)
    return { text, id: record.id }
  }

  /** Calls until told to stop or refused; tells of each status. What is not answered is no status. */
  async function callOn(front: Front, key: string, goesOn: () => boolean, note: (status: number) => void): Promise<void> {
    while (goesOn()) {
      const status = await front({ key }).then(
        (response) => response.status,
        () => 0,
      )
      note(status)
      if (status === 429) return
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function requestsOf({ usageStore }: OpenedStores, keyId: string): Promise<number> {
    return (await usageStore.report({ from: '2000-01-01', to: '2999-01-01', by: ['key'], keyId }))[0]?.requests ?? 0
  }

  test('share keys, revocations and rates', async () => {
    const { sites, stores } = await makeNodes()
    await Promise.all(sites.map(startService))
    const [a, b] = sites
    const key = await makeKey(stores, 'daily')
    expect([(await callTool(a.port, key.text)).status, (await callTool(b.port, key.text)).status]).toEqual([200, 200])
    await revokeKey(stores.keyStore, key.id, Date.now())
    for (const { port } of sites) await expect.poll(async () => (await callTool(port, key.text)).status, { timeout: 5_000 }).toBe(401)
    const slow = await makeKey(stores, 'slow')
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await callTool(sites[i % 2]!.port, slow.text)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    const refused = await callTool(b.port, slow.text)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
    expect(refused.headers.get('ratelimit')).toMatch(/^"burst";r=0;t=/)
  })

  const fronts = [
    {
      title: withNotice('nginx', missingPrograms('nginx')),
      makeSites: makeNodes,
      startFront: startNginx,
      isMissing: missingPrograms('nginx') !== '',
    },
    { title: withNotice('HAProxy', noHaproxy), makeSites: makeNodesOfSample, startFront: startHaproxy, isMissing: noHaproxy !== '' },
  ]
  describe.each(fronts)('behind $title', ({ makeSites, startFront, isMissing }) => {
    test.skipIf(isMissing)('never give a trial more than its quota and forget no answered call, though a node is killed', async () => {
      const { sites, stores } = await makeSites()
      const [, second] = await Promise.all(sites.map(startService))
      const front = await startFront(sites)
      const [trial, live] = [await makeKey(stores, 'trial', TRIAL_QUOTA), await makeKey(stores, 'daily')]
      const counts = { trial: 0, live: 0, refused: 0 }
      let isOver = false
      const killed = once(second!.process, 'exit')
      const callers = Array.from({ length: CALLERS }, (_, i) => {
        const isTrial = i % 2 === 0
        return callOn(
          front,
          isTrial ? trial.text : live.text,
          () => !isOver,
          (status) => {
            if (status === 200) counts[isTrial ? 'trial' : 'live']++
            if (status === 429) counts.refused++
            if (isTrial && counts.trial === TRIAL_QUOTA / 2) second!.process.kill('SIGKILL')
            if (counts.refused === CALLERS / 2) isOver = true
          },
        )
      })
      await Promise.all(callers)
      await killed
      const { totalUnits } = await stores.usageStore.totals(trial.id, new Date().toISOString().slice(0, 10))
      expect(totalUnits).toBeLessThanOrEqual(TRIAL_QUOTA)
      expect(counts.trial).toBeLessThanOrEqual(totalUnits)
      // What the killed node had in hand was never answered.
      expect(counts.trial).toBeGreaterThanOrEqual(TRIAL_QUOTA - CALLERS)
      expect(counts.live).toBeGreaterThan(10)
      expect(await requestsOf(stores, live.id)).toBeGreaterThanOrEqual(counts.live)
    })

    test.skipIf(isMissing)('say that the database is away, go on by themselves when it is back, and forget no answered call', async () => {
      const { sites, stores } = await makeSites()
      await Promise.all(sites.map(startService))
      const front = await startFront(sites)
      const live = await makeKey(stores, 'daily')
      const statuses = new Map<number, number>()
      let isOver = false
      const callers = Array.from({ length: CALLERS }, () =>
        callOn(
          front,
          live.text,
          () => !isOver,
          (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1),
        ),
      )
      const answered = (): number => statuses.get(200) ?? 0
      await expect.poll(answered, { timeout: 30_000 }).toBeGreaterThan(50)
      server.stop('immediate')
      await expect.poll(() => statuses.get(503) ?? 0, { timeout: 30_000 }).toBeGreaterThan(CALLERS)
      const away = await callTool(sites[0].port, live.text)
      expect([away.status, ((await away.json()) as { code: string }).code]).toEqual([503, 'storage_unavailable'])
      const ready = await fetch(`http://127.0.0.1:${sites[0].operationsPort}/health/ready`)
      expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('the database cannot be read')])
      server.start()
      const before = answered()
      await expect.poll(answered, { timeout: 30_000 }).toBeGreaterThan(before + 50)
      isOver = true
      await Promise.all(callers)
      expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
      await expect.poll(() => requestsOf(stores, live.id), { timeout: 20_000 }).toBeGreaterThanOrEqual(answered())
      for (const { operationsPort } of sites) {
        await expect
          .poll(async () => (await fetch(`http://127.0.0.1:${operationsPort}/health/ready`)).status, { timeout: 10_000 })
          .toBe(200)
      }
    })
  })

  describe.skipIf(noHaproxy !== '')(withNotice('behind HAProxy', noHaproxy), () => {
    const statusOf = async (front: Front, call: Parameters<Front>[0]): Promise<number> => (await front(call)).status

    test('are told the address of the caller, whatever the caller says, and nobody is a user of the proxy', async () => {
      const { sites, stores } = await makeNodesOfSample()
      await Promise.all(sites.map(startService))
      const front = await startHaproxy(sites)
      const here = await makeKey(stores, 'daily', null, ['127.0.0.5/32'])
      const call = { key: here.text, localAddress: '127.0.0.5' }
      expect(await statusOf(front, call)).toBe(200)
      expect(await statusOf(front, { ...call, localAddress: '127.0.0.6' })).toBe(401)
      expect(await statusOf(front, { ...call, localAddress: '127.0.0.6', headers: { 'X-Forwarded-For': '127.0.0.5' } })).toBe(401)
      expect(await statusOf(front, { ...call, headers: { 'X-Forwarded-For': '192.0.2.1', Forwarded: 'for=192.0.2.1' } })).toBe(200)
      const spoofed: Record<string, string>[] = [
        { 'X-Remote-User': 'bob' },
        { 'x-remote-groups': 'ht-admins' },
        { X_Remote_User: 'bob' },
        { 'X-HT-Proxy-Secret': NODE_SECRET },
        { 'X_HT-Proxy_Secret': NODE_SECRET },
        { Connection: 'close, X-HT-Proxy-Secret' },
        { Connection: 'x-forwarded-for' },
      ]
      for (const headers of spoofed) expect(await statusOf(front, { ...call, headers }), Object.keys(headers)[0]).toBe(403)
      // Past HAProxy: its secret is not known, and with it there are no users all the same.
      const direct = (headers: Record<string, string>): Promise<number> =>
        fetch(`http://127.0.0.1:${sites[0].port}/v1/me`, { headers }).then(({ status }) => status)
      expect(await direct({ 'X-Remote-User': 'bob', 'X-Remote-Groups': 'a' })).toBe(401)
      expect(await direct({ 'X-Remote-User': 'bob', 'X-Remote-Groups': 'a', 'X-HT-Proxy-Secret': NODE_SECRET })).toBe(403)
    })

    test('take nobody for somebody else, whatever the caller sends', async () => {
      const { sites, stores } = await makeNodesOfSample()
      await Promise.all(sites.map(startService))
      const { port } = await openHaproxy(sites)
      const { text: key, id } = await makeKey(stores, 'daily')
      const attempts = casesThroughHaproxy(NODE_SECRET, key)
      expect(attempts.length).toBeGreaterThanOrEqual(40)
      for (const { title, bytes, outcome } of attempts) {
        const text = await exchangeRaw({ port, isTls: true }, bytes)
        const statuses = statusesOf(text)
        expect([title, text]).not.toEqual([title, expect.stringMatching(/bob|alice/)])
        if (outcome === 'refused') {
          expect([title, statuses]).not.toEqual([title, []])
          expect([title, statuses.filter((status) => status < 400 || status > 501)]).toEqual([title, []])
        } else {
          expect([title, statuses.filter((status) => status < 400).length <= 1]).toEqual([title, true])
          if (text.includes('"owner"')) expect([title, text]).toEqual([title, expect.stringContaining(id)])
        }
      }
    })

    test('keep the job of a caller on its node', async () => {
      const { sites, stores } = await makeNodesOfSample()
      await Promise.all(sites.map(startService))
      const front = await startHaproxy(sites)
      const { text: key } = await makeKey(stores, 'daily')
      const nodes = new Set<number>()
      for (let i = 2; i < 12; i++) {
        const localAddress = `127.0.0.${i}`
        const { status, headers } = await front({ key, localAddress, headers: { Prefer: 'respond-async' } })
        expect(status).toBe(202)
        const path = String(headers.location)
        await expect
          .poll(async () => (await front({ key, localAddress, path, body: null })).body, { timeout: 10_000 })
          .toContain('succeeded')
        expect(JSON.parse((await front({ key, localAddress, path: `${path}/result`, body: null })).body)).toMatchObject({ words: 1 })
        for (const [i, { port }] of sites.entries()) {
          const { status: direct } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } })
          if (direct === 200) nodes.add(i)
        }
      }
      expect(nodes.size).toBe(2)
    })

    test('are not there: callers are told in the form of the API', async () => {
      const { sites } = await makeNodesOfSample()
      const front = await startHaproxy(sites)
      await expect.poll(() => statusOf(front, { key: 'x' }), { timeout: 20_000 }).toBe(503)
      const { headers, body } = await front({ key: 'x' })
      expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'retry-after': '2' })
      expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'overloaded', retryable: true })
    })
  })
})
