// Work that goes on beside what is measured: connections that send the same request again and again until they are told to stop.
import { type Caller, openCaller } from './load.ts'

export interface Background {
  /** Answers by their status so far. */
  readonly answers: ReadonlyMap<number, number>
  /** How long the answers of one status took. */
  readonly latenciesMs: ReadonlyMap<number, readonly number[]>
  /** Heads of answers that were refusals. */
  readonly refusals: readonly string[]
  stop(): Promise<void>
}

/** @param requests one for each connection */
export async function runBackground(port: number, requests: readonly Buffer[]): Promise<Background> {
  const answers = new Map<number, number>()
  const latenciesMs = new Map<number, number[]>()
  const refusals: string[] = []
  const callers = await Promise.all(requests.map(() => openCaller(port)))
  let isStopped = false
  const work = async (caller: Caller, request: Buffer): Promise<void> => {
    while (!isStopped) {
      const started = performance.now()
      const { status, head } = await caller.call(request)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      const latencies = latenciesMs.get(status)
      if (latencies) latencies.push(performance.now() - started)
      else latenciesMs.set(status, [performance.now() - started])
      if (status !== 200) {
        refusals.push(head)
        await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS))
      }
    }
  }
  const done = callers.map((caller, i) =>
    work(caller, requests[i]!).catch((error: unknown) => {
      if (!isStopped) throw error
    }),
  )
  return {
    answers,
    latenciesMs,
    refusals,
    async stop() {
      isStopped = true
      for (const caller of callers) caller.close()
      await Promise.all(done)
    },
  }
}

/** A caller that is refused comes again later. */
const REFUSED_PAUSE_MS = 50
