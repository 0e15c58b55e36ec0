// `ctl`: asks the running service over its control socket, and waits for what it says.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { PROBLEMS, type ProblemCode, ProblemError } from '../../core/problem.ts'
import { parseDuration } from '../../platform/config/config-units.ts'
import { findControlSocket } from '../../platform/server/control-place.ts'
import { textFlag, type Verb, type VerbCall } from '../command-line/verb.ts'
import { configFileOf, loadConfigOf, STORES_FLAGS } from '../records/stores-flags.ts'

const LEVELS = ['debug', 'info', 'warn', 'error']
/** Longer than any reload: an identity provider may be asked for its keys. */
const TIMEOUT_MS = 60_000

const CTL_FLAGS = {
  socket: {
    type: 'string',
    value: 'PATH',
    summary: 'Control socket. Default: control.sock in the runtime folder of the unit or next to the database.',
  },
  ...STORES_FLAGS,
} as const

export const ctlVerbs: readonly Verb[] = [
  {
    name: 'ctl status',
    summary: 'Show service status: version, uptime, readiness, running calls, log level.',
    positionals: [],
    flags: CTL_FLAGS,
    async run(call) {
      const status = await ask(call, 'GET', '/status')
      const lines = Object.entries(status).map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}\n`)
      call.terminal.print(status, lines.join(''))
      return 0
    },
  },
  {
    name: 'ctl reload',
    summary: 'Reload the configuration. If it is invalid, the running configuration stays in effect and the exit code is 78.',
    positionals: [],
    flags: CTL_FLAGS,
    async run(call) {
      const { kept } = (await ask(call, 'POST', '/reload')) as { readonly kept: readonly string[] }
      const waiting = kept.map((setting) => `${setting} is unchanged: its new value requires a restart\n`)
      call.terminal.print({ kept }, `the configuration was reloaded\n${waiting.join('')}`)
      return 0
    },
  },
  {
    name: 'ctl log-level',
    summary: 'Set the log level until the next reload or restart, or for a given time.',
    positionals: [{ name: 'LEVEL', summary: `One of: ${LEVELS.join(', ')}.`, required: true }],
    flags: {
      for: { type: 'string', value: 'TIME', summary: 'Duration, for example 10m. After it, the configured level applies again.' },
      ...CTL_FLAGS,
    },
    async run(call) {
      const [level = ''] = call.positionals
      const time = textFlag(call, 'for') ?? null
      if (!LEVELS.includes(level)) throw new ProblemError(`Expected one of ${LEVELS.join(', ')}.`, { code: 'bad_usage' })
      if (time !== null && parseDuration(time) === undefined)
        throw new ProblemError('--for must be a duration, for example 10m.', { code: 'bad_usage' })
      await ask(call, 'POST', '/log-level', { level, for: time })
      call.terminal.print({ level, for: time }, `${level}${time === null ? '' : ` for ${time}`}\n`)
      return 0
    },
  },
  {
    name: 'ctl reopen-logs',
    summary: 'Reopen the log files, for example after log rotation.',
    positionals: [],
    flags: CTL_FLAGS,
    async run(call) {
      await ask(call, 'POST', '/reopen-logs')
      call.terminal.print({ reopened: true }, 'the log files are opened again\n')
      return 0
    },
  },
  {
    name: 'ctl drain',
    summary: 'Shut down gracefully: finish running calls, refuse new ones, exit.',
    positionals: [],
    flags: CTL_FLAGS,
    async run(call) {
      await ask(call, 'POST', '/drain')
      call.terminal.print({ draining: true }, 'draining\n')
      return 0
    },
  },
]

/** @throws ProblemError `cannot_listen` where no service answers, and what the service says */
async function ask(call: VerbCall, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  return askAt(textFlag(call, 'socket') ?? (await findSocket(call)), method, path, body)
}

async function askAt(socketPath: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const options = { socketPath, path, method, headers: { Host: 'control' }, timeout: TIMEOUT_MS }
  try {
    const sent = request(options).end(body === undefined ? undefined : JSON.stringify(body))
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    const value = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    if (answer.statusCode === 200) return value
    throw errorOf(value)
  } catch (error) {
    if (error instanceof ProblemError) throw error
    const isForbidden = (error as NodeJS.ErrnoException).code === 'EACCES'
    const message = isForbidden ? 'Run this as the user of the service, or as root.' : 'No service answers there.'
    throw new ProblemError(message, { code: isForbidden ? 'io_error' : 'cannot_listen', at: { path: socketPath }, cause: error })
  }
}

/**
 * @param unitFolder where the unit of this machine has its socket
 * @throws ProblemError `bad_configuration` where the configuration does not say where the service is, `cannot_listen` where none runs with it
 */
export async function findSocket(call: VerbCall, unitFolder?: string): Promise<string> {
  const config = readConfig(call)
  const found = findControlSocket(config instanceof ProblemError ? undefined : config, call.terminal.env, unitFolder)
  if (found && (!found.isOfUnit || (await askAt(found.path, 'GET', '/status')).configuration === configFileOf(call))) return found.path
  if (config instanceof ProblemError) throw config
  if (!found)
    throw new ProblemError('The service is not running with this configuration: the control socket does not exist.', {
      code: 'cannot_listen',
    })
  throw new ProblemError(
    'No service runs with this configuration; that of the unit has another one. Name it with --config, or its socket with --socket.',
    {
      code: 'cannot_listen',
      at: { path: found.path },
    },
  )
}

/** A configuration that cannot be used is for the service to refuse, where it can be found without it. */
function readConfig(call: VerbCall): ReturnType<typeof loadConfigOf> | ProblemError {
  try {
    return loadConfigOf(call)
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

/** What the service said, as if it had been found here. */
function errorOf({ code, detail, at, errors }: Record<string, unknown>): ProblemError {
  const known = typeof code === 'string' && Object.hasOwn(PROBLEMS, code) ? (code as ProblemCode) : 'internal'
  const said = typeof detail === 'string' ? detail : 'The service refused.'
  return new ProblemError(said, { code: known, ...(at ? { at } : {}), ...(errors ? { errors } : {}) } as ConstructorParameters<
    typeof ProblemError
  >[1])
}
