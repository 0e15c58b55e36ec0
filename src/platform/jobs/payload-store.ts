// The contents of jobs, encrypted. A short one is a single chunk, which stands in the row of its part; a longer one is several in a table of
// chunks, written and read as a stream: two chunks are in memory at a time. With an object store the table has a row for each chunk, whose bytes
// are an object: the database alone says what there is.
import type { Postgres } from '../storage/postgres/postgres.ts'
import type { ObjectStore } from './object-store.ts'
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
/** Chunks in an object store are larger, because each is a request. */
const OBJECT_BYTES = 1 << 21
const REMOVE = 'DELETE FROM health_tools.job_payloads WHERE job_id = $1'
/** In the place of the bytes of a chunk that is an object. */
const IN_OBJECT = Buffer.alloc(0)
/** Before the bytes: whether the chunk is the last one. It is bound to the chunk, so that it cannot be changed. */
const [LAST, MORE] = [1, 0]

export function objectName(jobId: string, slot: string, chunk: number): string {
  return `${jobId}/${slot}/${chunk}`
}

/** @param objects undefined: chunks are in the database */
export function openPayloads(database: Postgres, cipher: PayloadCipher, objects?: ObjectStore): PayloadStore {
  const seal = (jobId: string, slot: string, chunk: number, plain: Uint8Array, isLast: boolean): Buffer =>
    Buffer.concat([Buffer.of(isLast ? LAST : MORE), cipher.seal({ jobId, slot, chunk, isLast }, plain)])
  const open = (jobId: string, slot: string, chunk: number, stored: Uint8Array): [plain: Uint8Array, isLast: boolean] => {
    const isLast = stored[0] === LAST
    return [cipher.open({ jobId, slot, chunk, isLast }, stored.subarray(1)), isLast]
  }
  const write = async (jobId: string, slot: string, chunk: number, sealed: Uint8Array): Promise<void> => {
    // The row comes first: an object that a crash leaves behind is then found by it.
    await database.query(WRITE, [jobId, slot, chunk, objects ? IN_OBJECT : sealed])
    await objects?.put(objectName(jobId, slot, chunk), sealed)
  }
  const fetch = async (jobId: string, slot: string, chunk: number): Promise<Uint8Array> => {
    const [row] = await database.query<{ bytes: Uint8Array }>(READ, [jobId, slot, chunk])
    const bytes = row?.bytes.length === 0 ? await objects?.get(objectName(jobId, slot, chunk)) : row?.bytes
    if (!bytes) throw damaged()
    return bytes
  }
  return {
    async store(jobId, slot, pieces) {
      let [bytes, chunk] = [0, 0]
      let waiting = new Uint8Array()
      for await (const plain of cutChunks(pieces, objects ? OBJECT_BYTES : CHUNK_BYTES)) {
        if (bytes > 0) await write(jobId, slot, chunk, seal(jobId, slot, chunk++, waiting, false))
        waiting = plain
        bytes += plain.length
      }
      const last = seal(jobId, slot, chunk, waiting, true)
      if (bytes <= CHUNK_BYTES) return { bytes, short: last }
      await write(jobId, slot, chunk, last)
      return { bytes, short: undefined }
    },
    async *read(jobId, slot, short) {
      if (short) {
        const [plain, isLast] = open(jobId, slot, 0, short)
        if (!isLast) throw damaged()
        yield plain
        return
      }
      let next = fetch(jobId, slot, 0)
      for (let chunk = 0; ; chunk++) {
        const [plain, isLast] = open(jobId, slot, chunk, await next)
        if (isLast) {
          yield plain
          return
        }
        // Fetched while the reader works on this one. If the reader stops, nobody handles an error of the fetch.
        next = fetch(jobId, slot, chunk + 1)
        next.catch(() => undefined)
        yield plain
      }
    },
    async remove(jobId) {
      await database.query(REMOVE, [jobId])
    },
  }
}

/** The bytes of the pieces in chunks of the same length; each is a copy of its own. */
async function* cutChunks(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunk: Uint8Array<ArrayBuffer> | undefined
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      // Most contents are short, and a long chunk takes longer to make than to fill with one.
      if (!chunk) chunk = new Uint8Array(Math.min(length, CHUNK_BYTES))
      else if (filled === chunk.length) chunk = enlarged(chunk, length)
      const taken = piece.subarray(at, at + chunk.length - filled)
      chunk.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < length) continue
      yield chunk
      chunk = undefined
      filled = 0
    }
  }
  if (chunk && filled > 0) yield chunk.subarray(0, filled)
}

function enlarged(chunk: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(chunk)
  return larger
}

/** All of a content at once, for a tool that needs it whole. */
export async function readWhole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return all.length === 1 ? all[0]! : Buffer.concat(all)
}
