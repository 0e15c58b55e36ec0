// What a run over many inputs works with: threads, and a way to stop that a signal takes as well.
import type { Executor } from '../../http/routes/call.ts'
import { openExecutor } from '../service/executor.ts'
import type { PackageBytes } from '../service/site-packages.ts'

export interface RunMeans {
  readonly executor: Executor
  /** Aborted once nothing more is to be done. */
  readonly signal: AbortSignal
  stop(): void
  wasInterrupted(): boolean
  close(): Promise<void>
}

/** Megabytes of objects that one input may make, as the server's default. */
const MEMORY_MB = 512
/** Young generation of a thread that converts a feed of messages: less memory than with the usual 48. A feed makes many small objects that die at once. */
const YOUNG_MB = 12

/** How many threads, and what they are given. */
export interface RunPace {
  readonly threads: number
  readonly taskTimeoutMs: number
  readonly packages: PackageBytes
  /** Of a run with a recipe. */
  readonly recipe?: unknown
}

export function openMeans({ threads, taskTimeoutMs, packages, recipe }: RunPace): RunMeans {
  const executor = openExecutor({
    threads,
    memoryMb: MEMORY_MB,
    youngMb: YOUNG_MB,
    taskTimeoutMs,
    maxWaiting: Number.POSITIVE_INFINITY,
    packages,
    recipe,
  })
  const abort = new AbortController()
  let interrupted = false
  const interrupt = (): void => {
    interrupted = true
    abort.abort()
  }
  // Once: a second signal ends the process at once, and a later run finds what it left.
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  return {
    // Nothing runs on this thread, which reads and writes.
    executor: { ...executor, isLong: () => true },
    signal: abort.signal,
    stop: () => abort.abort(),
    wasInterrupted: () => interrupted,
    close() {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      return executor.close()
    },
  }
}
