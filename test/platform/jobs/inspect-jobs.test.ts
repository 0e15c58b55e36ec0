// What doctor and config check --online find at the job queue.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostgresSource } from '../../../src/platform/config/config-places.ts'
import type { SecretSource } from '../../../src/platform/config/secrets.ts'
import { inspectJobs, type JobsReport } from '../../../src/platform/jobs/inspect-jobs.ts'
import { openJobQueue } from '../../../src/platform/jobs/job-queue.ts'
import { openPostgres } from '../../../src/platform/storage/postgres/postgres.ts'
import { loadTestConfig } from '../access/open-test-access.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../storage/postgres-server.ts'

const missing = whyNoPostgres()

describe.skipIf(missing !== undefined)(`a look at the job queue${missing ? ` (skipped: ${missing})` : ''}`, { timeout: 60_000 }, () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.remove())

  const secret = (text: string): SecretSource => {
    const path = join(makeScratchFolder(), 'secret')
    writeFileSync(path, text, { mode: 0o600 })
    return { kind: 'file', path }
  }
  const sourceOf = (database: string, fields: Partial<PostgresSource> = {}): PostgresSource => ({
    host: '127.0.0.1',
    port: server.port,
    database,
    user: 'health_tools',
    password: secret(server.password),
    tls: { ca: { kind: 'public', path: server.caFile } },
    connections: 4,
    ...fields,
  })
  const openDatabase = async (): Promise<string> => {
    const name = server.makeDatabase()
    const database = await openPostgres(sourceOf(name))
    const queue = await openJobQueue(database, false, () => undefined)
    await queue.close()
    await database.close()
    return name
  }
  const look = (database: string, fields?: Partial<PostgresSource>): Promise<JobsReport | undefined> => {
    const config = loadTestConfig('')
    const jobs = { ...config.jobs, backend: 'postgres' as const, payloadKey: secret('k'.repeat(64)) }
    return inspectJobs({ ...config, jobs, storage: { ...config.storage, postgres: sourceOf(database, fields) } })
  }

  it('finds nothing wrong before the first start and after it', async () => {
    expect(await look(server.makeDatabase())).toEqual({ hasTables: false, unfinished: 0, kept: 0 })
    expect(await look(await openDatabase())).toEqual({ hasTables: true, unfinished: 0, kept: 0 })
  })

  it.each([
    ['a newer queue', 'UPDATE health_tools_queue.version SET version = 999', /queue has schema 999/],
    [
      'another payload key',
      `INSERT INTO health_tools.meta VALUES ('payload_check', 'other');
        INSERT INTO health_tools.jobs (id, owner, plan, tool, request_id, day, is_list, total, parts, bytes_in)
        VALUES ('a', 'o', 'p', 't', 'r', '2026-01-01', false, 1, 1, 1)`,
      /payload key does not match/,
    ],
  ])('finds %s', async (_name, statement, message) => {
    const database = await openDatabase()
    server.execute(database, statement)
    await expect(look(database)).rejects.toMatchObject({ code: 'bad_configuration', message: expect.stringMatching(message) })
  })

  it('finds a user without rights, for the tables and for the first start', async () => {
    const database = await openDatabase()
    server.execute(
      database,
      `CREATE ROLE guest LOGIN PASSWORD '${server.password}'; GRANT USAGE ON SCHEMA health_tools, health_tools_queue TO guest;
        GRANT ALL ON ALL TABLES IN SCHEMA health_tools, health_tools_queue TO guest; REVOKE DELETE ON health_tools.job_parts FROM guest`,
    )
    const user = { user: 'guest' }
    await expect(look(database, user)).rejects.toMatchObject({
      code: 'bad_configuration',
      message: expect.stringMatching(/health_tools\.job_parts/),
    })
    await expect(look(server.makeDatabase(), user)).rejects.toMatchObject({
      code: 'bad_configuration',
      message: expect.stringMatching(/create the schemas/),
    })
  })
})
