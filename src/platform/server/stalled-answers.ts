// Cuts the connection of a client that takes nothing more of its answer: it would hold memory and a place among the calls for ever.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface StallGuard {
  /** To be told of every answer when its request comes: it says what silence of its connection means. */
  accompany(outgoing: ServerResponse): void
  /** Looks from now on whether the connection stands still. Most answers are taken at once and need no timer. */
  watch(outgoing: ServerResponse): void
}

/** @param limitMs how long a connection may stand still while an answer waits to be taken */
export function openStallGuard(limitMs: number): StallGuard {
  const onStillness = (socket: Socket): void => {
    // Where nothing waits to be taken, the call is still at work, and may be for as long as it is allowed.
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(limitMs)
  }
  return {
    // Without a listener, as between two requests, Node closes the connection itself.
    accompany: (outgoing) => void outgoing.on('timeout', onStillness),
    watch: (outgoing) => void outgoing.setTimeout(limitMs),
  }
}
