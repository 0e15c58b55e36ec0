// A request that this server makes to itself for a caller: credentials, plan, quota, rate, audit and counts are those of the caller.
import type { BodySource, RequestEnvironment } from '../request/environment.ts'
import type { Sent } from './exchange-types.ts'

export interface InnerBody {
  readonly contentType: string
  /** What is read of the body; empty where the handler has it already. */
  readonly bytes: Uint8Array
  /** Length that quotas are asked for before anything is read. Default: that of `bytes`. */
  readonly announcedBytes?: number
}

/** The caller's own headers but those that say how body and answer travel. */
export function environmentOfCall(
  { connection, rawHeaders }: RequestEnvironment,
  { contentType, bytes, announcedBytes = bytes.length }: InnerBody,
): RequestEnvironment {
  const headers: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) if (!OF_TRAVEL.test(rawHeaders[i]!)) headers.push(rawHeaders[i]!, rawHeaders[i + 1]!)
  headers.push('Content-Type', contentType, 'Content-Length', String(announcedBytes))
  const body: BodySource = { announcedBytes, read: (onChunk) => void onChunk(bytes) }
  return { connection, rawHeaders: headers, body }
}

const OF_TRAVEL =
  /^(?:accept(?:-.*)?|content-.*|transfer-encoding|te|trailer|expect|connection|prefer|idempotency-key|if-.*|mcp-.*|x-request-id)$/i

export interface InnerAnswer {
  readonly status: number
  /** In lower case, without parameters. */
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** The value of a header, empty if there is none. @param name in lower case */
  headerOf(name: string): string
}

export async function answerOf({ status, head, body }: Sent): Promise<InnerAnswer> {
  const headers = head.list()
  const headerOf = (name: string): string => {
    for (let i = 0; i < headers.length; i += 2) if (headers[i]!.toLowerCase() === name) return headers[i + 1]!
    return ''
  }
  return {
    status,
    mediaType: headerOf('content-type').split(';')[0]!.trim().toLowerCase(),
    bytes: new Uint8Array(await new Response(body as BodyInit | null).arrayBuffer()),
    headerOf,
  }
}
