// Connections to PostgreSQL: a bounded pool with time limits on everything, TLS by the configuration, and every failure as a ProblemError in words of
// this program. The driver is loaded when the first pool is opened.
import { createHash } from 'node:crypto'
import type { ClientBase, ClientConfig, Pool, PoolClient, PoolConfig, QueryResult, QueryResultRow } from 'pg'
import { ProblemError } from '../../../core/problem.ts'
import type { PostgresSource } from '../../config/config-places.ts'
import { readSecret } from '../../config/secrets.ts'
import { isUntrusted } from '../untrusted.ts'
import { checkPostgresSchema, migratePostgres } from './postgres-schema.ts'

/** A caller waits no longer than this for a database that does not answer. */
const CONNECT_MS = 2_000
const QUERY_MS = 5_000
/** Of two writers that stand in each other's way the server ends one, which tries again. */
const TRIES = 4
const RELAXED_CONNECTIONS = 2

type Driver = Pick<typeof import('pg'), 'Pool'>

export interface Postgres {
  /**
   * @param name of a statement that calls wait for: the server keeps its plan for as long as the connection stands
   * @throws ProblemError `storage_unavailable`
   */
  query<R extends QueryResultRow>(text: string, values?: readonly unknown[], name?: string): Promise<R[]>
  /**
   * All or nothing. Where the connection breaks while the server commits, it counts as not done.
   * @throws ProblemError `storage_unavailable`
   */
  transact<T>(work: (client: PoolClient) => Promise<T>): Promise<T>
  /**
   * One or several statements, for a library that brings its own. Does not wait for the disk: a crash of the server may undo the last second.
   * @throws the error of the driver
   */
  executeRelaxed(text: string, values?: unknown[]): Promise<QueryResult>
  /** For a connection of one's own. */
  readonly connection: ClientConfig
  close(): Promise<void>
}

/** @throws ProblemError `storage_unavailable`, `bad_configuration` (password, certificate, a newer schema) */
export async function openPostgres(source: PostgresSource): Promise<Postgres> {
  const { default: driver } = await import('pg')
  const connection = connectionOf(source)
  const pool = openPool(driver, { ...connection, max: source.connections })
  let relaxed: Pool | undefined
  try {
    await migrateOnce(pool)
  } catch (error) {
    await pool.end()
    throw postgresError(error)
  }
  return {
    connection,
    query: (text, values = [], name) =>
      attempt(async () => (await pool.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })).rows),
    executeRelaxed: (text, values) => {
      relaxed ??= openRelaxed(driver, connection)
      // The server keeps the plan of a statement that comes again and again; several statements at once have no values.
      return values?.length
        ? relaxed.query({ text, values, name: createHash('sha256').update(text).digest('hex').slice(0, 32) })
        : relaxed.query(text)
    },
    transact: (work) => attempt(() => transactOnce(pool, work)),
    async close() {
      await Promise.all([pool.end(), relaxed?.end()])
    },
  }
}

function openPool(driver: Driver, config: PoolConfig): Pool {
  const pool = new driver.Pool({ ...config, idleTimeoutMillis: 60_000 })
  // A connection that breaks is replaced at the next use, and whoever waits for it is told; without a listener on the pool for idle ones, and
  // on each connection for those in use, the event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function openRelaxed(driver: Driver, connection: ClientConfig): Pool {
  const onConnect = (client: ClientBase): Promise<unknown> => client.query('SET synchronous_commit = off')
  return openPool(driver, { ...connection, max: RELAXED_CONNECTIONS, onConnect })
}

export interface PostgresReport {
  /** False before the first start, which creates the tables. */
  readonly hasTables: boolean
  /** How many of the keys in force have each plan. */
  readonly keysByPlan: ReadonlyMap<string, number>
}

/**
 * Connects with the settings of the service. Read-only.
 * @throws ProblemError as openPostgres
 */
export function inspectPostgres(source: PostgresSource, now: number): Promise<PostgresReport> {
  return withClient(source, async (client) => {
    const { rows: found } = await client.query<{ there: boolean }>(`SELECT to_regclass('health_tools.keys') IS NOT NULL AS there`)
    if (found[0]?.there !== true) return { hasTables: false, keysByPlan: new Map() }
    await checkPostgresSchema(client)
    const { rows } = await client.query<{ plan: string; count: string }>(
      'SELECT plan, count(*) FROM health_tools.keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) GROUP BY plan',
      [now],
    )
    return { hasTables: true, keysByPlan: new Map(rows.map(({ plan, count }) => [plan, Number(count)])) }
  })
}

/**
 * One connection for a look, with the settings of the service.
 * @throws ProblemError as openPostgres, with the server as the place
 */
export async function withClient<T>(source: PostgresSource, look: (client: ClientBase) => Promise<T>): Promise<T> {
  const { default: driver } = await import('pg')
  const client = new driver.Client(connectionOf(source))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await look(client)
  } catch (error) {
    const problem = postgresError(error)
    if (!(problem instanceof ProblemError)) throw problem
    throw new ProblemError(problem.message, { code: problem.code, at: problem.at ?? { path: placeOfPostgres(source) }, cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

export function placeOfPostgres({ host, port }: PostgresSource): string {
  return `${host} port ${port}`
}

async function migrateOnce(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await migratePostgres(client)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function transactOnce<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    // Where the answer is lost nobody knows whether it was done, and a server that crashed may give the number of the transaction to another
    // one: so it counts as not done. What is counted may then be counted twice; it is never forgotten.
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

function connectionOf({ host, port, database, user, password, tls }: PostgresSource): ClientConfig {
  const text = password && new TextDecoder().decode(readSecret(password))
  const ca = tls?.ca && new TextDecoder().decode(readSecret(tls.ca))
  return {
    host,
    port,
    database,
    user,
    // An empty one keeps the driver from looking for a password in the environment and in ~/.pgpass.
    password: text ?? '',
    ssl: tls ? { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) } : false,
    application_name: 'health-tools',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    statement_timeout: QUERY_MS,
    idle_in_transaction_session_timeout: QUERY_MS,
    keepAlive: true,
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const code = codeOf(error)
      if (tries < TRIES && (code === '40P01' || code === '40001')) continue
      throw postgresError(error)
    }
  }
}

const MESSAGES: readonly (readonly [codeStart: string, message: string])[] = [
  ['28', 'The database does not accept the user or the password of this service.'],
  ['3D', 'The database server has no such database.'],
  ['42501', 'The user of this service may not use the database.'],
  ['53100', 'The disk of the database is full.'],
  ['53', 'The database server has no more room or connections.'],
  ['25006', 'The database is read-only.'],
  ['40', 'The database is too busy.'],
  ['57', 'The database is stopping, starting or too slow.'],
  ['08', 'The database cannot be reached.'],
  ['58', 'The database server has failed.'],
]

/** What the driver throws: answers of the server have an SQLSTATE; everything else is the connection. Other errors of SQL are ours. */
export function postgresError(error: unknown): unknown {
  if (error instanceof ProblemError) return error
  const code = codeOf(error)
  const message = isAnswer(error) ? MESSAGES.find(([start]) => code.startsWith(start))?.[1] : describeConnection(error)
  return message === undefined ? error : new ProblemError(message, { code: 'storage_unavailable', cause: error })
}

/** TLS errors have messages of their own, because their remedies differ. */
function describeConnection(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  if (text.includes('does not support SSL'))
    return 'The database server does not support TLS. Enable TLS on the server, or set storage.postgres.tls.enabled to false.'
  if (isUntrusted(error)) return 'The certificate of the database server is not trusted. Check storage.postgres.tls.ca.'
  return 'The database cannot be reached.'
}

/** A server that ends a connection, also while it waits for its standby to have what is committed. */
const STOPPING = '57P'

/** Whether the server itself has said it, so that the transaction is known to be over. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error
}

/**
 * Whether what failed may have been done all the same, because nobody knows what the server answered: the connection broke, or the server
 * stopped after the commit.
 */
export function mayBeDone(error: unknown): boolean {
  if (error instanceof ProblemError && error.code !== 'storage_unavailable') return false
  const answer = error instanceof ProblemError ? error.cause : error
  return !isAnswer(answer) || codeOf(answer).startsWith(STOPPING)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
