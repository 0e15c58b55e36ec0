// The control socket of a running service: what `health-tools ctl` asks for. Only the service's user and root can open it, so it knows no
// credentials; it is a unix socket, so no web page can reach it.
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import * as z from 'zod'
import { ProblemError } from '../../core/problem.ts'
import { problemOf } from '../../http/response/problem.ts'
import { parseDuration } from '../../platform/config/config-units.ts'
import { type Listener, listen } from '../../platform/server/listen.ts'
import { makePrivateFolder } from '../../platform/storage/private-file.ts'
import type { LiveControls } from './live-controls.ts'
import type { Reloaded } from './reload.ts'

export interface ControlActions extends LiveControls {
  /** @throws ProblemError `bad_configuration`: the running configuration stays in force */
  reload(): Promise<Reloaded>
  reopenLogs(): void
  /** Begins the stop that SIGTERM begins. */
  drain(): void
}

const levelRequest = z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']), for: z.string().max(20).nullable() })

/** @throws ProblemError `cannot_listen` */
export async function openControl(path: string, actions: ControlActions): Promise<Listener> {
  // With PostgreSQL no database creates this folder.
  try {
    makePrivateFolder(dirname(path))
  } catch (cause) {
    throw new ProblemError('Cannot create the folder of the control socket.', { code: 'cannot_listen', at: { path: dirname(path) }, cause })
  }
  return listen((request) => answer(request, actions), randomUUID, {
    place: { socket: path, mode: 0o600, owner: null, group: null },
    tls: null,
    isForProxy: false,
    maxHeaderBytes: 8_192,
    maxConnections: 16,
    headersTimeoutMs: 5_000,
    bodyPace: { maxWaitMs: 5_000, minBytesPerSecond: 1_000, graceMs: 1_000 },
    keepAliveTimeoutMs: 1_000,
  })
}

async function answer(request: Request, actions: ControlActions): Promise<Response> {
  try {
    return Response.json((await act(request, actions)) ?? {})
  } catch (error) {
    const { status, headers, body } = problemOf(error, randomUUID())
    return new Response(body, { status, headers })
  }
}

async function act(request: Request, actions: ControlActions): Promise<unknown> {
  switch (`${request.method} ${new URL(request.url).pathname}`) {
    case 'GET /status':
      return actions.status()
    case 'POST /reload':
      return actions.reload()
    case 'POST /reopen-logs':
      return actions.reopenLogs()
    case 'POST /drain':
      return actions.drain()
    case 'POST /log-level': {
      const requested = levelRequest.safeParse(await request.json(), { reportInput: false })
      const forMs = requested.data?.for == null ? null : parseDuration(requested.data.for)
      if (!requested.success || forMs === undefined) throw new ProblemError('Expected a level and a time.', { code: 'invalid_input' })
      return actions.setLogLevel(requested.data.level, forMs)
    }
    default:
      throw new ProblemError('No resource at this path.', { code: 'not_found' })
  }
}
