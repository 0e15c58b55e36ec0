// The progress of a long run, on a terminal alone: one line that is written over itself.
import type { Terminal } from './verb.ts'

export interface Progress {
  /** How many there are, as far as known. */
  expect(total: number): void
  advance(done: number, failed: number): void
  /** Takes the line away, so that something else can be written. */
  clear(): void
}

const BAR_WIDTH = 24
const REDRAW_MS = 200

export function openProgress({ err, showsProgress }: Terminal, now: () => number): Progress {
  if (!showsProgress) return { expect: () => undefined, advance: () => undefined, clear: () => undefined }
  const started = now()
  let total = 0
  let drawnAt = Number.NEGATIVE_INFINITY
  let isDrawn = false
  return {
    expect(count) {
      total = count
    },
    advance(done, failed) {
      if (now() - drawnAt < REDRAW_MS) return
      drawnAt = now()
      isDrawn = true
      err(`\r\u001b[K${composeProgress({ done, failed, total, elapsedMs: drawnAt - started })}`)
    },
    clear() {
      if (!isDrawn) return
      isDrawn = false
      drawnAt = Number.NEGATIVE_INFINITY
      err('\r\u001b[K')
    },
  }
}

interface ProgressFacts {
  readonly done: number
  readonly failed: number
  readonly total: number
  readonly elapsedMs: number
}

/** `[======>       ] 120 of 480, 3 failed, 40/s, 9 s left` */
export function composeProgress({ done, failed, total, elapsedMs }: ProgressFacts): string {
  const rate = elapsedMs > 0 ? (done * 1000) / elapsedMs : 0
  const share = total > 0 ? Math.min(1, done / total) : 0
  const filled = Math.floor(share * BAR_WIDTH)
  const parts = [`[${'='.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${done}${total > 0 ? ` of ${total}` : ''}`]
  if (failed > 0) parts.push(`${failed} failed`)
  if (rate > 0) parts.push(`${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`)
  if (rate > 0 && total > done) parts.push(`${describeSeconds((total - done) / rate)} left`)
  return parts.join(', ')
}

function describeSeconds(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`
  return seconds < 6000 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}
