// A listener as most tests want it: any free port on loopback, patient limits.
import { randomUUID } from 'node:crypto'
import { type Listener, listen } from '../../../src/platform/server/listen.ts'
import type { ApiHarness } from '../../http/api-harness.ts'

export const LISTEN_SETTINGS = {
  place: { address: '127.0.0.1', port: 0 },
  tls: null,
  isForProxy: false,
  maxHeaderBytes: 8_192,
  maxConnections: 100,
  headersTimeoutMs: 10_000,
  bodyPace: { maxWaitMs: 20_000, minBytesPerSecond: 1_000, graceMs: 1_500 },
  keepAliveTimeoutMs: 5_000,
}

/** For the API of a harness; bodies may come slowly, because what these tests look at is something else. */
export function listenPatiently({ app }: Pick<ApiHarness, 'app'>): Promise<Listener> {
  return listen((request, environment) => app.fetch(request, environment), randomUUID, {
    ...LISTEN_SETTINGS,
    bodyPace: { ...LISTEN_SETTINGS.bodyPace, graceMs: 10_000 },
  })
}
