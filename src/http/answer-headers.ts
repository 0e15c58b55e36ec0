// The headers of an answer: its own, and those that every answer has. In one list, because an object with names that nobody knows beforehand
// costs more than all else that is written about a small call.
import type { LimitHeaders } from '../access/limit-headers.ts'
import type { HeaderList } from './environment.ts'

export interface AnswerFacts {
  readonly requestId: string
  /** Since the request came. */
  readonly milliseconds: number
  /** Where a caller without a token learns how to get one (RFC 9728 §5.1); undefined where that is not told. */
  readonly metadataUrl: string | undefined
  readonly limits: LimitHeaders
}

/** @param own what the handler of the route says; it may set Cache-Control itself */
export function composeHeaders(
  own: Readonly<Record<string, string>>,
  { requestId, milliseconds, metadataUrl, limits: { policy, limit } }: AnswerFacts,
): HeaderList {
  const headers = ['X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff', 'Server-Timing', `total;dur=${milliseconds}`]
  if (own['Cache-Control'] === undefined) headers.push('Cache-Control', 'no-store')
  for (const name in own) if (metadataUrl === undefined || name !== 'WWW-Authenticate') headers.push(name, own[name]!)
  if (metadataUrl !== undefined) headers.push('WWW-Authenticate', `Bearer resource_metadata="${metadataUrl}"`)
  if (policy !== undefined) headers.push('RateLimit-Policy', policy)
  if (limit !== undefined) headers.push('RateLimit', limit)
  return headers
}
