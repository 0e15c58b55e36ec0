// `serve`: runs the service until it is told to stop.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { issueKey } from '../../access/keys/key.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Override } from '../../platform/config/config-overrides.ts'
import { warningsOf } from '../../platform/config/rules/config-warnings.ts'
import { namingSettings } from '../../platform/config/schema/config-secrets.ts'
import { controlSocketOf } from '../../platform/server/control-place.ts'
import type { Listener } from '../../platform/server/listen.ts'
import { watchEventLoop } from '../../platform/threads/loop-watch.ts'
import { collectAfterStart } from '../../platform/threads/start-memory.ts'
import { catalogue } from '../../tools/catalogue.ts'
import { type Terminal, textFlag, type Verb } from '../command-line/verb.ts'
import { loadConfigOf, reloadConfigOf, STORES_FLAGS } from '../records/stores-flags.ts'
import { openControl } from '../service/control.ts'
import { createReload, type Reloaded } from '../service/reload.ts'
import { type Service, startService } from '../service/service.ts'

export const serveVerbs: readonly Verb[] = [
  {
    name: 'serve',
    summary: 'Start the server. Without a configuration, it listens on 127.0.0.1:8080 and stores its database in ./health-tools-data.',
    positionals: [],
    flags: {
      listen: {
        type: 'string',
        value: 'ADDRESS:PORT',
        summary: 'Listen address of the API: 127.0.0.1:8080, [::]:8080 or unix:PATH. Overrides the configuration.',
      },
      ...STORES_FLAGS,
    },
    async run(call) {
      const { terminal } = call
      nameProcess()
      const overrides = listenOverrides(textFlag(call, 'listen'), terminal.cwd)
      const config = loadConfigOf(call, catalogue, overrides)
      const service = await namingSettings(config, terminal, () => startService(config, terminal.env))
      const reload = createReload(service, (running) => reloadConfigOf(call, running, catalogue, overrides))
      const stopping = stopOnSignal(service, reload)
      const control = await openControlOf(service, controlSocketOf(config, terminal.env), reload, stopping.begin)
      try {
        await announce(service, config, terminal).catch(async (error) => {
          stopping.begin()
          await stopping.ended
          throw error
        })
        collectAfterStart(() => service.controls.status().activeCalls === 0)
        const endWatch = watchEventLoop()
        await stopping.ended
        endWatch()
      } finally {
        // While it is open the process does not end, whatever went wrong.
        await control?.drain(CONTROL_DRAIN_MS)
      }
      return 0
    },
  },
]

/** Sets the name that ps and top show. Node's default is MainThread. Setting process.title would hide the arguments. */
function nameProcess(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/comm', 'health-tools')
  } catch {
    // A container may have no /proc. The name is for people alone.
  }
}

/** @throws ProblemError `bad_usage` where the place is none */
function listenOverrides(place: string | undefined, cwd: string): Override[] {
  if (place === undefined) return []
  const value = listenValue(place, cwd)
  if (!value) throw new ProblemError('--listen must be ADDRESS:PORT, [ADDRESS]:PORT or unix:PATH.', { code: 'bad_usage' })
  return [{ name: '--listen', path: ['server', 'listen'], value: [value] }]
}

function listenValue(place: string, cwd: string): Record<string, unknown> | undefined {
  if (place.startsWith('unix:')) return place.length > 5 ? { socket: resolve(cwd, place.slice(5)) } : undefined
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+)):(\d{1,5})$/.exec(place)
  return match ? { address: match[1] ?? match[2], port: Number(match[3]) } : undefined
}

/** What asked last may still wait for its answer. */
const CONTROL_DRAIN_MS = 1_000

/** How long a signal has everything logged. */
const DETAILED_MS = 10 * 60_000

/** `ended` resolves when the service has stopped. A second signal does not hurry it: the drain has its own time limit. */
function stopOnSignal(service: Service, reload: () => Promise<unknown>): { begin(): void; readonly ended: Promise<void> } {
  process.on('SIGUSR1', () => service.reopenLogs())
  process.on('SIGUSR2', () => {
    service.controls.setLogLevel('debug', DETAILED_MS).catch((error) => service.log.error('the level of the log was not set', error))
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let stopping = false
  const begin = (): void => {
    if (stopping) return
    stopping = true
    service.log.info('stopping')
    service.stop().then(resolve, reject)
  }
  process.on('SIGTERM', begin)
  process.on('SIGINT', begin)
  // How the service host of Windows stops the program.
  if (process.platform === 'win32') process.on('SIGBREAK', begin)
  // Without a file there is nothing to read again, and the signal says that the terminal is gone. What was wrong stands in the log.
  process.on('SIGHUP', () => (service.config.file === null ? begin() : void reload().catch(() => undefined)))
  return { begin, ended: promise }
}

/** A service that cannot be asked still serves. Windows has no unix sockets that only some may open. */
async function openControlOf(
  service: Service,
  path: string,
  reload: () => Promise<Reloaded>,
  drain: () => void,
): Promise<Listener | undefined> {
  if (process.platform === 'win32') return undefined
  try {
    return await openControl(path, { ...service.controls, reload, reopenLogs: service.reopenLogs, drain })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    service.log.warn('the control socket cannot be opened, so that ctl does not reach this service', { reason: error.message })
    return undefined
  }
}

async function announce(service: Service, config: Config, terminal: Terminal): Promise<void> {
  const [api] = service.api
  if (!api && config.node.isApi) throw new ProblemError('No listen address is configured.', { code: 'bad_configuration' })
  if (!api) service.log.info('working', { operationsPort: service.operations.port })
  for (const { address, port } of service.api) service.log.info('listening', { address, port, operationsPort: service.operations.port })
  for (const { setting, message } of warningsOf(config)) service.log.warn(message, { setting })
  if (config.file === null && api) await printFirstKey(service, config, api.origin, terminal)
}

/** Only with the embedded default: a configured service may write its standard error to a journal, where no secret belongs. */
async function printFirstKey({ access }: Service, { plans }: Config, origin: string, terminal: Terminal): Promise<void> {
  const existing = await access.keyStore.list({ limit: 1 })
  if (existing.length > 0) {
    terminal.err(`health-tools serves ${origin}/v1 (keys: \`health-tools keys list\`)\n`)
    return
  }
  // A key without limits must be an administrator's choice.
  const plan = plans.has('standard') ? 'standard' : [...plans.keys()][0]!
  const { text } = await issueKey(
    access.office,
    { kind: 'live', owner: 'first key', note: '', plan, scopes: ['tools:*'], networks: [], expiresAt: null, trialQuota: null },
    Date.now(),
  )
  const tool = catalogue[0]!
  const body = JSON.stringify(tool.examples[0].input)
  terminal.err(
    `health-tools serves ${origin}/v1\nThe first key, shown only now: ${text}\nTry:\n  curl -sS ${origin}/v1/tools/${tool.id} -H 'Authorization: Bearer ${text}' -H 'Content-Type: application/json' -d '${body}'\n`,
  )
}
