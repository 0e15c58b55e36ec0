// Runs small calls on the spot and hands long ones to threads.
import { availableParallelism } from 'node:os'
import { getAsset, isSea } from 'node:sea'
import { setFlagsFromString } from 'node:v8'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { ToolDefaults } from '../../core/option-defaults.ts'
import type { Tool } from '../../core/tool.ts'
import type { BatchTask, BatchTaskAnswer, ItemGroup } from '../../http/batch/batch-task.ts'
import { answerCall, copiedBytesOf, type Executor, type ToolCall } from '../../http/routes/call.ts'
import { nodeDigest } from '../../platform/server/node-digest.ts'
import { helpersYieldToEventLoop } from '../../platform/threads/thread-priority.ts'
import { keepWasmCode } from '../../platform/threads/wasm-code.ts'
import { type PoolFigures, WorkerPool } from '../../platform/threads/worker-pool.ts'
import type { PackageBytes } from './site-packages.ts'
import { workerFile } from './worker-file.ts'
import type { WorkerMeans } from './worker-means.ts'

export interface ExecutorSettings {
  readonly threads: number | 'auto'
  readonly memoryMb: number
  /** Young generation of a thread's heap in MB: calls that each make little garbage take no more memory for a larger one. */
  readonly youngMb?: number
  readonly taskTimeoutMs: number
  readonly maxWaiting: number
  /** Of the tools in the threads; those of this thread come with their defaults. */
  readonly defaults?: ToolDefaults
  /** FHIR packages of the tools in the threads. */
  readonly packages?: PackageBytes
  /** A recipe that the threads offer as a tool. */
  readonly recipe?: unknown
}

/** A hop to a thread and back costs about 0.05 ms: word-count over 17 kB took 0.49 ms there and 0.43 ms here. */
const INLINE_BYTES = 16_384
/** Tools that never run long still take time to read so much: JSON is checked at about 100 MB/s. */
const INLINE_BYTES_OF_SHORT = 262_144
/**
 * A byte that is only copied, compared, searched and hashed takes 1 ns, one of small elements up to 100: to de-identify a CT image of
 * 0.5 MB took 0.5 ms here, and 2 ms of two processors with a hop.
 */
const COPIED_SHARE = 1 / 64
/** By then the threads of a run have started. They do it from compiled code, which is accepted with the flags alone that it was made with. */
const COMPILED_START_MS = 2_000
/** As the main thread of the executable: three half spaces of 16 MB. */
const YOUNG_MB = 48
/** Bodies that wait or run, in all. */
const MAX_BYTES = 1 << 30

export interface OwnedExecutor extends Executor {
  readonly figures: PoolFigures
  /** Uses other FHIR packages for every call from now on; calls that run finish with those they began with. */
  usePackages(packages: PackageBytes): void
  close(): Promise<void>
}

export function openExecutor(settings: ExecutorSettings): OwnedExecutor {
  const { threads, memoryMb, youngMb = YOUNG_MB, taskTimeoutMs, maxWaiting, defaults = {}, recipe } = settings
  let { packages = [] } = settings
  const pool = new WorkerPool({
    threads: threads === 'auto' ? Math.max(1, availableParallelism() - 1) : threads,
    taskTimeoutMs,
    maxWaiting,
    maxBytes: MAX_BYTES,
    spawn: (frame) =>
      spawnWorker({ maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb }, { defaults, packages, recipe, frame }),
  })
  return {
    answer: (tool, call, caller, until) =>
      isLong(tool, workOf(tool, call), documentsOf(call)) ? pool.run(call, caller, until?.signal) : answerCall(tool, call, nodeDigest),
    isLong,
    perform: <T extends BatchTask>(_tool: Tool, task: T, caller: string, signal?: AbortSignal) =>
      pool.run(task.kind === 'group' ? { ...task, group: ownBytes(task.group) } : task, caller, signal) as Promise<BatchTaskAnswer<T>>,
    get figures() {
      return pool.figures
    },
    usePackages(next) {
      packages = next
      pool.renew()
    },
    close: () => pool.close(),
  }
}

/** The bytes of a call, those that are little work counted as few. */
function workOf(tool: Tool, call: ToolCall): number {
  const bytes = bytesOf(call) - (call.unseenBytes ?? 0)
  if (bytes <= INLINE_BYTES || bytes * COPIED_SHARE > INLINE_BYTES) return bytes
  const copiedBytes = copiedBytesOf(tool, call)
  return bytes - copiedBytes + copiedBytes * COPIED_SHARE
}

function isLong({ mayRunLong, smallMayRunLong }: Tool, bytes: number, documents?: readonly Uint8Array[]): boolean {
  if (bytes > (mayRunLong ? INLINE_BYTES : INLINE_BYTES_OF_SHORT)) return true
  if (typeof smallMayRunLong !== 'function') return smallMayRunLong === true
  return documents?.some(smallMayRunLong) ?? true
}

/** Undefined for JSON: its documents are not decoded yet. */
function documentsOf({ body, mediaType }: ToolCall): Uint8Array[] | undefined {
  if (!(body instanceof Uint8Array)) return body.map(({ bytes }) => bytes)
  return mediaType === 'application/json' ? undefined : [body]
}

function bytesOf({ body }: ToolCall): number {
  return body instanceof Uint8Array ? body.byteLength : body.reduce((sum, part) => sum + part.bytes.byteLength, 0)
}

/** Items are views into more, which would travel whole; what is sent is a copy, so that a group can be run again item by item. */
function ownBytes(group: ItemGroup): ItemGroup {
  if (group.form === 'values') return group
  if (group.form !== 'parts') return { ...group, items: copyTogether(group.items) }
  const [only, ...others] = group.items
  // A large file alone is handed over itself: a copy takes as much memory again, also in place of pixels that were left out.
  if (only && others.length === 0 && only.bytes.byteLength > COPIED_UP_TO_BYTES && only.bytes.byteLength === only.bytes.buffer.byteLength)
    return group
  const copies = copyTogether(group.items.map(({ bytes }) => bytes))
  return { form: 'parts', items: group.items.map((part, i) => ({ ...part, bytes: copies[i]! })) }
}

const COPIED_UP_TO_BYTES = 1 << 20

/** Views into one array: a hundred arrays of their own would take longer to make and to hand over than their lines to be read. */
function copyTogether(items: readonly Uint8Array[]): Uint8Array[] {
  const all = new Uint8Array(items.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  return items.map((bytes) => {
    all.set(bytes, at)
    at += bytes.byteLength
    return all.subarray(at - bytes.byteLength, at)
  })
}

/** The executable starts with these flags for its main thread; while they are set they take precedence over the limits of a thread. */
const FLAGS_OF_MAIN = ['--min-semi-space-size', '--max-semi-space-size', '--max-old-space-size']

function spawnWorker(resourceLimits: ResourceLimits, workerData: WorkerMeans): Worker {
  helpersYieldToEventLoop()
  const options = { resourceLimits, env: {}, execArgv: [], stdin: false, workerData }
  if (isSea()) {
    for (const flag of FLAGS_OF_MAIN) setFlagsFromString(`${flag}=0`)
    setTimeout(keepWasmCode, COMPILED_START_MS).unref()
    return new Worker(getAsset('launch.cjs', 'utf8'), { ...options, eval: true })
  }
  keepWasmCode()
  return new Worker(workerFile(), options)
}
