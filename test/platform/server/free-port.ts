// A port of loopback that nobody listens on.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that Linux gives to outgoing connections (32768 to 60999): one of those may be taken by a call of another
 * test between this check and the start of the server.
 */
const FIRST = 10_000
const END = 32_000

/** Each is given once, so that two listeners of one service never have the same. */
const given = new Set<number>()

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
