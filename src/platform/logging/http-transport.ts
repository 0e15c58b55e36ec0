// Carries batches by HTTP POST: kept connections, gzip, a time limit for each request, and answers that are read only so far.
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Delivered, Transport } from './delivery-sink.ts'
import type { TlsMaterial } from './tls-material.ts'

/** How a protocol writes lines, and how it reads what the receiver says of them. */
export interface Encoding {
  readonly contentType: string
  readonly gzip: boolean
  encode(lines: readonly string[]): string
  /** What an answer of success says; absent where it says nothing of single lines. */
  judge?(answer: string, lines: readonly string[]): Delivered
}

export interface HttpTransportSettings {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly tls: TlsMaterial
  /** Connections at the same time. */
  readonly lanes: number
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 1 << 20
/** Below it gzip costs more than it saves. */
const MIN_GZIP_BYTES = 1_024

export function openHttpTransport(encoding: Encoding, settings: HttpTransportSettings): Transport {
  const { url, tls, lanes, timeoutMs = TIMEOUT_MS } = settings
  const agentSettings = { keepAlive: true, maxSockets: lanes, timeout: 60_000 }
  const agent =
    url.protocol === 'https:'
      ? new HttpsAgent({ ...agentSettings, ...tls, rejectUnauthorized: true, minVersion: 'TLSv1.2' })
      : new HttpAgent(agentSettings)
  return {
    async deliver(lines, signal) {
      const text = encoding.encode(lines)
      const isPacked = encoding.gzip && text.length >= MIN_GZIP_BYTES
      const body = isPacked ? await promisify(gzip)(text) : Buffer.from(text)
      const headers = {
        ...settings.headers,
        'Content-Type': encoding.contentType,
        ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
        'Content-Length': body.byteLength,
      }
      const answer = await post(url, { agent, headers, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) }, body)
      return judgeAnswer(answer, lines, encoding)
    },
    close: () => agent.destroy(),
  }
}

interface HttpAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

interface PostOptions {
  readonly agent: HttpAgent
  readonly headers: Readonly<Record<string, string | number>>
  readonly signal: AbortSignal
}

function post(url: URL, options: PostOptions, body: Buffer): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, { ...options, method: 'POST' }, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength
        if (bytes > MAX_ANSWER_BYTES) request.destroy(new Error('the answer is too long'))
        else chunks.push(chunk)
      })
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, retryAfter: headers['retry-after'], text: Buffer.concat(chunks).toString() })
      })
      response.on('error', reject)
      response.on('aborted', () => reject(new Error('the answer was cut')))
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** What is wrong with the batch itself is lost; what is wrong with the receiver, its address or the token may be put right. */
const LOST = new Set([400, 406, 411, 413, 415, 422])

function judgeAnswer({ status, retryAfter, text }: HttpAnswer, lines: readonly string[], encoding: Encoding): Delivered {
  if (status >= 200 && status < 300) return encoding.judge?.(text, lines) ?? { refused: 0, again: [] }
  if (LOST.has(status)) return { refused: lines.length, again: [] }
  return { refused: 0, again: lines, retryAfterMs: retryAfterOf(retryAfter) }
}

function retryAfterOf(text: string | undefined): number {
  if (text === undefined) return 0
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? 0 : Math.max(0, instant - Date.now())
}
