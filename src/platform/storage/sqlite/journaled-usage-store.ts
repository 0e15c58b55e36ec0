// Usage in SQLite with a journal before it, which one process at a time has: a group of calls costs it one write instead of a transaction,
// and about every second the database takes what came together. Another process that counts on the same database does so in transactions,
// and then this one does, too, so that quotas hold for both. Whatever the journal does not take goes to the database.
import { existsSync, rmSync } from 'node:fs'
import type {
  Awaitable,
  Charge,
  CredentialOwner,
  QuotaTotals,
  UsageQuery,
  UsageReportRow,
  UsageRow,
  UsageStore,
} from '../../../access/store.ts'
import { ProblemError } from '../../../core/problem.ts'
import { type LastingLock, openLastingLock } from '../process-lock.ts'
import { chargeRow, totalsOf } from '../quota-row.ts'
import { CountsJournal, journalPathOf, readJournal } from './counts-journal.ts'
import type { Counts } from './counts-record.ts'
import { DiskPace, type Pace } from './disk-pace.ts'
import { UnfoldedCounts } from './unfolded-counts.ts'
import type { SqliteUsageStore } from './usage-store.ts'

export interface JournalPlace {
  readonly databasePath: string
  readonly addonFolders: readonly string[]
  /** What is added is on the disk before it is answered. */
  readonly isPowerSafe: boolean
  /** Of the writes that have to reach the disk; by what it needs, where nothing else is given. */
  readonly pace?: Pace
}

/** So many folds without a word from another process, and this one is taken to be alone. */
const QUIET_FOLDS = 2

export class JournaledUsageStore implements UsageStore {
  readonly #store: SqliteUsageStore
  readonly #place: JournalPlace
  readonly #path: string
  readonly #pace: Pace
  #lock: LastingLock | undefined
  #journal: CountsJournal | undefined
  #unfolded = new UnfoldedCounts()
  #lastAdd: Promise<unknown> = Promise.resolve()
  /** Adds that have begun on threads, or wait for their turn there. */
  #addsOnThreads = 0
  #addsSinceFold = 0
  #beside = 0
  #noisyFolds = 0

  constructor(store: SqliteUsageStore, place: JournalPlace) {
    this.#store = store
    this.#place = place
    this.#pace = place.pace ?? new DiskPace(() => performance.now())
    this.#path = journalPathOf(place.databasePath)
  }

  /**
   * Brings what a killed process has left into the database, and removes it. Does nothing where a process is at work.
   * @throws ProblemError `storage_unavailable` where it cannot be read
   */
  async recover(): Promise<void> {
    if (!existsSync(this.#path)) return
    const lock = await this.#openLock()
    try {
      if (!lock.take()) return
      const records = readJournal(this.#path)
      try {
        this.#store.fold(records)
        rmSync(this.#path, { force: true })
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        // A full disk keeps nobody from reading what is there. It is tried again with the first fold.
        this.#addsSinceFold = Number.POSITIVE_INFINITY
      }
    } finally {
      lock.close()
    }
  }

  add(rows: readonly UsageRow[], charges: readonly Charge[], owners: readonly CredentialOwner[] = []): Awaitable<void> {
    this.#addsSinceFold++
    const counts = { rows, charges, owners }
    if (!this.#journal) return this.#store.add(counts, undefined)
    if (!this.#place.isPowerSafe || (this.#addsOnThreads === 0 && this.#pace.isQuick())) return this.#addNow(this.#journal, counts)
    this.#addsOnThreads++
    const added = this.#lastAdd.then(() => this.#addOnThread(counts))
    this.#lastAdd = added.catch(() => undefined).finally(() => this.#addsOnThreads--)
    return added
  }

  totals(keyId: string, day: string): QuotaTotals {
    const { row, beside } = this.#store.standing(keyId)
    const totals = totalsOf(chargeRow(row, this.#unfolded.chargesOf(keyId)), day)
    this.#listen(beside)
    return totals
  }

  reserve(claim: Parameters<UsageStore['reserve']>[0]) {
    if (this.#unfolded.chargesOf(claim.keyId).length > 0) this.#fold()
    return this.#store.reserve(claim)
  }

  report(query: UsageQuery): UsageReportRow[] {
    if (!this.#journal) return this.#store.report(query, existsSync(this.#path) ? readJournal(this.#path) : [])
    // A database that cannot be written can be read.
    this.#tryFold()
    return this.#store.report(query)
  }

  prune(beforeDay: string): number {
    this.#fold()
    return this.#store.prune(beforeDay)
  }

  /**
   * Folds the journal into the database; where there is none and one would help, begins it.
   * @throws ProblemError `storage_unavailable`; what was added stays in the journal
   */
  async settle(): Promise<void> {
    const adds = this.#addsSinceFold
    this.#addsSinceFold = 0
    if (!this.#journal) {
      // Counts that are written once in a while are in the database at once.
      if (adds > 1) await this.#begin()
      return
    }
    if (this.#noisyFolds > 0) this.#noisyFolds--
    this.#fold()
    this.#listen(this.#store.beside())
  }

  async close(): Promise<void> {
    await this.#lastAdd
    const journal = this.#journal
    try {
      this.#fold()
      if (journal) rmSync(this.#path, { force: true })
    } catch {
      // The next start finds it.
    } finally {
      this.#journal = undefined
      journal?.close()
      this.#lock?.close()
    }
  }

  async #begin(): Promise<void> {
    this.#lock ??= await this.#openLock()
    if (!this.#lock.take()) return
    this.#store.fold(readJournal(this.#path))
    this.#beside = this.#store.beside()
    try {
      this.#journal = new CountsJournal(this.#path, this.#store.folded(), this.#place.isPowerSafe)
    } catch {
      // A disk without room for it has room for the database perhaps.
    }
  }

  #openLock(): Promise<LastingLock> {
    return openLastingLock(`${this.#path}-lock`, this.#place.addonFolders)
  }

  #addNow(journal: CountsJournal, counts: Counts): void {
    if (this.#write(journal, counts)) this.#unfolded.add(counts, journal.sequence)
    else this.#fold(counts)
  }

  async #addOnThread(counts: Counts): Promise<void> {
    const journal = this.#journal
    if (!journal) {
      this.#store.add(counts, undefined)
      return
    }
    try {
      const written = this.#mayTake(counts) ? journal.appendOnThread(counts) : undefined
      if (written) {
        const { sequence } = journal
        await written
        this.#unfolded.add(counts, sequence)
        return
      }
    } catch {
      // The next record takes its place.
    }
    this.#fold(counts)
  }

  #write(journal: CountsJournal, counts: Counts): boolean {
    if (!this.#mayTake(counts)) return false
    try {
      return this.#place.isPowerSafe ? this.#pace.time(() => journal.append(counts)) : journal.append(counts)
    } catch {
      return false
    }
  }

  #mayTake(counts: Counts): boolean {
    return this.#noisyFolds === 0 && isSound(counts)
  }

  /** What comes past the journal goes in the same transaction, behind what is in it. A record of it that could not be written keeps its number. */
  #fold(more?: Counts): void {
    const journal = this.#journal
    if (!journal || (this.#unfolded.isEmpty && !more)) return
    const folded = more ? journal.sequence : this.#unfolded.last
    this.#store.add(this.#unfolded.with(more), folded)
    this.#unfolded = new UnfoldedCounts()
    // Else what comes next would be written over a record that a thread has brought to the disk, and that is not counted here yet.
    if (folded === journal.sequence) journal.restart()
  }

  /** Where another process has counted, it has to see what this one counts. */
  #listen(beside: number): void {
    if (!this.#journal || beside === this.#beside) return
    this.#beside = beside
    this.#noisyFolds = QUIET_FOLDS
    this.#tryFold()
  }

  /** What stays in the journal is folded with the next counts, or the error is reported with them. */
  #tryFold(): void {
    try {
      this.#fold()
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
    }
  }
}

/** What a database would refuse must not be in the journal, where it would be in the way of all that follows. */
function isSound({ rows, charges }: Counts): boolean {
  for (const { requests, units, bytesIn, bytesOut, errors, ms } of rows) {
    if (!Number.isSafeInteger(requests + units + bytesIn + bytesOut + errors) || !Number.isFinite(ms)) return false
  }
  for (const { units, bytes } of charges) if (!Number.isSafeInteger(units + bytes)) return false
  return true
}
