// Requests to the identity provider: to configured addresses alone, with its certificate verified, without redirects, bounded in size and time.
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { parseJson } from '../../core/parse-json.ts'

export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** PEM of the authorities of the peer; undefined: those that the runtime brings. */
  readonly ca: string | undefined
}

const MAX_ANSWER_BYTES = 262_144
/** From the call to the last byte. */
const TIMEOUT_MS = 3_000

/** The JSON of an answer with status 200; anything else rejects. The messages say nothing of what was received. */
export function fetchJson({ url, method, headers, body, ca }: OutboundRequest, timeoutMs = TIMEOUT_MS): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { ...headers, Accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false as const,
    }
    const take = (answer: IncomingMessage): void => {
      readAnswer(answer).then(resolve, reject)
    }
    const outgoing = url.startsWith('https:')
      ? requestTls(url, { ...options, ...(ca === undefined ? {} : { ca }), rejectUnauthorized: true, minVersion: 'TLSv1.2' }, take)
      : requestPlain(url, options, take)
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function readAnswer(answer: IncomingMessage): Promise<unknown> {
  if (answer.statusCode !== 200) {
    answer.destroy()
    throw new Error('the response is not a success')
  }
  return parseJson((await readLimited(answer, MAX_ANSWER_BYTES)).toString('utf8'))
}

/** The body of an answer. @throws Error if it is longer than maxBytes */
export async function readLimited(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) {
      answer.destroy()
      throw new Error('the answer is too large')
    }
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
