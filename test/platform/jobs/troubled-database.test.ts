// Jobs while the disk of the database is full or its server is stopped: a clear problem for the caller, and nothing accepted is lost.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ApiHarness } from '../../http/api-harness.ts'
import { ASYNC, COUNT, codeOf, makeJobCalls } from '../../http/jobs/job-calls.ts'
import { canMount, mountFolder } from '../logging/mounted-folder.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../storage/postgres-server.ts'
import { openSharedNode } from './shared-node.ts'

const missing = whyNoPostgres()
const LONG = JSON.stringify({ text: 'word '.repeat(700_000) })

describe.skipIf(missing !== undefined)(`jobs${missing ? ` (skipped: ${missing})` : ''}`, { timeout: 180_000 }, () => {
  let server: PostgresServer | undefined
  let nodes: ApiHarness[] = []
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close().catch(() => undefined)))
    nodes = []
    server?.remove()
    server = undefined
  })
  const open = async (of: PostgresServer, database: string, roles: string): Promise<ApiHarness> => {
    const node = await openSharedNode(of, { maxBodyBytes: 20_000_000 }, { database, roles })
    nodes.push(node)
    return node
  }

  it.skipIf(!canMount)('on a full disk are refused, and those that were accepted are done when there is room', async () => {
    const { folder } = mountFolder(160_000, '755')
    server = await startPostgres(folder)
    const database = server.makeDatabase()
    const api = await open(server, database, 'api')
    const { startJob, post, untilDone, get } = makeJobCalls(() => api)
    const accepted = [await startJob(COUNT, '{"text":"one two"}'), await startJob(COUNT, LONG)]
    const filler = join(folder, 'filler')
    fill(filler)
    let refused = 0
    for (let i = 0; i < 20 && refused === 0; i++) {
      const answer = await post(COUNT, LONG, ASYNC)
      if (answer.status === 202) accepted.push(answer.headers.get('location')!)
      else {
        expect(await codeOf(answer)).toEqual([503, 'storage_unavailable'])
        refused++
      }
    }
    expect(refused).toBe(1)
    rmSync(filler)
    if (!isRunning(server)) server.start()
    await expect.poll(async () => (await post(COUNT, '{"text":"a"}', ASYNC)).status, { timeout: 60_000, interval: 500 }).toBe(202)
    await open(server, database, 'worker')
    for (const location of accepted) expect(await untilDone(location)).toMatchObject({ status: 'succeeded' })
    expect(await (await get(`${accepted[0]}/result`)).json()).toMatchObject({ words: 2 })
    expect(await (await get(`${accepted[1]}/result`)).json()).toMatchObject({ words: 700_000 })
  })

  it('are refused while the server is stopped, and continue when it runs again', async () => {
    server = await startPostgres()
    const database = server.makeDatabase()
    const api = await open(server, database, 'api, worker')
    const { startJob, post, untilDone } = makeJobCalls(() => api)
    const location = await startJob(COUNT, LONG)
    const stopped = signalAll(server, 'SIGSTOP')
    try {
      expect(await codeOf(await post(COUNT, '{"text":"a"}', ASYNC))).toEqual([503, 'storage_unavailable'])
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT')
    }
    await expect.poll(async () => (await post(COUNT, '{"text":"a"}', ASYNC)).status, { timeout: 60_000, interval: 500 }).toBe(202)
    expect(await untilDone(location)).toMatchObject({ status: 'succeeded' })
  })
})

/** Leaves less than a megabyte. */
function fill(path: string): void {
  const piece = Buffer.alloc(262_144)
  try {
    for (;;) writeFileSync(path, piece, { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

function postmasterOf({ folder }: PostgresServer): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

function isRunning(server: PostgresServer): boolean {
  const pid = postmasterOf(server)
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** @returns the server's processes */
function signalAll(server: PostgresServer, signal: NodeJS.Signals): number[] {
  const postmaster = postmasterOf(server)!
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid === postmaster || parentOf(pid) === postmaster)
  for (const pid of pids) process.kill(pid, signal)
  return pids
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return undefined
  }
}
