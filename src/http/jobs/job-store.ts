// The jobs of all callers and their results, in memory alone: what was sent never reaches a disk. Bounded in number and bytes, for each
// caller and in all; results are forgotten after their time.

import { utf8Length } from '../../core/encode-utf8.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Answer } from '../routes/exchange-types.ts'
import { fullOfAll, fullOfOwn } from './full.ts'
import type { JobDirectory, JobState } from './job-directory.ts'
import { type JobIds, missingJob } from './job-id.ts'
import type { JobLimits } from './job-limits.ts'

/** A finished answer that can be given again and again. */
export interface StoredAnswer extends Pick<Answer, 'status' | 'headers' | 'code'> {
  readonly body: string | Uint8Array
}

export interface Job extends JobState {
  readonly owner: string
  readonly plan: string
  done: number
  readonly abort: AbortController
  outcome: StoredAnswer | undefined
  finishedAt: number | undefined
  status: number | undefined
  bytes: number
  /** Of the request, where it had an Idempotency-Key. */
  readonly repeat: Repeat | undefined
}

/** An Idempotency-Key with what it was used for. */
export interface Repeat {
  readonly key: string
  readonly fingerprint: string
  /** True once the result itself was the answer of the first request: then repetitions get it, too. */
  direct: boolean
}

export interface JobFigures {
  readonly running: number
  readonly kept: number
  readonly keptBytes: number
  readonly created: number
  readonly succeeded: number
  readonly failed: number
  readonly cancelled: number
  readonly expired: number
}

/** Idempotency-Keys on all nodes. */
export interface KeyHolder {
  /** @throws ProblemError `idempotency_conflict` if another node made a job with this key; `storage_unavailable` */
  hold(owner: string, key: string): Promise<void>
  release(owner: string, key: string): void
}

/** Work of one plan in the queue: jobs, or parts of long ones. */
export interface QueueFigures {
  readonly plan: string
  readonly waiting: number
  readonly running: number
  /** Seconds since the oldest one that waits was queued; 0 if none waits. */
  readonly oldestSeconds: number
}

export class JobStore implements JobDirectory {
  readonly #ids: JobIds
  readonly #limits: JobLimits
  readonly #keys: KeyHolder | undefined
  readonly #jobs = new Map<string, Job>()
  readonly #repeats = new Map<string, Job>()
  readonly #claims = new Set<string>()
  readonly #owners = new Map<string, { jobs: number; bytes: number }>()
  #bytes = 0
  #closed = false
  #counts = { created: 0, succeeded: 0, failed: 0, cancelled: 0, expired: 0 }

  /** @param keys holds Idempotency-Keys on all nodes, if nodes share a database */
  constructor(ids: JobIds, limits: JobLimits, keys?: KeyHolder) {
    this.#ids = ids
    this.#keys = keys
    this.#limits = limits
  }

  get limits(): JobLimits {
    return this.#limits
  }

  get keepMs(): number {
    return this.#limits.keepMs
  }

  /** True once all jobs were ended because the server stops. */
  get isClosed(): boolean {
    return this.#closed
  }

  get figures(): JobFigures {
    let running = 0
    for (const job of this.#jobs.values()) if (!job.outcome) running++
    return { running, kept: this.#jobs.size - running, keptBytes: this.#bytes, ...this.#counts }
  }

  /** By plan. Jobs in memory do not wait: they run when they are made. */
  get queueFigures(): QueueFigures[] {
    const running = new Map<string, number>()
    for (const { plan, outcome } of this.#jobs.values()) if (!outcome) running.set(plan, (running.get(plan) ?? 0) + 1)
    return Array.from(running, ([plan, count]) => ({ plan, waiting: 0, running: count, oldestSeconds: 0 }))
  }

  /** @throws ProblemError `too_many_concurrent` (this caller's), `overloaded` (everybody's) */
  checkRoom(owner: string): void {
    const { maxJobs, maxJobsOfOne, maxResultBytes, maxResultBytesOfOne } = this.#limits
    const own = this.#owners.get(owner)
    if (own && (own.jobs >= maxJobsOfOne || own.bytes >= maxResultBytesOfOne)) {
      throw fullOfOwn(this.#limits)
    }
    if (this.#jobs.size >= maxJobs || this.#bytes >= maxResultBytes) {
      throw fullOfAll()
    }
  }

  open(facts: Pick<Job, 'owner' | 'plan' | 'toolId' | 'total' | 'createdAt' | 'repeat'>): Job {
    this.checkRoom(facts.owner)
    const id = this.#ids.make(facts.owner)
    const job: Job = {
      ...facts,
      id,
      done: 0,
      abort: new AbortController(),
      outcome: undefined,
      finishedAt: undefined,
      status: undefined,
      bytes: 0,
    }
    this.#jobs.set(id, job)
    if (job.repeat) this.#repeats.set(repeatName(job.owner, job.repeat.key), job)
    const own = this.#owners.get(job.owner)
    if (own) own.jobs++
    else this.#owners.set(job.owner, { jobs: 1, bytes: 0 })
    this.#counts.created++
    return job
  }

  /**
   * Keeps the outcome. One of a job that was ended meanwhile is dropped.
   * @returns false where there is no room for it; then nothing is kept
   */
  finish(job: Job, outcome: StoredAnswer, now: number): boolean {
    if (this.#jobs.get(job.id) !== job) return true
    const { maxResultBytes, maxResultBytesOfOne } = this.#limits
    const bytes = typeof outcome.body === 'string' ? utf8Length(outcome.body) : outcome.body.byteLength
    const own = this.#owners.get(job.owner)!
    if (own.bytes + bytes > maxResultBytesOfOne || this.#bytes + bytes > maxResultBytes) return false
    job.outcome = outcome
    job.finishedAt = now
    job.status = outcome.status
    job.bytes = bytes
    own.bytes += bytes
    this.#bytes += bytes
    if (outcome.status < 400) this.#counts.succeeded++
    else this.#counts.failed++
    return true
  }

  /** @throws ProblemError `job_not_found`; `job_gone` where there was such a job of this caller */
  find(id: string, owner: string): Job {
    const job = this.#jobs.get(id)
    if (job?.owner === owner) return job
    throw missingJob(this.#ids.judge(id, owner))
  }

  /** @throws as find */
  resultOf(id: string, owner: string): StoredAnswer | undefined {
    return this.find(id, owner).outcome
  }

  /** @throws as find */
  end(id: string, owner: string): void {
    this.remove(this.find(id, owner))
  }

  /** The jobs of an owner, the newest first. */
  list(owner: string): Job[] {
    return [...this.#jobs.values()].filter((job) => job.owner === owner).reverse()
  }

  /** Ends what runs and forgets the job and its result. */
  remove(job: Job): void {
    if (this.#jobs.get(job.id) !== job) return
    this.#jobs.delete(job.id)
    if (job.repeat) {
      this.#repeats.delete(repeatName(job.owner, job.repeat.key))
      this.#keys?.release(job.owner, job.repeat.key)
    }
    if (!job.outcome) {
      this.#counts.cancelled++
      job.abort.abort()
    }
    this.#bytes -= job.bytes
    const own = this.#owners.get(job.owner)!
    own.jobs--
    own.bytes -= job.bytes
    if (own.jobs === 0) this.#owners.delete(job.owner)
    job.outcome = undefined
  }

  /** Forgets what has been kept long enough. */
  sweep(now: number): void {
    for (const job of this.#jobs.values()) {
      if (job.finishedAt === undefined || now < job.finishedAt + this.#limits.keepMs) continue
      this.#counts.expired++
      this.remove(job)
    }
  }

  /** Ends and forgets all, because nobody could fetch a result from a server that stops. */
  close(): void {
    this.#closed = true
    for (const job of [...this.#jobs.values()]) this.remove(job)
  }

  /** The job that a key of this caller stands for. */
  repeated(owner: string, key: string): Job | undefined {
    return this.#repeats.get(repeatName(owner, key))
  }

  /**
   * Holds a key on all nodes, for the job that is made with it; nothing to wait for on a single node.
   * @returns what gives it up if no job was made
   * @throws as KeyHolder.hold
   */
  async lockOnAllNodes(owner: string, key: string): Promise<() => void> {
    await this.#keys?.hold(owner, key)
    return () => {
      if (!this.repeated(owner, key)) this.#keys?.release(owner, key)
    }
  }

  /**
   * Holds a key until its request has been read.
   * @returns what gives it up again
   * @throws ProblemError `idempotency_conflict` where another request with this key is being read
   */
  claim(owner: string, key: string): () => void {
    const name = repeatName(owner, key)
    if (this.#claims.has(name)) {
      throw new ProblemError('Another request with this Idempotency-Key is being received.', {
        code: 'idempotency_conflict',
        retryAfterSeconds: 1,
      })
    }
    this.#claims.add(name)
    return () => this.#claims.delete(name)
  }
}

/** Ids of credentials hold no blank. */
function repeatName(owner: string, key: string): string {
  return `${owner} ${key}`
}
