// The audit log: one event for each request and each administrative act, in a private file, in the order in which they were recorded.
// With `refuse` nobody is answered before the line is written; with `continue` what cannot be written is counted. The events of one
// turn of the event loop are written together.
import { dirname } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import type { LogSink } from '../logging/log-sink.ts'
import { makePrivateFolder } from '../storage/private-file.ts'
import { openProcessLock, type ProcessLock } from '../storage/process-lock.ts'
import { type AuditFacts, type ChainEnd, composeChained, composePlain, type Seal } from './audit-chain.ts'
import { AuditFile, lockPathOf } from './audit-file.ts'

/** What is recorded: declared members alone, never a body, a query, a file name or a value that was sent. */
export interface AuditEvent {
  /** `request`, or what an administrator did: `keys.create`. */
  readonly action: string
  readonly outcome: 'started' | 'success' | 'refused' | 'failure'
  readonly facts?: AuditFacts
}

export interface AuditSettings {
  readonly file: string
  readonly hashChain: boolean
  /** 0: each group of lines is on the disk before it counts as written. */
  readonly fsyncMs: number
  readonly onFailure: 'refuse' | 'continue'
  readonly addonFolders: readonly string[]
}

export interface AuditParts {
  readonly seal: Seal
  /** Copies, which never hold up anything. */
  readonly sinks: readonly LogSink[]
  readonly logError: (error: unknown) => void
}

/** How long the file is left alone after a failure. */
const RETRY_AFTER_MS = 1_000
/** Another process holds the lock for one write. */
const LOCK_WAIT_MS = 1_000

interface Waiting {
  readonly facts: AuditFacts
  readonly resolve: () => void
  readonly reject: (problem: ProblemError) => void
}

export class AuditLog {
  readonly #settings: AuditSettings
  readonly #parts: AuditParts
  readonly #lock: ProcessLock
  readonly #file: AuditFile
  #waiting: Waiting[] = []
  /** By the clock that nobody sets. */
  #failedAt: number | undefined
  #lostSinceOk = 0
  #timer: NodeJS.Timeout | undefined
  /** Events that were not written. */
  lostEvents = 0

  constructor(settings: AuditSettings, parts: AuditParts, lock: ProcessLock) {
    this.#settings = settings
    this.#parts = parts
    this.#lock = lock
    this.#file = new AuditFile(settings.file, parts.seal)
  }

  /** Whether requests are refused because the last event could not be written. */
  get isRefusing(): boolean {
    return this.#settings.onFailure === 'refuse' && this.#failedAt !== undefined
  }

  get #isLeftAlone(): boolean {
    return this.isRefusing && performance.now() - this.#failedAt! < RETRY_AFTER_MS
  }

  /** Makes the file and its head. Throws the error of the system. */
  begin(): void {
    this.#lock.hold(() => (this.#settings.hashChain ? this.#file.begin() : this.#file.catchUp()))
  }

  /**
   * Refuses at once what could not be recorded. Once in a while a request is let through, to see whether the file can be written again.
   * @throws ProblemError `storage_unavailable`
   */
  admit(): void {
    if (this.#isLeftAlone) throw unwritable()
  }

  /** @returns undefined where nobody has to wait; else resolves when the line is written, and rejects with ProblemError `storage_unavailable` */
  record(event: AuditEvent): Promise<void> | undefined {
    if (this.#isLeftAlone) {
      this.#lose(1)
      return Promise.reject(unwritable())
    }
    const facts: AuditFacts = { time: new Date().toISOString(), action: event.action, outcome: event.outcome, ...event.facts }
    if (this.#waiting.length === 0) setImmediate(this.#writeGroup)
    if (this.#settings.onFailure === 'continue') {
      this.#waiting.push({ facts, resolve: () => undefined, reject: () => undefined })
      return undefined
    }
    return new Promise((resolve, reject) => this.#waiting.push({ facts, resolve, reject }))
  }

  /** Writes what waits, brings it to the disk, and lets the copies go out within timeoutMs. */
  async close(timeoutMs: number): Promise<void> {
    this.#writeGroup()
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#sync()
    await Promise.all(this.#parts.sinks.map((sink) => sink.close(timeoutMs)))
    this.#file.close()
    this.#lock.close()
  }

  readonly #writeGroup = (): void => {
    const group = this.#waiting
    if (group.length === 0) return
    this.#waiting = []
    try {
      this.#lock.hold(() => this.#append(group.map(({ facts }) => facts)))
    } catch (error) {
      this.#fail(error, group)
      return
    }
    this.#failedAt = undefined
    this.#lostSinceOk = 0
    if (this.#settings.fsyncMs > 0) {
      this.#timer ??= setTimeout(this.#syncLater, this.#settings.fsyncMs)
      for (const { resolve } of group) resolve()
    } else {
      this.#file.sync({ withHead: this.#settings.hashChain }).then(
        () => {
          for (const { resolve } of group) resolve()
        },
        (error) => this.#fail(error, group),
      )
    }
  }

  #append(events: readonly AuditFacts[]): void {
    this.#file.catchUp()
    const { tornBytes } = this.#file
    const time = new Date().toISOString()
    const all = [...events]
    if (tornBytes > 0) all.unshift({ time, action: 'audit.torn-line-removed', outcome: 'success', bytes: tornBytes })
    if (this.#lostSinceOk > 0) all.unshift({ time, action: 'audit.resumed', outcome: 'success', lost: this.#lostSinceOk })
    const lines: string[] = []
    let end: ChainEnd = this.#file.end
    for (const facts of all) {
      if (!this.#settings.hashChain) lines.push(composePlain(facts))
      else {
        const chained = composeChained(facts, end, this.#parts.seal)
        lines.push(chained.line)
        end = chained.end
      }
    }
    this.#file.append(lines.join(''), end)
    this.#file.tornBytes = 0
    for (const sink of this.#parts.sinks) for (const [i, line] of lines.entries()) sink.write(copyOf(line, String(all[i]!.time)))
  }

  #fail(error: unknown, group: readonly Waiting[]): void {
    if (this.#failedAt === undefined) this.#parts.logError(error)
    this.#failedAt = performance.now()
    this.#lose(group.length)
    for (const { reject } of group) reject(unwritable())
  }

  #lose(events: number): void {
    this.lostEvents += events
    this.#lostSinceOk += events
  }

  readonly #syncLater = (): void => {
    this.#timer = undefined
    void this.#sync()
  }

  async #sync(): Promise<void> {
    if (!this.#file.isDirty) return
    await this.#file.sync({ withHead: this.#settings.hashChain }).catch((error: unknown) => {
      this.#failedAt = performance.now()
      this.#parts.logError(error)
    })
  }
}

/** @throws ProblemError `storage_unavailable`, `bad_configuration` where the file or its lock cannot be made */
export async function openAuditLog(settings: AuditSettings, parts: AuditParts): Promise<AuditLog> {
  const { file } = settings
  let log: AuditLog | undefined
  try {
    makePrivateFolder(dirname(file))
    log = new AuditLog(settings, parts, await openProcessLock(lockPathOf(file), LOCK_WAIT_MS, settings.addonFolders))
    log.begin()
    return log
  } catch (cause) {
    await log?.close(0)
    if (cause instanceof ProblemError) throw cause
    throw new ProblemError('The audit log cannot be opened.', { code: 'storage_unavailable', at: { file }, cause })
  }
}

/** A copy has the head that every line of the log has. */
function copyOf(line: string, time: string): string {
  return `{"level":"info","time":"${time}","stream":"audit",${line.slice(1)}`
}

function unwritable(): ProblemError {
  return new ProblemError('The audit log cannot be written.', { code: 'storage_unavailable' })
}
