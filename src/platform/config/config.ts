// The configuration in force: one frozen object, from one YAML file or from the defaults alone, checked as a whole before anything starts.
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Plans, RateLimit } from '../../access/quota/plan.ts'
import { ProblemError } from '../../core/problem.ts'
import { type ConfigSource, chooseFile, readSettings } from './config-file.ts'
import type { ListenPlace, OAuthSources, ObjectsSource, PostgresSource, TcpPlace, TlsSources } from './config-places.ts'
import { keepStartSettings } from './config-reload.ts'
import { bytesOfKilobytes, bytesOfMegabytes, parseDuration } from './config-units.ts'
import { freeze } from './freeze.ts'
import {
  listenPlace,
  oauthSources,
  objectsSource,
  postgresSource,
  type SecretReference,
  secretSource,
  tlsSources,
} from './schema/config-access.ts'
import { type AuditConfig, auditOf } from './schema/config-audit.ts'
import { type BackupSettings, backupSettings } from './schema/config-backup.ts'
import { failureLimit, planOf } from './schema/config-plans.ts'
import type { Settings } from './schema/config-schema.ts'
import { type LogSinkSettings, logSinkOf } from './schema/config-sinks.ts'
import type { SecretSource } from './secrets.ts'
import { sortDefaults, type UnreadDefaults } from './tool-defaults.ts'

/** Paths are absolute, sizes bytes, times milliseconds. */
export interface Config {
  /** Null for the embedded default. */
  readonly file: string | null
  readonly server: {
    readonly listen: readonly ListenPlace[]
    /** Without a slash at its end; empty: none. */
    readonly basePath: string
    /** Of web pages that may call. */
    readonly corsOrigins: readonly string[]
    readonly pages: { readonly console: boolean; readonly docs: boolean }
    readonly mcp: boolean
    readonly isFastPathOn: boolean
    readonly tls: TlsSources | null
    readonly limits: {
      readonly bodyBytes: number
      readonly filesPerRequest: number
      readonly jsonDepth: number
      readonly headerBytes: number
      /** Tool calls that run at the same time; null: no limit but those of the plans. */
      readonly concurrent: number | null
      /** Long calls that may wait for a thread. */
      readonly queue: number
    }
    readonly timeouts: {
      readonly headersMs: number
      readonly requestMs: number
      readonly keepAliveMs: number
      readonly shutdownMs: number
    }
  }
  readonly workers: { readonly threads: number | 'auto'; readonly memoryMb: number; readonly taskTimeoutMs: number }
  readonly node: { readonly name: string; readonly isApi: boolean; readonly isWorker: boolean }
  readonly jobs: {
    readonly backend: Settings['jobs']['backend']
    /** Null with backend memory. */
    readonly payloadKey: SecretSource | null
    /** Null: long contents are in the database. */
    readonly objects: ObjectsSource | null
    readonly keepMs: number
    readonly maxJobs: number
    readonly maxJobsOfOne: number
    readonly maxResultBytes: number
    readonly maxResultBytesOfOne: number
  }
  readonly storage: {
    readonly path: string
    readonly temp: string | null
    readonly synchronous: 'normal' | 'full'
    readonly backup: BackupSettings
    /** Null: the embedded database. */
    readonly postgres: PostgresSource | null
  }
  readonly auth: {
    readonly apiKey: {
      readonly enabled: boolean
      readonly prefix: string
      /** Null: keys come as Authorization: Bearer alone. */
      readonly header: string | null
      readonly pepper: SecretSource
      readonly defaultExpiryMs: number
      readonly lastUsedResolutionMs: number
    }
    /** Null: no proxy is believed. */
    readonly proxy: { readonly settings: Settings['auth']['proxy']; readonly secret: SecretSource | null } | null
    /** Null: no access token is taken. */
    readonly oauth: OAuthSources | null
  }
  readonly plans: Plans
  readonly usage: { readonly flushMs: number; readonly retentionMs: number; readonly durability: Settings['usage']['durability'] }
  readonly rateLimit: { readonly failedAuth: RateLimit | null; readonly backend: Settings['rate_limit']['backend'] }
  readonly tools: { readonly disabled: readonly string[]; readonly defaults: UnreadDefaults }
  readonly fhir: { readonly packages: string | null }
  readonly logging: {
    readonly level: Settings['logging']['level']
    readonly clientIp: Settings['logging']['client_ip']
    readonly sinks: readonly LogSinkSettings[]
  }
  /** Null: none is kept. */
  readonly audit: AuditConfig | null
  readonly operations: { readonly listen: TcpPlace }
  /** Null: no spans are sent. */
  readonly tracing: { readonly otlp: string | null }
  readonly license: { readonly file: string | null; readonly graceMs: number }
  readonly branding: {
    readonly name: string
    readonly logo: string | null
    readonly contact: string | null
    /** Before the code of an error; null: the explanations that the API has. */
    readonly errorDocsBase: string | null
  }
  /** The same in the form of the file, with every default. */
  readonly settings: Settings
}

/** @throws ProblemError `bad_configuration` with every finding, its path and its line */
export function loadConfig(source: ConfigSource): Config {
  const file = chooseFile(source)
  return freeze(resolveSettings(readSettings(file, source, (settings) => ({ settings, kept: [] })).settings, file, source))
}

export interface ReloadedConfig {
  readonly config: Config
  /** Paths of settings whose new value waits for a restart. */
  readonly kept: readonly string[]
}

/**
 * The file that the running configuration came from, read again; what only a start can change is kept as it runs.
 * @throws ProblemError `bad_configuration` with every finding, its path and its line
 */
export function reloadConfig(source: ConfigSource, { file, settings: running }: Config): ReloadedConfig {
  if (file === null) throw new ProblemError('The service runs without a configuration file.', { code: 'bad_configuration' })
  const { settings, kept } = readSettings(file, source, (next) => keepStartSettings(next, running))
  return { config: freeze(resolveSettings(settings, file, source)), kept }
}

function resolveSettings(settings: Settings, file: string | null, { dataFolder, cwd, env, catalogue = [] }: ConfigSource): Config {
  const { server, workers, node, jobs, storage, auth, usage, logging, tools, operations, license, branding } = settings
  // Not the working directory: every command must find the same database.
  const base = file === null ? cwd : dirname(file)
  const path = dataFolder === undefined ? resolve(base, storage.path) : join(resolve(cwd, dataFolder), 'health-tools.db')
  if (dataFolder === undefined && file !== null) checkIsNotElsewhere(path, resolve(cwd, storage.path), file)
  const { pepper } = auth.api_key
  const secretOf = (reference: SecretReference): SecretSource => secretSource(reference, env, base)
  const resolver = { base, secretOf }
  return {
    file,
    server: {
      listen: server.listen.map((place) => listenPlace(place, auth.proxy, base)),
      tls: server.tls.enabled ? tlsSources(server.tls, secretOf) : null,
      basePath: server.base_path,
      corsOrigins: server.cors.origins,
      pages: server.pages,
      mcp: server.mcp,
      isFastPathOn: server.fast_path,
      limits: {
        bodyBytes: bytesOfMegabytes(server.limits.body_mb),
        filesPerRequest: server.limits.files_per_request,
        jsonDepth: server.limits.json_depth,
        headerBytes: bytesOfKilobytes(server.limits.header_kb),
        concurrent: server.limits.concurrent,
        queue: server.limits.queue,
      },
      timeouts: {
        headersMs: milliseconds(server.timeouts.headers),
        requestMs: milliseconds(server.timeouts.request),
        keepAliveMs: milliseconds(server.timeouts.keep_alive),
        shutdownMs: milliseconds(server.timeouts.shutdown),
      },
    },
    workers: { threads: workers.threads, memoryMb: workers.memory_mb, taskTimeoutMs: milliseconds(workers.task_timeout) },
    node: {
      name: node.name ?? `${hostname()} ${path}`,
      isApi: node.roles.includes('api'),
      isWorker: node.roles.includes('worker'),
    },
    jobs: {
      backend: jobs.backend,
      payloadKey: jobs.payload_key && secretOf(jobs.payload_key),
      objects: jobs.s3 && objectsSource(jobs.s3, secretOf),
      keepMs: milliseconds(jobs.keep),
      maxJobs: jobs.total,
      maxJobsOfOne: jobs.per_caller,
      maxResultBytes: bytesOfMegabytes(jobs.results_mb),
      maxResultBytesOfOne: bytesOfMegabytes(jobs.results_mb_per_caller),
    },
    storage: {
      path,
      temp: storage.temp === null ? null : resolve(base, storage.temp),
      synchronous: storage.synchronous,
      backup: backupSettings(storage.backup, path, base),
      postgres: storage.postgres && postgresSource(storage.postgres, secretOf),
    },
    auth: {
      apiKey: {
        enabled: auth.api_key.enabled,
        prefix: auth.api_key.prefix,
        header: auth.api_key.header,
        pepper: pepper === null ? { kind: 'generated', path: join(dirname(path), 'pepper') } : secretOf(pepper),
        defaultExpiryMs: milliseconds(auth.api_key.default_expiry),
        lastUsedResolutionMs: milliseconds(auth.api_key.last_used_resolution),
      },
      oauth: auth.oauth.enabled ? oauthSources(auth.oauth, secretOf, base) : null,
      proxy: auth.proxy.enabled ? { settings: auth.proxy, secret: auth.proxy.secret && secretOf(auth.proxy.secret.value) } : null,
    },
    plans: new Map(Object.keys(settings.plans).map((name) => [name, planOf(name, settings)])),
    usage: { flushMs: milliseconds(usage.flush), retentionMs: milliseconds(usage.retention), durability: usage.durability },
    rateLimit: { failedAuth: failureLimit(settings), backend: settings.rate_limit.backend },
    tools: {
      disabled: tools.disabled,
      defaults: sortDefaults(tools.defaults, catalogue, (reference) => secretSource(reference, env, base)),
    },
    fhir: { packages: settings.fhir.packages === null ? null : resolve(base, settings.fhir.packages) },
    logging: { level: logging.level, clientIp: logging.client_ip, sinks: logging.sinks.map((sink) => logSinkOf(sink, resolver)) },
    audit: settings.audit && auditOf(settings.audit, resolver),
    operations,
    tracing: settings.tracing,
    license: { file: license.file === null ? null : resolve(base, license.file), graceMs: milliseconds(license.grace) },
    branding: {
      name: branding.name,
      logo: branding.logo === null ? null : resolve(base, branding.logo),
      contact: branding.contact,
      errorDocsBase: branding.error_docs_base,
    },
    settings,
  }
}

/**
 * Earlier versions resolved relative paths from the working directory.
 * @throws ProblemError `bad_configuration` if the database is only there: a new one would be empty and accept no existing key
 */
function checkIsNotElsewhere(path: string, formerPath: string, file: string): void {
  if (existsSync(path) || !existsSync(formerPath)) return
  const message =
    'Relative paths are resolved from the folder of the configuration file, but the database is in the working directory. Move its folder, or use an absolute path.'
  throw new ProblemError(message, { code: 'bad_configuration', at: { file, path: 'storage.path' } })
}

/** The schema has checked the text. */
function milliseconds(text: string): number {
  return parseDuration(text)!
}
