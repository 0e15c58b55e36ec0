// The headers of an answer: its own, and those that every answer has. What answers of a route share is checked and put together once,
// because the names and values of a small call cost more one by one than all else that is written about it.
import type { LimitHeaders } from '../../access/quota/limit-headers.ts'
import type { HeaderList } from '../request/environment.ts'
import { millisecondsText } from './milliseconds-text.ts'

export interface AnswerFacts {
  readonly requestId: string
  /** Since the request came. */
  readonly milliseconds: number
  /** Where a caller without a token learns how to get one (RFC 9728 §5.1); undefined where that is not told. */
  readonly metadataUrl: string | undefined
  readonly limits: LimitHeaders
}

type OwnHeaders = Readonly<Record<string, string>>

/** What keepHeaders has put together, by the headers that it gave back. */
const keptTexts = new WeakMap<OwnHeaders, string>()

/** A name, and a value of visible characters with spaces between them (RFC 9110 §5.1, §5.5). */
const PLAIN_HEADER = /^[A-Za-z0-9-]+: [\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/** Headers that many answers share, for AnswerHead; whatever is not plain is left for each answer to be looked at. */
export function keepHeaders(own: OwnHeaders): OwnHeaders {
  const kept = Object.freeze({ ...own })
  const lines = linesOf(kept)
  if (lines.every((line) => PLAIN_HEADER.test(line))) keptTexts.set(kept, lines.map((line) => `${line}\r\n`).join(''))
  return kept
}

function linesOf(own: OwnHeaders): string[] {
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`)
  return own['Cache-Control'] === undefined ? ['Cache-Control: no-store', ...lines] : lines
}

/** The headers of one answer, but for those that only the server knows. */
export class AnswerHead {
  readonly #own: OwnHeaders
  readonly #facts: AnswerFacts

  /** @param own what the handler of the route says; it may set Cache-Control itself */
  constructor(own: OwnHeaders, facts: AnswerFacts) {
    this.#own = own
    this.#facts = facts
  }

  list(): HeaderList {
    const own = this.#own
    const { requestId, milliseconds, metadataUrl, limits } = this.#facts
    const headers = [
      'X-Request-Id',
      requestId,
      'X-Content-Type-Options',
      'nosniff',
      'Server-Timing',
      `total;dur=${millisecondsText(milliseconds)}`,
    ]
    if (own['Cache-Control'] === undefined) headers.push('Cache-Control', 'no-store')
    for (const name in own) if (metadataUrl === undefined || name !== 'WWW-Authenticate') headers.push(name, own[name]!)
    if (metadataUrl !== undefined) headers.push('WWW-Authenticate', `Bearer resource_metadata="${metadataUrl}"`)
    if (limits.policy !== undefined) headers.push('RateLimit-Policy', limits.policy)
    if (limits.limit !== undefined) headers.push('RateLimit', limits.limit)
    return headers
  }

  /** The same as lines, each with its end; undefined where something in them has not been looked at. */
  text(): string | undefined {
    const kept = keptTexts.get(this.#own)
    const { requestId, milliseconds, metadataUrl, limits } = this.#facts
    if (kept === undefined || metadataUrl !== undefined) return undefined
    const text = `X-Request-Id: ${requestId}\r\nX-Content-Type-Options: nosniff\r\nServer-Timing: total;dur=${millisecondsText(milliseconds)}\r\n${kept}`
    if (limits.policy === undefined) return text
    const policy = `${text}RateLimit-Policy: ${limits.policy}\r\n`
    return limits.limit === undefined ? policy : `${policy}RateLimit: ${limits.limit}\r\n`
  }
}
