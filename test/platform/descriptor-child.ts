// Listens on the descriptor that it is given, as a service that systemd started does, and prints where that is, or why not.
import { randomUUID } from 'node:crypto'
import { Fault } from '../../src/core/fault.ts'
import { listen } from '../../src/platform/listen.ts'

try {
  const { address, port, origin, drain } = await listen(() => new Response('served'), randomUUID, {
    place: { descriptor: Number(process.argv[2]) },
    tls: null,
    isForProxy: false,
    maxHeaderBytes: 8_192,
    maxConnections: 10,
    headersTimeoutMs: 10_000,
    bodyPace: { maxWaitMs: 20_000, minBytesPerSecond: 1_000, graceMs: 1_500 },
    keepAliveTimeoutMs: 1_000,
  })
  process.stdout.write(JSON.stringify({ address, port, origin }))
  await drain(1_000)
} catch (error) {
  if (!(error instanceof Fault)) throw error
  process.stdout.write(JSON.stringify({ code: error.code, message: error.message }))
}
