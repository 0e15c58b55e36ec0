// Encrypts the contents of jobs: AES-256-GCM in chunks. Each chunk is bound to its job, its slot, its number and to whether it is the last, so
// that chunks cannot be exchanged, reordered, repeated or cut off unnoticed.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { freeBytes } from '../../core/free-bytes.ts'
import { ProblemError } from '../../core/problem.ts'
import { readSecret, type SecretSource } from '../config/secrets.ts'

/** A chunk holds so many bytes before encryption. */
export const CHUNK_BYTES = 1 << 18
const MIN_SECRET_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Where a chunk belongs. */
export interface ChunkPlace {
  readonly jobId: string
  readonly slot: string
  readonly chunk: number
  readonly isLast: boolean
}

export interface PayloadCipher {
  /** Tells nodes with different keys apart and says nothing of the key. */
  readonly check: string
  seal(place: ChunkPlace, plain: Uint8Array): Uint8Array
  /** @throws ProblemError `storage_unavailable` if the chunk was changed, belongs elsewhere, or was encrypted with another key */
  open(place: ChunkPlace, sealed: Uint8Array): Uint8Array
}

/** @throws ProblemError `bad_configuration` with the file if the key is missing, readable by others or shorter than 32 bytes */
export function openPayloadCipher(source: SecretSource): PayloadCipher {
  const secret = readSecret(source)
  if (secret.length < MIN_SECRET_BYTES) {
    throw new ProblemError(`The payload key is shorter than ${MIN_SECRET_BYTES} bytes. Create one with: openssl rand -hex 32`, {
      code: 'bad_configuration',
      at: { file: source.path },
    })
  }
  // A nonce of 12 random bytes must not repeat under one key: a key for each slot keeps the number of chunks under it small.
  const keyOf = (jobId: string, slot: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, jobId, `health-tools payload ${slot}`, 32))
  return {
    check: createHmac('sha256', secret).update('health-tools payload key check').digest('hex'),
    seal(place, plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyOf(place.jobId, place.slot), nonce).setAAD(boundTo(place))
      const body = cipher.update(plain)
      // GCM has nothing left for the end.
      cipher.final()
      const sealed = Buffer.concat([nonce, body, cipher.getAuthTag()])
      freeBytes(body)
      return sealed
    },
    open(place, sealed) {
      try {
        const nonce = sealed.subarray(0, NONCE_BYTES)
        const decipher = createDecipheriv('aes-256-gcm', keyOf(place.jobId, place.slot), nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(boundTo(place)).setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
        const body = decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES))
        decipher.final()
        return body
      } catch (error) {
        throw damaged(error)
      }
    },
  }
}

export function damaged(cause?: unknown): ProblemError {
  return new ProblemError('The stored content of this job is incomplete, damaged or encrypted with another key. Send the request again.', {
    code: 'storage_unavailable',
    facts: DAMAGE,
    cause,
  })
}

/** @param path of the key */
export function wrongPayloadKey(path: string): ProblemError {
  return new ProblemError('The payload key does not match the jobs in this database. All nodes need the same jobs.payload_key.', {
    code: 'bad_configuration',
    at: { file: path },
  })
}

const DAMAGE = { content: 'unreadable' }

/** Whether trying again cannot help. */
export function isDamage(error: unknown): boolean {
  return error instanceof ProblemError && error.facts === DAMAGE
}

function boundTo({ jobId, slot, chunk, isLast }: ChunkPlace): Uint8Array {
  return new TextEncoder().encode(`${jobId}\0${slot}\0${chunk}\0${isLast ? 'last' : 'more'}`)
}
