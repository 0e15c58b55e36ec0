// A PostgreSQL server of the test's own: Debian's package, a new cluster in a folder of its own, on loopback and a unix socket, with TLS.
import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/free-port.ts'
import { selfSigned } from '../server/test-certificates.ts'

export interface PostgresServer {
  readonly folder: string
  readonly port: number
  readonly password: string
  /** PEM of the authority of its certificate, which names localhost. */
  readonly caFile: string
  /** A new, empty database. */
  makeDatabase(): string
  /** The whole database as SQL. */
  dump(database: string): string
  execute(database: string, statement: string): void
  /** Rows of a table. */
  count(database: string, table: string): number
  start(): void
  /** @param mode `immediate` ends it as a power cut does */
  stop(mode: 'fast' | 'immediate'): void
  /** A standby that has all that the server says is committed. */
  startStandby(): Promise<Standby>
  remove(): void
}

export interface Standby {
  readonly port: number
  /** Ends its following: it takes writes from now on. */
  promote(): void
}

/** The folder of the server's programs, or undefined where Debian's package is not installed. */
function findPrograms(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(root, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}

/** Why the tests are skipped, or undefined: it can run. The server refuses to run as root, so another user is needed. */
export function whyNoPostgres(): string | undefined {
  if (!findPrograms()) return 'PostgreSQL is not installed'
  if (process.getuid?.() === 0 && !userIds()) return 'there is no user postgres'
  return undefined
}

function userIds(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return { uid: process.getuid!(), gid: process.getgid!() }
  const [, , uid, gid] = (spawnSync('getent', ['passwd', 'postgres'], { encoding: 'utf8' }).stdout ?? '').split(':')
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** @param root where its folder is made, for example on a small disk */
export async function startPostgres(root = tmpdir()): Promise<PostgresServer> {
  const programs = findPrograms()!
  const ids = userIds()!
  const folder = mkdtempSync(join(root, 'ht-pg-'))
  chmodSync(folder, 0o755)
  chownSync(folder, ids.uid, ids.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const password = 'test-password-0123456789'
  const run = (program: string, args: readonly string[], cwd = folder): string => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      cwd,
      ...ids,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    })
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}${stdout}`)
    return stdout
  }
  writeFileSync(join(folder, 'password'), password)
  run(join(programs, 'initdb'), [
    '-D',
    data,
    '-U',
    'health_tools',
    '-A',
    'scram-sha-256',
    '--pwfile',
    join(folder, 'password'),
    '-E',
    'UTF8',
    '--no-sync',
  ])
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  run('openssl', selfSigned('localhost', join(data, 'server.crt'), join(data, 'server.key'), ...names))
  const settings = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    'ssl = on',
    'max_connections = 60',
    // A killed server loses nothing without it; only a machine would.
    'fsync = off',
  ]
  writeFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  const start = (): void => void run(join(programs, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log'), 'start'])
  const stop = (mode: string): void => void run(join(programs, 'pg_ctl'), ['-D', data, '-w', '-m', mode, 'stop'])
  start()
  let databases = 0
  const standbys: string[] = []
  const environment = { PATH: '/usr/bin:/bin', PGPASSWORD: password }
  const ask = (program: string, args: readonly string[]): string => {
    const all = ['-h', folder, '-p', String(port), '-U', 'health_tools', ...args]
    const { status, stdout, stderr } = spawnSync(join(programs, program), all, { encoding: 'utf8', env: environment, maxBuffer: 1 << 28 })
    if (status !== 0) throw new Error(stderr)
    return stdout
  }
  return {
    folder,
    port,
    password,
    caFile: join(data, 'server.crt'),
    makeDatabase() {
      const name = `site_${++databases}`
      const made = spawnSync(join(programs, 'createdb'), ['-h', folder, '-p', String(port), '-U', 'health_tools', name], {
        encoding: 'utf8',
        env: environment,
      })
      if (made.status !== 0) throw new Error(made.stderr)
      return name
    },
    dump: (database) => ask('pg_dump', [database]),
    count: (database, table) => Number(ask('psql', ['-At', '-c', `SELECT count(*) FROM ${table}`, database])),
    execute: (database, statement) => void ask('psql', ['-v', 'ON_ERROR_STOP=1', '-c', statement, database]),
    start,
    stop,
    async startStandby() {
      const copy = join(folder, 'standby')
      const place = `host=127.0.0.1 port=${port} user=health_tools password=${password} application_name=standby`
      run(join(programs, 'pg_basebackup'), ['-D', copy, '-d', place, '-R', '-X', 'stream', '-c', 'fast'])
      const standbyPort = await freePort()
      appendFileSync(join(copy, 'postgresql.auto.conf'), `port = ${standbyPort}\n`)
      run(join(programs, 'pg_ctl'), ['-D', copy, '-w', '-l', join(folder, 'standby-log'), 'start'])
      standbys.push(copy)
      ask('psql', ['-c', "ALTER SYSTEM SET synchronous_standby_names = 'standby'", 'postgres'])
      ask('psql', ['-c', 'SELECT pg_reload_conf()', 'postgres'])
      return { port: standbyPort, promote: () => void run(join(programs, 'pg_ctl'), ['-D', copy, '-w', 'promote']) }
    },
    remove() {
      for (const copy of standbys) run(join(programs, 'pg_ctl'), ['-D', copy, '-w', '-m', 'immediate', 'stop'])
      if (existsSync(join(data, 'postmaster.pid'))) stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
