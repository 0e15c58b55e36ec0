// What a database that several nodes share needs of the rest of the configuration.
import type { Finding, SettingPath } from '../finding.ts'
import type { Settings } from '../schema/config-schema.ts'

const NO_SERVER = 'storage.postgres is required, for example {host: db.hosp.local, password: {credential: postgres-password}}'

export function findStorageProblems({ storage: { postgres, backup }, auth, rate_limit: rates, jobs, node }: Settings): Finding[] {
  const findings: Finding[] = []
  const refuse = (path: SettingPath, detail: string): void => void findings.push({ path, code: 'contradiction', detail })
  if (jobs.backend === 'postgres' && jobs.payload_key === null) {
    refuse(
      ['jobs', 'backend'],
      'jobs in PostgreSQL are encrypted: jobs.payload_key must name the key, for example {credential: payload-key}',
    )
  }
  if (jobs.backend === 'memory' && jobs.s3 !== null) {
    refuse(['jobs', 's3'], 'the object store holds contents of jobs in PostgreSQL: it needs jobs.backend: postgres')
  }
  if (jobs.backend === 'memory' && new Set(node.roles).size === 1) {
    refuse(
      ['node', 'roles'],
      'a node with one role needs jobs.backend: postgres, because jobs in memory run on the node that accepted them',
    )
  }
  if (!postgres) {
    if (jobs.backend === 'postgres') refuse(['jobs', 'backend'], NO_SERVER)
    if (rates.backend === 'postgres') refuse(['rate_limit', 'backend'], NO_SERVER)
    return findings
  }
  if (auth.api_key.pepper === null) {
    refuse(['storage', 'postgres'], 'every node needs the same pepper: auth.api_key.pepper must name it, for example {credential: pepper}')
  }
  if (backup !== null)
    refuse(['storage', 'backup'], 'must be null with storage.postgres: back up PostgreSQL with its own tools, such as pg_dump')
  if (!postgres.tls.enabled && !isLocal(postgres.host)) {
    refuse(
      ['storage', 'postgres', 'tls', 'enabled'],
      'without TLS the server must be on this machine; enable TLS, or use a Unix socket or a loopback address',
    )
  }
  return findings
}

function isLocal(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
