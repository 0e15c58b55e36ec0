// The end of parts: one statement for all that end at the same moment stores what they answer, takes them off the queue and counts the units.
// Of two workers that did the same part, the second finds it done and changes nothing.
import { randomUUID } from 'node:crypto'
import { ProblemError } from '../../core/problem.ts'
import type { PartOutcome } from '../../http/jobs/portable-work.ts'
import { problemOf } from '../../http/response/problem.ts'
import type { Answer } from '../../http/routes/exchange-types.ts'
import { createBatcher } from './batcher.ts'
import type { FinishBatcher, FinishedPart, FinishRow, QueuedPart } from './job-rows.ts'
import type { JobServices } from './job-services.ts'
import { piecesOfAnswer } from './part-format.ts'

const FINISH = 'SELECT n, outcome, "jobStatus" FROM health_tools.finish_parts($1, $2, $3) ORDER BY n'
const LIMITS = { items: 50, bytes: 1 << 20, atOnce: 1 }

export function createFinishBatcher({ database, limits }: Pick<JobServices, 'database' | 'limits'>): FinishBatcher {
  return createBatcher<FinishedPart, FinishRow>(async (parts) => {
    const facts = JSON.stringify(parts.map(({ output, ...fact }) => fact))
    return database.query<FinishRow>(FINISH, [facts, parts.map(({ output }) => output ?? null), limits.maxResultBytesOfOne], 'finish')
  }, LIMITS)
}

/** @throws ProblemError `storage_unavailable`; then nothing is changed, or it will be found done */
export async function finishPart(
  services: JobServices,
  part: QueuedPart,
  { answer, units, errors, bodyPieces }: PartOutcome,
): Promise<void> {
  const { counts, limits, problemBase } = services
  const { outcome, jobStatus } = await send(services, part, answer, { units, errors, isRefusal: false }, bodyPieces)
  if (outcome === 'too_large') {
    const tooLarge = new ProblemError(
      'The storage for job results is full. Delete other jobs, or send the request without respond-async.',
      {
        code: 'resource_limit',
        facts: { limitBytes: limits.maxResultBytesOfOne },
      },
    )
    await send(services, part, problemOf(tooLarge, '', problemBase), { units: 0, errors: 1, isRefusal: true })
    counts.failed++
  } else if (outcome === 'finished') {
    if (jobStatus! < 400) counts.succeeded++
    else counts.failed++
  }
}

async function send(
  { payloads, finishes }: JobServices,
  { job, part, queueId }: QueuedPart,
  answer: Answer,
  facts: Pick<FinishedPart, 'units' | 'errors' | 'isRefusal'>,
  bodyPieces?: PartOutcome['bodyPieces'],
): Promise<FinishRow> {
  // A failed try may have written a part of the answer: each has a slot of its own.
  const slot = `out/${part}/${randomUUID()}`
  const { short } = await payloads.store(job, slot, piecesOfAnswer(answer, bodyPieces))
  const finished = { job, part, queueId, status: answer.status, bytes: lengthOf(answer.body), slot, output: short, ...facts }
  return finishes.add(finished, short?.length ?? 0)
}

function lengthOf(body: Answer['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return body instanceof Uint8Array ? body.length : 0
}
