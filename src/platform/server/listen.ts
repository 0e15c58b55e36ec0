// An HTTP listener on Node: sockets, time limits, what Node's parser refuses, and a drain that ends.
import { createHash } from 'node:crypto'
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { TLSSocket, TlsOptions } from 'node:tls'
import type { Connection } from '../../access/proxy/connection.ts'
import { type ProblemCode, ProblemError } from '../../core/problem.ts'
import type { BodySource, RequestEnvironment, StreamedAnswer } from '../../http/request/environment.ts'
import { headerValue, headerValues } from '../../http/request/environment.ts'
import { problemOf } from '../../http/response/problem.ts'
import type { FastPath } from '../fast-path/fast-path.ts'
import { type BindPlace, bind } from './bind.ts'
import { createGeneralListener, type NodeListener } from './general-listener.ts'
import { type BodyPace, NodeBody } from './node-body.ts'
import { sendStream } from './send-stream.ts'
import { openStallGuard } from './stalled-answers.ts'

export interface ListenSettings {
  /** Port 0 takes any free one. */
  readonly place: BindPlace
  /** Null: without TLS. A unix socket has none in any case. */
  readonly tls: TlsOptions | null
  /** Whether the headers of an authenticating proxy are read here. */
  readonly isForProxy: boolean
  /** Before the code in the `type` of a problem; without it the usual one. */
  readonly problemBase?: string
  readonly maxHeaderBytes: number
  readonly maxConnections: number
  readonly headersTimeoutMs: number
  readonly bodyPace: BodyPace
  readonly keepAliveTimeoutMs: number
}

/** Answers a request; never rejects. */
export type Fetch = (request: Request, environment: RequestEnvironment) => Response | Promise<Response>

export interface Listener {
  /** The path of a unix socket, whose port is 0. */
  readonly address: string
  readonly port: number
  /** `http://127.0.0.1:8080`, `https://…`, `unix:/run/…`. */
  readonly origin: string
  /** Takes a renewed certificate, and whether the headers of an authenticating proxy are read, from the next connection or request on. */
  update(settings: Pick<ListenSettings, 'tls' | 'isForProxy' | 'problemBase'>): void
  /**
   * Takes no new connection but those that wait already, lets what runs finish, and ends after timeoutMs at the latest. Every answer from
   * now on ends its connection. Connections to an inherited socket are closed only when they have been silent for a moment: none is cut
   * while its next request is on its way, and those that wait are left to the next process.
   */
  drain(timeoutMs: number): Promise<void>
}

/**
 * @param fastPath undefined: every request takes the general path
 * @throws ProblemError `cannot_listen` where the port is taken or may not be bound, `bad_configuration` where the owner of a socket is unknown
 */
export async function listen(fetch: Fetch, newRequestId: () => string, settings: ListenSettings, fastPath?: FastPath): Promise<Listener> {
  const { place } = settings
  let { isForProxy, problemBase } = settings
  const tls = 'socket' in place ? null : settings.tls
  const options = {
    maxHeaderSize: settings.maxHeaderBytes,
    headersTimeout: settings.headersTimeoutMs,
    // Node's own limit would cut streams of lines that may go on; the pace of a body is watched where it is read.
    requestTimeout: 0,
    keepAliveTimeout: settings.keepAliveTimeoutMs,
    connectionsCheckingInterval: 5_000,
    requireHostHeader: false,
    joinDuplicateHeaders: false,
    IncomingMessage: fastPath?.requestClass ?? IncomingMessage,
  }
  const tlsServer = tls && createTlsServer({ ...options, ...tls, handshakeTimeout: settings.headersTimeoutMs })
  const server: Server = tlsServer ?? createServer(options)
  server.maxConnections = settings.maxConnections
  server.maxRequestsPerSocket = 0
  const problem = (code: ProblemCode, message: string): ReturnType<typeof problemOf> =>
    problemOf(new ProblemError(message, { code }), newRequestId(), problemBase)
  const asksForCertificates = tls?.requestCert === true
  const isUnixSocket = 'socket' in place
  const connectionOf = (socket: Socket): Connection => {
    const peerAddress = socket.remoteAddress ?? ''
    if (!asksForCertificates) return { peerAddress, isForProxy, isUnixSocket, hasClientCertificate: false }
    const hasClientCertificate = (socket as TLSSocket).authorized
    return { peerAddress, isForProxy, isUnixSocket, hasClientCertificate, thumbprint: () => thumbprintOf(socket as TLSSocket) }
  }
  const state = { closing: false }
  answerRequests(server, { fetch, fastPath }, problem, connectionOf, settings, state)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerClientError(error, socket as Socket, problem))
  await bind(server, place)
  return {
    ...describePlace(server, place, tls !== null),
    update(next) {
      isForProxy = next.isForProxy
      problemBase = next.problemBase
      if (next.tls) tlsServer?.setSecureContext(next.tls)
    },
    async drain(timeoutMs) {
      state.closing = true
      const isInherited = 'descriptor' in place
      if (!isInherited) await takeWaiting(server)
      await drain(server, timeoutMs, isInherited ? HANDOVER_MS : 0)
    },
  }
}

const thumbprints = new WeakMap<TLSSocket, string>()

/** Of the certificate of one of the configured authorities; undefined where the peer has proved none. */
function thumbprintOf(socket: TLSSocket): string | undefined {
  const known = thumbprints.get(socket)
  if (known !== undefined) return known
  const certificate = socket.authorized ? socket.getPeerX509Certificate() : undefined
  if (!certificate) return undefined
  const thumbprint = createHash('sha256').update(certificate.raw).digest('base64url')
  thumbprints.set(socket, thumbprint)
  return thumbprint
}

/** How long the connections to an inherited socket may take to their next request. */
const HANDOVER_MS = 1_000

function describePlace(server: Server, place: BindPlace, isTls: boolean): Omit<Listener, 'drain' | 'update'> {
  if ('socket' in place) return { address: place.socket, port: 0, origin: `unix:${place.socket}` }
  const { address, port } = server.address() as AddressInfo
  const host = address.includes(':') ? `[${address}]` : address
  return { address, port, origin: `${isTls ? 'https' : 'http'}://${host}:${port}` }
}

class NodeEnvironment implements RequestEnvironment {
  readonly connection: Connection
  readonly rawHeaders: readonly string[]
  readonly body: BodySource
  readonly #outgoing: ServerResponse

  constructor(connection: Connection, { rawHeaders }: IncomingMessage, outgoing: ServerResponse, body: BodySource) {
    this.connection = connection
    this.rawHeaders = rawHeaders
    this.body = body
    this.#outgoing = outgoing
  }

  /** After the last byte is with the system, or the socket with its writes is gone. */
  whenSent(act: () => void): void {
    if (this.#outgoing.destroyed) void setImmediate().then(act)
    else this.#outgoing.once('close', act)
  }

  sendStream(answer: StreamedAnswer): void {
    sendStream(this.#outgoing, answer)
  }
}

type ConnectionOf = (socket: Socket) => Connection

type MakeProblem = (code: ProblemCode, message: string) => ReturnType<typeof problemOf>

interface RequestPaths {
  readonly fetch: Fetch
  readonly fastPath: FastPath | undefined
}

function answerRequests(
  server: Server,
  { fetch, fastPath }: RequestPaths,
  problem: MakeProblem,
  connectionOf: ConnectionOf,
  { bodyPace: pace, keepAliveTimeoutMs }: Pick<ListenSettings, 'bodyPace' | 'keepAliveTimeoutMs'>,
  state: { readonly closing: boolean },
): void {
  const bodyOf = (incoming: IncomingMessage, outgoing: ServerResponse, waitsForContinue = false): BodySource =>
    new NodeBody(incoming, outgoing, waitsForContinue, pace)
  const environmentOf = (incoming: IncomingMessage, outgoing: ServerResponse, body = bodyOf(incoming, outgoing)): RequestEnvironment =>
    new NodeEnvironment(connectionOf(incoming.socket), incoming, outgoing, body)
  const unreadable = (): Response => problemResponse(problem('invalid_header', 'The request target or the Host header cannot be read.'))
  const guard = openStallGuard(pace.maxWaitMs)
  const answer = (listener: NodeListener) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
    guard.accompany(outgoing)
    if (state.closing) outgoing.shouldKeepAlive = false
    const refusal = refuseRequest(incoming)
    if (refusal) writeProblem(outgoing, problem('invalid_header', refusal))
    else listener(incoming, outgoing)
  }
  const createListener = (waitsForContinue: boolean): NodeListener => {
    const listener = createGeneralListener(
      (request, incoming, outgoing) => fetch(request, environmentOf(incoming, outgoing, bodyOf(incoming, outgoing, waitsForContinue))),
      unreadable,
    )
    return (incoming, outgoing) => {
      guard.watch(outgoing)
      void listener(incoming, outgoing)
    }
  }
  const general = createListener(false)
  const answerFast = fastPath?.open({ environmentOf, watch: guard.watch, keepAliveTimeoutMs })
  const choosePath: NodeListener = (incoming, outgoing) => answerFast!(incoming, outgoing, () => general(incoming, outgoing))
  server.on('request', answer(answerFast ? choosePath : general))
  server.on('checkContinue', answer(createListener(true)))
  server.on('checkExpectation', (_incoming, outgoing) =>
    writeProblem(outgoing, problem('invalid_header', 'The Expect header requests an unsupported feature.')),
  )
  // No listener for 'upgrade': Node then answers as if the header were not there (RFC 9110 §7.8). Java's HttpClient asks for h2c on every
  // first call, so that a refusal would shut it out.
  server.on('connect', (_incoming, socket) => writeRawProblem(socket as Socket, problem('method_not_allowed', 'CONNECT is not offered.')))
}

/** What Node lets through and no server should: no Host or two, and a length beside chunks (request smuggling, RFC 9112 §6.1). */
function refuseRequest({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  const hosts = headerValues(rawHeaders, 'host').length
  if (hosts > 1) return 'The Host header is repeated.'
  if (hosts === 0 && httpVersion === '1.1') return 'The Host header is missing.'
  if (headerValue(rawHeaders, 'transfer-encoding') !== undefined && headerValue(rawHeaders, 'content-length') !== undefined) {
    return 'Content-Length and Transfer-Encoding exclude each other.'
  }
  return undefined
}

function writeProblem(outgoing: ServerResponse, { status, headers, body }: ReturnType<typeof problemOf>): void {
  outgoing.writeHead(status, { ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
}

function problemResponse({ status, headers, body }: ReturnType<typeof problemOf>): Response {
  return new Response(body, { status, headers })
}

function writeRawProblem(socket: Socket, { status, headers, body }: ReturnType<typeof problemOf>): void {
  const lines = [`HTTP/1.1 ${status} Problem`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
}

/** What Node's own parser refuses is answered in the same form as everything else. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket, problem: MakeProblem): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') writeRawProblem(socket, problem('upload_timeout', 'The request did not arrive in time.'))
  else if (error.code === 'HPE_HEADER_OVERFLOW') writeRawProblem(socket, problem('invalid_header', 'The request header is too large.'))
  else writeRawProblem(socket, problem('invalid_header', 'The request is not valid HTTP.'))
}

/** The system has let them in already; a close would cut them off. Ends with the first turns of the event loop that bring none. */
async function takeWaiting(server: Server): Promise<void> {
  let came = true
  const onConnection = (): void => {
    came = true
  }
  server.on('connection', onConnection)
  for (let turns = 0; came && turns < MAX_WAITING_TURNS; turns++) {
    came = false
    // The first turn ends before the event loop looks for connections, the second after it.
    for (let i = 0; i < 2; i++) await setImmediate()
  }
  server.off('connection', onConnection)
}

/** More than the queue of the system holds. */
const MAX_WAITING_TURNS = 10_000

/** @param patienceMs how long idle connections stay open */
function drain(server: Server, timeoutMs: number, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const patientUntil = performance.now() + patienceMs
    const limit = setTimeout(() => server.closeAllConnections(), timeoutMs)
    // A connection that was busy at first stays open for its next request, which will not come.
    const sweep = setInterval(() => {
      if (performance.now() >= patientUntil) server.closeIdleConnections()
    }, 50)
    // The close of an HTTP server cuts idle connections at once, that of a plain one does not.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(limit)
      clearInterval(sweep)
      resolve()
    })
    if (patienceMs === 0) server.closeIdleConnections()
  })
}
