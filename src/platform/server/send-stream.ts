// Sends an answer that comes bit by bit, as fast as it is taken. Each piece is given back when the system has it: a long stream would
// leave its own length behind as garbage, and bring a collection of the whole heap with every sixty megabytes.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { freeBytes } from '../../core/free-bytes.ts'
import type { StreamedAnswer } from '../../http/request/environment.ts'

/** Ends the source where the client goes away, and the connection where the source fails. */
export function sendStream(outgoing: ServerResponse, { status, headers, body, isGivenAway }: StreamedAnswer): void {
  if (outgoing.destroyed) {
    void body.cancel().catch(() => undefined)
    return
  }
  outgoing.writeHead(status, headers)
  // The first piece may take long.
  outgoing.flushHeaders()
  pump(outgoing, body.getReader(), isGivenAway).catch(() => breakOff(outgoing))
}

/** Ends the connection once the system has what was written. A client of HTTP/1.0 would take its end for the end of the answer; a reset it does not. */
function breakOff(outgoing: ServerResponse): void {
  const { socket, req } = outgoing
  if (!socket) {
    outgoing.destroy()
    return
  }
  socket.write('', () => {
    if (req.httpVersion === '1.0') reset(socket)
    else outgoing.destroy()
  })
}

function reset(socket: Socket): void {
  try {
    socket.resetAndDestroy()
  } catch {
    // TLS and Unix sockets have no reset.
    socket.destroy()
  }
}

async function pump(outgoing: ServerResponse, reader: ReadableStreamDefaultReader<Uint8Array>, isGivenAway: boolean): Promise<void> {
  let wake: () => void = () => undefined
  outgoing.on('drain', () => wake())
  outgoing.once('close', () => {
    reader.cancel().catch(() => undefined)
    wake()
  })
  for (;;) {
    const { done, value } = await reader.read()
    if (outgoing.destroyed) return
    if (done) break
    const hasRoom = outgoing.write(value, () => {
      if (isGivenAway) freeBytes(value)
    })
    if (!hasRoom) await new Promise<void>((resolve) => (wake = resolve))
  }
  outgoing.end()
}
