// Ends the process if its event loop stands still: a defect that stops it would otherwise keep every caller waiting. systemd, Kubernetes and
// Windows start it again. Beats are counted by a thread of its own, so a machine that was suspended is not taken for one that hangs.
import { Worker } from 'node:worker_threads'

export interface LoopWatchTimes {
  readonly beatMs: number
  /** Beats of the thread without one of the loop, after which the process ends. */
  readonly most: number
}

/** 30 s. */
const TIMES: LoopWatchTimes = { beatMs: 1_000, most: 30 }

/** Of the bundle, which has one file: the thread's program is a text. It writes to the descriptor, because the loop's own streams stand still too. */
const WATCHER = `
const { workerData: { beats, beatMs, most } } = require('node:worker_threads')
const { writeSync } = require('node:fs')
let last = -1
let missed = 0
setInterval(() => {
  const beat = Atomics.load(beats, 0)
  missed = beat === last ? missed + 1 : 0
  last = beat
  if (missed < most) return
  try { writeSync(2, 'The event loop did not respond for ' + (most * beatMs) / 1000 + ' s. The process ends.\\n') } catch {}
  process.kill(process.pid, 'SIGKILL')
}, beatMs)`

/** @returns what ends the watch */
export function watchEventLoop({ beatMs, most }: LoopWatchTimes = TIMES): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const limits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 }
  const watcher = new Worker(WATCHER, { eval: true, workerData: { beats, beatMs, most }, resourceLimits: limits, execArgv: [], env: {} })
  watcher.unref()
  // Without the thread the service works as well.
  watcher.on('error', () => undefined)
  const timer = setInterval(() => Atomics.add(beats, 0, 1), beatMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    void watcher.terminate()
  }
}
