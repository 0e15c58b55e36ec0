// Bytes over a socket exactly as written, for requests that no client library would send, and what came back.
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface Target {
  readonly port?: number
  readonly socket?: string
  readonly isTls?: boolean
  /** Own address of the connection. */
  readonly localAddress?: string
}

/** How long a server that keeps the connection open may be silent before the exchange is over. */
const QUIET_MS = 500

/** Everything that the server sends until it closes, or is silent after its first answer. Bytes are characters. */
export function exchangeRaw({ port = 0, socket: path, isTls = false, localAddress }: Target, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const address = { host: '127.0.0.1', port, ...(localAddress === undefined ? {} : { localAddress }) }
    const socket: Socket = isTls
      ? connectTls({ ...address, rejectUnauthorized: false })
      : path === undefined
        ? connect(address)
        : connect({ path })
    let text = ''
    let quiet: NodeJS.Timeout | undefined
    const finish = (): void => {
      clearTimeout(quiet)
      socket.destroy()
      resolve(text)
    }
    socket.once(isTls ? 'secureConnect' : 'connect', () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      clearTimeout(quiet)
      quiet = setTimeout(finish, QUIET_MS)
    })
    socket.on('error', finish)
    socket.on('close', finish)
  })
}

/** Status codes of all answers in the order in which they came. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/(?:^|\n|\}|>)HTTP\/1\.[01] (\d{3})/g)].map((match) => Number(match[1]))
}

/** A request without a body. */
export function composeRequest(headers: readonly string[], line = 'GET /v1/me HTTP/1.1'): string {
  return `${[line, ...headers].join('\r\n')}\r\n\r\n`
}

export function basic(user: string, password = `${user}-password`): string {
  return `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
