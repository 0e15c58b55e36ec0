// The tables of the database and how an older one becomes the newest. A newer one than this program knows is refused.
import type { Database } from 'better-sqlite3'
import { Fault } from '../core/fault.ts'

/** `HTdb`: tells this program's databases from those of others (PRAGMA application_id). */
const APPLICATION_ID = 0x48546462

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

/** Each entry leads from the schema of its position to the next one. */
const MIGRATIONS: readonly string[] = [FIRST_SCHEMA]

/**
 * Brings the database to the newest schema, in one transaction.
 * @throws Fault `bad_configuration` where it is newer, or another program's
 */
export function migrate(database: Database): void {
  if (versionOf(database) === MIGRATIONS.length && database.pragma('application_id', { simple: true }) === APPLICATION_ID) return
  const upgrade = database.transaction(() => {
    // Another process may have been faster.
    const version = versionOf(database)
    const application = database.pragma('application_id', { simple: true })
    const isEmpty = version === 0 && application === 0 && countTables(database) === 0
    if (!isEmpty && application !== APPLICATION_ID) {
      throw new Fault('The file is a database of another program. Name another path in storage.path.', { code: 'bad_configuration' })
    }
    if (version > MIGRATIONS.length) {
      throw new Fault(
        `The database has schema ${version}; this program knows ${MIGRATIONS.length}. Run the newer program, or restore the backup that was made before its first start.`,
        { code: 'bad_configuration' },
      )
    }
    for (const statements of MIGRATIONS.slice(version)) database.exec(statements)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    database.pragma(`user_version = ${MIGRATIONS.length}`)
  })
  upgrade.immediate()
}

function versionOf(database: Database): number {
  return database.pragma('user_version', { simple: true }) as number
}

function countTables(database: Database): number {
  return database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number
}
