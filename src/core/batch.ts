// Runs one tool over many inputs with shared options. Each item succeeds or fails by itself, exactly as a single call would.
import { ProblemError } from './problem.ts'
import { checkOptions, runChecked, runCheckedToJson } from './run.ts'
import type { Json, Tool } from './tool.ts'

export interface BatchItem {
  /** The caller's own name for the item, given back with its outcome. */
  readonly id: string | undefined
  /** The input fields, or what kept them from being read. */
  readonly input: Readonly<Record<string, unknown>> | ProblemError
}

/** Exactly one of result and error is there. */
export interface ItemOutcome<Result = Readonly<Record<string, unknown>>> {
  readonly index: number
  readonly id: string | undefined
  readonly result?: Result
  readonly error?: unknown
}

export interface BatchSummary {
  readonly total: number
  readonly succeeded: number
  readonly failed: number
}

/** How long items may run before other work of the process gets a turn. */
const TURN_MS = 10

type Run<Result> = (tool: Tool, input: unknown, options: unknown) => Promise<Result> | Result

export class BatchRun {
  readonly #tool: Tool
  readonly #options: unknown
  #turnStarted = performance.now()
  #total = 0
  #failed = 0

  /** @throws ProblemError `invalid_input` where the shared options do not fit: then no item runs */
  constructor(tool: Tool, options: unknown) {
    this.#tool = tool
    this.#options = checkOptions(tool, options)
  }

  /** Never throws or rejects: what the item throws is its outcome. A tool that does not wait is not waited for: small items cost little more. */
  run(item: BatchItem): ItemOutcome | Promise<ItemOutcome> {
    return this.#run(item, runChecked)
  }

  /** The same, the result as JSON. */
  runToJson(item: BatchItem): ItemOutcome<Json> | Promise<ItemOutcome<Json>> {
    return this.#run(item, runCheckedToJson)
  }

  #run<Result>(item: BatchItem, run: Run<Result>): ItemOutcome<Result> | Promise<ItemOutcome<Result>> {
    const index = this.#total++
    if (performance.now() - this.#turnStarted < TURN_MS) return this.#runAt(index, item, run)
    return this.#giveTurn().then(() => this.#runAt(index, item, run))
  }

  #runAt<Result>(index: number, { id, input }: BatchItem, run: Run<Result>): ItemOutcome<Result> | Promise<ItemOutcome<Result>> {
    const fail = (error: unknown): ItemOutcome<Result> => {
      this.#failed++
      return { index, id, error }
    }
    if (input instanceof ProblemError) return fail(input)
    try {
      const result = run(this.#tool, input, this.#options)
      if (!(result instanceof Promise)) return { index, id, result }
      return result.then((value) => ({ index, id, result: value }), fail)
    } catch (error) {
      return fail(error)
    }
  }

  get summary(): BatchSummary {
    return { total: this.#total, succeeded: this.#total - this.#failed, failed: this.#failed }
  }

  async #giveTurn(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0))
    this.#turnStarted = performance.now()
  }
}
