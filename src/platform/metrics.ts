// Prometheus metrics. Requests add to plain numbers; prom-client reads them only when it is asked for a page.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { JobFigures } from '../http/job-store.ts'
import type { RequestReport } from '../http/report.ts'
import type { DailyBackupFigures } from './daily-backup.ts'

export interface Metrics {
  measure(report: RequestReport): void
  /** The page in the text format of Prometheus. */
  compose(): Promise<string>
  readonly contentType: string
}

export interface MetricSources {
  readonly droppedLogLines: () => number
  readonly lostAuditEvents: () => number
  readonly version: string
  /** What /health/ready says. */
  readonly isReady: () => boolean
  readonly jobFigures: () => JobFigures
  /** Undefined where there are no daily backups. */
  readonly backupFigures: () => DailyBackupFigures | undefined
}

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export function openMetrics({ droppedLogLines, lostAuditEvents, version, isReady, jobFigures, backupFigures }: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'health_tools_' })
  const registers = [registry]
  const labelNames = ['route', 'method', 'status']
  const requests = new Counter({ name: 'health_tools_requests_total', help: 'Requests answered.', labelNames, registers })
  const problems = new Counter({ name: 'health_tools_problems_total', help: 'Problem answers by code.', labelNames: ['code'], registers })
  const bytesIn = new Counter({
    name: 'health_tools_request_bytes_total',
    help: 'Bytes of request bodies.',
    labelNames: ['route'],
    registers,
  })
  const bytesOut = new Counter({ name: 'health_tools_response_bytes_total', help: 'Bytes of answers.', labelNames: ['route'], registers })
  const seconds = new Histogram({
    name: 'health_tools_request_seconds',
    help: 'Time to answer.',
    labelNames: ['route'],
    buckets: SECONDS_BUCKETS,
    registers,
  })
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
  new Gauge({
    name: 'health_tools_ready',
    help: '1 where the service takes requests, else 0: what /health/ready says.',
    registers,
    collect() {
      this.set(isReady() ? 1 : 0)
    },
  })
  measureJobs(registry, jobFigures)
  measureBackups(registry, backupFigures)
  return {
    measure(report) {
      const { route, method, status } = report
      requests.inc({ route, method, status })
      bytesIn.inc({ route }, report.bytesIn)
      bytesOut.inc({ route }, report.bytesOut)
      seconds.observe({ route }, report.milliseconds / 1000)
      if (report.code) problems.inc({ code: report.code })
    },
    compose: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function measureJobs(registry: Registry, figures: () => JobFigures): void {
  const registers = [registry]
  new Gauge({
    name: 'health_tools_jobs',
    help: 'Jobs that run and jobs whose results are kept.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, kept } = figures()
      this.set({ state: 'running' }, running)
      this.set({ state: 'kept' }, kept)
    },
  })
  new Gauge({
    name: 'health_tools_job_result_bytes',
    help: 'Bytes of the results of jobs in memory.',
    registers,
    collect() {
      this.set(figures().keptBytes)
    },
  })
  new Counter({
    name: 'health_tools_jobs_total',
    help: 'Jobs by what became of them.',
    labelNames: ['event'],
    registers,
    collect() {
      const { created, succeeded, failed, cancelled, expired } = figures()
      this.reset()
      for (const [event, count] of Object.entries({ created, succeeded, failed, cancelled, expired })) this.inc({ event }, count)
    },
  })
}

function measureBackups(registry: Registry, figures: () => DailyBackupFigures | undefined): void {
  new Gauge({
    name: 'health_tools_backup_last_success_timestamp_seconds',
    help: 'When the newest daily backup was made; 0: none yet. Absent without daily backups.',
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
