// The fingerprint of a request: whether one that repeats an Idempotency-Key is the same request.
import { encodeBase64 } from '../../core/wire.ts'
import { headerValues } from '../request/environment.ts'
import type { Exchange } from '../routes/exchange-types.ts'
import type { Work } from '../routes/work.ts'

/**
 * Two requests are the same where path, query, type, wished answer and content are. The boundary of a form is made anew each time it is
 * sent, so its parts count instead of its bytes.
 */
export async function fingerprintOf({ target: { path, url }, environment }: Exchange, { content }: Pick<Work, 'content'>): Promise<string> {
  const at = url.indexOf('?')
  const type = headerValues(environment.rawHeaders, 'content-type')
    .join(', ')
    .replace(/boundary=[^;]*/i, '')
  const facts = [path, at < 0 ? '' : url.slice(at), type, headerValues(environment.rawHeaders, 'accept').join(', ')]
  const digests: Uint8Array[] = []
  for (const piece of [JSON.stringify(facts), ...content]) {
    if (typeof piece !== 'string' && 'sha256' in piece) digests.push(piece.sha256)
    else {
      const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece
      digests.push(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)))
    }
  }
  const all = new Uint8Array(digests.length * 32)
  for (const [i, digest] of digests.entries()) all.set(digest, i * 32)
  return encodeBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', all)))
}
