// The jobs of a service by its configuration: in memory, or shared in PostgreSQL with a worker on nodes that have that role.
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Awaitable } from '../../access/store.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { createJobIds } from '../../http/jobs/job-id.ts'
import { type JobFigures, JobStore, type QueueFigures } from '../../http/jobs/job-store.ts'
import type { SharedJobs } from '../../http/jobs/shared-jobs.ts'
import type { Reporter } from '../../http/response/report.ts'
import { placesOf } from '../../http/routes/api-places.ts'
import type { Executor } from '../../http/routes/call.ts'
import type { OpenedAccess } from '../../platform/access/open-access.ts'
import type { Config } from '../../platform/config/config.ts'
import { type JobWorker, startJobWorker } from '../../platform/jobs/job-worker.ts'
import { openSharedJobs } from '../../platform/jobs/open-jobs.ts'
import { openSharedKeys } from '../../platform/jobs/shared-keys.ts'

export interface ServiceJobs {
  readonly jobs: JobStore
  /** Undefined with jobs.backend: memory. */
  readonly shared: SharedJobs | undefined
  jobFigures(): Awaitable<JobFigures>
  queueFigures(): Awaitable<readonly QueueFigures[]>
  /** Begins to take jobs if this node is a worker. */
  startWorker(services: {
    readonly executor: Executor
    readonly reporter: Reporter
    readonly findTool: (id: string) => Tool | undefined
  }): void
  /** Forgets results after their time. Failures are logged. */
  sweep(): Promise<void>
  /** Takes no new jobs, and hands parts that are not done within the time to other nodes. Jobs in memory end. */
  stop(milliseconds: number): Promise<void>
  close(): Promise<void>
}

/** Every so many sweeps, the node says that it is alive, and keys are freed that a node which died left behind. */
const KEY_SWEEP = 10

/** @throws ProblemError `bad_configuration`, `storage_unavailable` */
export async function openServiceJobs(
  config: Config,
  { database, office }: OpenedAccess,
  logError: (error: unknown) => void,
): Promise<ServiceJobs> {
  const ids = createJobIds({ hash: office.hash, newUuid: randomUUID, node: config.node.name })
  const keys = database && openSharedKeys(database, office.hash, config.node.name, config.jobs.keepMs)
  const memory = new JobStore(ids, config.jobs, keys)
  let sweeps = 0
  if (config.jobs.backend === 'memory') {
    return {
      jobs: memory,
      shared: undefined,
      jobFigures: () => memory.figures,
      queueFigures: () => memory.queueFigures,
      startWorker: () => undefined,
      async sweep() {
        memory.sweep(Date.now())
        if (keys && ++sweeps % KEY_SWEEP === 1) await keys.sweep().catch(logError)
      },
      async stop() {
        memory.close()
        await keys?.leave().catch(logError)
      },
      close: () => Promise.resolve(),
    }
  }
  if (!database) throw new ProblemError('Jobs in PostgreSQL need storage.postgres.', { code: 'bad_configuration' })
  const places = placesOf(config.server.basePath, config.branding.errorDocsBase)
  const opened = await openSharedJobs(config, { database, ids, hash: office.hash, problemBase: places.problemBase, logError })
  const threads = config.workers.threads === 'auto' ? Math.max(1, availableParallelism() - 1) : config.workers.threads
  let worker: JobWorker | undefined
  let sweeping: Promise<void> | undefined
  return {
    jobs: memory,
    shared: opened.jobs,
    jobFigures: opened.figures,
    queueFigures: opened.queueFigures,
    startWorker(services) {
      if (!config.node.isWorker) return
      const { jsonDepth } = config.server.limits
      worker = startJobWorker({ ...opened.services, ...services, jsonDepth, places, threads, logError })
    },
    sweep() {
      sweeping ??= opened
        .sweep()
        .catch(logError)
        .finally(() => {
          sweeping = undefined
        })
      return sweeping
    },
    async stop(milliseconds) {
      await worker?.stop(milliseconds)
    },
    async close() {
      await sweeping
      await opened.close()
    },
  }
}
