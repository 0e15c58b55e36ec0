// A port of loopback that nobody listens on.
import { type AddressInfo, createServer } from 'node:net'

/** The system may give one again that was closed a moment ago: two listeners of a service would have the same. */
const given = new Set<number>()

export async function freePort(): Promise<number> {
  for (;;) {
    const port = await nextPort()
    if (given.has(port)) continue
    given.add(port)
    return port
  }
}

function nextPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
