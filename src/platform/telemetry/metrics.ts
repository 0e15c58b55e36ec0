// Prometheus metrics: of the process, of requests, of jobs and of backups.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Awaitable } from '../../access/store.ts'
import type { JobFigures, QueueFigures } from '../../http/jobs/job-store.ts'
import type { RequestReport } from '../../http/response/report.ts'
import type { DailyBackupFigures } from '../backup/daily-backup.ts'
import { RequestCounts } from '../server/request-counts.ts'
import type { PoolFigures } from '../threads/worker-pool.ts'

export interface Metrics {
  measure(report: RequestReport): void
  /** The page in the text format of Prometheus. */
  compose(): Promise<string>
  readonly contentType: string
}

export interface MetricSources {
  readonly droppedLogLines: () => number
  readonly lostAuditEvents: () => number
  readonly droppedSpans: () => number
  readonly version: string
  /** What /health/ready says. */
  readonly isReady: () => boolean
  readonly jobFigures: () => Awaitable<JobFigures>
  readonly queueFigures: () => Awaitable<readonly QueueFigures[]>
  /** Calls of tools that are admitted and not settled, and the bytes of their bodies in memory. */
  readonly load: () => { readonly active: number; readonly bytes: number }
  readonly poolFigures: () => PoolFigures
  /** Undefined where there are no daily backups. */
  readonly backupFigures: () => DailyBackupFigures | undefined
}

export function openMetrics({
  droppedLogLines,
  lostAuditEvents,
  droppedSpans,
  version,
  isReady,
  jobFigures,
  queueFigures,
  load,
  poolFigures,
  backupFigures,
}: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'health_tools_' })
  const registers = [registry]
  const requests = new RequestCounts()
  requests.register(registry)
  new Gauge({ name: 'health_tools_info', help: 'The running version.', labelNames: ['version'], registers }).set({ version }, 1)
  new Gauge({
    name: 'health_tools_log_lines_dropped',
    help: 'Log lines that a slow or failed sink could not take.',
    registers,
    collect() {
      this.set(droppedLogLines())
    },
  })
  new Counter({
    name: 'health_tools_audit_events_lost_total',
    help: 'Events that the audit log could not take.',
    registers,
    collect() {
      this.reset()
      this.inc(lostAuditEvents())
    },
  })
  new Counter({
    name: 'health_tools_spans_dropped_total',
    help: 'Spans that the collector of traces did not take.',
    registers,
    collect() {
      this.reset()
      this.inc(droppedSpans())
    },
  })
  new Gauge({
    name: 'health_tools_ready',
    help: '1 if the service accepts requests, otherwise 0, as in /health/ready.',
    registers,
    collect() {
      this.set(isReady() ? 1 : 0)
    },
  })
  measureJobs(registry, jobFigures)
  measureQueue(registry, queueFigures)
  measureLoad(registry, load, poolFigures)
  measureBackups(registry, backupFigures)
  return {
    measure: (report) => requests.add(report),
    compose: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function measureJobs(registry: Registry, read: MetricSources['jobFigures']): void {
  const registers = [registry]
  const figures = atOnce(read)
  new Gauge({
    name: 'health_tools_jobs',
    help: 'Jobs that run and jobs whose results are kept.',
    labelNames: ['state'],
    registers,
    async collect() {
      const found = await figures()
      this.reset()
      if (!found) return
      this.set({ state: 'running' }, found.running)
      this.set({ state: 'kept' }, found.kept)
    },
  })
  new Gauge({
    name: 'health_tools_job_result_bytes',
    help: 'Size of the results of jobs in bytes.',
    registers,
    async collect() {
      this.set((await figures())?.keptBytes ?? 0)
    },
  })
  new Counter({
    name: 'health_tools_jobs_total',
    help: 'Jobs by outcome.',
    labelNames: ['event'],
    registers,
    async collect() {
      const found = await figures()
      if (!found) return
      const { created, succeeded, failed, cancelled, expired } = found
      this.reset()
      for (const [event, count] of Object.entries({ created, succeeded, failed, cancelled, expired })) this.inc({ event }, count)
    },
  })
}

/** Of all nodes if they share their jobs, else of this one. */
function measureQueue(registry: Registry, read: MetricSources['queueFigures']): void {
  const figures = atOnce(read)
  const show = (name: string, help: string, pick: (row: QueueFigures) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['plan'],
      registers: [registry],
      async collect() {
        const found = await figures()
        this.reset()
        for (const row of found ?? []) this.set({ plan: row.plan }, pick(row))
      },
    })
  }
  show('health_tools_jobs_waiting', 'Jobs, and parts of long jobs, that wait for a worker.', ({ waiting }) => waiting)
  show('health_tools_jobs_running', 'Jobs, and parts of long jobs, that run.', ({ running }) => running)
  show(
    'health_tools_jobs_oldest_waiting_seconds',
    'Age of the oldest job that waits for a worker, in seconds.',
    ({ oldestSeconds }) => oldestSeconds,
  )
}

/** The gauges of one page ask once. Undefined while the database is away: the rest of the page is still shown. */
function atOnce<T>(read: () => Awaitable<T>): () => Promise<T | undefined> {
  let [readAt, found]: [number, Promise<T | undefined>] = [Number.NEGATIVE_INFINITY, Promise.resolve(undefined)]
  return () => {
    const now = performance.now()
    if (now - readAt > ONE_PAGE_MS) {
      readAt = now
      found = Promise.resolve()
        .then(read)
        .catch(() => undefined)
    }
    return found
  }
}

const ONE_PAGE_MS = 100

function measureLoad(registry: Registry, load: MetricSources['load'], poolFigures: () => PoolFigures): void {
  const registers = [registry]
  const show = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }
  show('health_tools_calls_running', 'Calls of tools that run, streams and jobs too.', () => load().active)
  show('health_tools_body_bytes', 'Bytes of the bodies of calls that are in memory.', () => load().bytes)
  show('health_tools_thread_tasks_waiting', 'Tasks that wait for a thread.', () => poolFigures().waiting)
  show('health_tools_thread_tasks_running', 'Tasks that run on threads.', () => poolFigures().running)
  show('health_tools_thread_bytes', 'Bytes of the bodies of tasks that wait for a thread or run on one.', () => poolFigures().bytes)
}

function measureBackups(registry: Registry, figures: () => DailyBackupFigures | undefined): void {
  new Gauge({
    name: 'health_tools_backup_last_success_timestamp_seconds',
    help: 'Time of the newest daily backup; 0: none yet. Absent without daily backups.',
    registers: [registry],
    collect() {
      this.reset()
      const found = figures()
      if (found) this.set(found.lastSuccessAt / 1000)
      else this.remove()
    },
  })
  new Counter({
    name: 'health_tools_backup_failures_total',
    help: 'Daily backups that failed.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(figures()?.failures ?? 0)
    },
  })
}
