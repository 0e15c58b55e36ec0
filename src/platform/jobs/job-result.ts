// The answer of a finished job: short ones whole, long ones as a stream that reads one chunk after the other from the database.
import { frameOf } from '../../http/batch/batch-results.ts'
import type { Answer } from '../../http/routes/exchange-types.ts'
import type { Postgres } from '../storage/postgres/postgres.ts'
import { type JobRow, SHORT_OUTPUT, SLOTS } from './job-rows.ts'
import type { JobServices } from './job-services.ts'
import { answerOf } from './part-format.ts'
import { damaged } from './payload-cipher.ts'
import { type PayloadStore, readWhole } from './payload-store.ts'

interface SlotRow extends Record<string, unknown> {
  readonly part: number
  readonly slot: string | null
  readonly status: number | null
}

/** Longer answers are streams. */
const WHOLE_BYTES = 1 << 20

/** @throws ProblemError `storage_unavailable` if the stored answer cannot be read */
export async function resultOfJob({ database, payloads }: JobServices, row: JobRow): Promise<Answer> {
  const slots = await database.query<SlotRow>(SLOTS, [row.id])
  const chosen = row.is_list ? slots : slots.filter(({ status }) => row.status! < 400 || (status ?? 0) >= 400).slice(0, 1)
  const opened = chosen.map(({ part, slot }) => {
    if (slot === null) throw damaged()
    return readOutput(database, payloads, row.id, part, slot)
  })
  if (!opened[0]) throw damaged()
  const [head, firstBody] = await answerOf(opened[0])
  const pieces = row.is_list ? joined(row, firstBody, opened.slice(1)) : firstBody
  const { status, headers, code } = head
  if (Number(row.result_bytes) <= WHOLE_BYTES) return { status, headers, code, body: await readWhole(pieces) }
  return { status, headers, code, body: streamOf(pieces), isGivenAway: true }
}

/** A short answer that is there already. */
export async function shortResult({ payloads }: JobServices, id: string, slot: string, output: Uint8Array): Promise<Answer> {
  const [{ status, headers, code }, body] = await answerOf(payloads.read(id, slot, output))
  return { status, headers, code, body: await readWhole(body) }
}

async function* readOutput(database: Postgres, payloads: PayloadStore, id: string, part: number, slot: string): AsyncGenerator<Uint8Array> {
  const [row] = await database.query<{ output: Uint8Array | null }>(SHORT_OUTPUT, [id, part], 'output')
  yield* payloads.read(id, slot, row?.output ?? undefined)
}

/** What the parts answered, in their order, in the frame of a batch. */
async function* joined(
  { total, errors }: JobRow,
  first: AsyncGenerator<Uint8Array>,
  others: readonly AsyncGenerator<Uint8Array>[],
): AsyncGenerator<Uint8Array> {
  const failed = Number(errors)
  const [head, end] = frameOf({ total: Number(total), succeeded: Number(total) - failed, failed })
  yield head
  yield* first
  for (const other of others) {
    const [, body] = await answerOf(other)
    yield new TextEncoder().encode(',')
    yield* body
  }
  yield end
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
