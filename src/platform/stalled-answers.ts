// Cuts the connection of a client that takes nothing more of its answer: it would hold memory and a place among the calls for ever.
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * @param limitMs how long a connection may stand still while an answer waits to be taken
 * @returns what to tell of every answer that begins
 */
export function cutStalled(server: Server, limitMs: number): (outgoing: ServerResponse) => void {
  server.timeout = limitMs
  const onStillness = (socket: Socket): void => {
    // Where nothing waits to be taken, the call is still at work, and may be for as long as it is allowed.
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(limitMs)
  }
  // Without a listener, as between two requests, Node closes the connection itself.
  return (outgoing) => void outgoing.on('timeout', onStillness)
}
