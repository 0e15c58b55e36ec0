// Calls by pages of other origins (Fetch, CORS protocol): only of those that the configuration names, never with cookies, for credentials
// here are a header that the page sets itself.
import { headerValue } from '../request/environment.ts'

/** Headers of answers that a script may read beside those that it always may. */
const EXPOSED = [
  ...['X-Request-Id', 'Tool-Version', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Server-Timing', 'ETag', 'Location', 'Link'],
  ...[
    'Content-Disposition',
    'Content-Digest',
    'Verification-Status',
    'Preference-Applied',
    'WWW-Authenticate',
    'Deprecation',
    'Sunset',
    'Allow',
  ],
].join(', ')

/** Headers of requests that the API reads. */
const TAKEN = [
  ...['Authorization', 'Content-Type', 'Content-Encoding', 'Accept', 'Prefer', 'Idempotency-Key', 'If-None-Match'],
  ...['X-API-Key', 'X-Request-Id', 'traceparent', 'tracestate'],
].join(', ')

const MAX_AGE_SECONDS = 600

export interface Cors {
  /** The headers with what an answer to this request needs in addition. */
  mark(headers: Readonly<Record<string, string>>, rawHeaders: readonly string[]): Record<string, string>
}

/** @param origins such as `https://his.hosp.local`; undefined where there are none, so that nothing is done for it in a request */
export function openCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined
  const allowed = new Set(origins)
  return {
    mark(headers, rawHeaders) {
      // A cache may not give the answer for one origin to another.
      const marked = { ...headers, Vary: headers.Vary === undefined ? 'Origin' : `${headers.Vary}, Origin` }
      const origin = headerValue(rawHeaders, 'origin')
      if (origin === undefined || !allowed.has(origin)) return marked
      return { ...marked, 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED }
    },
  }
}

/** Whether a browser asks what it may send; it does so without credentials. */
export function isPreflight(rawHeaders: readonly string[]): boolean {
  return headerValue(rawHeaders, 'origin') !== undefined && headerValue(rawHeaders, 'access-control-request-method') !== undefined
}

/** What a preflight is told, of whatever origin: without `Access-Control-Allow-Origin` it permits nothing. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': TAKEN,
    'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
  }
}
