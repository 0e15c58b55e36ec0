// The contents of jobs, encrypted. A short one is a single chunk, which stands in the row of its part; a longer one is several in a table of
// chunks, written and read as a stream: two chunks are in memory at a time. With an object store the table has a row for each chunk, whose bytes
// are an object: the database alone says what there is.

import { freeBodies, freeBytes } from '../../core/free-bytes.ts'
import { joinBytes } from '../../http/batch/batch-results.ts'
import type { Postgres } from '../storage/postgres/postgres.ts'
import { ChunkCutter } from './chunk-cutter.ts'
import type { ObjectStore } from './object-store.ts'
import { CHUNK_BYTES, type ChunkPlace, damaged, type PayloadCipher } from './payload-cipher.ts'

export interface StoredContent {
  /** Length before encryption. */
  readonly bytes: number
  /** The only chunk of a short content, to be kept with the part; undefined for a long one, which is in the table of chunks. */
  readonly short: Buffer | undefined
}

/** Writes a content as it comes. */
export interface PayloadWriter {
  /** Bytes so far. */
  readonly bytes: number
  /** True if a chunk is complete. */
  readonly isDue: boolean
  /** Adds bytes, which are copied. */
  add(piece: Uint8Array): void
  end(): void
  /** The content of one that is ended, if it is short: then nothing of it is written. */
  takeShort(): Uint8Array | undefined
  /**
   * Writes the chunks that are complete.
   * @throws ProblemError `storage_unavailable`
   */
  flush(): Promise<void>
}

export interface PayloadStore {
  /** Length of the chunks of a long content. */
  readonly chunkBytes: number
  /** For a content that is always in the table of chunks. It can be read once its last chunk is there. */
  openWriter(jobId: string, slot: string): PayloadWriter
  /** Writes a long content; it can be read once its last chunk is there. Of a short one nothing is written. */
  store(jobId: string, slot: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<StoredContent>
  /**
   * @param short undefined for a long content
   * @throws ProblemError `storage_unavailable` if the content is missing, incomplete, damaged or encrypted with another key
   */
  read(jobId: string, slot: string, short?: Uint8Array): AsyncGenerator<Uint8Array>
  /**
   * Stores the head of a part whose documents are in the table of chunks, in its slot. A long head, of long options, is there too.
   * @returns what stands in the row of the part
   */
  storeHead(jobId: string, slot: string, head: Uint8Array): Promise<Buffer>
  /**
   * @returns undefined if it is no such head, but the whole content
   * @throws ProblemError as read
   */
  readHead(jobId: string, slot: string, stored: Uint8Array): Promise<Uint8Array | undefined>
  remove(jobId: string): Promise<void>
}

const WRITE = 'INSERT INTO health_tools.job_payloads (job_id, slot, chunk, bytes) VALUES ($1, $2, $3, $4)'
/**
 * The driver reads bytes as a text of twice their length. A text of more than 128 kB would stay in memory until the next collection of all
 * garbage, so a chunk comes in pieces.
 */
const PIECE_BYTES = 48 << 10
const PIECES = Array.from({ length: Math.ceil((CHUNK_BYTES + 1_024) / PIECE_BYTES) }, (_, i) => `p${i}`)
const READ = `SELECT octet_length(bytes) AS length, ${PIECES.map((name, i) => `substring(bytes FROM ${i * PIECE_BYTES + 1} FOR ${PIECE_BYTES}) AS ${name}`).join(', ')}
FROM health_tools.job_payloads WHERE job_id = $1 AND slot = $2 AND chunk = $3`
/** Chunks in an object store are larger, because each is a request. */
const OBJECT_BYTES = 1 << 21
const REMOVE = 'DELETE FROM health_tools.job_payloads WHERE job_id = $1'
/** In the place of the bytes of a chunk that is an object. */
const IN_OBJECT = Buffer.alloc(0)
/** Before the bytes: whether the chunk is the last one, or a head. It is bound to the bytes, so that it cannot be changed. */
const [LAST, MORE, HEAD] = [1, 0, 2]

export function objectName(jobId: string, slot: string, chunk: number): string {
  return `${jobId}/${slot}/${chunk}`
}

/** Its length, and its pieces by their names. */
interface ChunkRow extends Record<string, unknown> {
  readonly length: number
}

function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = joinBytes(pieces)
  for (const piece of pieces) freeBytes(piece)
  return whole
}

/** Where a long head is; its row has an empty one. */
function slotOfLongHead(slot: string): string {
  return `${slot}/head`
}

function placeOfHead(jobId: string, slot: string): ChunkPlace {
  return { jobId, slot: `head of ${slot}`, chunk: 0, isLast: true }
}

/** @param objects undefined: chunks are in the database */
export function openPayloads(database: Postgres, cipher: PayloadCipher, objects?: ObjectStore): PayloadStore {
  const seal = (jobId: string, slot: string, chunk: number, plain: Uint8Array, isLast: boolean): Buffer => {
    const body = cipher.seal({ jobId, slot, chunk, isLast }, plain)
    const sealed = Buffer.concat([Buffer.of(isLast ? LAST : MORE), body])
    freeBytes(body)
    return sealed
  }
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
    const [row] = await database.query<ChunkRow>(READ, [jobId, slot, chunk], 'chunk')
    if (!row) throw damaged()
    const { length, ...pieces } = row
    const bytes = length === 0 ? await objects?.get(objectName(jobId, slot, chunk)) : joinPieces(Object.values(pieces) as Uint8Array[])
    if (!bytes || (length > 0 && bytes.length !== length)) throw damaged()
    return bytes
  }
  const chunkBytes = objects ? OBJECT_BYTES : CHUNK_BYTES
  const openWriter = (jobId: string, slot: string) => {
    const cutter = new ChunkCutter(chunkBytes)
    let n = 0
    const sealNext = (): Buffer => {
      const { plain, isLast } = cutter.next()!
      const sealed = seal(jobId, slot, n, plain, isLast)
      freeBodies([plain])
      return sealed
    }
    return {
      get bytes() {
        return cutter.bytes
      },
      get isDue() {
        return cutter.hasNext
      },
      add: (piece: Uint8Array) => cutter.add(piece),
      end: () => cutter.end(),
      takeShort: () => (cutter.bytes <= CHUNK_BYTES ? cutter.next()?.plain : undefined),
      sealOnly: sealNext,
      async flush() {
        while (cutter.hasNext) {
          const sealed = sealNext()
          await write(jobId, slot, n++, sealed)
          // Only what was written for certain: a request that failed may still be sending.
          freeBytes(sealed)
        }
      },
    }
  }
  const payloads: PayloadStore = {
    chunkBytes,
    openWriter,
    async store(jobId, slot, pieces) {
      const writer = openWriter(jobId, slot)
      for await (const piece of pieces) {
        for (let at = 0; at < piece.length; at += chunkBytes) {
          writer.add(piece.subarray(at, at + chunkBytes))
          if (writer.isDue) await writer.flush()
        }
      }
      writer.end()
      const { bytes } = writer
      if (bytes <= CHUNK_BYTES) return { bytes, short: writer.sealOnly() }
      await writer.flush()
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
        const sealed = await next
        const [plain, isLast] = open(jobId, slot, chunk, sealed)
        freeBytes(sealed)
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
    async storeHead(jobId, slot, head) {
      const isLong = head.length > CHUNK_BYTES
      if (isLong) await payloads.store(jobId, slotOfLongHead(slot), [head])
      return Buffer.concat([Buffer.of(HEAD), cipher.seal(placeOfHead(jobId, slot), isLong ? new Uint8Array() : head)])
    },
    async readHead(jobId, slot, stored) {
      if (stored[0] !== HEAD) return undefined
      const head = cipher.open(placeOfHead(jobId, slot), stored.subarray(1))
      return head.length > 0 ? head : readWhole(payloads.read(jobId, slotOfLongHead(slot)))
    },
    async remove(jobId) {
      await database.query(REMOVE, [jobId])
    },
  }
  return payloads
}

/** All of a content at once, for a tool that needs it whole. */
export async function readWhole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  if (all.length === 1) return all[0]!
  const whole = joinBytes(all)
  for (const piece of all) freeBytes(piece)
  return whole
}

/**
 * Hands over a content whose length is known as it comes.
 * @throws ProblemError `storage_unavailable` if it has another length
 */
export async function takeExactly(pieces: AsyncIterable<Uint8Array>, bytes: number, take: (piece: Uint8Array) => void): Promise<void> {
  let taken = 0
  for await (const piece of pieces) {
    taken += piece.length
    if (taken > bytes) throw damaged()
    take(piece)
  }
  if (taken < bytes) throw damaged()
}
