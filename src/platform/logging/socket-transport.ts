// Carries messages over TCP, TLS or UDP. A connection is opened when there is something to send, and again after it has broken.
// TCP tells nothing of what the receiver has read: what the system had taken when a connection broke may be lost.
import { createSocket, type Socket as DatagramSocket } from 'node:dgram'
import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ALL_ACCEPTED, type Delivered, type Transport } from './delivery-sink.ts'
import type { TlsMaterial } from './tls-material.ts'

export interface SocketPlace {
  readonly host: string
  readonly port: number
}

/** How long a connection, or one batch, may take. */
const TIMEOUT_MS = 10_000
/** In TLS 1.3 a receiver refuses a client's certificate after the client's handshake is done; what was sent by then would be lost. */
const TLS_VERDICT_MS = 250

/**
 * @param tls undefined for plain TCP
 * @param frame the bytes of one line as they go over the wire
 */
export function openStreamTransport(
  place: SocketPlace,
  tls: TlsMaterial | undefined,
  frame: (line: string) => string,
  timeoutMs = TIMEOUT_MS,
): Transport {
  let socket: Socket | undefined
  const forget = (broken: Socket): void => {
    if (socket === broken) socket = undefined
  }
  const open = (signal: AbortSignal): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const opened = tls ? connectSecurely(place, tls) : connectTcp({ ...place, keepAlive: true })
      const giveUp = (): void => {
        opened.destroy()
        reject(new Error('no connection'))
      }
      const limit = setTimeout(giveUp, timeoutMs)
      signal.addEventListener('abort', giveUp, { once: true })
      opened.once(tls ? 'secureConnect' : 'connect', () => {
        clearTimeout(limit)
        signal.removeEventListener('abort', giveUp)
        const use = (): void => {
          if (opened.destroyed) return
          socket = opened
          resolve(opened)
        }
        if (tls) setTimeout(use, TLS_VERDICT_MS)
        else use()
      })
      opened.on('error', () => opened.destroy())
      // A receiver says nothing; what comes all the same is let go, and its end is the end of the connection.
      opened.resume()
      opened.on('end', () => opened.destroy())
      opened.on('close', () => {
        clearTimeout(limit)
        signal.removeEventListener('abort', giveUp)
        forget(opened)
        reject(new Error('no connection'))
      })
    })
  return {
    async deliver(lines, signal) {
      const target = socket ?? (await open(signal))
      await writeWithin(target, lines.map(frame).join(''), timeoutMs, signal)
      return ALL_ACCEPTED
    },
    close: () => socket?.destroy(),
  }
}

/** RFC 5425 §4.2.1: the receiver's certificate is always verified, whatever the environment says. */
function connectSecurely({ host, port }: SocketPlace, material: TlsMaterial): Socket {
  const servername = isIP(host) ? {} : { servername: host }
  return connectTls({ host, port, ...servername, ...material, rejectUnauthorized: true, minVersion: 'TLSv1.2' }).setKeepAlive(true)
}

function writeWithin(socket: Socket, text: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => void socket.destroy()
    const limit = setTimeout(giveUp, timeoutMs)
    signal.addEventListener('abort', giveUp, { once: true })
    const settle = (error: Error | null | undefined): void => {
      clearTimeout(limit)
      signal.removeEventListener('abort', giveUp)
      if (error) reject(error)
      else resolve()
    }
    socket.write(text, settle)
  })
}

/** One message a datagram (RFC 5426 §3.1). What a network loses is lost; a receiver that is not there is noticed where the system says so. */
export function openDatagramTransport({ host, port }: SocketPlace, compose: (line: string) => string): Transport {
  let socket: DatagramSocket | undefined
  const forget = (): void => {
    socket?.close()
    socket = undefined
  }
  const open = (): Promise<DatagramSocket> =>
    new Promise((resolve, reject) => {
      const opened = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
      // The refusal of an earlier datagram arrives here.
      opened.on('error', (error) => {
        reject(error)
        if (socket === opened) forget()
      })
      opened.connect(port, host, () => {
        socket = opened
        resolve(opened)
      })
    })
  return {
    async deliver(lines): Promise<Delivered> {
      const target = socket ?? (await open())
      let sent = 0
      try {
        for (; sent < lines.length; sent++) await sendOne(target, compose(lines[sent]!))
        return ALL_ACCEPTED
      } catch (error) {
        if (isTooLong(error)) return { refused: 1, again: lines.slice(sent + 1) }
        if (socket === target) forget()
        return { refused: 0, again: lines.slice(sent) }
      }
    },
    close: forget,
  }
}

function sendOne(socket: DatagramSocket, message: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(message, (error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}

function isTooLong(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EMSGSIZE'
}
