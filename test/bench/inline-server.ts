// A reference of the mixed bench: the same API on the same sockets, but every call runs on the event loop. Prints its port and its key.
import { randomUUID } from 'node:crypto'
import { listen } from '../../src/platform/listen.ts'
import { openApi } from '../http/api-harness.ts'

const api = await openApi({ maxBodyBytes: 200_000_000 })
Object.assign(api.load, { maxBytes: Number.MAX_SAFE_INTEGER })
const listener = await listen((request, environment) => api.app.fetch(request, environment), randomUUID, {
  place: { address: '127.0.0.1', port: 0 },
  tls: null,
  isForProxy: false,
  maxHeaderBytes: 16_384,
  maxConnections: 1_000,
  headersTimeoutMs: 60_000,
  bodyPace: { maxWaitMs: 120_000, minBytesPerSecond: 1, graceMs: 60_000 },
  keepAliveTimeoutMs: 60_000,
})
process.stdout.write(`${JSON.stringify({ port: listener.port, key: api.key })}\n`)
