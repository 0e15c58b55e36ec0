// The contents of jobs, encrypted. A short one is a single chunk, which stands in the row of its part; a longer one is several in a table of
// chunks, written and read as a stream: one chunk is in memory at a time.
import type { Postgres } from '../storage/postgres/postgres.ts'
import { CHUNK_BYTES, damaged, type PayloadCipher } from './payload-cipher.ts'

export interface StoredContent {
  /** Length before encryption. */
  readonly bytes: number
  /** The only chunk of a short content, to be kept with the part; undefined for a long one, which is in the table of chunks. */
  readonly short: Buffer | undefined
}

export interface PayloadStore {
  /** Writes a long content; it can be read once its last chunk is there. Of a short one nothing is written. */
  store(jobId: string, slot: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<StoredContent>
  /**
   * @param short undefined for a long content
   * @throws ProblemError `storage_unavailable` if the content is missing, incomplete, damaged or encrypted with another key
   */
  read(jobId: string, slot: string, short?: Uint8Array): AsyncGenerator<Uint8Array>
  remove(jobId: string): Promise<void>
}

const WRITE = 'INSERT INTO health_tools.job_payloads (job_id, slot, chunk, bytes) VALUES ($1, $2, $3, $4)'
const READ = 'SELECT bytes FROM health_tools.job_payloads WHERE job_id = $1 AND slot = $2 AND chunk = $3'
const REMOVE = 'DELETE FROM health_tools.job_payloads WHERE job_id = $1'
/** Before the bytes: whether the chunk is the last one. It is bound to the chunk, so that it cannot be changed. */
const [LAST, MORE] = [1, 0]

export function openPostgresPayloads(database: Postgres, cipher: PayloadCipher): PayloadStore {
  const seal = (jobId: string, slot: string, chunk: number, plain: Uint8Array, isLast: boolean): Buffer =>
    Buffer.concat([Buffer.of(isLast ? LAST : MORE), cipher.seal({ jobId, slot, chunk, isLast }, plain)])
  const open = (jobId: string, slot: string, chunk: number, stored: Uint8Array): [plain: Uint8Array, isLast: boolean] => {
    const isLast = stored[0] === LAST
    return [cipher.open({ jobId, slot, chunk, isLast }, stored.subarray(1)), isLast]
  }
  return {
    async store(jobId, slot, pieces) {
      let [bytes, chunk] = [0, 0]
      let waiting = new Uint8Array()
      for await (const plain of cutChunks(pieces)) {
        if (bytes > 0) await database.query(WRITE, [jobId, slot, chunk, seal(jobId, slot, chunk++, waiting, false)])
        waiting = plain
        bytes += plain.length
      }
      const last = seal(jobId, slot, chunk, waiting, true)
      if (chunk === 0) return { bytes, short: last }
      await database.query(WRITE, [jobId, slot, chunk, last])
      return { bytes, short: undefined }
    },
    async *read(jobId, slot, short) {
      if (short) {
        const [plain, isLast] = open(jobId, slot, 0, short)
        if (!isLast) throw damaged()
        yield plain
        return
      }
      for (let chunk = 0; ; chunk++) {
        const [row] = await database.query<{ bytes: Uint8Array }>(READ, [jobId, slot, chunk])
        if (!row) throw damaged()
        const [plain, isLast] = open(jobId, slot, chunk, row.bytes)
        yield plain
        if (isLast) return
      }
    },
    async remove(jobId) {
      await database.query(REMOVE, [jobId])
    },
  }
}

/** The bytes of the pieces in chunks of the same length; each is a copy of its own. */
async function* cutChunks(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunk: Uint8Array<ArrayBuffer> | undefined
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      chunk ??= new Uint8Array(CHUNK_BYTES)
      const taken = piece.subarray(at, at + CHUNK_BYTES - filled)
      chunk.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < CHUNK_BYTES) continue
      yield chunk
      chunk = undefined
      filled = 0
    }
  }
  if (chunk && filled > 0) yield chunk.subarray(0, filled)
}

/** All of a content at once, for a tool that needs it whole. */
export async function readWhole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return all.length === 1 ? all[0]! : Buffer.concat(all)
}
