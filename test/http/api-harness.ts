// The API over real stores in a temporary folder, called without a socket.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { issueKey, type NewKey } from '../../src/access/keys/key.ts'
import { openServiceJobs } from '../../src/cli/service/service-jobs.ts'
import type { Tool } from '../../src/core/tool.ts'
import { performTask } from '../../src/http/batch/batch-task.ts'
import { createJobIds } from '../../src/http/jobs/job-id.ts'
import type { JobLimits } from '../../src/http/jobs/job-limits.ts'
import { type JobFigures, JobStore } from '../../src/http/jobs/job-store.ts'
import type { PageRoute } from '../../src/http/pages/pages.ts'
import type { AuditGate, RequestReport } from '../../src/http/response/report.ts'
import { type ApiPlaces, placesOf } from '../../src/http/routes/api-places.ts'
import { type ApiServices, createApi } from '../../src/http/routes/app.ts'
import { answerCall, type Executor } from '../../src/http/routes/call.ts'
import { openCors } from '../../src/http/routes/cors.ts'
import { openAccess } from '../../src/platform/access/open-access.ts'
import { type Config, loadConfig } from '../../src/platform/config/config.ts'
import { createFastRoutes } from '../../src/platform/fast-path/fast-routes.ts'
import { openLog, reportTo } from '../../src/platform/logging/log.ts'
import { findBytes, nodeDecoders } from '../../src/platform/server/node-body.ts'
import { nodeEncoders } from '../../src/platform/server/node-encode.ts'
import { catalogue } from '../../src/tools/catalogue.ts'
import { newKey } from '../access/keys/new-key.ts'

/** What a request body may be here. */
export type Body = string | Uint8Array<ArrayBuffer> | FormData

export interface ApiHarness {
  readonly app: Hono
  readonly fastRoutes: ReturnType<typeof createFastRoutes>
  readonly key: string
  readonly reports: RequestReport[]
  readonly internalErrors: unknown[]
  /** What the real log wrote. */
  readonly logLines: string[]
  makeKey(facts?: Partial<NewKey>): Promise<string>
  /** With the key, unless headers say otherwise. */
  call(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>
  setDraining(draining: boolean): void
  readonly jobs: JobStore
  /** Of whichever backend. */
  figures(): Promise<JobFigures>
  /** Brings the plans of other settings into force, as a reload does. */
  replacePlans(settings: string): void
  /** Those of a server that was started anew. */
  openJobs(): JobStore
  /** Calls that seem to run. */
  readonly load: { active: number; max: number | null; bytes: number; maxBytes: number }
  /** As a node does that stops: parts of shared jobs that are not done go back to the queue. */
  stopWorker(): Promise<void>
  /** As the service does every second. */
  sweepJobs(): Promise<void>
  close(): Promise<void>
}

export async function openApi({
  tools = catalogue,
  maxBodyBytes = 4_000_000,
  maxParts = 20,
  jobLimits = {},
  now = Date.now,
  pages = [],
  places = placesOf('', null),
  origins = [],
  elsewhere = false,
  executor = {},
  audit,
  settings = '',
}: {
  tools?: readonly Tool[]
  maxBodyBytes?: number
  maxParts?: number
  jobLimits?: Partial<JobLimits>
  now?: () => number
  pages?: readonly PageRoute[]
  places?: ApiPlaces
  /** Of pages that may call. */
  origins?: readonly string[]
  /** Batches are done as if by other threads. */
  elsewhere?: boolean
  /** In place of the one that does everything on the spot. */
  executor?: Partial<Executor>
  audit?: AuditGate
  /** Of the configuration, in YAML. */
  settings?: string
} = {}): Promise<ApiHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-api-'))
  const configOf = (yaml: string): Config => {
    const file = join(folder, 'config.yaml')
    writeFileSync(file, yaml)
    return loadConfig({ file, dataFolder: folder, env: {}, cwd: folder })
  }
  const config = configOf(settings)
  const access = await openAccess(config, { env: {}, logError: () => undefined })
  const reports: RequestReport[] = []
  const internalErrors: unknown[] = []
  const logLines: string[] = []
  const sink = { write: (line: string) => void logLines.push(line), close: async () => undefined, droppedLines: 0 }
  const log = openLog({ level: 'debug', clientAddress: 'full', sinks: [{ sink, streams: ['access', 'service'] }] })
  const reporter = reportTo(log, (report) => reports.push(report))
  let draining = false
  const load = { active: 0, max: 50, bytes: 0, maxBytes: 10_000_000 }
  const limitsOfJobs = {
    keepMs: 60_000,
    maxJobs: 20,
    maxJobsOfOne: 10,
    maxResultBytes: 4_000_000,
    maxResultBytesOfOne: 2_000_000,
    ...jobLimits,
  }
  const openJobs = (): JobStore =>
    new JobStore(createJobIds({ hash: access.office.hash, newUuid: randomUUID, node: config.node.name }), limitsOfJobs)
  const withLimits = { ...config, jobs: { ...config.jobs, ...limitsOfJobs } }
  const serviceJobs = await openServiceJobs(withLimits, access, (error) => internalErrors.push(error))
  const { jobs, shared } = serviceJobs
  const services: ApiServices = {
    access,
    reporter: {
      request: reporter.request,
      internalError(error, requestId) {
        internalErrors.push(error)
        reporter.internalError(error, requestId)
      },
    },
    audit,
    now,
    clock: () => performance.now(),
    newRequestId: randomUUID,
    isDraining: () => draining,
    load,
    catalogue: tools,
    isMcpOn: true,
    info: { title: 'health-tools', version: '0.0.0', contact: null },
    places,
    cors: openCors(origins),
    pages,
    limits: { maxBodyBytes, jsonDepth: 64, maxParts, maxHeaderBytes: 16_384, maxBatchItems: 2_000 },
    decoders: nodeDecoders,
    findBytes,
    encoders: nodeEncoders,
    executor: {
      answer: (tool, call) => answerCall(tool, call),
      isLong: () => elsewhere,
      // What crosses to another thread is data.
      perform: (tool, task, _caller, signal) => performTask(tool, structuredClone(task), signal),
      ...executor,
    },
    jobs,
    shared,
  }
  serviceJobs.startWorker({ executor: services.executor, reporter, findTool: (id) => tools.find((tool) => tool.id === id) })
  const app = createApi(services)
  const makeKey = async (facts: Partial<NewKey> = {}): Promise<string> => {
    const fields = newKey({ owner: 'test', plan: 'unlimited', expiresAt: null, ...facts })
    return (await issueKey(access.office, fields, Date.now())).text
  }
  const key = await makeKey()
  return {
    app,
    fastRoutes: createFastRoutes(services),
    key,
    reports,
    internalErrors,
    logLines,
    load,
    makeKey,
    jobs,
    figures: async () => serviceJobs.jobFigures(),
    replacePlans: (yaml) => access.admission.replacePlans(configOf(yaml).plans),
    openJobs,
    call: async (path, { headers, ...init } = {}) =>
      app.request(path, { ...init, headers: { Authorization: `Bearer ${key}`, ...headers } }),
    setDraining(value) {
      draining = value
    },
    stopWorker: () => serviceJobs.stop(0),
    sweepJobs: () => serviceJobs.sweep(),
    async close() {
      await serviceJobs.stop(0)
      await serviceJobs.close()
      await access.close(Date.now())
      rmSync(folder, { recursive: true })
    },
  }
}

export const JSON_TYPE = { 'Content-Type': 'application/json' }
