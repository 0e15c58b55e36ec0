// Puts the service together: stores, log, metrics, the API listener and the operations listener; and takes it apart again.
import { performance } from 'node:perf_hooks'
import type { TlsOptions } from 'node:tls'
import { type LicenceStanding, limitPlans } from '../../access/licence.ts'
import { withDefaults } from '../../core/option-defaults.ts'
import type { Tool } from '../../core/tool.ts'
import { placesOf } from '../../http/routes/api-places.ts'
import { type ApiServices, createApi } from '../../http/routes/app.ts'
import { openCors } from '../../http/routes/cors.ts'
import { createOperations } from '../../http/routes/operations.ts'
import type { Gates } from '../../platform/access/gates.ts'
import { vendorKeys } from '../../platform/access/licence-file.ts'
import { type OpenedAccess, openAccess } from '../../platform/access/open-access.ts'
import { openAudit } from '../../platform/audit/audit.ts'
import { auditGateOf, eventOfAct } from '../../platform/audit/audit-events.ts'
import type { Config } from '../../platform/config/config.ts'
import { readDefaults } from '../../platform/config/tool-defaults.ts'
import { createFastPath, type FastPath } from '../../platform/fast-path/fast-path.ts'
import { createFastRoutes, findFastHandler } from '../../platform/fast-path/fast-routes.ts'
import { type Log, openLog, reportTo } from '../../platform/logging/log.ts'
import { openSinks, reopenSinks } from '../../platform/logging/log-sinks.ts'
import type { BindPlace } from '../../platform/server/bind.ts'
import { type Fetch, type Listener, listen } from '../../platform/server/listen.ts'
import { findBytes, nodeDecoders } from '../../platform/server/node-body.ts'
import { nodeEncoders } from '../../platform/server/node-encode.ts'
import { createRequestIds } from '../../platform/server/request-id.ts'
import { readTlsOptions } from '../../platform/server/tls.ts'
import { openMetrics } from '../../platform/telemetry/metrics.ts'
import { openTracer, withSpans } from '../../platform/telemetry/tracer.ts'
import { versionInfo } from '../../platform/version.ts'
import { catalogue } from '../../tools/catalogue.ts'
import { openExecutor } from './executor.ts'
import { brandingOf, LicenceWatch } from './licence-watch.ts'
import { createLiveControls, type LiveControls } from './live-controls.ts'
import { openPages } from './pages.ts'
import { openServiceJobs } from './service-jobs.ts'
import { bindPlaces, bodyLimitsOf, listenSettings, MAX_BODY_BYTES_IN_MEMORY } from './service-limits.ts'
import { PackagesInUse } from './site-packages.ts'

export interface Service {
  readonly access: OpenedAccess
  readonly log: Log
  readonly api: readonly Listener[]
  readonly operations: Listener
  /** The configuration in force. */
  readonly config: Config
  /**
   * Brings another configuration into force, all of it or nothing; what runs goes on as it began. What only a start can change must be as it
   * is in `config`.
   * @throws ProblemError `bad_configuration`
   */
  reload(config: Config): Promise<void>
  readonly controls: LiveControls
  /** Reopen the log files after log rotation. */
  reopenLogs(): void
  /** Finishes what runs, refuses what is new, writes the counters, and ends within the configured time. */
  stop(): Promise<void>
}

const AUDIT_TROUBLE = 'the audit log cannot be written'

/** How exactly results are forgotten after their time. */
const JOB_SWEEP_MS = 1_000
/** How exactly the time of the daily backup is kept. */
const BACKUP_TICK_MS = 10_000
/** How exactly a licence ends. */
const LICENCE_TICK_MS = 60_000
/** How long the log may take to empty its buffers at the end. */
const LOG_CLOSE_MS = 1_000

/** @throws ProblemError `cannot_listen`, `storage_unavailable`, `bad_configuration`; what was opened before is closed again */
export async function startService(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  licenceKeys: readonly string[] = vendorKeys(),
): Promise<Service> {
  const defaults = await readDefaults(config.tools.defaults, catalogue)
  const packages = new PackagesInUse(config.fhir.packages)
  const sinks = openSinks(config.logging.sinks)
  const log = openLog({ level: config.logging.level, clientAddress: config.logging.clientIp, sinks })
  const logAuditError = (error: unknown): void => log.error('the audit log could not be written', error)
  const audit = await openAudit(config, logAuditError, 'service')
  const giveUp = async (error: unknown): Promise<never> => {
    await audit?.record(eventOfAct('service.start', 'failure'))?.catch(() => undefined)
    await Promise.all([audit?.close(LOG_CLOSE_MS), log.close(LOG_CLOSE_MS)])
    throw error
  }
  await audit?.record(eventOfAct('service.start', 'success'))?.catch(giveUp)
  const access = await openAccess(config, {
    env,
    logError: (error) => log.error('the usage counters could not be written', error),
    backupReport: {
      done: ({ file, bytes }) => log.info('daily backup created', { file, bytes }),
      failed: (error) => log.error('the daily backup failed', error),
    },
  }).catch(giveUp)
  const logJobError = (error: unknown): void => log.error('the jobs in the database could not be read or written', error)
  const jobs = await openServiceJobs(config, access, logJobError).catch(async (error: unknown) => {
    await access.close(Date.now())
    return giveUp(error)
  })
  const state = { stopping: false, draining: false, config, rebrand: (): Promise<void> => Promise.resolve() }
  const notReadyBecause = (): string[] =>
    state.stopping ? ['draining'] : [...access.notReadyBecause(), ...(audit?.isRefusing ? [AUDIT_TROUBLE] : [])]
  const tracer = config.tracing.otlp === null ? undefined : openTracer(config.tracing.otlp)
  const executor = openExecutor({ ...config.workers, maxWaiting: config.server.limits.queue, defaults, packages: packages.current })
  const load = {
    active: 0,
    bytes: 0,
    maxBytes: MAX_BODY_BYTES_IN_MEMORY,
    get max() {
      return state.config.server.limits.concurrent
    },
  }
  const metrics = openMetrics({
    droppedLogLines: () => log.droppedLines,
    lostAuditEvents: () => audit?.lostEvents ?? 0,
    droppedSpans: () => tracer?.droppedSpans ?? 0,
    version: versionInfo().version,
    jobFigures: jobs.jobFigures,
    queueFigures: jobs.queueFigures,
    load: () => load,
    poolFigures: () => executor.figures,
    backupFigures: () => access.dailyBackup,
    isReady: () => notReadyBecause().length === 0,
  })
  const reporter = withSpans(reportTo(log, metrics.measure), tracer)
  const licence = new LicenceWatch(licenceKeys, log)
  const newRequestId = createRequestIds()
  const openSurface = async (next: Config, gates: Gates, standing: LicenceStanding): Promise<Surface> => {
    const branding = brandingOf(next, standing)
    const tls = next.server.tls && readTlsOptions(next.server.tls)
    const offered = catalogue.filter(({ id }) => !next.tools.disabled.includes(id)).map((tool) => withDefaults(tool, defaults[tool.id]))
    const places = placesOf(next.server.basePath, next.branding.errorDocsBase)
    const info = { title: branding.name, version: versionInfo().version, contact: branding.contact }
    const pages = await openPages(next, branding, { catalogue: offered, info }, log)
    const services: ApiServices = {
      access: { ...gates, admission: access.admission },
      reporter,
      audit: audit && auditGateOf(audit, next.logging.clientIp),
      now: Date.now,
      clock: () => performance.now(),
      newRequestId,
      isDraining: () => state.draining,
      load,
      catalogue: offered,
      isMcpOn: next.server.mcp,
      info,
      places,
      cors: openCors(next.server.corsOrigins),
      pages,
      limits: bodyLimitsOf(next),
      decoders: nodeDecoders,
      findBytes,
      encoders: nodeEncoders,
      executor,
      jobs: jobs.jobs,
      shared: jobs.shared,
    }
    return { offered, app: createApi(services), fastRoutes: createFastRoutes(services), tls, gates, problemBase: places.problemBase }
  }
  const operations = createOperations({
    version: { ...versionInfo() },
    notReadyBecause,
    composeMetrics: metrics.compose,
    metricsContentType: metrics.contentType,
    newRequestId,
  })
  const listeners: Listener[] = []
  const inherited: Listener[] = []
  /** With the place in the configuration that each of them has. */
  const api: { readonly listener: Listener; readonly index: number }[] = []
  const open = async (fetch: Fetch, place: BindPlace, side: Parameters<Listener['update']>[0], fastPath?: FastPath): Promise<Listener> => {
    const listener = await listen(fetch, newRequestId, { place, ...side, ...listenSettings(config) }, fastPath)
    const group = 'descriptor' in place ? inherited : listeners
    group.push(listener)
    return listener
  }
  const flushing = setInterval(
    () => void access.flush(Date.now()).catch((error) => log.error('the usage counters could not be written', error)),
    config.usage.flushMs,
  )
  const sweeping = setInterval(() => void jobs.sweep(), JOB_SWEEP_MS)
  const backingUp = setInterval(() => void access.dailyBackup?.tick(Date.now()), BACKUP_TICK_MS)
  const watching = setInterval(() => {
    if (!licence.tick(Date.now())) return
    access.admission.replacePlans(limitPlans(state.config.plans, licence.standing))
    state.rebrand().catch((error) => log.error('the pages could not be rebuilt', error))
  }, LICENCE_TICK_MS)
  const stop = async (): Promise<void> => {
    const end = performance.now() + state.config.server.timeouts.shutdownMs
    const drain = (those: readonly Listener[]) => Promise.all(those.map((listener) => listener.drain(Math.max(0, end - performance.now()))))
    state.stopping = true
    clearInterval(flushing)
    clearInterval(sweeping)
    clearInterval(backingUp)
    clearInterval(watching)
    // What is on its way through a socket of systemd is still answered; whoever connects now waits for the next process.
    if (inherited.length > 0) await drain(inherited)
    state.draining = true
    // Workers have no callers to wait for; parts are given back in time for the answers of the others.
    await Promise.all([jobs.stop(Math.max(0, end - performance.now())), drain(listeners)])
    await executor.close()
    await jobs.close()
    await access.close(Date.now())
    await audit?.record(eventOfAct('service.stop', 'success'))?.catch(() => undefined)
    await audit?.close(LOG_CLOSE_MS)
    await Promise.all([log.close(LOG_CLOSE_MS), tracer?.close(LOG_CLOSE_MS)])
  }
  try {
    const found = licence.read(config, Date.now())
    let surface = await openSurface(config, access, found)
    licence.adopt(found, config, Date.now())
    access.admission.replacePlans(limitPlans(config.plans, found))
    const operationsListener = await open((request) => operations.fetch(request), config.operations.listen, {
      tls: null,
      isForProxy: false,
    })
    const fetch: Fetch = (request, environment) => surface.app.fetch(request, environment)
    jobs.startWorker({ executor, reporter, findTool: (id) => surface.offered.find((tool) => tool.id === id) })
    const fastPath = config.server.isFastPathOn
      ? createFastPath((method, path) => findFastHandler(surface.fastRoutes, method, path))
      : undefined
    for (const [index, place] of config.node.isApi ? config.server.listen.entries() : []) {
      for (const one of bindPlaces(place, env)) {
        const side = { tls: surface.tls, isForProxy: place.isForProxy, problemBase: surface.problemBase }
        api.push({ listener: await open(fetch, one, side, fastPath), index })
      }
    }
    const adopt = async (next: Config): Promise<void> => {
      const standing = licence.read(next, Date.now())
      const usePackages = packages.prepare(next.fhir.packages)
      const opened = await openSurface(next, await access.openGates(next), standing)
      // Nothing below can fail: from here on all of it holds.
      surface = opened
      state.config = next
      usePackages(executor)
      access.admission.replacePlans(limitPlans(next.plans, standing))
      log.configure({ level: next.logging.level, clientAddress: next.logging.clientIp })
      licence.adopt(standing, next, Date.now())
      for (const { listener, index } of api) {
        const { isForProxy } = next.server.listen[index]!
        listener.update({ tls: opened.tls, isForProxy, problemBase: opened.problemBase })
      }
    }
    const reload = async (next: Config): Promise<void> => {
      await audit?.record(eventOfAct('config.reload', 'started'))
      await adopt(next).catch(async (error: unknown) => {
        await audit?.record(eventOfAct('config.reload', 'failure'))?.catch(() => undefined)
        throw error
      })
      // What holds now holds, and the first line says so.
      await audit?.record(eventOfAct('config.reload', 'success'))?.catch(() => undefined)
    }
    state.rebrand = async () => {
      const before = surface
      const opened = await openSurface(state.config, before.gates, licence.standing)
      // A reload in the meantime knew the licence, too.
      if (surface === before) surface = opened
    }
    return {
      access,
      log,
      controls: createLiveControls({
        log,
        config: () => state.config,
        activeCalls: () => load.active,
        notReadyBecause,
        recordAct: (action, target) => audit?.record(eventOfAct(action, 'success', target)),
      }),
      api: api.map(({ listener }) => listener),
      operations: operationsListener,
      get config() {
        return state.config
      },
      reload,
      reopenLogs: () => reopenSinks(sinks),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What answers by one configuration. */
interface Surface {
  readonly offered: readonly Tool[]
  readonly app: ReturnType<typeof createApi>
  readonly fastRoutes: ReturnType<typeof createFastRoutes>
  readonly gates: Gates
  readonly problemBase: string
  readonly tls: TlsOptions | null
}
