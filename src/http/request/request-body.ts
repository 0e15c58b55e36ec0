// What a request says about its body, and the body under the limits of server, plan and tool.
import { ProblemError } from '../../core/problem.ts'
import type { Exchange } from '../routes/exchange-types.ts'
import type { BodyReading, Decoders } from './body-limit.ts'
import { type BodySource, headerValues } from './environment.ts'
import type { MultipartLimits } from './multipart.ts'

export interface BodyLimits extends MultipartLimits {
  /** Bytes of a body, inflated bytes included. */
  readonly maxBodyBytes: number
  readonly jsonDepth: number
  /** Items of one batch in JSON. */
  readonly maxBatchItems: number
}

/** Base64 is 4/3 of the bytes; the rest is for names and options. */
const JSON_GROWTH = 1.4
/** For the headers of the parts, names and options. */
export const OVERHEAD_BYTES = 1 << 20

/** Bytes of JSON that hold so many bytes of documents. */
export function jsonBytesFor(documentBytes: number): number {
  return Math.ceil(documentBytes * JSON_GROWTH) + OVERHEAD_BYTES
}

/** U+FFFD, percent-encoded. */
const REPLACEMENT = '%EF%BF%BD'

export interface RequestBody {
  /** The whole Content-Type, and its media type in lower case; empty where there is none. */
  readonly contentType: string
  readonly mediaType: string
  /** The body up to maxBytes, or up to the limit of server or plan where that is lower. */
  upTo(maxBytes: number): BodyReading
}

/** @throws ProblemError `invalid_header` where a header that decides how the body is read stands twice */
export function openRequestBody(exchange: Exchange, limits: BodyLimits, decoders: Decoders): RequestBody {
  const contentType = onlyHeader(exchange, 'content-type') ?? ''
  const named = onlyHeader(exchange, 'content-encoding')?.trim().toLowerCase()
  // The same by an older name (RFC 9110 §8.4.1.3).
  const encoding = named === 'x-gzip' ? 'gzip' : named
  return {
    contentType,
    mediaType: mediaTypeOf(contentType),
    upTo(maxBytes) {
      const planBytes = exchange.lease?.plan.maxBodyBytes ?? Number.POSITIVE_INFINITY
      return {
        body: countedBody(exchange),
        encoding,
        maxBytes: Math.min(limits.maxBodyBytes, planBytes, maxBytes),
        decoders,
        hold: (bytes) => holdBytes(exchange, bytes),
      }
    },
  }
}

/**
 * Bodies of many callers share the memory: one that finds no room is asked to come again.
 * @param bytes what came in addition; negative for what is given up
 * @throws ProblemError `overloaded`
 */
export function holdBytes(exchange: Exchange, bytes: number): void {
  const { load } = exchange
  exchange.reservedBytes += bytes
  load.bytes += bytes
  // The only one in memory always has room: its own limit is lower.
  if (load.bytes > load.maxBytes && load.bytes > exchange.reservedBytes) {
    throw new ProblemError('The memory for request bodies is full.', { code: 'overloaded', retryAfterSeconds: 2 })
  }
}

/** The query of a URL as it is written, without its question mark; empty where it has none. */
export function queryTextOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** The query of a URL, or undefined where it has none. */
export function queryOf(url: string): URLSearchParams | undefined {
  const written = queryTextOf(url)
  if (written === '') return undefined
  const query = new URLSearchParams(written)
  // What is not UTF-8 becomes U+FFFD without a word: a name would be looked for that nobody has.
  if (written.includes('%') && query.toString().includes(REPLACEMENT) && !written.toUpperCase().includes(REPLACEMENT)) {
    const errors = [{ pointer: '', code: 'invalid_encoding', detail: 'the query is not valid UTF-8' }]
    throw new ProblemError('Invalid query string.', { code: 'invalid_input', errors })
  }
  if (query.getAll('output').length > 1) throw new ProblemError('The parameter output is repeated.', { code: 'not_acceptable' })
  return query
}

/** The body, its bytes counted as they come over the wire. */
function countedBody(exchange: Exchange): BodySource {
  const { body } = exchange.environment
  return {
    announcedBytes: body.announcedBytes,
    read: (onChunk, endless) =>
      body.read((chunk) => {
        exchange.bytesIn += chunk.byteLength
        return onChunk(chunk)
      }, endless),
  }
}

function onlyHeader({ environment }: Exchange, name: string): string | undefined {
  const values = headerValues(environment.rawHeaders, name)
  if (values.length > 1) throw new ProblemError(`The header ${name} is repeated.`, { code: 'invalid_header' })
  return values[0]
}

function mediaTypeOf(contentType: string): string {
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}
