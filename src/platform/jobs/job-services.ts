// What the two sides of shared jobs, the one that takes requests and the one that does the work, have in common.
import type { JobLimits } from '../../http/jobs/job-limits.ts'
import type { Postgres } from '../storage/postgres/postgres.ts'
import type { JobQueue } from './job-queue.ts'
import type { FinishBatcher } from './job-rows.ts'
import type { JobSignals } from './job-signals.ts'
import type { PayloadStore } from './payload-store.ts'

export interface JobServices {
  readonly database: Postgres
  readonly payloads: PayloadStore
  readonly queue: JobQueue
  readonly signals: JobSignals
  readonly finishes: FinishBatcher
  readonly limits: JobLimits
  /** What stands before the code of a problem in its `type`. */
  readonly problemBase: string
  /** What became of the jobs that this node saw. */
  readonly counts: { created: number; succeeded: number; failed: number; cancelled: number; expired: number }
}
