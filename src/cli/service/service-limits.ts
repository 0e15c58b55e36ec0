// The limits of a service by its configuration, and the places where it listens.
import type { ApiServices } from '../../http/routes/app.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ListenPlace } from '../../platform/config/config-places.ts'
import type { BindPlace } from '../../platform/server/bind.ts'
import type { listen } from '../../platform/server/listen.ts'
import { inheritedSockets } from '../../platform/server/socket-activation.ts'

export function bodyLimitsOf({ server: { limits } }: Config): ApiServices['limits'] {
  return {
    maxBodyBytes: limits.bodyBytes,
    jsonDepth: limits.jsonDepth,
    maxParts: limits.filesPerRequest,
    maxHeaderBytes: limits.headerBytes,
    maxBatchItems: MAX_BATCH_ITEMS,
  }
}

export function bindPlaces(place: ListenPlace, env: Readonly<Record<string, string | undefined>>): BindPlace[] {
  return 'systemd' in place ? inheritedSockets(env, process.pid).map((descriptor) => ({ descriptor })) : [place]
}

export function listenSettings({ server }: Config): Omit<Parameters<typeof listen>[2], 'place' | 'tls' | 'isForProxy'> {
  return {
    maxHeaderBytes: server.limits.headerBytes,
    maxConnections: MAX_CONNECTIONS,
    headersTimeoutMs: server.timeouts.headersMs,
    bodyPace: { maxWaitMs: server.timeouts.requestMs, minBytesPerSecond: 1_000, graceMs: 10_000 },
    keepAliveTimeoutMs: server.timeouts.keepAliveMs,
  }
}

/** Bodies in memory at the same time; the packaged service may use a gibibyte in all. */
export const MAX_BODY_BYTES_IN_MEMORY = 512 << 20
/** Where the plan names no number; longer ones are streams of lines. */
const MAX_BATCH_ITEMS = 10_000
/** Far above what one node serves, far below what file handles allow. */
const MAX_CONNECTIONS = 4_096
