// A thread that runs tools, seen from the page: one request at a time; stopping it ends the thread, and the next request starts another.
import { msg } from '../language/language.ts'
import type { Problem, RunResult, WorkerReply, WorkerRequest, ZipEntry } from './messages.ts'

export type Outcome<T> = { readonly done: T } | { readonly problem: Problem } | { readonly stopped: true }

const POLICY_NAME = 'health-tools-worker'

interface ScriptPolicy {
  createScriptURL(address: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

const ENDED: Problem = {
  code: 'internal',
  title: msg('Internal error'),
  detail: msg('The browser stopped the tool, probably because it ran out of memory. The page still works. Try a smaller document.'),
}

const NOT_LOADED: Problem = {
  code: 'internal',
  title: msg('The tools cannot be loaded'),
  detail: msg('The tools could not be loaded: the server has stopped or cannot be reached. Nothing was lost. Try again later.'),
}

export class ToolThread {
  readonly #openWorker: () => Worker
  #worker: Worker | undefined
  #settle: ((outcome: Outcome<WorkerReply>) => void) | undefined

  /** @param openWorker starts a thread */
  constructor(openWorker: () => Worker) {
    this.#openWorker = openWorker
  }

  run(request: Extract<WorkerRequest, { kind: 'run' }>): Promise<Outcome<RunResult>> {
    return this.#askFor(request, (reply) => (reply.kind === 'result' ? reply.result : undefined))
  }

  zip(files: readonly ZipEntry[]): Promise<Outcome<Blob>> {
    return this.#askFor({ kind: 'zip', files }, (reply) => (reply.kind === 'zip' ? reply.content : undefined))
  }

  unzip(zip: Blob): Promise<Outcome<readonly ZipEntry[]>> {
    return this.#askFor({ kind: 'unzip', zip }, (reply) => (reply.kind === 'files' ? reply.files : undefined))
  }

  /** Ends what runs, at once and wherever it is. */
  stop(): void {
    this.#end({ stopped: true })
  }

  async #askFor<T>(request: WorkerRequest, read: (reply: WorkerReply) => T | undefined): Promise<Outcome<T>> {
    const outcome = await this.#ask(request)
    if (!('done' in outcome)) return outcome
    const found = read(outcome.done)
    if (found !== undefined) return { done: found }
    return { problem: outcome.done.kind === 'problem' ? outcome.done.problem : ENDED }
  }

  #ask(request: WorkerRequest): Promise<Outcome<WorkerReply>> {
    // A thread does one thing at a time: what is asked later takes the place of what runs.
    if (this.#settle) this.stop()
    this.#worker ??= this.#start()
    return new Promise((resolve) => {
      this.#settle = resolve
      this.#worker!.postMessage(request)
    })
  }

  #start(): Worker {
    const worker = this.#openWorker()
    let hasAnswered = false
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      hasAnswered = true
      this.#answer({ done: data })
    }
    // A script that does not come is told by an event without a message; what the script throws has one.
    worker.onerror = (event) => this.#end({ problem: hasAnswered || 'message' in event ? ENDED : NOT_LOADED })
    worker.onmessageerror = () => this.#end({ problem: ENDED })
    return worker
  }

  #answer(outcome: Outcome<WorkerReply>): void {
    const settle = this.#settle
    this.#settle = undefined
    settle?.(outcome)
  }

  #end(outcome: Outcome<WorkerReply>): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#answer(outcome)
  }
}

/** @param address of the threads' script, relative to the page */
export function workerOpener(address: string): () => Worker {
  const policies = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  const policy = policies?.createPolicy(POLICY_NAME, { createScriptURL: (url) => (url === address ? url : 'about:blank') })
  return () => new Worker(policy ? policy.createScriptURL(address) : address, { type: 'module' })
}
