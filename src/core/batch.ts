// Runs one tool over many inputs with shared options. Each item succeeds or fails by itself, exactly as a single call would.
import { Fault } from './fault.ts'
import { checkOptions, runChecked } from './run.ts'
import type { Tool } from './tool.ts'

export interface BatchItem {
  /** The caller's own name for the item, given back with its outcome. */
  readonly id: string | undefined
  /** The input fields, or what kept them from being read. */
  readonly input: Readonly<Record<string, unknown>> | Fault
}

/** Exactly one of result and error is there. */
export interface ItemOutcome {
  readonly index: number
  readonly id: string | undefined
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: unknown
}

export interface BatchSummary {
  readonly total: number
  readonly succeeded: number
  readonly failed: number
}

/** How long items may run before other work of the process gets a turn. */
const TURN_MS = 10

export class BatchRun {
  readonly #tool: Tool
  readonly #options: unknown
  #turnStarted = performance.now()
  #total = 0
  #failed = 0

  /** @throws Fault `invalid_input` where the shared options do not fit: then no item runs */
  constructor(tool: Tool, options: unknown) {
    this.#tool = tool
    this.#options = checkOptions(tool, options)
  }

  /** Never throws or rejects: what the item throws is its outcome. A tool that does not wait is not waited for: small items cost little more. */
  run(item: BatchItem): ItemOutcome | Promise<ItemOutcome> {
    const index = this.#total++
    if (performance.now() - this.#turnStarted < TURN_MS) return this.#runAt(index, item)
    return this.#giveTurn().then(() => this.#runAt(index, item))
  }

  #runAt(index: number, { id, input }: BatchItem): ItemOutcome | Promise<ItemOutcome> {
    const fail = (error: unknown): ItemOutcome => {
      this.#failed++
      return { index, id, error }
    }
    if (input instanceof Fault) return fail(input)
    try {
      const result = runChecked(this.#tool, input, this.#options)
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
