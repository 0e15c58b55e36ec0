// Makes the daily backups of a running service: at the time of day, and once at a start where one was missed.
import type { Backup } from './backup.ts'

export interface DailyBackupFigures {
  /** Milliseconds since 1970; 0: none yet. */
  readonly lastSuccessAt: number
  readonly failures: number
}

export interface DailyBackup extends DailyBackupFigures {
  /** To be called every minute or so; does nothing while one is being made. */
  tick(now: number): Promise<void>
}

/** After a failure. */
const RETRY_MS = 15 * 60_000

/**
 * @param schedule by the clock of this machine
 * @param lastMadeAt when the newest daily backup was made; 0: never
 * @param report told of each success and of each failure
 */
export function createDailyBackup(
  schedule: { readonly hour: number; readonly minute: number },
  lastMadeAt: number,
  make: (now: number) => Promise<Backup>,
  report: { done(backup: Backup): void; failed(error: unknown): void },
): DailyBackup {
  const state = { lastSuccessAt: lastMadeAt, failures: 0, notBefore: 0, busy: false }
  const tick = async (now: number): Promise<void> => {
    // One from the future is of a clock that was wrong, and would keep others away until then.
    const isFresh = state.lastSuccessAt >= lastDue(schedule, now) && state.lastSuccessAt <= now
    const isTooSoon = now < state.notBefore && state.notBefore - now <= RETRY_MS
    if (state.busy || isTooSoon || isFresh) return
    state.busy = true
    try {
      const backup = await make(now)
      state.lastSuccessAt = now
      report.done(backup)
    } catch (error) {
      state.failures++
      state.notBefore = now + RETRY_MS
      report.failed(error)
    } finally {
      state.busy = false
    }
  }
  return {
    tick,
    get lastSuccessAt() {
      return state.lastSuccessAt
    },
    get failures() {
      return state.failures
    },
  }
}

/** The last moment at or before now that has this time of day here. */
export function lastDue({ hour, minute }: { readonly hour: number; readonly minute: number }, now: number): number {
  const due = new Date(now)
  due.setHours(hour, minute, 0, 0)
  if (due.getTime() > now) due.setDate(due.getDate() - 1)
  return due.getTime()
}
