// The form of the configuration file: every section and setting with its default, bounds and meaning. Strict: nothing unknown passes.
// Sections of later versions have their form here too, so that a file can be checked; config-availability refuses them when used.
import * as z from 'zod'
import {
  addressField,
  durationField,
  HOST_WITH_PORT,
  hasNoPort,
  nameField,
  PARSED_ONCE,
  pathField,
  planNameField,
  portField,
  quotedField,
  secretField,
  toolIdField,
  toolPatternField,
  webAddressField,
} from '../config-fields.ts'
import { LISTEN_EXAMPLES } from '../listen-examples.ts'
import { auditSchema } from './config-audit-schema.ts'
import { authSchema } from './config-auth-schema.ts'
import { fhirSchema } from './config-fhir-schema.ts'
import { jobsSchema, nodeSchema } from './config-jobs-schema.ts'
import { loggingSchema } from './config-logging-schema.ts'

const listenSchema = z.union(
  [
    z.strictObject({ address: addressField(), port: portField(), name: nameField().default('tcp') }),
    z.strictObject({
      socket: pathField(),
      name: nameField().default('socket'),
      mode: quotedField(/^0[0-7]{3}$/, 'a mode such as "0660"').default('0660'),
      owner: nameField().nullable().default(null),
      group: nameField().nullable().default(null),
    }),
    z.strictObject({ systemd: z.literal(true), name: nameField().default('systemd') }),
  ],
  { error: 'expected {address: IP, port: NUMBER}, {socket: PATH} or {systemd: true}' },
)

const tlsSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Enable TLS on every TCP listener. Unix sockets do not use it.'),
  cert: secretField().nullable().default(null).describe('Certificate chain in PEM format: {file} or {credential}.'),
  key: secretField().nullable().default(null).describe('Private key in PEM format: {file} or {credential}.'),
  min_version: z.enum(['1.2', '1.3']).default('1.2').describe('Minimum TLS version.'),
  client_ca: secretField()
    .nullable()
    .default(null)
    .describe('CA certificates that verify client certificates of proxies and of callers with certificate-bound tokens.'),
})

const limitsSchema = z.strictObject({
  body_mb: z.number().min(0.01).max(4096).default(200).describe('Maximum size of a request body in MB, after decompression.'),
  files_per_request: z.int().min(1).max(10_000).default(500).describe('Maximum number of parts in a multipart form.'),
  json_depth: z.int().min(4).max(256).default(64).describe('Maximum nesting depth of JSON.'),
  header_kb: z.int().min(4).max(256).default(16).describe('Maximum size of the request headers in kB.'),
  concurrent: z.int().min(1).max(10_000).nullable().default(null).describe('Maximum number of concurrent calls. null: no limit.'),
  queue: z.int().min(0).max(100_000).default(128).describe('Maximum number of long calls waiting for a worker thread.'),
})

const workersSchema = z.strictObject({
  threads: z
    .union([z.literal('auto'), z.int().min(1).max(256)], { error: 'expected auto or a number from 1 to 256' })
    .default('auto')
    .describe('Number of worker threads. auto: one fewer than the number of processors.'),
  memory_mb: z.int().min(16).max(65_536).default(512).describe('Memory limit of one call in MB.'),
  task_timeout: durationField('1s', '1h').default('60s').describe('Time limit of one call.'),
})

const timeoutsSchema = z.strictObject({
  headers: durationField('1s', '5m').default('10s').describe('Time limit for receiving the request headers.'),
  request: durationField('1s', '1h')
    .default('120s')
    .describe('Time limit for receiving the whole request, and for a client that stops reading the response.'),
  keep_alive: durationField('0s', '1h').default('5s').describe('Idle timeout of a connection.'),
  shutdown: durationField('0s', '10m').default('30s').describe('Grace period for running calls at shutdown.'),
})

const serverSchema = z.strictObject({
  listen: z
    .array(listenSchema, { error: 'expected a list of places, such as [ { address: 0.0.0.0, port: 8080 } ]' })
    .min(1)
    .max(16)
    .default([{ address: '127.0.0.1', port: 8080, name: 'tcp' }])
    .meta({
      description:
        'API listeners: {address, port}, {socket, mode, owner, group} or {systemd: true} (the sockets of health-tools.socket). Each can have a name for auth.proxy.listen. Default names: tcp, socket, systemd.',
      examples: LISTEN_EXAMPLES,
    }),
  base_path: z
    .string()
    .regex(/^(?:\/[A-Za-z0-9._~-]{1,100}){0,10}$/, { error: 'expected a path such as /tools, without a slash at the end' })
    .default('')
    .describe('Path prefix of all URLs, for example /tools for /tools/v1 and /tools/docs. A reverse proxy must not strip it.'),
  pages: z
    .strictObject({
      console: z.boolean().default(true).describe('Serve the page at /, which runs the tools in the browser.'),
      docs: z.boolean().default(true).describe('Serve the API reference at /docs and the guide at /docs/guide.'),
    })
    .prefault({})
    .describe('Static pages. They contain no data and need no credentials.'),
  mcp: z
    .boolean()
    .default(true)
    .describe('Serve the tools over the Model Context Protocol at POST /mcp, with the same credentials, plans and usage counts.'),
  fast_path: z
    .boolean()
    .default(true)
    .describe('Answer small calls on a shorter path, with the same responses. Turn it off only to rule it out while troubleshooting.'),
  tls: tlsSchema.prefault({}).describe('TLS without a reverse proxy.'),
  limits: limitsSchema.prefault({}).describe('Limits of every request. Plans can only lower them.'),
  timeouts: timeoutsSchema.prefault({}).describe('Timeouts of connections.'),
  cors: z
    .strictObject({
      origins: z
        .array(webAddressField())
        .default([])
        .describe(
          'Origins of other web pages that may call the API, for example https://his.hosp.local. Empty: only pages of this server.',
        ),
    })
    .prefault({})
    .describe('Cross-origin requests (CORS).'),
})

const postgresSchema = z.strictObject({
  host: z
    .string()
    .regex(/^(?:\/[^\0]{1,100}|[A-Za-z0-9][A-Za-z0-9.:-]{0,252})$/, {
      error: 'expected a host name, an IP address or the folder of a Unix socket',
    })
    .refine(hasNoPort, { error: HOST_WITH_PORT })
    .describe('Host name, IP address, or folder of a Unix socket.'),
  port: z.int().min(1).max(65_535).default(5432),
  database: z.string().min(1).max(63).default('health_tools'),
  user: z.string().min(1).max(63).default('health_tools'),
  password: secretField().nullable().default(null),
  tls: z
    .strictObject({ enabled: z.boolean().default(true), ca: secretField().nullable().default(null) })
    .prefault({})
    .describe('TLS with certificate verification. ca: CA certificates in PEM format.'),
  connections: z.int().min(1).max(200).default(10),
})

const storageSchema = z.strictObject({
  path: pathField()
    .default('health-tools-data/health-tools.db')
    .describe('Database file, in a folder of its own. Created if missing. Relative to the folder of this file.'),
  temp: pathField().nullable().default(null).describe('Folder for unpacking the database driver if the system folders do not contain it.'),
  postgres: postgresSchema
    .nullable()
    .default(null)
    .describe(
      'PostgreSQL server that several nodes share: {host, port, database, user, password: {file} or {credential}, tls: {enabled, ca}, connections}. storage.path remains the folder for files of this node.',
    ),
  synchronous: z
    .enum(['normal', 'full'])
    .default('normal')
    .describe('Durability of usage counters in SQLite. Keys and trial quotas are always written with full.'),
  backup: z
    .strictObject({
      dir: pathField().describe('Backup folder, preferably on another disk. Relative to the folder of this file.'),
      keep: z.int().min(1).max(1000).default(7).describe('Number of daily backups to keep. Other backups are never removed.'),
      schedule: quotedField(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as "02:30"').describe(
        'Local time of day. A missed backup is made at the next start.',
      ),
    })
    .nullable()
    .default(null)
    .describe('Daily backup of the database: {dir: PATH, keep: 7, schedule: "02:30"}. null: no backups.'),
})

const whole = () => z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().default(null)

const planSchema = z.strictObject({
  rate: z
    .strictObject({ per_minute: z.number().min(0.1).max(10_000_000), burst: z.int().min(1).max(10_000_000).optional() })
    .nullable()
    .default(null)
    .describe('Requests per minute and burst size.'),
  concurrent: z.int().min(1).max(100_000).nullable().default(null).describe('Maximum number of concurrent calls per credential.'),
  quota: z
    .strictObject({
      per_day: whole().describe('Units per day (UTC).'),
      per_month: whole().describe('Units per month (UTC).'),
      total: whole().describe('Units in total. They do not renew.'),
      mb_per_day: z.number().min(0).max(1e9).nullable().default(null).describe('Megabytes of request bodies per day (UTC).'),
    })
    .prefault({})
    .describe('Quota in units: one unit per input.'),
  max_body_mb: z.number().min(0.001).max(4096).nullable().default(null).describe('Maximum size of a request body in MB.'),
  max_batch_items: z.int().min(1).max(10_000_000).nullable().default(null).describe('Maximum number of items in a batch.'),
  tools: z.array(toolPatternField()).default(['*']).describe('Tools: *, <category>/* or <category>/<tool>.'),
})

const DEFAULT_PLANS = {
  trial: planSchema.parse(
    { rate: { per_minute: 30, burst: 10 }, quota: { per_day: 200, total: 1000, mb_per_day: 200 }, max_body_mb: 20 },
    PARSED_ONCE,
  ),
  standard: planSchema.parse({ rate: { per_minute: 300, burst: 60 }, quota: { per_day: 50_000 } }, PARSED_ONCE),
  unlimited: planSchema.parse({}, PARSED_ONCE),
}

export const settingsSchema = z.strictObject({
  version: z.literal(1).default(1).describe('Version of the file format.'),
  server: serverSchema.prefault({}).describe('The API.'),
  workers: workersSchema.prefault({}).describe('Worker threads for long calls.'),
  node: nodeSchema.prefault({}).describe('This node among several.'),
  jobs: jobsSchema.prefault({}).describe('Asynchronous calls (Prefer: respond-async).'),
  storage: storageSchema.prefault({}).describe('Database for keys and usage. It contains no request data.'),
  auth: authSchema.prefault({}).describe('Authentication.'),
  plans: z
    .record(planNameField(), planSchema)
    .refine((plans) => Object.keys(plans).length > 0, { error: 'expected at least one plan' })
    .default(DEFAULT_PLANS)
    .describe('Plans: rates, quotas and tools of callers. Plans listed here replace the default plans.'),
  usage: z
    .strictObject({
      flush: durationField('100ms', '1m').default('1s').describe('Interval for writing counters. A crash loses at most this much.'),
      durability: z
        .enum(['batched', 'crash-safe', 'power-safe'])
        .default('batched')
        .describe(
          'Durability of counters: batched (a crash loses up to one flush interval), crash-safe (no answered call is lost) or power-safe (also after a power failure). Plans with a quota and trial keys are always at least crash-safe.',
        ),
      retention: durationField('31d', '36500d').default('400d').describe('How long daily counters are kept.'),
      strict: z
        .array(planNameField())
        .default(['trial'])
        .describe('Plans whose units are written before the call runs. Trial keys always are.'),
    })
    .prefault({})
    .describe('Usage counters.'),
  rate_limit: z
    .strictObject({
      backend: z
        .enum(['memory', 'postgres', 'valkey'])
        .default('memory')
        .describe('Where rates are counted: memory (per process) or postgres (all nodes, in storage.postgres).'),
      key: z.literal('credential').default('credential').describe('What rates are counted per.'),
      failed_auth: z
        .strictObject({ per_minute: z.int().min(1).max(1_000_000), per: z.literal('ip').default('ip') })
        .nullable()
        .default({ per_minute: 10, per: 'ip' })
        .describe('Failed authentication attempts per IP address. Further attempts get 429. A valid key is never blocked.'),
    })
    .prefault({})
    .describe('Rate limiting. The limits of callers are set in plans.'),
  tools: z
    .strictObject({
      disabled: z.array(toolIdField()).default([]).describe('Disabled tools.'),
      defaults: z
        .record(z.string(), z.record(z.string(), z.unknown()))
        .default({})
        .describe(
          'Default option values by category or tool. Options in a request take precedence. Set the key of the phi tools as {file: PATH} or {credential: NAME}.',
        ),
    })
    .prefault({})
    .describe('Tools.'),
  fhir: fhirSchema.prefault({}).describe('FHIR.'),
  logging: loggingSchema.prefault({}).describe('Log. It never contains bodies, query strings, file names or values of requests.'),
  audit: auditSchema
    .nullable()
    .default(null)
    .describe(
      'Audit log with one line per request and administrative action: {file: PATH, hash_chain: true, key: null, fsync: 1s, on_failure: refuse, sinks: [], atna: null}. Sinks are configured as in logging. null: no audit log.',
    ),
  operations: z
    .strictObject({
      listen: z
        .strictObject({ address: addressField(), port: portField() })
        .default({ address: '127.0.0.1', port: 9464 })
        .describe('Address of /health, /metrics and /version. They need no authentication: keep this listener on loopback.'),
    })
    .prefault({})
    .describe('Monitoring listener.'),
  tracing: z
    .strictObject({
      otlp: webAddressField()
        .nullable()
        .default(null)
        .describe('URL of an OpenTelemetry collector that receives one span per request (OTLP/HTTP, JSON). Default path: /v1/traces.'),
    })
    .prefault({})
    .describe('Tracing.'),
  license: z
    .strictObject({
      file: pathField()
        .nullable()
        .default(null)
        .describe('Signed license file, written by `licence install`. null: no license is required and plans apply as configured.'),
      grace: durationField('0s', '365d').default('30d').describe('Grace period after expiry. After it, the limits of a trial apply.'),
    })
    .prefault({})
    .describe('License.'),
  branding: z
    .strictObject({
      name: z.string().min(1).max(60).default('health-tools').describe('Product name on the pages and in the API documents.'),
      logo: pathField()
        .nullable()
        .default(null)
        .describe('Logo for the pages: SVG, PNG, JPEG or WebP, at most 256 kB. Relative to the folder of this file.'),
      contact: z.string().max(200).nullable().default(null).describe('Contact for callers: an e-mail address, a URL or a sentence.'),
      error_docs_base: webAddressField()
        .nullable()
        .default(null)
        .describe(
          'Base URL of error documentation of the site. The error code is appended to form the problem type. null: /v1/problems of this server.',
        ),
    })
    .prefault({})
    .describe('Branding.'),
})

export type Settings = z.output<typeof settingsSchema>
