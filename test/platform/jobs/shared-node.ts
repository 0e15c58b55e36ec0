// A node of a site whose jobs are in PostgreSQL, in this process.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiHarness, openApi } from '../../http/api-harness.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import type { PostgresServer } from '../storage/postgres-server.ts'

export type NodeOptions = NonNullable<Parameters<typeof openApi>[0]>

export interface NodeWish {
  /** Nodes of one database know the same jobs. */
  readonly database?: string
  /** Encrypts contents. */
  readonly key?: string
  readonly roles?: string
  /** Members of the section `node` of one that keeps its jobs in memory. */
  readonly memory?: string
  /** Further members of the section `jobs`. */
  readonly jobs?: string
}

/** @returns the path of a new file that holds a secret */
export function writeSecret(name: string, text: string): string {
  const path = join(makeScratchFolder(), name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

/** The same as the configuration names it. */
export const secretFile = (name: string, text: string): string => `{ file: ${writeSecret(name, text)} }`

export function openSharedNode(
  { port, password, caFile }: Pick<PostgresServer, 'port' | 'password' | 'caFile'>,
  options: NodeOptions,
  { database = 'postgres', key = 'k'.repeat(32), roles = 'api, worker', memory, jobs }: NodeWish,
): Promise<ApiHarness> {
  const settings = [
    `storage: { postgres: { host: 127.0.0.1, port: ${port}, database: ${database}, password: ${secretFile('password', password)}, tls: { ca: { file: ${caFile} } } } }`,
    `auth: { api_key: { pepper: ${secretFile('pepper', 'p'.repeat(64))} } }`,
    ...(memory === undefined
      ? [
          `jobs: { backend: postgres, payload_key: ${secretFile('payload-key', key)}${jobs === undefined ? '' : `, ${jobs}`} }`,
          `node: { roles: [${roles}] }`,
        ]
      : [`node: { ${memory} }`]),
    ...(options.settings ? [options.settings] : []),
  ]
  return openApi({ ...options, jobLimits: { maxJobs: 2_000, ...options.jobLimits }, settings: settings.join('\n') })
}

/** Deletes the jobs of the previous test. */
export function emptyJobs(server: PostgresServer, database: string): void {
  server.execute(
    database,
    `DO $$ BEGIN IF to_regclass('health_tools.jobs') IS NOT NULL THEN
      TRUNCATE health_tools.jobs, health_tools.job_parts, health_tools.job_room; DELETE FROM health_tools.job_payloads;
      DELETE FROM health_tools_queue.job; END IF; END $$`,
  )
}
