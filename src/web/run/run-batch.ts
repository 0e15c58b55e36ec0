// Runs one tool over many files in several threads, and packs what came out. Names of files stay on the page unless they are asked for.
import type { ToolDescription } from '../../core/describe.ts'
import type { Problem, RunResult, ZipRequest } from './messages.ts'
import { type Outcome, ToolThread } from './tool-thread.ts'

export interface BatchFile {
  readonly file: File
  /** With its folders, as it was dropped. */
  readonly path: string
}

export interface BatchSettings {
  readonly tool: ToolDescription
  readonly files: readonly BatchFile[]
  readonly options: Readonly<Record<string, unknown>>
  readonly keepNames: boolean
  /** Runs instead of the tool, which describes it. */
  readonly recipe?: unknown
  readonly openWorker: () => Worker
  readonly onItem: (index: number, problem: Problem | undefined) => void
}

/** Each thread has the whole tool and one document in memory. */
const MAX_THREADS = 4

export class BatchJob {
  readonly #settings: BatchSettings
  readonly #threads: ToolThread[] = []
  readonly #results: (RunResult | Problem | undefined)[]
  #next = 0
  #stopped = false

  constructor(settings: BatchSettings) {
    this.#settings = settings
    this.#results = settings.files.map(() => undefined)
  }

  /** Resolves with the ZIP when every file is done or has failed. */
  async run(): Promise<Outcome<Blob>> {
    const { files, openWorker } = this.#settings
    const count = Math.max(1, Math.min(MAX_THREADS, (navigator.hardwareConcurrency || 2) - 1, files.length))
    this.#threads.push(...Array.from({ length: count }, () => new ToolThread(openWorker)))
    await Promise.all(this.#threads.map((thread) => this.#work(thread)))
    if (this.#stopped) return { stopped: true }
    const outcome = await this.#threads[0]!.zip(this.#entries())
    for (const thread of this.#threads) thread.stop()
    return outcome
  }

  stop(): void {
    this.#stopped = true
    for (const thread of this.#threads) thread.stop()
  }

  async #work(thread: ToolThread): Promise<void> {
    const { files, tool, options, recipe, onItem } = this.#settings
    while (!this.#stopped && this.#next < files.length) {
      const index = this.#next++
      const input = { [tool.document!.field]: { file: files[index]!.file } }
      const outcome = await thread.run({ kind: 'run', toolId: tool.id, input, options, recipe })
      if ('stopped' in outcome) return
      this.#results[index] = 'done' in outcome ? outcome.done : outcome.problem
      onItem(index, 'done' in outcome ? undefined : outcome.problem)
    }
  }

  /** The files of the API's ZIP: documents by their place in the batch, a report beside each, and a manifest of all. */
  #entries(): ZipRequest['files'] {
    const { tool, files, keepNames } = this.#settings
    const entries: { name: string; content: Blob }[] = []
    const digits = Math.max(4, String(files.length).length)
    const results = this.#results.map((result, index) => {
      const number = String(index + 1).padStart(digits, '0')
      const path = keepNames ? { path: files[index]!.path } : {}
      if (!result || !('json' in result)) return { index, ...path, error: result }
      const stem = keepNames ? `${number} ${files[index]!.path.replaceAll('/', ' ')}` : number
      entries.push({ name: `${stem}.json`, content: result.json })
      if (!result.document) return { index, ...path, file: `${stem}.json` }
      entries.push({ name: `${stem}.${result.document.extension}`, content: result.document.content })
      return { index, ...path, file: `${stem}.${result.document.extension}`, report: `${stem}.json` }
    })
    const failed = results.filter((result) => 'error' in result).length
    const summary = { total: files.length, succeeded: files.length - failed, failed }
    const manifest = JSON.stringify({ tool: tool.id, version: tool.version, summary, results })
    return [{ name: 'manifest.json', content: new Blob([manifest]) }, ...entries]
  }
}
