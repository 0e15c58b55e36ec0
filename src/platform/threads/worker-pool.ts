// Threads for calls that would keep the event loop waiting. The main thread owns them; each runs one call at a time and is ended when
// the call takes too long. What waits is bounded in number and bytes, and callers take turns.
import type { Transferable, Worker } from 'node:worker_threads'
import { type Place, type ProblemCode, ProblemError, type ProblemItem } from '../../core/problem.ts'
import { type BatchTask, bytesOfGroup, type GroupAnswer, type SplitAnswer } from '../../http/batch/batch-task.ts'
import type { AnswerBody } from '../../http/response/answer.ts'
import type { ToolCall } from '../../http/routes/call.ts'

/** What a thread does: a call, or a part of a batch. */
export type WorkerTask = ToolCall | BatchTask
export type WorkerAnswer = AnswerBody | SplitAnswer | GroupAnswer

/** What a thread says once, as soon as it can take a task: until then it is the start of the thread that takes time. */
export const READY = 'ready'

/** What a thread answers. */
export type WorkerReply = { readonly answer: WorkerAnswer } | { readonly problem: ProblemParts } | { readonly failed: true }

/** A ProblemError as it crosses threads. */
export interface ProblemParts {
  readonly message: string
  readonly code: ProblemCode
  readonly at?: Place
  readonly errors?: readonly ProblemItem[]
  readonly facts?: NonNullable<ProblemError['facts']>
}

export interface PoolSettings {
  readonly threads: number
  readonly taskTimeoutMs: number
  readonly maxWaiting: number
  /** Bytes of the bodies that wait or run. */
  readonly maxBytes: number
  /** @param frame one number in shared memory, in which the thread notes the frame of an image that it searches, from 1; 0 for none */
  readonly spawn: (frame: Int32Array) => Worker
}

/** What threads have to do now. */
export interface PoolFigures {
  readonly waiting: number
  readonly running: number
  /** Bytes of the bodies that wait or run. */
  readonly bytes: number
}

interface Task {
  readonly call: WorkerTask
  readonly bytes: number
  readonly caller: string
  readonly signal: AbortSignal | undefined
  /** Ends the task where it is: in its queue, or on its thread. */
  abort: () => void
  readonly resolve: (answer: WorkerAnswer) => void
  readonly reject: (error: unknown) => void
}

export class WorkerPool {
  readonly #settings: PoolSettings
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  readonly #ready = new WeakSet<Worker>()
  readonly #frames = new WeakMap<Worker, Int32Array>()
  /** They end after the task that they run. */
  readonly #retired = new WeakSet<Worker>()
  /** Waiting tasks by caller; the first caller is the next in turn. */
  readonly #waiting = new Map<string, Task[]>()
  #waitingCount = 0
  #bytes = 0

  constructor(settings: PoolSettings) {
    this.#settings = settings
  }

  get figures(): PoolFigures {
    return { waiting: this.#waitingCount, running: this.#all.size - this.#idle.length, bytes: this.#bytes }
  }

  /**
   * @param signal ends the call, waiting or running
   * @throws ProblemError of the call, `overloaded`, `tool_timeout`, `resource_limit` (out of memory), `internal`; the reason of the signal
   */
  run(call: ToolCall, caller: string, signal?: AbortSignal): Promise<AnswerBody>
  run(call: WorkerTask, caller: string, signal?: AbortSignal): Promise<WorkerAnswer>
  run(call: WorkerTask, caller: string, signal?: AbortSignal): Promise<WorkerAnswer> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const bytes = bytesOf(call)
    const { maxWaiting, maxBytes } = this.#settings
    const isBusy = this.#idle.length === 0 && this.#all.size >= this.#settings.threads
    if ((isBusy && this.#waitingCount >= maxWaiting) || (this.#bytes > 0 && this.#bytes + bytes > maxBytes)) {
      return Promise.reject(new ProblemError('The queue for long calls is full.', { code: 'overloaded', retryAfterSeconds: 2 }))
    }
    return new Promise((resolve, reject) => {
      this.#bytes += bytes
      const onAbort = (): void => task.abort()
      const ended = <T>(act: (value: T) => void) => {
        return (value: T): void => {
          signal?.removeEventListener('abort', onAbort)
          act(value)
        }
      }
      const task: Task = { call, bytes, caller, signal, abort: () => this.#giveUp(task), resolve: ended(resolve), reject: ended(reject) }
      signal?.addEventListener('abort', onAbort)
      this.#enqueue(task)
      this.#dispatch()
    })
  }

  /** Replaces every thread by a new one: an idle one at once, a busy one after its task. */
  renew(): void {
    for (const worker of this.#all) this.#retired.add(worker)
    for (const worker of this.#idle.splice(0)) this.#discard(worker)
  }

  /** Ends all threads; what they run is lost. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  #enqueue(task: Task): void {
    const queue = this.#waiting.get(task.caller)
    if (queue) queue.push(task)
    else this.#waiting.set(task.caller, [task])
    this.#waitingCount++
  }

  /** Takes a task that still waits out of its queue. */
  #giveUp(task: Task): void {
    const queue = this.#waiting.get(task.caller)!
    queue.splice(queue.indexOf(task), 1)
    if (queue.length === 0) this.#waiting.delete(task.caller)
    this.#waitingCount--
    this.#bytes -= task.bytes
    task.reject(task.signal?.reason)
  }

  #dispatch(): void {
    while (this.#waitingCount > 0) {
      const worker = this.#idle.pop() ?? this.#grow()
      if (!worker) return
      this.#start(worker, this.#nextTask())
    }
  }

  /** The oldest task of the caller whose turn it is; that caller goes to the end of the row. */
  #nextTask(): Task {
    const [caller, queue] = this.#waiting.entries().next().value!
    const task = queue.shift()!
    this.#waiting.delete(caller)
    if (queue.length > 0) this.#waiting.set(caller, queue)
    this.#waitingCount--
    return task
  }

  #grow(): Worker | undefined {
    if (this.#all.size >= this.#settings.threads) return undefined
    const frame = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const worker = this.#settings.spawn(frame)
    this.#frames.set(worker, frame)
    worker.unref()
    this.#all.add(worker)
    // One that fails between two calls, or while it is ended, has nobody to tell, and must not end the process.
    worker.on('error', () => undefined).on('exit', () => this.#forget(worker))
    return worker
  }

  #forget(worker: Worker): void {
    this.#all.delete(worker)
    const at = this.#idle.indexOf(worker)
    if (at >= 0) this.#idle.splice(at, 1)
  }

  #start(worker: Worker, task: Task): void {
    let settled = false
    const finish = (act: () => void, reusable: boolean): void => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      // By name: the Worker has listeners of its own, without which no message arrives any more.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      this.#bytes -= task.bytes
      if (reusable && !this.#retired.has(worker)) this.#idle.push(worker)
      else this.#discard(worker)
      act()
      this.#dispatch()
    }
    const fail = (message: string, code: ProblemCode, cause?: unknown): void => failWith(new ProblemError(message, { code, cause }))
    const failWith = (problem: ProblemError): void => finish(() => task.reject(problem), false)
    const startTimer = (milliseconds: number): NodeJS.Timeout =>
      setTimeout(() => failWith(timeout(Atomics.load(this.#frames.get(worker)!, 0))), milliseconds)
    const onMessage = (reply: WorkerReply | typeof READY): void => {
      if (reply !== READY) {
        finish(() => settleTask(task, reply), true)
        return
      }
      this.#ready.add(worker)
      clearTimeout(timer)
      timer = startTimer(isAbandoned ? ABANDONED_MS : taskTimeoutMs)
    }
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') fail('The document needs more memory than one call may use.', 'resource_limit')
      else fail('The thread of the call failed.', 'internal', error)
    }
    const onExit = (): void => fail('The thread of the call ended.', 'internal')
    const { taskTimeoutMs } = this.#settings
    let timer = startTimer(this.#ready.has(worker) ? taskTimeoutMs : START_MS + taskTimeoutMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    let isAbandoned = false
    task.abort = () => {
      isAbandoned = true
      task.reject(task.signal?.reason)
      // Most calls are done sooner than another thread has started.
      clearTimeout(timer)
      timer = startTimer(this.#ready.has(worker) ? ABANDONED_MS : START_MS)
    }
    try {
      worker.postMessage(task.call, transferable(task.call))
    } catch (error) {
      fail('The call cannot be handed to a thread.', 'internal', error)
    }
  }

  #discard(worker: Worker): void {
    this.#all.delete(worker)
    void worker.terminate()
  }
}

/** @param frame that was being searched; 0 for none */
function timeout(frame: number): ProblemError {
  const at = frame === 0 ? '' : ` It was searching frame ${frame}.`
  return new ProblemError(`The tool did not finish in time.${at}`, { code: 'tool_timeout', ...(frame > 0 && { facts: { frame } }) })
}

function settleTask({ resolve, reject }: Task, reply: WorkerReply): void {
  if ('answer' in reply) resolve(reply.answer)
  else if ('problem' in reply) reject(new ProblemError(reply.problem.message, reply.problem))
  else reject(new ProblemError('The tool failed.', { code: 'internal' }))
}

function bytesOf(task: WorkerTask): number {
  if ('kind' in task) {
    if (task.kind === 'split') return task.body.byteLength
    return task.kind === 'group' ? bytesOfGroup(task.group) : Object.values(task.files).reduce((sum, file) => sum + file.byteLength, 0)
  }
  const { body } = task
  return body instanceof Uint8Array ? body.byteLength : body.reduce((sum, part) => sum + part.bytes.byteLength, 0)
}

/** Bodies move instead of being copied. Only whole buffers of their own can: a small one may be a piece of a pool that others use. */
function transferable(task: WorkerTask): Transferable[] {
  const views = bodiesOf(task)
  const buffers = new Set(views.filter((view) => view.buffer.byteLength > POOL_BYTES).map((view) => view.buffer as ArrayBuffer))
  return [...buffers]
}

/** The arrays that a task brings along. */
export function bodiesOf(task: WorkerTask): Uint8Array[] {
  if (!('kind' in task)) return task.body instanceof Uint8Array ? [task.body] : task.body.map((part) => part.bytes)
  if (task.kind === 'split') return [task.body]
  if (task.kind === 'zip') return Object.values(task.files)
  const { group } = task
  if (group.form === 'values') return []
  return group.form === 'parts' ? group.items.map(({ bytes }) => bytes) : [...group.items]
}

/** How long a thread goes on with what nobody wants any more. */
const ABANDONED_MS = 1_000

/** How long a thread may take to start. */
const START_MS = 30_000

/** Node cuts small buffers from pools of 8 KiB, and what it reads from sockets from blocks of 64 KiB. */
const POOL_BYTES = 1 << 16
