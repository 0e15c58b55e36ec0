// The beginning of jobs: one statement for all that are sent at the same moment checks the limits, stores the inputs, charges the units and
// puts the parts into the queue.
import { randomUUID } from 'node:crypto'
import { type Batcher, createBatcher } from './batcher.ts'
import type { JobServices } from './job-services.ts'

export interface NewPart {
  readonly inputs: number
  /** What stands in the row of the part, encrypted; undefined for a long input, which is in the table of chunks. */
  readonly short: Buffer | undefined
}

export interface NewJobRow {
  readonly id: string
  readonly owner: string
  readonly plan: string
  readonly tool: string
  readonly requestId: string
  readonly isList: boolean
  readonly total: number
  readonly bytesIn: number
  /** Both are keyed hashes. */
  readonly repeatKey: string | null
  readonly fingerprint: string | null
  readonly parts: readonly NewPart[]
}

export interface CreateRow extends Record<string, unknown> {
  readonly outcome: 'made' | 'repeated' | 'full' | 'all_full'
  readonly createdAt: number
}

export type CreateBatcher = Batcher<NewJobRow, CreateRow>

const CREATE = 'SELECT outcome, "createdAt" FROM health_tools.create_jobs($1, $2, $3, $4)'
const LIMITS = { items: 50, bytes: 1 << 20, atOnce: 1 }

export function createCreateBatcher({ database, limits, queue }: Pick<JobServices, 'database' | 'limits' | 'queue'>): CreateBatcher {
  const { maxJobs, maxJobsOfOne, maxResultBytes, maxResultBytesOfOne } = limits
  const room = JSON.stringify({ maxJobs, maxJobsOfOne, maxResultBytes, maxResultBytesOfOne })
  return createBatcher<NewJobRow, CreateRow>(async (jobs) => {
    const facts = jobs.map(({ parts, ...job }) => ({ ...job, parts: parts.map(({ inputs }) => ({ inputs, queueId: randomUUID() })) }))
    const inputs = jobs.flatMap(({ parts }) => parts.map(({ short }) => short ?? null))
    return database.query<CreateRow>(CREATE, [JSON.stringify(facts), inputs, room, queue.insertion], 'create')
  }, LIMITS)
}
