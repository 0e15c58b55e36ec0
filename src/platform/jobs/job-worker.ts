// A worker: takes parts from the queue, does them as the calls would be done, and stores what they answer. It says regularly that it is alive;
// a part of a worker that does not is given to another one.
import { randomUUID } from 'node:crypto'
import { FAULTS, Fault } from '../../core/fault.ts'
import type { Tool } from '../../core/tool.ts'
import type { ApiPlaces } from '../../http/api-places.ts'
import type { WorkContext } from '../../http/exchange.ts'
import { type PartOutcome, type PartServices, runPart } from '../../http/jobs/portable-work.ts'
import { problemOf } from '../../http/problem.ts'
import type { Reporter } from '../../http/report.ts'
import { finishPart } from './job-finish.ts'
import type { TakenPart } from './job-queue.ts'
import { FIND_PART } from './job-rows.ts'
import type { JobServices } from './job-services.ts'
import { partOf } from './part-format.ts'
import { isDamage } from './payload-cipher.ts'
import { readWhole } from './payload-store.ts'

export interface WorkerServices extends JobServices, PartServices {
  readonly findTool: (id: string) => Tool | undefined
  readonly places: ApiPlaces
  readonly reporter: Pick<Reporter, 'internalError'>
  /** Parts that are done at the same time. */
  readonly slots: number
  /** Called with errors of the database. The worker continues. */
  readonly logFault: (error: unknown) => void
}

export interface JobWorker {
  /** Takes nothing new, gives what is not done within the time back to the queue, and ends. */
  stop(milliseconds: number): Promise<void>
}

/** Without a signal the queue is looked at after this time. */
const LOOK_MS = 1_000
/** How often the worker says that it is alive. */
const TOUCH_MS = 3_000
/** After a failure of the database it is tried again after this time, and so long in all. */
const RETRY_MS = 500
const RETRY_UNTIL_MS = 120_000

/** How long a worker that stops tries to give parts back. */
const GIVE_BACK_MS = 2_000

const STOPPED = new Fault('The worker stops.', { code: 'draining' })
const ENDED = new Fault('The job was deleted.', { code: 'job_gone' })

export function startJobWorker(services: WorkerServices): JobWorker {
  const { queue, signals, slots, logFault } = services
  const running = new Map<TakenPart, { readonly abort: AbortController; readonly work: Promise<void> }>()
  let isStopping = false
  let wake: () => void = () => undefined
  const ignore = signals.listen((signal) => {
    if (signal.kind === 'waiting') wake()
    if (signal.kind === 'ended') for (const [part, { abort }] of running) if (part.job === signal.id) abort.abort(ENDED)
  })
  const touching = setInterval(() => void queue.touch([...running.keys()]).catch(logFault), TOUCH_MS)

  const begin = (part: TakenPart): void => {
    const abort = new AbortController()
    const work = doPart(services, part, abort.signal)
      .catch(logFault)
      .finally(() => {
        running.delete(part)
        wake()
      })
    running.set(part, { abort, work })
  }

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      // Set before the queue is queried, so that a signal during the query is not lost.
      const woken = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      const free = slots - running.size
      const taken = free > 0 ? await queue.take(free).catch((error: unknown) => void logFault(error)) : []
      for (const part of taken ?? []) begin(part)
      if (taken && taken.length > 0 && running.size < slots) continue
      await woken
    }
  }
  const looping = loop()
  return {
    async stop(milliseconds) {
      isStopping = true
      wake()
      await looping
      await settled(running.values(), milliseconds)
      for (const { abort } of running.values()) abort.abort(STOPPED)
      // What a database that is away does not take back is taken from this worker a few seconds later.
      await settled(running.values(), GIVE_BACK_MS)
      clearInterval(touching)
      ignore()
    },
  }
}

/** Resolves when all works have ended or the time is over. */
async function settled(works: Iterable<{ readonly work: Promise<void> }>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const all = Promise.all(Array.from(works, ({ work }) => work))
  await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))])
  clearTimeout(timer)
}

async function doPart(services: WorkerServices, part: TakenPart, signal: AbortSignal): Promise<void> {
  const { database, payloads, queue } = services
  const outcome = await persist(services, signal, async () => {
    const [facts] = await database.query<{ tool: string; owner: string; requestId: string; isDone: boolean }>(
      FIND_PART,
      [part.job, part.part],
      'part',
    )
    if (!facts || facts.isDone) return 'gone'
    for (;;) {
      const outcome = await attempt(services, facts, () => readWhole(payloads.read(part.job, `in/${part.part}`)), signal)
      if (outcome !== 'busy') return outcome
    }
  })
  if (outcome === 'gone') {
    await database.transact((client) => queue.complete(client, part))
    return
  }
  if (outcome === 'back' || outcome === undefined) {
    await queue.giveBack(part)
    return
  }
  // A failed try may have written a part of the answer: each has a slot of its own.
  await persist(services, undefined, () => finishPart(services, part, outcome, randomUUID(), part))
}

/** @returns `back` if another worker should do it, `busy` if this one should try again */
async function attempt(
  services: WorkerServices,
  { tool: toolId, owner, requestId }: { readonly tool: string; readonly owner: string; readonly requestId: string },
  readInput: () => Promise<Uint8Array>,
  signal: AbortSignal,
): Promise<PartOutcome | 'back' | 'gone' | 'busy'> {
  const { findTool, places, reporter } = services
  const context: WorkContext = { requestId, places, caller: { credentialId: owner }, bytesOut: 0, units: 0, errors: 0 }
  try {
    const tool = findTool(toolId)
    if (!tool) throw new Fault('The tool is disabled.', { code: 'unknown_tool' })
    const input = await readInput()
    const running = runPart(tool, partOf(input), context, services, { signal, advance: () => undefined, isKept: true })
    // A call that runs on the spot does not hear of the end; nobody waits for it.
    return await Promise.race([running, endOf(signal)])
  } catch (error) {
    if (signal.aborted) return signal.reason === ENDED ? 'gone' : 'back'
    // The threads of this node are busy: they will be free again, while a part that is given back counts as failed.
    if (error instanceof Fault && error.code === 'overloaded') {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return signal.aborted ? (signal.reason === ENDED ? 'gone' : 'back') : 'busy'
    }
    if (error instanceof Fault && error.code === 'storage_unavailable' && !isDamage(error)) throw error
    if (!(error instanceof Fault) || FAULTS[error.code].status === 500) reporter.internalError(error, requestId)
    return { answer: problemOf(error, requestId, places.problemBase), units: context.units, errors: Math.max(1, context.errors) }
  }
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}

/** A database that is away for a moment, while another one takes its place, loses no work. */
async function persist<T>({ logFault }: WorkerServices, signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T | undefined> {
  const end = performance.now() + RETRY_UNTIL_MS
  for (;;) {
    try {
      return await act()
    } catch (error) {
      logFault(error)
      if (signal?.aborted || performance.now() > end) return undefined
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
