// JSON that a client may keep: with a tag of its bytes, by which it asks whether it has them already.
import { headerValues } from '../request/environment.ts'
import type { Answer, Exchange } from '../routes/exchange-types.ts'
import { plainTag } from './encode-answer.ts'

/** JSON with a strong ETag; an If-None-Match that names it answers 304. */
export async function taggedJson({ environment }: Exchange, value: unknown): Promise<Answer> {
  const body = JSON.stringify(value)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)))
  const etag = `"${[...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
  const headers = { 'Content-Type': 'application/json', ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Authorization' }
  const known = headerValues(environment.rawHeaders, 'if-none-match')
    .join(',')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  const match = known.find((tag) => plainTag(tag) === etag || tag === '*')
  if (match !== undefined) {
    return { status: 304, body: null, headers: { ...headers, ETag: match === '*' ? etag : match, Vary: 'Authorization, Accept-Encoding' } }
  }
  return { status: 200, body, headers }
}
