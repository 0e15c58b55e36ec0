// A look at the job queue without changing it: whether this program can use it, and what is in it.
import type { ClientBase } from 'pg'
import { ProblemError } from '../../core/problem.ts'
import type { Config } from '../config/config.ts'
import type { ObjectsSource, PostgresSource } from '../config/config-places.ts'
import type { SecretSource } from '../config/secrets.ts'
import { withClient } from '../storage/postgres/postgres.ts'
import { checkQueueSchema, QUEUE_SCHEMA } from './job-queue.ts'
import { openObjectStore } from './object-store.ts'
import { openPayloadCipher, wrongPayloadKey } from './payload-cipher.ts'

export interface JobsReport {
  /** False before the first start, which creates the tables. */
  readonly hasTables: boolean
  readonly unfinished: number
  readonly kept: number
}

const TABLES = [
  'health_tools.jobs',
  'health_tools.job_parts',
  'health_tools.job_payloads',
  'health_tools.job_objects_gone',
  `${QUEUE_SCHEMA}.job`,
  `${QUEUE_SCHEMA}.queue`,
]

/**
 * Undefined if jobs are in memory. The object store is tried with an object that is deleted again.
 * @throws ProblemError `bad_configuration` (a newer schema, another payload key, missing rights), `storage_unavailable`
 */
export async function inspectJobs({ jobs, storage }: Config): Promise<JobsReport | undefined> {
  if (jobs.backend === 'memory' || !storage.postgres || !jobs.payloadKey) return undefined
  if (jobs.objects) await tryObjects(jobs.objects)
  return inspectTables(storage.postgres, jobs.payloadKey)
}

async function tryObjects(source: ObjectsSource): Promise<void> {
  const store = openObjectStore(source)
  try {
    await store.check()
  } finally {
    store.close()
  }
}

function inspectTables(source: PostgresSource, payloadKey: SecretSource): Promise<JobsReport> {
  const { check } = openPayloadCipher(payloadKey)
  return withClient(source, async (client) => {
    if (!(await isThere(client))) {
      await checkRight(
        client,
        `has_database_privilege(current_database(), 'CREATE')`,
        'create the schemas of the job queue in the database',
      )
      return { hasTables: false, unfinished: 0, kept: 0 }
    }
    for (const schema of ['health_tools', QUEUE_SCHEMA]) {
      await checkRight(client, `has_schema_privilege('${schema}', 'USAGE')`, `use the schema ${schema}`)
    }
    for (const table of TABLES) {
      const rights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map((right) => `has_table_privilege('${table}', '${right}')`)
      await checkRight(client, rights.join(' AND '), `read and change the table ${table}`)
    }
    const { rows: versions } = await client.query<{ version: number }>(`SELECT version FROM ${QUEUE_SCHEMA}.version`)
    checkQueueSchema(versions[0]?.version ?? null)
    const { rows } = await client.query<{ check: string | null; unfinished: number; kept: number }>(
      `SELECT (SELECT value FROM health_tools.meta WHERE name = 'payload_check') AS check,
        count(*) FILTER (WHERE finished_at IS NULL)::int AS unfinished, count(finished_at)::int AS kept FROM health_tools.jobs`,
    )
    const { check: known, unfinished, kept } = rows[0]!
    if (known !== null && known !== check && unfinished + kept > 0) throw wrongPayloadKey(payloadKey.path)
    return { hasTables: true, unfinished, kept }
  })
}

async function isThere(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT count(*) = 2 AS there FROM pg_namespace WHERE nspname IN ('health_tools', '${QUEUE_SCHEMA}')`,
  )
  return rows[0]!.there
}

async function checkRight(client: ClientBase, expression: string, what: string): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(`SELECT ${expression} AS may`)
  if (rows[0]!.may) return
  throw new ProblemError(`The user of this service may not ${what}. Grant it, or let this user own the database.`, {
    code: 'bad_configuration',
  })
}
