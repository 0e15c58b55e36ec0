// Runs many files in several threads, and packs what came out.
import { t } from '../language/language.ts'
import type { Problem, RunRequest, RunResult, ZipEntry } from './messages.ts'
import { type Outcome, ToolThread } from './tool-thread.ts'

export interface BatchFile {
  readonly file: File
  /** With its folders, as it was dropped. */
  readonly path: string
}

export interface BatchSettings {
  readonly count: number
  readonly requestOf: (index: number) => Promise<Omit<RunRequest, 'kind'>> | Omit<RunRequest, 'kind'>
  /** Called once for each file, in the order in which they end. */
  readonly onItem: (index: number, result: RunResult | Problem) => void
  /** The files of the ZIP, when all are done. */
  readonly entries: () => readonly ZipEntry[]
  readonly openWorker: () => Worker
}

/** Each thread has the whole tool and one document in memory. */
const MAX_THREADS = 4

export class BatchJob {
  readonly #settings: BatchSettings
  readonly #threads: ToolThread[] = []
  #next = 0
  #stopped = false

  constructor(settings: BatchSettings) {
    this.#settings = settings
  }

  /** Resolves with the ZIP when every file is done or has failed. */
  async run(): Promise<Outcome<Blob>> {
    const { count, openWorker, entries } = this.#settings
    const threads = Math.max(1, Math.min(MAX_THREADS, (navigator.hardwareConcurrency || 2) - 1, count))
    this.#threads.push(...Array.from({ length: threads }, () => new ToolThread(openWorker)))
    await Promise.all(this.#threads.map((thread) => this.#work(thread)))
    if (this.#stopped) return { stopped: true }
    const outcome = await this.#threads[0]!.zip(entries())
    for (const thread of this.#threads) thread.stop()
    return outcome
  }

  stop(): void {
    this.#stopped = true
    for (const thread of this.#threads) thread.stop()
  }

  async #work(thread: ToolThread): Promise<void> {
    const { count, requestOf, onItem } = this.#settings
    while (!this.#stopped && this.#next < count) {
      const index = this.#next++
      const request = await readRequest(requestOf, index)
      if ('code' in request) {
        onItem(index, request)
        continue
      }
      if (this.#stopped) return
      const outcome = await thread.run({ kind: 'run', ...request })
      if ('stopped' in outcome) return
      onItem(index, 'done' in outcome ? outcome.done : outcome.problem)
    }
  }
}

/** A file that has changed or gone since it was dropped cannot be read. */
async function readRequest(requestOf: BatchSettings['requestOf'], index: number): Promise<Omit<RunRequest, 'kind'> | Problem> {
  try {
    return await requestOf(index)
  } catch {
    return {
      code: 'io_error',
      title: t('The file cannot be read'),
      detail: t('The file cannot be read. It may have changed since it was dropped.'),
    }
  }
}

/** Number of a file in the ZIP: `0001`. */
export function fileNumber(index: number, count: number): string {
  return String(index + 1).padStart(Math.max(4, String(count).length), '0')
}
