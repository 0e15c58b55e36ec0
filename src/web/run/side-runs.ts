// Runs that the form and the views of a result need beside the tool's own run: one after another, in one thread.
import type { RunRequest, RunResult } from './messages.ts'
import { type Outcome, ToolThread } from './tool-thread.ts'

export type SideRequest = Pick<RunRequest, 'toolId' | 'input' | 'options'>

interface Job {
  readonly request: SideRequest
  readonly isNeeded: () => boolean
  readonly settle: (outcome: Outcome<RunResult>) => void
}

export class SideRuns {
  readonly #thread: ToolThread
  readonly #waiting: Job[] = []
  #current: Job | undefined

  /** @param openWorker starts the thread */
  constructor(openWorker: () => Worker) {
    this.#thread = new ToolThread(openWorker)
  }

  /** @param isNeeded whether anyone still waits for the result; a run that is not needed ends as stopped */
  run(request: SideRequest, isNeeded: () => boolean): Promise<Outcome<RunResult>> {
    return new Promise((settle) => {
      this.#waiting.push({ request, isNeeded, settle })
      if (!this.#current) void this.#work()
    })
  }

  /** Ends the current run if nobody waits for it. An idle thread stays, with its code loaded. */
  dropUnwanted(): void {
    if (this.#current && !this.#current.isNeeded()) this.#thread.stop()
  }

  stop(): void {
    for (const { settle } of this.#waiting.splice(0)) settle({ stopped: true })
    this.#thread.stop()
  }

  async #work(): Promise<void> {
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      this.#current = job
      job.settle(job.isNeeded() ? await this.#thread.run({ kind: 'run', ...job.request }) : { stopped: true })
    }
    this.#current = undefined
  }
}
