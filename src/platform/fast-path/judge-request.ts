// Which requests the fast path takes: ordinary ones whose body is complete or short.
import { announcedBytesOf, headerValue } from '../../http/request/environment.ts'
import type { BufferedRequest } from './buffered-request.ts'

/** A query that the rules of URLs leave as it is. */
const PLAIN_QUERY = /^[A-Za-z0-9&=%+._~*,:;-]*$/

/** The path of a request, by which its handler is found; empty if it has to be read by the rules of URLs. */
export function plainPath(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  return PLAIN_QUERY.test(url.slice(at + 1)) ? url.slice(0, at) : ''
}

/** A host that the rules of URLs leave as it is. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::[1-5]\d{3,4})?$/
let lastPlainHost = ''

/** A longer body has time for Web objects. */
const MAX_COMING_BYTES = 1 << 22
/** What is left of a body after its answer may take so long. */
const MAX_REST_MS = 500

/** Whether the body is complete, or is a short stream; `unsure` if anything about the request is out of the ordinary. */
export function judgeBody(incoming: BufferedRequest): 'whole' | 'coming' | 'unsure' {
  const isPlain = hasPlainHost(incoming)
  if (incoming.keepWhole(isPlain)) return 'whole'
  const length = announcedBytesOf(incoming.rawHeaders)
  return isPlain && length !== undefined && length <= MAX_COMING_BYTES ? 'coming' : 'unsure'
}

/** What comes of a body after its answer Node throws away; for that it is not waited for long. */
export function dropRest(incoming: BufferedRequest): void {
  if (incoming.complete || incoming.destroyed) return
  const { socket } = incoming
  const timer = setTimeout(() => socket.destroySoon(), MAX_REST_MS).unref()
  const stop = (): void => clearTimeout(timer)
  incoming.once('end', stop).once('close', stop)
}

function hasPlainHost({ rawHeaders }: BufferedRequest): boolean {
  const host = headerValue(rawHeaders, 'host')
  if (host === undefined || (host !== lastPlainHost && !PLAIN_HOST.test(host))) return false
  lastPlainHost = host
  return true
}
