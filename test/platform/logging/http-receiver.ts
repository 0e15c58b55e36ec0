// A receiver on HTTP that keeps what it was sent, and answers, stalls or breaks off as a test tells it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** Inflated. */
  readonly body: string
}

export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void

export interface HttpReceiver {
  readonly port: number
  readonly requests: readonly ReceivedRequest[]
  /** Connections that were opened. */
  readonly connections: number
  behave(behaviour: Behaviour): void
  waitForRequests(count: number): Promise<readonly ReceivedRequest[]>
}

export const answering =
  (status: number, body = '', headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, headers)
    response.end(body)
  }
export const hanging: Behaviour = () => undefined
export const resetting: Behaviour = (response) => response.socket?.resetAndDestroy()

export async function startReceiver(behaviour: Behaviour, tls?: { key: string | Buffer; cert: string | Buffer }): Promise<HttpReceiver> {
  const requests: ReceivedRequest[] = []
  const state = { behaviour, connections: 0 }
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
      const received = { method: request.method!, path: request.url!, headers: request.headers, body }
      requests.push(received)
      state.behaviour(response, received)
    })
  }
  const server = tls ? createSecureServer(tls, serve) : createServer(serve)
  server.on(tls ? 'secureConnection' : 'connection', () => {
    state.connections++
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    get connections() {
      return state.connections
    },
    behave(next) {
      state.behaviour = next
    },
    async waitForRequests(count) {
      while (requests.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
      return requests
    },
  }
}
