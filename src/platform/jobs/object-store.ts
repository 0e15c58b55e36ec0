// An object store that speaks S3: SeaweedFS, Garage, MinIO or another one at the site. Objects are addressed by path and written whole, each
// in one request, which is signed with SigV4. Their contents are encrypted by the caller.
import { hash } from 'node:crypto'
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { AwsV4Signer } from 'aws4fetch'
import { ProblemError } from '../../core/problem.ts'
import { readLimited } from '../access/outbound.ts'
import type { ObjectsSource } from '../config/config-places.ts'
import { readSecret } from '../config/secrets.ts'
import { isUntrusted } from '../storage/untrusted.ts'

export interface ObjectStore {
  /** Address, bucket and prefix: every node of a site needs the same. */
  readonly place: string
  /** @throws ProblemError `storage_unavailable` */
  put(name: string, bytes: Uint8Array): Promise<void>
  /**
   * @returns undefined if there is no such object
   * @throws ProblemError `storage_unavailable`
   */
  get(name: string): Promise<Buffer | undefined>
  /**
   * Deletes an object if it is there.
   * @throws ProblemError `storage_unavailable`
   */
  remove(name: string): Promise<void>
  /**
   * Writes, reads and deletes an object.
   * @throws ProblemError `bad_configuration` (bucket, credentials, rights), `storage_unavailable`
   */
  check(): Promise<void>
  close(): void
}

interface ObjectAnswer {
  readonly status: number
  readonly bytes: Buffer
}

/** From the request to the last byte of the answer. A store that takes longer counts as unavailable. */
const TIMEOUT_MS = 20_000
/** More than any object of this program. */
const MAX_ANSWER_BYTES = 16 << 20
const CONNECTIONS = 32
const EMPTY = new Uint8Array()

/** @throws ProblemError `bad_configuration` if a file is missing or unreadable */
export function openObjectStore(source: ObjectsSource, timeoutMs = TIMEOUT_MS): ObjectStore {
  const { endpoint, bucket, prefix, region, accessKeyId } = source
  const text = new TextDecoder()
  const secretAccessKey = text.decode(readSecret(source.secretAccessKey))
  const ca = source.ca && text.decode(readSecret(source.ca))
  const place = `${endpoint.replace(/\/{1,8}$/, '')}/${bucket}/${prefix}`
  const isTls = endpoint.startsWith('https:')
  const settings = { keepAlive: true, maxSockets: CONNECTIONS, timeout: 60_000 }
  const agent = isTls
    ? new HttpsAgent({ ...settings, ...(ca === null ? {} : { ca }), rejectUnauthorized: true, minVersion: 'TLSv1.2' })
    : new HttpAgent(settings)
  const keys = new Map<string, ArrayBuffer>()

  const send = async (method: string, name: string, body: Uint8Array = EMPTY): Promise<ObjectAnswer> => {
    const signer = new AwsV4Signer({
      method,
      url: `${place}${name}`,
      headers: { 'X-Amz-Content-Sha256': hash('sha256', body, 'hex') },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      cache: keys,
    })
    const { url, headers } = await signer.sign()
    const fields = { ...Object.fromEntries(headers), 'Content-Length': body.length }
    try {
      return await exchange(isTls ? requestHttps : requestHttp, url, { method, agent, headers: fields }, body, timeoutMs)
    } catch (error) {
      throw unavailable(describeConnection(error), error)
    }
  }
  const store: ObjectStore = {
    place,
    async put(name, bytes) {
      const answer = await send('PUT', name, bytes)
      if (!isGood(answer)) throw unavailable(describeAnswer(answer))
    },
    async get(name) {
      const answer = await send('GET', name)
      if (isMissing(answer)) return undefined
      if (!isGood(answer)) throw unavailable(describeAnswer(answer))
      return answer.bytes
    },
    async remove(name) {
      const answer = await send('DELETE', name)
      if (!isGood(answer) && !isMissing(answer)) throw unavailable(describeAnswer(answer))
    },
    async check() {
      const name = `check/${globalThis.crypto.randomUUID()}`
      for (const [method, body] of [['PUT', Buffer.from('check')], ['GET'], ['DELETE']] as const) {
        const answer = await send(method, name, body)
        if (isGood(answer)) continue
        // A failure that may pass is no mistake of the configuration.
        if (answer.status >= 500 || isPassing(answer)) throw unavailable(describeAnswer(answer))
        throw new ProblemError(describeAnswer(answer), { code: 'bad_configuration', at: { file: source.secretAccessKey.path } })
      }
    },
    close: () => agent.destroy(),
  }
  return store
}

function isGood({ status }: ObjectAnswer): boolean {
  return status >= 200 && status < 300
}

/** A store answers 404 to an unknown bucket or access key, too, and so does a proxy that has no store behind it. */
function isMissing(answer: ObjectAnswer): boolean {
  return answer.status === 404 && (answer.bytes.length === 0 || ['NoSuchKey', 'NotFound'].includes(codeOf(answer)))
}

function exchange(
  request: typeof requestHttp | typeof requestHttps,
  url: URL,
  options: { readonly method: string; readonly agent: HttpAgent | HttpsAgent; readonly headers: Record<string, string | number> },
  body: Uint8Array,
  timeoutMs: number,
): Promise<ObjectAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ...options, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
      readLimited(answer, MAX_ANSWER_BYTES).then((bytes) => resolve({ status: answer.statusCode!, bytes }), reject)
    })
    outgoing.on('error', (error) => {
      // The store closed an idle connection at the same moment. Every request may be sent twice.
      if (outgoing.reusedSocket && codeOfError(error) === 'ECONNRESET') resolve(exchange(request, url, options, body, timeoutMs))
      else reject(error)
    })
    outgoing.end(body)
  })
}

function codeOfError(error: Error): unknown {
  return 'code' in error ? error.code : undefined
}

/** The code of an error of S3, which is XML. */
function codeOf({ bytes }: ObjectAnswer): string {
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(bytes.toString('latin1', 0, 2_048))?.[1] ?? ''
}

const CLOCK = 'The clock of this node and the clock of the object store differ too much.'
const FULL = 'The object store is full.'
const UNKNOWN_KEY = 'The object store does not know the access key ID. Check jobs.s3.access_key_id.'
const MESSAGES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'The object store has no such bucket. Create it, or correct jobs.s3.bucket.',
  InvalidAccessKeyId: UNKNOWN_KEY,
  XAdminUserNotFound: UNKNOWN_KEY,
  SignatureDoesNotMatch: 'The object store does not accept the secret access key. Check jobs.s3.secret_access_key and jobs.s3.region.',
  AuthorizationHeaderMalformed: 'The object store does not accept the region. Check jobs.s3.region.',
  AccessDenied: 'The access key may not write, read or delete objects in the bucket.',
  RequestTimeTooSkewed: CLOCK,
  RequestExpired: CLOCK,
  XMinioStorageFull: FULL,
  XAmzStorageFull: FULL,
  QuotaExceeded: FULL,
  InsufficientStorage: FULL,
  SlowDown: 'The object store is too busy.',
}

function describeAnswer(answer: ObjectAnswer): string {
  if (answer.status === 507) return FULL
  return MESSAGES[codeOf(answer)] ?? `The object store answered with status ${answer.status}.`
}

function isPassing(answer: ObjectAnswer): boolean {
  return [CLOCK, FULL].includes(describeAnswer(answer)) || answer.status === 408 || answer.status === 429
}

/** TLS errors have a message of their own, because their remedy differs. */
function describeConnection(error: unknown): string {
  if (isUntrusted(error)) return 'The certificate of the object store is not trusted. Check jobs.s3.ca.'
  if (error instanceof Error && error.name === 'AbortError') return 'The object store is too slow.'
  return 'The object store cannot be reached.'
}

function unavailable(message: string, cause?: unknown): ProblemError {
  return new ProblemError(message, { code: 'storage_unavailable', cause })
}
