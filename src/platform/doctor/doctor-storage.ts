// The doctor's checks of files: rights, pepper, database, backups and free space.
import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { listBackups, verifyBackup } from '../backup/backup.ts'
import { lastDue } from '../backup/daily-backup.ts'
import type { Config } from '../config/config.ts'
import type { PostgresSource } from '../config/config-places.ts'
import { checkSecret, readSecret } from '../config/secrets.ts'
import { inspectJobs } from '../jobs/inspect-jobs.ts'
import { checkSchemaIsKnown, countKeysByPlan, inspectDatabase } from '../storage/database-report.ts'
import { inspectPostgres, placeOfPostgres } from '../storage/postgres/postgres.ts'
import { type Diagnosis, examine, ok, skipped, trouble } from './doctor-finding.ts'

const LEAST_FREE_BYTES = 200 << 20
const SCARCE_FREE_BYTES = 1 << 30
/** A backup that is due may still be under way. */
const BACKUP_GRACE_MS = 3_600_000
const MIN_PEPPER_BYTES = 32

export async function examineStorage(config: Config, addonFolders: readonly string[], now: number): Promise<Diagnosis[]> {
  const { storage, auth } = config
  const checks = [
    examine('rights', 'Give the files to the user of the service and close them to others.', () => examineRights(config)),
    examine('pepper', 'Restore the pepper that the keys were created with, with mode 600 and owned by the user of the service.', () => {
      const { pepper } = auth.apiKey
      checkSecret(pepper)
      if (!existsSync(pepper.path)) return [skipped('pepper', 'It does not exist yet. The first start creates it.')]
      if (readSecret(pepper).length < MIN_PEPPER_BYTES) {
        return [
          trouble(
            'fault',
            'pepper',
            `It is shorter than ${MIN_PEPPER_BYTES} bytes.`,
            'Create one with at least 32 random bytes before you create the first key.',
            pepper.path,
          ),
        ]
      }
      return [ok('pepper', 'It exists, is long enough and is not readable by others.', pepper.path)]
    }),
    examineDatabase(config, addonFolders, now),
    examineJobs(config),
    examine('backups', 'See the log for the reason and run health-tools backup create.', () =>
      storage.postgres ? [skipped('backups', 'Back up PostgreSQL with its own tools.')] : examineBackups(config, addonFolders, now),
    ),
    examine('disk', 'Free space on this disk.', () => examineDisk(config)),
  ]
  return (await Promise.all(checks)).flat()
}

function examineDatabase(config: Config, addonFolders: readonly string[], now: number): Promise<readonly Diagnosis[]> {
  const { postgres, path } = config.storage
  if (postgres)
    return examine('database', 'Check storage.postgres: server, password, certificate.', () => examinePostgres(config, postgres, now))
  const advice = 'Stop the service, check the disk, and restore the newest good backup: health-tools backup restore FILE.'
  return examine('database', advice, async () => {
    if (!existsSync(path)) return [skipped('database', 'It does not exist yet. The first start creates it.')]
    const report = await inspectDatabase(path, addonFolders)
    checkSchemaIsKnown(report, path)
    const sound = ok('database', `No damage found. Schema ${report.schema}, ${report.rows.keys} keys.`, path)
    return [sound, ...examinePlans(config, await countKeysByPlan(path, addonFolders, now))]
  })
}

async function examinePostgres(config: Config, source: PostgresSource, now: number): Promise<Diagnosis[]> {
  const { hasTables, keysByPlan } = await inspectPostgres(source, now)
  const at = placeOfPostgres(source)
  if (!hasTables) return [ok('database', 'PostgreSQL is reachable. The tables are created at the first start.', at)]
  const keys = [...keysByPlan.values()].reduce((sum, count) => sum + count, 0)
  return [ok('database', `PostgreSQL is reachable. Active keys: ${keys}.`, at), ...examinePlans(config, keysByPlan)]
}

function examineJobs(config: Config): Promise<readonly Diagnosis[]> {
  return examine('jobs', 'Check jobs.payload_key, jobs.s3 and the rights of the user of storage.postgres.', async () => {
    const report = await inspectJobs(config)
    if (!report) return []
    const { hasTables, unfinished, kept } = report
    const at = placeOfPostgres(config.storage.postgres!)
    if (!hasTables) return [ok('jobs', 'The tables of the job queue are created at the first start.', at)]
    return [ok('jobs', `The job queue can be used. Unfinished jobs: ${unfinished}. Kept results: ${kept}.`, at)]
  })
}

/** A plan that was renamed or taken away leaves its keys without one. */
function examinePlans({ plans }: Config, counts: ReadonlyMap<string, number>): Diagnosis[] {
  const lost = [...counts].filter(([plan]) => !plans.has(plan)).reduce((sum, [, count]) => sum + count, 0)
  if (lost === 0) return []
  const message = `${lost} of the keys in force have a plan that the configuration does not have: their callers are refused.`
  return [trouble('warning', 'plans', message, 'Add the plan to plans again. health-tools keys list shows the plan of each key.')]
}

function examineRights({ file, storage, logging }: Config): Diagnosis[] {
  if (process.platform === 'win32') return [skipped('rights', 'Windows has no file modes.')]
  const findings: Diagnosis[] = []
  const look = (path: string, forbidden: number, message: string, mode: string): void => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && (found.mode & forbidden) !== 0) findings.push(trouble('fault', 'rights', message, `chmod ${mode} it.`, path))
  }
  const folder = dirname(storage.path)
  look(folder, 0o077, 'Other users can read the database folder.', '700')
  for (const suffix of ['', '-wal', '-shm', '-counts']) look(`${storage.path}${suffix}`, 0o077, 'Other users can read the database.', '600')
  look(storage.backup.folder, 0o077, 'Other users can read the backup folder.', '700')
  if (file !== null) look(file, 0o022, 'Other users can change the configuration.', '640')
  for (const sink of logging.sinks) if (sink.type === 'file') look(sink.path, 0o007, 'Every user can read the log.', '640')
  findings.push(...examineOwner(folder, storage.path))
  return findings.length > 0 ? findings : [ok('rights', 'Other users cannot read the files.')]
}

/** What root made with a command is of no use to the service. */
function examineOwner(folder: string, path: string): Diagnosis[] {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  const strangers = ['', '-wal', '-shm', '-counts'].filter((suffix) => {
    const uid = statSync(`${path}${suffix}`, { throwIfNoEntry: false })?.uid
    return owner !== undefined && uid !== undefined && uid !== owner
  })
  if (strangers.length === 0) return []
  return [trouble('fault', 'rights', 'The database and its folder have different owners.', 'chown it to the user of the service.', path)]
}

async function examineBackups({ storage }: Config, addonFolders: readonly string[], now: number): Promise<Diagnosis[]> {
  const { folder, daily } = storage.backup
  const backups = listBackups(folder)
  const [newest] = backups
  if (!newest) {
    const advice = daily
      ? 'Wait for the first one, or run health-tools backup create.'
      : 'Set storage.backup, or run health-tools backup create regularly.'
    return [trouble('warning', 'backups', 'No backup exists.', advice, folder)]
  }
  await verifyBackup(newest.file, addonFolders)
  const newestDaily = backups.find(({ reason }) => reason === 'daily')
  if (daily && (newestDaily?.madeAt ?? 0) < lastDue(daily, now - BACKUP_GRACE_MS)) {
    return [
      trouble(
        'fault',
        'backups',
        'The daily backup is overdue.',
        'See the log of the service for the reason. Check free space and permissions of the folder.',
        folder,
      ),
    ]
  }
  return [ok('backups', `The newest of ${backups.length} is intact.`, newest.file)]
}

function examineDisk({ storage, logging }: Config): Diagnosis[] {
  const paths = [storage.path, storage.backup.folder, ...logging.sinks.flatMap((sink) => (sink.type === 'file' ? [sink.path] : []))]
  const folders = new Map(paths.map(nearestFolder).map((folder) => [statSync(folder).dev, folder]))
  return [...folders.values()].map((folder) => {
    const { bavail, bsize, ffree, files } = statfsSync(folder)
    const free = bavail * bsize
    const megabytes = `${Math.floor(free / (1 << 20))} MB are free.`
    if (files > 0 && ffree === 0)
      return trouble('fault', 'disk', 'No more files can be created: all inodes are in use.', 'Remove files on this disk.', folder)
    if (free < LEAST_FREE_BYTES)
      return trouble('fault', 'disk', megabytes, 'Free space before the database and the logs cannot be written.', folder)
    if (free < SCARCE_FREE_BYTES) return trouble('warning', 'disk', megabytes, 'Free space soon.', folder)
    return ok('disk', megabytes, folder)
  })
}

function nearestFolder(path: string): string {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? folder : nearestFolder(folder)
}
