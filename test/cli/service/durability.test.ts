// Counters under kill -9, with a real server that is called over sockets: what was answered is counted, by the promise of each durability.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { issueKey } from '../../../src/access/keys/key.ts'
import { openStores } from '../../../src/platform/access/open-access.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { freePort } from '../../platform/server/free-port.ts'
import { programCommand } from '../../program.ts'

const CALLERS = 16
const KILLS = 5
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

interface Site {
  readonly configFile: string
  readonly port: number
  readonly key: string
  readonly keyId: string
}

async function makeSite(durability: string, facts: { plan: string; kind?: 'trial'; trialQuota?: number }): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-durability-'))
  folders.push(folder)
  const configFile = join(folder, 'config.yaml')
  const [port, operationsPort] = [await freePort(), await freePort()]
  writeFileSync(join(folder, 'pepper'), 'p'.repeat(64), { mode: 0o600 })
  writeFileSync(
    configFile,
    [
      `server: { listen: [{ address: 127.0.0.1, port: ${port} }] }`,
      `operations: { listen: { address: 127.0.0.1, port: ${operationsPort} } }`,
      `storage: { path: ${join(folder, 'health-tools.db')} }`,
      `auth: { api_key: { pepper: { file: ${join(folder, 'pepper')} } } }`,
      'plans: { unlimited: {}, daily: { quota: { per_day: 1000000 } }, trial: { quota: { total: 1000 } }, bytes: { quota: { mb_per_day: 0.1 } } }',
      `usage: { durability: ${durability}, flush: 200ms }`,
      'logging: { sinks: [] }',
    ].join('\n'),
  )
  const stores = await openStores(loadConfig({ file: configFile, env: {}, cwd: folder }), {}, { create: true })
  const { plan, kind = 'live', trialQuota = null } = facts
  const expiresAt = kind === 'trial' ? Date.now() + 3_600_000 : null
  const { text, record } = await issueKey(
    await stores.openOffice(),
    { kind, owner: 'test', note: '', plan, scopes: ['tools:*'], networks: [], expiresAt, trialQuota },
    Date.now(),
  )
  await stores.close()
  return { configFile, port, key: text, keyId: record.id }
}

async function startServer({ configFile, port }: Site): Promise<ChildProcess> {
  const child = spawn(...programCommand('serve', '--config', configFile), { stdio: 'ignore' })
  for (;;) {
    const isThere = await fetch(`http://127.0.0.1:${port}/v1/me`).then(
      () => true,
      () => false,
    )
    if (isThere) return child
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Calls until the server is gone or refuses. */
async function callOn(site: Site, onAnswer: (status: number) => void, { body = '{"text":"a"}', pauseMs = 0 } = {}): Promise<void> {
  const headers = { authorization: `Bearer ${site.key}`, 'content-type': 'application/json' }
  for (;;) {
    try {
      const { status } = await fetch(`http://127.0.0.1:${site.port}/v1/tools/text/word-count`, {
        method: 'POST',
        headers,
        body,
      })
      onAnswer(status)
      if (status !== 200) return
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    } catch {
      return
    }
  }
}

async function readCounts({ configFile, keyId }: Site): Promise<{ requests: number; units: number; bytes: number }> {
  const stores = await openStores(loadConfig({ file: configFile, env: {}, cwd: '/' }), {}, { create: false })
  const today = new Date().toISOString().slice(0, 10)
  try {
    const rows = await stores.usageStore.report({ from: '2000-01-01', to: '2999-01-01', by: ['key'], keyId })
    const { totalUnits, dayBytes } = await stores.usageStore.totals(keyId, today)
    return { requests: rows[0]?.requests ?? 0, units: totalUnits, bytes: dayBytes }
  } finally {
    await stores.close()
  }
}

/** Serves, kills after so many answers, and gives how many were answered. */
async function serveAndKill(site: Site, answersBeforeKill: number, body?: string): Promise<{ answered: number; refused: number }> {
  const child = await startServer(site)
  let answered = 0
  let refused = 0
  const ended = once(child, 'exit')
  const callers = Array.from({ length: CALLERS }, () =>
    callOn(
      site,
      (status) => {
        if (status === 200) answered++
        else refused++
        if (answered === answersBeforeKill) child.kill('SIGKILL')
      },
      body === undefined ? {} : { body },
    ),
  )
  await Promise.all(callers)
  child.kill('SIGKILL')
  await ended
  return { answered, refused }
}

describe('no answered call is forgotten after kill -9', () => {
  test.each([
    ['crash-safe', 'unlimited'],
    ['power-safe', 'unlimited'],
    ['batched', 'daily'],
  ])('with %s and the plan %s', { timeout: 120_000 }, async (durability, plan) => {
    const site = await makeSite(durability, { plan })
    let answered = 0
    for (let kill = 1; kill <= KILLS; kill++) {
      answered += (await serveAndKill(site, 37 * kill)).answered
      const { requests, units } = await readCounts(site)
      expect(requests).toBeGreaterThanOrEqual(answered)
      expect(units).toBeGreaterThanOrEqual(answered)
      expect(requests).toBeLessThanOrEqual(answered + kill * CALLERS)
    }
  })
})

test('a batch of counters that was written is kept', { timeout: 60_000 }, async () => {
  const site = await makeSite('batched', { plan: 'unlimited' })
  const child = await startServer(site)
  const headers = { authorization: `Bearer ${site.key}`, 'content-type': 'application/json' }
  const call = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${site.port}/v1/tools/text/word-count`, { method: 'POST', headers, body: '{"text":"a"}' })
  for (let i = 0; i < 50; i++) await call()
  await expect.poll(async () => (await readCounts(site)).requests, { timeout: 20_000 }).toBe(50)
  for (let i = 0; i < 20; i++) await call()
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  expect((await readCounts(site)).requests).toBeGreaterThanOrEqual(50)
})

test('a trial never gets more than its quota, however often the server is killed', { timeout: 120_000 }, async () => {
  const site = await makeSite('batched', { plan: 'trial', kind: 'trial', trialQuota: 300 })
  let answered = 0
  let refused = 0
  for (let kill = 1; refused === 0 && kill < 20; kill++) {
    const outcome = await serveAndKill(site, 60)
    answered += outcome.answered
    refused += outcome.refused
    const { units } = await readCounts(site)
    expect(units).toBeGreaterThanOrEqual(answered)
    expect(units).toBeLessThanOrEqual(300)
  }
  expect(refused).toBeGreaterThan(0)
  expect(answered).toBeLessThanOrEqual(300)
  expect(answered).toBeGreaterThan(150)
})

test('a quota of bytes is never passed either, by a trial or another key, however often the server is killed', {
  timeout: 120_000,
}, async () => {
  const body = JSON.stringify({ text: 'a'.repeat(489) })
  const limit = 104_857
  for (const facts of [{ plan: 'bytes' }, { plan: 'bytes', kind: 'trial', trialQuota: 1_000_000 }] as const) {
    const site = await makeSite('batched', facts)
    let answered = 0
    let refused = 0
    let kills = 0
    while (refused === 0 && kills < 20) {
      const outcome = await serveAndKill(site, 40, body)
      answered += outcome.answered
      refused += outcome.refused
      kills++
      const { bytes } = await readCounts(site)
      expect(bytes).toBeGreaterThanOrEqual(answered * body.length)
      expect(bytes).toBeLessThanOrEqual(limit)
    }
    expect([refused > 0, kills > 3]).toEqual([true, true])
    expect(answered * body.length).toBeLessThanOrEqual(limit)
    expect(answered * body.length).toBeGreaterThan(limit / 2)
  }
})

/** Of the process from the counting to the disk, with a machine that has other things to do: the flush is every 200 ms. */
const FLUSH_SECOND_MS = 1_000

test('batched counters lose the last flush second at most, life after life', { timeout: 120_000 }, async () => {
  const site = await makeSite('batched', { plan: 'unlimited' })
  let stored = 0
  let lost = 0
  for (let life = 0; life < 10; life++) {
    const child = await startServer(site)
    const ended = once(child, 'exit')
    const answers: number[] = []
    const callers = Array.from({ length: 4 }, () =>
      callOn(site, (status) => status === 200 && void answers.push(performance.now()), { pauseMs: 5 }),
    )
    const olderThan = (now: number): number => answers.filter((at) => at < now - FLUSH_SECOND_MS).length
    // Not always at the same distance from a flush.
    while (olderThan(performance.now()) <= life * 7) await new Promise((resolve) => setTimeout(resolve, 5))
    const killedAt = performance.now()
    child.kill('SIGKILL')
    await ended
    await Promise.all(callers)
    const { requests } = await readCounts(site)
    const kept = requests - stored
    expect(olderThan(killedAt)).toBeGreaterThan(life * 7)
    expect(kept).toBeGreaterThanOrEqual(olderThan(killedAt))
    expect(kept).toBeLessThanOrEqual(answers.length + callers.length)
    lost += Math.max(0, answers.length - kept)
    stored = requests
  }
  // What batched means: without a loss the test would have killed nothing.
  expect(lost).toBeGreaterThan(0)
})
