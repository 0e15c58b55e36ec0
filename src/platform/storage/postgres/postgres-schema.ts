// The tables in PostgreSQL and how an older schema becomes the newest. Of nodes that start together one does it; the others wait for its lock.
import type { ClientBase } from 'pg'
import { ProblemError } from '../../../core/problem.ts'
import { JOB_STEPS } from '../../jobs/job-schema.ts'
import { OBJECT_STEPS } from '../../jobs/object-schema.ts'

/** `HTdb`: nobody else takes this advisory lock. */
const MIGRATION_LOCK = 0x48546462

/** Who may call has changed; with the new revision. */
export const KEYS_CHANNEL = 'health_tools_keys'

const FIRST_SCHEMA = `
CREATE TABLE health_tools.meta (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO health_tools.meta VALUES ('keys_revision', '0');

CREATE TABLE health_tools.keys (
  id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('live', 'trial', 'client')),
  owner text NOT NULL,
  note text NOT NULL,
  plan text NOT NULL,
  scopes jsonb NOT NULL,
  networks jsonb NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint,
  rotated_at bigint,
  previous_until bigint,
  last_used_at bigint,
  trial_quota bigint,
  hash text NOT NULL,
  previous_hash text
);
CREATE INDEX keys_by_creation ON health_tools.keys (created_at, id);

-- Counts and says what changes who may call; the last use does not.
CREATE FUNCTION health_tools.note_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE health_tools.meta SET value = (value::bigint + 1)::text WHERE name = 'keys_revision';
  PERFORM pg_notify('${KEYS_CHANNEL}', value) FROM health_tools.meta WHERE name = 'keys_revision';
  RETURN NULL;
END $$;
CREATE TRIGGER keys_made AFTER INSERT OR DELETE ON health_tools.keys FOR EACH STATEMENT EXECUTE FUNCTION health_tools.note_key_change();
CREATE TRIGGER keys_changed
AFTER UPDATE OF id, kind, owner, plan, scopes, networks, expires_at, revoked_at, previous_until, trial_quota, hash, previous_hash
ON health_tools.keys FOR EACH STATEMENT EXECUTE FUNCTION health_tools.note_key_change();

CREATE TABLE health_tools.usage (
  key_id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  tool text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  units bigint NOT NULL,
  bytes_in bigint NOT NULL,
  bytes_out bigint NOT NULL,
  errors bigint NOT NULL,
  ms double precision NOT NULL,
  PRIMARY KEY (key_id, day, tool)
);
CREATE INDEX usage_by_day ON health_tools.usage (day);

CREATE TABLE health_tools.quota (
  key_id text COLLATE "C" PRIMARY KEY,
  day text COLLATE "C" NOT NULL,
  day_units bigint NOT NULL,
  day_bytes bigint NOT NULL,
  month_units bigint NOT NULL,
  total_units bigint NOT NULL
);

-- Of no worth after a crash of the server, so it is not written to its log.
CREATE UNLOGGED TABLE health_tools.rates (credential text PRIMARY KEY, full_at double precision NOT NULL);
`

/** Whose the credentials are that are no keys. */
const OWNERS = 'CREATE TABLE health_tools.owners (credential text COLLATE "C" PRIMARY KEY, owner text NOT NULL)'

/**
 * Jobs that all nodes share; their queue is in a schema of its own. Contents of requests and results are in job_payloads alone, encrypted.
 * Times are of the clock of the database, because those of the nodes may differ.
 */
const JOBS = `
CREATE FUNCTION health_tools.now_ms() RETURNS bigint LANGUAGE sql AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

CREATE TABLE health_tools.jobs (
  id text COLLATE "C" PRIMARY KEY,
  owner text COLLATE "C" NOT NULL,
  plan text NOT NULL,
  tool text NOT NULL,
  request_id text NOT NULL,
  day text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL DEFAULT health_tools.now_ms(),
  finished_at bigint,
  status integer,
  is_list boolean NOT NULL,
  total bigint NOT NULL,
  done bigint NOT NULL DEFAULT 0,
  units bigint NOT NULL DEFAULT 0,
  errors bigint NOT NULL DEFAULT 0,
  parts integer NOT NULL,
  parts_done integer NOT NULL DEFAULT 0,
  bytes_in bigint NOT NULL,
  result_bytes bigint NOT NULL DEFAULT 0,
  repeat_key text COLLATE "C",
  fingerprint text,
  is_direct boolean NOT NULL DEFAULT false,
  UNIQUE (owner, repeat_key)
);
CREATE INDEX jobs_by_end ON health_tools.jobs (finished_at);

CREATE TABLE health_tools.job_parts (
  job_id text COLLATE "C" NOT NULL REFERENCES health_tools.jobs ON DELETE CASCADE,
  part integer NOT NULL,
  owner text COLLATE "C" NOT NULL,
  queue_id uuid NOT NULL,
  turn integer NOT NULL,
  inputs bigint NOT NULL,
  is_done boolean NOT NULL DEFAULT false,
  status integer,
  errors bigint NOT NULL DEFAULT 0,
  slot text COLLATE "C",
  PRIMARY KEY (job_id, part)
);
CREATE INDEX job_parts_turns ON health_tools.job_parts (turn) WHERE NOT is_done;
CREATE INDEX job_parts_turns_of_owner ON health_tools.job_parts (owner, turn) WHERE NOT is_done;

CREATE TABLE health_tools.job_payloads (
  job_id text COLLATE "C" NOT NULL,
  slot text COLLATE "C" NOT NULL,
  chunk integer NOT NULL,
  made_at bigint NOT NULL DEFAULT health_tools.now_ms(),
  bytes bytea NOT NULL,
  PRIMARY KEY (job_id, slot, chunk)
);
ALTER TABLE health_tools.job_payloads ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX job_payloads_by_age ON health_tools.job_payloads (made_at);

-- Idempotency-Keys of jobs that a node keeps in its memory.
CREATE TABLE health_tools.job_keys (
  owner text COLLATE "C" NOT NULL,
  repeat_key text COLLATE "C" NOT NULL,
  node text NOT NULL,
  until bigint NOT NULL,
  PRIMARY KEY (owner, repeat_key)
);
CREATE INDEX job_keys_by_end ON health_tools.job_keys (until);
`

/** Each entry leads from the schema of its position to the next one. */
const MIGRATIONS: readonly string[] = [FIRST_SCHEMA, OWNERS, JOBS, JOB_STEPS, OBJECT_STEPS]

/**
 * Brings the database to the newest schema, in one transaction.
 * @throws ProblemError `bad_configuration` where it is newer than this program
 */
export async function migratePostgres(client: ClientBase): Promise<void> {
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  const version = await checkPostgresSchema(client)
  if (version < MIGRATIONS.length) {
    await client.query('CREATE SCHEMA IF NOT EXISTS health_tools')
    await client.query('CREATE TABLE IF NOT EXISTS health_tools.version (version integer NOT NULL)')
    for (const statements of MIGRATIONS.slice(version)) await client.query(statements)
    await client.query('DELETE FROM health_tools.version')
    await client.query('INSERT INTO health_tools.version VALUES ($1)', [MIGRATIONS.length])
  }
  await client.query('COMMIT')
}

/**
 * @returns the schema of the database, 0 for none
 * @throws ProblemError `bad_configuration` where it is newer than this program
 */
export async function checkPostgresSchema(client: ClientBase): Promise<number> {
  const version = await readVersion(client)
  if (version <= MIGRATIONS.length) return version
  throw new ProblemError(
    `The database has schema ${version}; this program supports ${MIGRATIONS.length}. Run the newer program on every node, or restore a backup of the database that was made before its first start.`,
    { code: 'bad_configuration' },
  )
}

async function readVersion(client: ClientBase): Promise<number> {
  const known = await client.query<{ there: boolean }>(`SELECT to_regclass('health_tools.version') IS NOT NULL AS there`)
  if (!known.rows[0]?.there) return 0
  const { rows } = await client.query<{ version: number }>('SELECT version FROM health_tools.version')
  return rows[0]?.version ?? 0
}
