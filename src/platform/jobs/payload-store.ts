// The contents of jobs, encrypted and in chunks, in the database. A content is written and read as a stream: one chunk is in memory at a time.
import type { Postgres } from '../postgres.ts'
import { CHUNK_BYTES, damaged, type PayloadCipher } from './payload-cipher.ts'

/** Anything that runs one statement: the pool, or a transaction. */
export interface Statements {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>
}

export interface PayloadStore {
  /** Writes a content; it can be read once its last chunk is there. Returns its length in bytes. */
  write(jobId: string, slot: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, statements?: Statements): Promise<number>
  /** @throws Fault `storage_unavailable` if the content is missing, incomplete, damaged or encrypted with another key */
  read(jobId: string, slot: string): AsyncGenerator<Uint8Array>
  remove(jobId: string, slot: string): Promise<void>
}

const WRITE = 'INSERT INTO health_tools.job_payloads (job_id, slot, chunk, bytes) VALUES ($1, $2, $3, $4)'
const READ = 'SELECT bytes FROM health_tools.job_payloads WHERE job_id = $1 AND slot = $2 AND chunk = $3'
const REMOVE = 'DELETE FROM health_tools.job_payloads WHERE job_id = $1 AND slot = $2'
/** Before the bytes: whether the chunk is the last one. It is bound to the chunk, so that it cannot be changed. */
const [LAST, MORE] = [1, 0]

export function openPostgresPayloads(database: Postgres, cipher: PayloadCipher): PayloadStore {
  const pool: Statements = { query: async (text, values) => ({ rows: await database.query(text, values) }) }
  return {
    async write(jobId, slot, pieces, statements = pool) {
      let [bytes, chunk] = [0, 0]
      let waiting: Uint8Array | undefined
      const send = async (plain: Uint8Array, isLast: boolean): Promise<void> => {
        const sealed = cipher.seal({ jobId, slot, chunk, isLast }, plain)
        await statements.query(WRITE, [jobId, slot, chunk, Buffer.concat([Buffer.of(isLast ? LAST : MORE), sealed])])
        chunk++
      }
      for await (const plain of cutChunks(pieces)) {
        if (waiting) await send(waiting, false)
        waiting = plain
        bytes += plain.length
      }
      await send(waiting ?? new Uint8Array(), true)
      return bytes
    },
    async *read(jobId, slot) {
      for (let chunk = 0; ; chunk++) {
        const { rows } = await pool.query(READ, [jobId, slot, chunk])
        const stored = rows[0]?.bytes as Uint8Array | undefined
        if (!stored) throw damaged()
        const isLast = stored[0] === LAST
        yield cipher.open({ jobId, slot, chunk, isLast }, stored.subarray(1))
        if (isLast) return
      }
    },
    async remove(jobId, slot) {
      await pool.query(REMOVE, [jobId, slot])
    },
  }
}

/** The bytes of the pieces in chunks of the same length; each is a copy of its own. */
async function* cutChunks(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunk = new Uint8Array(CHUNK_BYTES)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + CHUNK_BYTES - filled)
      chunk.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < CHUNK_BYTES) continue
      yield chunk
      chunk = new Uint8Array(CHUNK_BYTES)
      filled = 0
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled)
}

/** All of a content at once, for a tool that needs it whole. */
export async function readWhole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return all.length === 1 ? all[0]! : Buffer.concat(all)
}
