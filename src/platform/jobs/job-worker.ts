// A worker: takes parts from the queue, does them as the calls would be done, and stores what they answer. It says regularly that it is alive;
// a part of a worker that does not is given to another one.

import { freeBytes } from '../../core/free-bytes.ts'
import { PROBLEMS, ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { type PartOutcome, type PartServices, runPart } from '../../http/jobs/portable-work.ts'
import { problemOf } from '../../http/response/problem.ts'
import type { Reporter } from '../../http/response/report.ts'
import type { ApiPlaces } from '../../http/routes/api-places.ts'
import type { WorkContext } from '../../http/routes/exchange-types.ts'
import { fillAnswer } from './bypassed-answer.ts'
import { finishPart } from './job-finish.ts'
import type { ClaimedPart } from './job-queue.ts'
import { FIND_PARTS } from './job-rows.ts'
import type { JobServices } from './job-services.ts'
import { lengthOfPart, readPart, slotOfInput } from './part-format.ts'
import { isDamage } from './payload-cipher.ts'
import { createTurns, type TakeTurn } from './turns.ts'

export interface WorkerServices extends JobServices, PartServices {
  readonly findTool: (id: string) => Tool | undefined
  readonly places: ApiPlaces
  readonly reporter: Pick<Reporter, 'internalError'>
  /** For tools. */
  readonly threads: number
  /** Called with errors of the database. The worker continues. */
  readonly logError: (error: unknown) => void
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

/** A worker takes no more parts than it does in this time, so that others find some, too. */
const AHEAD_MS = 500
const MAX_SLOTS = 32

/** How many parts this worker has at once: many short ones, because most of their time is the database's, or few long ones. */
function createPace(threads: number): { readonly slots: number; note(milliseconds: number): void } {
  let usualMs = AHEAD_MS
  return {
    get slots() {
      return Math.min(MAX_SLOTS, Math.max(threads + 1, Math.round((AHEAD_MS * threads) / usualMs)))
    },
    note(milliseconds) {
      usualMs += (Math.max(1, milliseconds) - usualMs) / 8
    },
  }
}

const STOPPED = new ProblemError('The worker is shutting down.', { code: 'draining' })
const ENDED = new ProblemError('The job was deleted.', { code: 'job_gone' })

export function startJobWorker(services: WorkerServices): JobWorker {
  const { queue, signals, threads, logError } = services
  const pace = createPace(threads)
  const takeTurn = createTurns(threads)
  const running = new Map<ClaimedPart, { readonly abort: AbortController; readonly work: Promise<void> }>()
  let isStopping = false
  let wake: () => void = () => undefined
  const ignore = signals.listen((signal) => {
    if (signal.kind === 'waiting') wake()
    if (signal.kind === 'ended') for (const [part, { abort }] of running) if (part.job === signal.id) abort.abort(ENDED)
  })
  const touching = setInterval(() => void queue.touch([...running.keys()]).catch(logError), TOUCH_MS)

  const begin = (part: ClaimedPart, found: Promise<FoundPart | undefined>): void => {
    const abort = new AbortController()
    const began = performance.now()
    const work = doInTurn(services, takeTurn, part, found, abort.signal)
      .catch(logError)
      .finally(() => {
        running.delete(part)
        if (!isRepeated(part)) pace.note(performance.now() - began)
        // While none waited, a signal comes with the next one.
        if (mayWait || isStopping) wake()
      })
    running.set(part, { abort, work })
  }

  /** Whether the queue may have more than this worker took. */
  let mayWait = true
  const take = async (): Promise<void> => {
    const free = pace.slots - running.size
    mayWait = true
    if (free <= 0) return
    const taken = await queue.take(free)
    const found = findParts(services, taken)
    for (const [i, part] of taken.entries())
      begin(
        part,
        found.then((parts) => parts[i]),
      )
    mayWait = taken.length === free
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
      const isTaken = await take().then(
        () => true,
        (error: unknown) => logError(error),
      )
      if (!isTaken || !mayWait || running.size >= pace.slots) await woken
      // What is sent or finished in this turn is seen by one query.
      await new Promise((resolve) => setImmediate(resolve))
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

interface FoundPart {
  readonly n: number
  readonly tool: string
  readonly owner: string
  readonly requestId: string
  /** Null for a long one, which is in the table of chunks. */
  readonly input: Uint8Array | null
}

/** For each taken part what is known of it; undefined if it is done already or its job is gone. */
async function findParts(services: WorkerServices, taken: readonly ClaimedPart[]): Promise<(FoundPart | undefined)[]> {
  if (taken.length === 0) return []
  const repeated = taken.filter(isRepeated)
  if (repeated.length > 0) await persist(services, undefined, () => services.queue.spare(repeated))
  const places = [taken.map(({ job }) => job), taken.map(({ part }) => part)]
  const rows = await persist(services, undefined, () =>
    services.database.query<FoundPart & Record<string, unknown>>(FIND_PARTS, places, 'parts'),
  )
  if (!rows) throw STOPPED
  const parts: (FoundPart | undefined)[] = taken.map(() => undefined)
  for (const row of rows) parts[row.n - 1] = row
  return parts
}

/** A part whose first worker did not finish it: the part may have been what ended it. */
function isRepeated({ retryCount }: ClaimedPart): boolean {
  return retryCount > 0
}

/** As many parts as a worker takes would not fit into its memory if their inputs were longer. */
const LONG_BYTES = 4 << 20

/** What cannot be read is reported where it is needed. */
async function isLong({ payloads }: WorkerServices, part: ClaimedPart, facts: FoundPart | undefined): Promise<boolean> {
  return facts !== undefined && (await lengthOfPart(payloads, part, facts.input).catch(() => 0)) > LONG_BYTES
}

/**
 * Long parts are read and done a few at a time. So are parts that are tried again, and a try counts when it begins: a part that ends its worker
 * fails in the end, and those that only waited beside it do not.
 */
async function doInTurn(
  services: WorkerServices,
  takeTurn: TakeTurn,
  part: ClaimedPart,
  found: Promise<FoundPart | undefined>,
  signal: AbortSignal,
): Promise<void> {
  const { queue } = services
  const facts = await found
  if (!isRepeated(part) && !(await isLong(services, part, facts))) return doPart(services, part, facts, signal)
  const endTurn = await takeTurn(signal)
  try {
    const mayBegin = endTurn && (!isRepeated(part) || (await persist(services, signal, () => queue.countTry(part).then(() => true))))
    await (mayBegin ? doPart(services, part, facts, signal) : queue.giveBack(part))
  } finally {
    endTurn?.()
  }
}

async function doPart(services: WorkerServices, part: ClaimedPart, facts: FoundPart | undefined, signal: AbortSignal): Promise<void> {
  const { queue } = services
  const outcome = await persist(services, signal, async () => {
    if (!facts) return 'gone'
    for (;;) {
      const outcome = await attempt(services, facts, part, signal)
      if (outcome !== 'busy') return outcome
    }
  })
  if (outcome === 'gone') {
    await queue.remove(part)
    return
  }
  if (outcome === 'back' || outcome === undefined) {
    await queue.giveBack(part)
    return
  }
  const queued = { job: part.job, part: part.part, queueId: part.id }
  await persist(services, undefined, () => finishPart(services, queued, outcome))
  const { body, isGivenAway = false } = outcome.answer
  if (isGivenAway && body instanceof Uint8Array) freeBytes(body)
}

/** @returns `back` if another worker should do it, `busy` if this one should try again */
async function attempt(
  services: WorkerServices,
  { tool: toolId, owner, requestId, input }: FoundPart,
  place: ClaimedPart,
  signal: AbortSignal,
): Promise<PartOutcome | 'back' | 'gone' | 'busy'> {
  const { findTool, places, reporter, payloads } = services
  const context: WorkContext = { requestId, places, caller: { credentialId: owner }, bytesOut: 0, units: 0, errors: 0 }
  try {
    const tool = findTool(toolId)
    if (!tool) throw new ProblemError('The tool is disabled.', { code: 'unknown_tool' })
    const run = async (mayBypass: boolean): Promise<PartOutcome | undefined> => {
      const { part, bypassed } = await readPart(payloads, place, input, tool, mayBypass)
      const outcome = await runPart(tool, part, context, services, { signal, advance: () => undefined, isKept: true })
      return bypassed ? fillAnswer(outcome, bypassed, () => payloads.read(place.job, slotOfInput(place.part))) : outcome
    }
    const running = run(true).then((outcome) => outcome ?? run(false))
    // A call that runs on the spot does not hear of the end; nobody waits for it.
    return (await Promise.race([running, endOf(signal)]))!
  } catch (error) {
    if (signal.aborted) return signal.reason === ENDED ? 'gone' : 'back'
    // The threads of this node are busy: they will be free again, while a part that is given back counts as failed.
    if (error instanceof ProblemError && error.code === 'overloaded') {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return signal.aborted ? (signal.reason === ENDED ? 'gone' : 'back') : 'busy'
    }
    if (error instanceof ProblemError && error.code === 'storage_unavailable' && !isDamage(error)) throw error
    if (!(error instanceof ProblemError) || PROBLEMS[error.code].status === 500) reporter.internalError(error, requestId)
    return { answer: problemOf(error, requestId, places.problemBase), units: context.units, errors: Math.max(1, context.errors) }
  }
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}

/** A database that is away for a moment, while another one takes its place, loses no work. */
async function persist<T>({ logError }: WorkerServices, signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T | undefined> {
  const end = performance.now() + RETRY_UNTIL_MS
  for (;;) {
    try {
      return await act()
    } catch (error) {
      logError(error)
      // What cannot be read never will be: its job was deleted, or the next worker reports it.
      if (signal?.aborted || isDamage(error) || performance.now() > end) return undefined
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
