// The work of one request after its body has been read, so that it can be answered at once or kept as a job.
import type { Awaitable } from '../../access/store.ts'
import { ProblemError } from '../../core/problem.ts'
import type { PortableWork } from '../jobs/portable-part.ts'
import type { RequestEnvironment } from '../request/environment.ts'
import type { Answer, Exchange } from './exchange-types.ts'
import type { WorkTask } from './work-task.ts'

export interface Work {
  /** Inputs. */
  readonly total: number
  /** What was sent, or its digest: by it a repeated request is recognised. Empty once the work runs. */
  readonly content: readonly (string | Uint8Array | { readonly sha256: Uint8Array })[]
  /** Reserves the units of all inputs. */
  reserve(): Awaitable<void>
  run(task: WorkTask): Awaitable<Answer>
  /** The same work as data, instead of run. */
  portable(): PortableWork
}

/**
 * Work that is answered at once: nobody wants it any more where its client hangs up. That is watched only for who asks for the signal,
 * because most calls are done before anybody could.
 */
export class DirectTask implements WorkTask {
  readonly advance = ignore
  readonly isKept = false
  readonly #environment: RequestEnvironment
  #signal: AbortSignal | undefined

  constructor({ environment }: Exchange) {
    this.#environment = environment
  }

  get signal(): AbortSignal | undefined {
    this.#signal ??= signalOfHangUp(this.#environment)
    return this.#signal
  }
}

const ignore = (): void => undefined
const HUNG_UP = new ProblemError('The client closed the connection.', { code: 'upload_timeout' })

function signalOfHangUp(environment: RequestEnvironment): AbortSignal | undefined {
  if (!environment.whenSent) return undefined
  const abort = new AbortController()
  environment.whenSent(() => abort.abort(HUNG_UP))
  return abort.signal
}
