// Two services behind nginx that share one PostgreSQL: keys, quotas, rates and usage hold over both, while a node is killed and the database
// restarts under load.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { issueKey, revokeKey } from '../../src/access/key.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { type OpenedStores, openStores } from '../../src/platform/open-access.ts'
import { callTool, makeSite, type Site, startService } from '../cli/running-service.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../platform/postgres-server.ts'
import { makeScratchFolder } from '../platform/scratch-folder.ts'
import { findProgram, freePort, missingPrograms, startPeer } from './peers.ts'

const missing = whyNoPostgres() ?? (missingPrograms('nginx') ? 'nginx is not installed' : undefined)
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

  async function makeKey(stores: OpenedStores, plan: string, trialQuota: number | null = null): Promise<{ text: string; id: string }> {
    const now = Date.now()
    const kind = trialQuota === null ? 'live' : 'trial'
    const fields = { owner: 'site', note: '', plan, scopes: ['tools:*'], networks: [], expiresAt: now + 3_600_000, trialQuota }
    const { text, record } = await issueKey(await stores.openOffice(), { kind, ...fields }, now)
    return { text, id: record.id }
  }

  async function startNginx([a, b]: readonly [Site, Site]): Promise<number> {
    const folder = makeScratchFolder()
    const port = await freePort()
    const configFile = join(folder, 'nginx.conf')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
    writeFileSync(
      configFile,
      `daemon off; pid ${folder}/pid; error_log stderr crit; events {} http { access_log off; ${temporary}
      upstream nodes { server 127.0.0.1:${a.port} max_fails=1 fail_timeout=1s; server 127.0.0.1:${b.port} max_fails=1 fail_timeout=1s; }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://nodes; } } }`,
    )
    const peer = await startPeer(findProgram('nginx')!, ['-c', configFile, '-p', folder], port)
    onTestFinished(() => peer.stop())
    return port
  }

  /** Calls until told to stop or refused; tells of each status. What is not answered is no status. */
  async function callOn(port: number, key: string, goesOn: () => boolean, note: (status: number) => void): Promise<void> {
    while (goesOn()) {
      const status = await callTool(port, key).then(
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

  test('never give a trial more than its quota and forget no answered call, though a node is killed', async () => {
    const { sites, stores } = await makeNodes()
    const [, second] = await Promise.all(sites.map(startService))
    const port = await startNginx(sites)
    const [trial, live] = [await makeKey(stores, 'trial', TRIAL_QUOTA), await makeKey(stores, 'daily')]
    const counts = { trial: 0, live: 0, refused: 0 }
    let isOver = false
    const killed = once(second!.process, 'exit')
    const callers = Array.from({ length: CALLERS }, (_, i) => {
      const isTrial = i % 2 === 0
      return callOn(
        port,
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

  test('say that the database is away, go on by themselves when it is back, and forget no answered call', async () => {
    const { sites, stores } = await makeNodes()
    await Promise.all(sites.map(startService))
    const port = await startNginx(sites)
    const live = await makeKey(stores, 'daily')
    const statuses = new Map<number, number>()
    let isOver = false
    const callers = Array.from({ length: CALLERS }, () =>
      callOn(
        port,
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
      await expect.poll(async () => (await fetch(`http://127.0.0.1:${operationsPort}/health/ready`)).status, { timeout: 10_000 }).toBe(200)
    }
  })
})
