// The tables of the database and how an older one becomes the newest. A newer one than this program knows is refused.
import type { Database } from 'better-sqlite3'
import { ProblemError } from '../../../core/problem.ts'
import { versionInfo } from '../../version.ts'

/** `HTdb`: tells this program's databases from those of others (PRAGMA application_id). */
export const APPLICATION_ID = 0x48546462

const FIRST_SCHEMA = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('keys_revision', 0);

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('live', 'trial')),
  owner TEXT NOT NULL,
  note TEXT NOT NULL,
  plan TEXT NOT NULL,
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  networks TEXT NOT NULL CHECK (json_valid(networks)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  rotated_at INTEGER,
  previous_until INTEGER,
  last_used_at INTEGER,
  trial_quota INTEGER,
  hash TEXT NOT NULL,
  previous_hash TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_by_creation ON keys (created_at, id);

-- Counts what changes who may call; the last use does not.
CREATE TRIGGER keys_created AFTER INSERT ON keys BEGIN UPDATE meta SET value = value + 1 WHERE name = 'keys_revision'; END;
CREATE TRIGGER keys_deleted AFTER DELETE ON keys BEGIN UPDATE meta SET value = value + 1 WHERE name = 'keys_revision'; END;
CREATE TRIGGER keys_changed
AFTER UPDATE OF id, kind, owner, plan, scopes, networks, expires_at, revoked_at, previous_until, trial_quota, hash, previous_hash ON keys
BEGIN UPDATE meta SET value = value + 1 WHERE name = 'keys_revision'; END;

CREATE TABLE usage (
  key_id TEXT NOT NULL,
  day TEXT NOT NULL,
  tool TEXT NOT NULL,
  requests INTEGER NOT NULL,
  units INTEGER NOT NULL,
  bytes_in INTEGER NOT NULL,
  bytes_out INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  ms REAL NOT NULL,
  PRIMARY KEY (key_id, day, tool)
) STRICT, WITHOUT ROWID;
CREATE INDEX usage_by_day ON usage (day);

CREATE TABLE quota (
  key_id TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  day_units INTEGER NOT NULL,
  day_bytes INTEGER NOT NULL,
  month_units INTEGER NOT NULL,
  total_units INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

/** SQLite cannot change a CHECK: the table is made anew. Its triggers and index go with the old one. */
const CLIENTS = `
ALTER TABLE keys RENAME TO former_keys;
${FIRST_SCHEMA.slice(FIRST_SCHEMA.indexOf('CREATE TABLE keys'), FIRST_SCHEMA.indexOf('CREATE INDEX keys_by_creation')).replace("('live', 'trial')", "('live', 'trial', 'client')")}
INSERT INTO keys SELECT * FROM former_keys;
DROP TABLE former_keys;
${FIRST_SCHEMA.slice(FIRST_SCHEMA.indexOf('CREATE INDEX keys_by_creation'), FIRST_SCHEMA.indexOf('CREATE TABLE usage'))}
`

/** Whose the credentials are that are no keys. */
const OWNERS = 'CREATE TABLE owners (credential TEXT PRIMARY KEY, owner TEXT NOT NULL) STRICT, WITHOUT ROWID;'

/** Each entry leads from the schema of its position to the next one. */
const MIGRATIONS: readonly string[] = [FIRST_SCHEMA, CLIENTS, OWNERS]

/** The schema of this program. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** Whether the database is one of this program with tables of an older schema. */
export function needsUpgrade(database: Database): boolean {
  const version = versionOf(database)
  return version > 0 && version < SCHEMA_VERSION && database.pragma('application_id', { simple: true }) === APPLICATION_ID
}

/**
 * Brings the database to the newest schema, in one transaction.
 * @param describeWayBack what to do about a newer one
 * @throws ProblemError `bad_configuration` where it is newer, or another program's
 */
export function migrate(database: Database, describeWayBack: ((knownSchema: number) => string) | undefined): void {
  if (versionOf(database) === SCHEMA_VERSION && database.pragma('application_id', { simple: true }) === APPLICATION_ID) return
  const upgrade = database.transaction(() => {
    // Another process may have been faster.
    const version = versionOf(database)
    const application = database.pragma('application_id', { simple: true })
    const isEmpty = version === 0 && application === 0 && countTables(database) === 0
    if (!isEmpty && application !== APPLICATION_ID) {
      throw new ProblemError('The file is a database of another program. Set storage.path to another path.', { code: 'bad_configuration' })
    }
    if (version > SCHEMA_VERSION) throw refuseNewer(database, version, describeWayBack?.(SCHEMA_VERSION) ?? '')
    for (const statements of MIGRATIONS.slice(version)) database.exec(statements)
    database
      .prepare("INSERT INTO meta VALUES ('program', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
      .run(versionInfo().version)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    database.pragma(`user_version = ${SCHEMA_VERSION}`)
  })
  upgrade.immediate()
}

/** The version of the program that brought the database to its schema, where it said so. */
export function programOf(database: Database): string | undefined {
  const value = database.prepare("SELECT value FROM meta WHERE name = 'program'").pluck().get()
  return typeof value === 'string' && /^[0-9A-Za-z.+-]{1,40}$/.test(value) ? value : undefined
}

function refuseNewer(database: Database, version: number, wayBack: string): ProblemError {
  const program = programOf(database)
  const maker = program === undefined ? '' : ` of version ${program}`
  return new ProblemError(
    `The database has schema ${version}${maker}; this program, version ${versionInfo().version}, knows ${SCHEMA_VERSION}. Run the newer program again. ${wayBack}`.trimEnd(),
    { code: 'bad_configuration' },
  )
}

export function versionOf(database: Database): number {
  return database.pragma('user_version', { simple: true }) as number
}

function countTables(database: Database): number {
  return database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number
}
