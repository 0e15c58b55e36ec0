// Ids of jobs. An id tells which node made it, at which of its starts and for whom, so that a job that is gone or on another node is not
// taken for one that never was; whoever guesses an id, or brings another caller's, learns nothing.
import type { KeyedHash } from '../../access/keys/key.ts'
import { ProblemError } from '../../core/problem.ts'

/**
 * `current`: made by this node since its last start; `former`: made by this node before it; `elsewhere`: made by another node that shares
 * the pepper; `unknown`: never made for this caller.
 */
export type JobOrigin = 'current' | 'former' | 'elsewhere' | 'unknown'

export interface JobIds {
  make(owner: string): string
  judge(id: string, owner: string): JobOrigin
}

interface IdSources {
  /** Keyed with a secret that outlives restarts. */
  readonly hash: KeyedHash
  /** A UUID. */
  readonly newUuid: () => string
  /** Name of this node: the same after each start, and another one on every node. */
  readonly node: string
}

const NODE_LENGTH = 6
const START_LENGTH = 12
const RANDOM_LENGTH = 32
const MARK_LENGTH = 24

export function createJobIds({ hash, newUuid, node }: IdSources): JobIds {
  const digitsOf = (uuid: string): string => uuid.replaceAll('-', '')
  const nodeMark = hash(`node ${node}`).slice(0, NODE_LENGTH)
  const start = `${nodeMark}${digitsOf(newUuid())}`.slice(0, START_LENGTH)
  const markOf = (body: string, owner: string): string => hash(`job ${body} ${owner}`).slice(0, MARK_LENGTH)
  return {
    make(owner) {
      const body = `${start}${digitsOf(newUuid())}`
      return `${body}${markOf(body, owner)}`
    },
    judge(id, owner) {
      const body = id.slice(0, START_LENGTH + RANDOM_LENGTH)
      if (id.length !== START_LENGTH + RANDOM_LENGTH + MARK_LENGTH || id.slice(body.length) !== markOf(body, owner)) return 'unknown'
      if (id.startsWith(start)) return 'current'
      return id.startsWith(nodeMark) ? 'former' : 'elsewhere'
    },
  }
}

/** Why a job that is kept in memory is not here. */
export function missingJob(origin: JobOrigin): ProblemError {
  if (origin === 'unknown') return new ProblemError('This caller has no job with this ID.', { code: 'job_not_found' })
  if (origin === 'elsewhere') {
    return new ProblemError(
      'Another node took this job and keeps it in its memory. Send the request to that node, or set jobs.backend: postgres on every node.',
      { code: 'job_not_found' },
    )
  }
  return new ProblemError(
    origin === 'former'
      ? 'The server has restarted; the job and its result are lost. Send the request again.'
      : 'The job has expired or was deleted. Its result is no longer available.',
    { code: 'job_gone' },
  )
}
