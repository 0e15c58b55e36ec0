// What a request brings besides hono's Request: the raw headers, the peer and a body that is read only when it is asked for.
// The platform fills it from the socket; without a platform (tests, a Web runtime) it comes from the Request itself.
import type { Connection } from '../../access/proxy/connection.ts'

/** Takes a chunk of a body, which is then its own; where it gives back a promise, the next chunk waits for it. */
export type OnChunk = (chunk: Uint8Array) => void | Promise<void>

export interface BodySource {
  /** The Content-Length, or undefined where the length is not announced. */
  readonly announcedBytes: number | undefined
  /**
   * Reads the body as it comes over the wire; called at most once. When onChunk throws, reading ends and its error is thrown or rejected.
   * Nothing is promised where the whole body is there already.
   * Chunks are pushed rather than iterated over, because an async iterator costs more than the rest of a small request.
   * @param endless true for a stream that may go on as long as its sender likes
   */
  read(onChunk: OnChunk, endless: boolean): Promise<void> | void
}

/** Name, value, name, value …; no name stands twice. */
export type HeaderList = string[]

/** The headers of what goes out. */
export interface SentHead {
  list(): HeaderList
  /** As lines, each with its end, where all that is in them is known to be well formed; else undefined. */
  text(): string | undefined
}

/** An answer whose body comes bit by bit. */
export interface StreamedAnswer {
  readonly status: number
  readonly headers: HeaderList
  readonly body: ReadableStream<Uint8Array>
  /** True where nobody keeps the pieces of the body. */
  readonly isGivenAway: boolean
}

export interface RequestEnvironment {
  readonly connection: Connection
  /** Name, value, name, value … as they came, so that a header sent twice is seen. */
  readonly rawHeaders: readonly string[]
  readonly body: BodySource
  /** Calls back when the answer has gone out or nobody is there to take it; absent where that cannot be told. */
  whenSent?(act: () => void): void
  /** Sends a streamed answer in place of a Response, which cannot tell when a piece has gone out; absent where there is nothing else. */
  sendStream?(answer: StreamedAnswer): void
}

/** The environment of a plain Web Request. */
export function environmentOfRequest(request: Request): RequestEnvironment {
  const rawHeaders: string[] = []
  request.headers.forEach((value, name) => {
    rawHeaders.push(name, value)
  })
  const connection = { peerAddress: '127.0.0.1', isForProxy: false, isUnixSocket: false, hasClientCertificate: false }
  return { connection, rawHeaders, body: bodyOfRequest(request) }
}

function bodyOfRequest(request: Request): BodySource {
  const length = request.headers.get('content-length')
  return {
    announcedBytes: length === null ? undefined : Number(length),
    async read(onChunk) {
      const reader = request.body?.getReader()
      for (let next = await reader?.read(); next?.value; next = await reader?.read()) await onChunk(next.value)
    },
  }
}

const NONE: readonly string[] = []

/** All values of one header; name in lower case. */
export function headerValues(rawHeaders: readonly string[], name: string): readonly string[] {
  let values: string[] | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const candidate = rawHeaders[i]!
    if (candidate.length !== name.length || candidate.toLowerCase() !== name) continue
    if (values) values.push(rawHeaders[i + 1]!)
    else values = [rawHeaders[i + 1]!]
  }
  return values ?? NONE
}

/** The first value of one header; name in lower case. */
export function headerValue(rawHeaders: readonly string[], name: string): string | undefined {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const candidate = rawHeaders[i]!
    if (candidate.length === name.length && candidate.toLowerCase() === name) return rawHeaders[i + 1]
  }
  return undefined
}

/** The Content-Length, or undefined without one. */
export function announcedBytesOf(rawHeaders: readonly string[]): number | undefined {
  const length = headerValue(rawHeaders, 'content-length')
  return length === undefined ? undefined : Number(length)
}
