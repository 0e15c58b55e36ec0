// The form of the configuration file: every section and setting with its default, bounds and meaning. Strict: nothing unknown passes.
// Sections of later versions have their form here too, so that a file can be checked; config-availability refuses them when used.
import * as z from 'zod'
import { auditSchema } from './config-audit-schema.ts'
import { authSchema } from './config-auth-schema.ts'
import { fhirSchema } from './config-fhir-schema.ts'
import {
  addressField,
  durationField,
  nameField,
  PARSED_ONCE,
  pathField,
  planNameField,
  portField,
  secretField,
  toolIdField,
  toolPatternField,
  webAddressField,
} from './config-fields.ts'
import { loggingSchema } from './config-logging-schema.ts'

const listenSchema = z.union(
  [
    z.strictObject({ address: addressField(), port: portField(), name: nameField().default('tcp') }),
    z.strictObject({
      socket: pathField(),
      name: nameField().default('socket'),
      mode: z
        .string()
        .regex(/^0[0-7]{3}$/, { error: 'expected a mode such as "0660", in quotes' })
        .default('0660'),
      owner: nameField().nullable().default(null),
      group: nameField().nullable().default(null),
    }),
    z.strictObject({ systemd: z.literal(true), name: nameField().default('systemd') }),
  ],
  { error: 'expected {address: IP, port: NUMBER}, {socket: PATH} or {systemd: true}' },
)

const tlsSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Whether this server speaks TLS itself, on every address; a unix socket needs none.'),
  cert: secretField().nullable().default(null).describe('The certificate chain, PEM: {file} or {credential}.'),
  key: secretField().nullable().default(null).describe('The private key, PEM.'),
  min_version: z.enum(['1.2', '1.3']).default('1.2').describe('The oldest version that is spoken.'),
  client_ca: secretField()
    .nullable()
    .default(null)
    .describe('Authorities of client certificates, by which a proxy can prove itself, and callers with bound tokens.'),
})

const limitsSchema = z.strictObject({
  body_mb: z.number().min(0.01).max(4096).default(200).describe('Megabytes of one request body, inflated.'),
  files_per_request: z.int().min(1).max(10_000).default(500).describe('Parts of one multipart form.'),
  json_depth: z.int().min(4).max(256).default(64).describe('How deep JSON may nest.'),
  header_kb: z.int().min(4).max(256).default(16).describe('Kilobytes of the header of one request.'),
  concurrent: z.int().min(1).max(10_000).nullable().default(null).describe('Calls that run at the same time.'),
  queue: z.int().min(0).max(100_000).default(128).describe('Long calls that may wait for a thread.'),
})

const workersSchema = z.strictObject({
  threads: z
    .union([z.literal('auto'), z.int().min(1).max(256)], { error: 'expected auto or a number from 1 to 256' })
    .default('auto')
    .describe('Calls that run beside each other; auto: one less than the processors.'),
  memory_mb: z.int().min(16).max(65_536).default(512).describe('Megabytes of objects that one call may make.'),
  task_timeout: durationField('1s', '1h').default('60s').describe('How long one call may take.'),
})

const timeoutsSchema = z.strictObject({
  headers: durationField('1s', '5m').default('10s').describe('Until the header of a request must be there.'),
  request: durationField('1s', '1h')
    .default('120s')
    .describe('Until the whole request must be there, and how long an answer waits for a client that takes nothing of it.'),
  keep_alive: durationField('0s', '1h').default('5s').describe('How long an idle connection is kept.'),
  shutdown: durationField('0s', '10m').default('30s').describe('How long what runs may take to end at a stop.'),
})

const serverSchema = z.strictObject({
  listen: z
    .array(listenSchema, { error: 'expected a list of places, such as [ { address: 0.0.0.0, port: 8080 } ]' })
    .min(1)
    .max(16)
    .default([{ address: '127.0.0.1', port: 8080, name: 'tcp' }])
    .describe(
      'Where the API is served: {address, port}, {socket, mode, owner, group} or {systemd: true} (the ports of health-tools.socket), each with a name for auth.proxy.listen; without one: tcp, socket, systemd.',
    ),
  base_path: z
    .string()
    .regex(/^(?:\/[A-Za-z0-9._~-]{1,100}){0,10}$/, { error: 'expected a path such as /tools, without a slash at the end' })
    .default('')
    .describe(
      'A path before everything that is served, such as /tools for /tools/v1 and /tools/docs; a proxy in front passes it on as it is.',
    ),
  pages: z
    .strictObject({
      console: z.boolean().default(true).describe('The page at /, on which a browser runs the tools itself.'),
      docs: z.boolean().default(true).describe('The API reference at /docs.'),
    })
    .prefault({})
    .describe('Static pages: they hold no data, so they are served without credentials.'),
  mcp: z
    .boolean()
    .default(true)
    .describe('Serve the tools over the Model Context Protocol at POST /mcp, with the same credentials, plans and counts.'),
  tls: tlsSchema.prefault({}).describe('TLS without a proxy in front.'),
  limits: limitsSchema.prefault({}).describe('Limits of every request; plans can only be narrower.'),
  timeouts: timeoutsSchema.prefault({}).describe('Time limits of connections.'),
  cors: z
    .strictObject({
      origins: z
        .array(webAddressField())
        .default([])
        .describe('Origins of other web pages that may call, such as https://his.hosp.local; none: no page but those of this server.'),
    })
    .prefault({})
    .describe('Calls by the pages of others.'),
})

const jobsSchema = z.strictObject({
  keep: durationField('1s', '7d').default('15m').describe('How long the result of a finished job is kept, in memory alone.'),
  per_caller: z.int().min(1).max(100_000).default(100).describe('Jobs of one credential, running and kept.'),
  total: z.int().min(1).max(100_000).default(1000).describe('Jobs of all credentials.'),
  results_mb_per_caller: z.number().min(0.1).max(65_536).default(128).describe('Megabytes of kept results of one credential.'),
  results_mb: z.number().min(0.1).max(65_536).default(256).describe('Megabytes of kept results in all.'),
})

const postgresSchema = z.strictObject({
  host: z
    .string()
    .regex(/^(?:\/[^\0]{1,100}|[A-Za-z0-9][A-Za-z0-9.:-]{0,252})$/, {
      error: 'expected a host name, an IP address or the folder of a unix socket',
    })
    .describe('A host name, an IP address, or the folder of a unix socket.'),
  port: z.int().min(1).max(65_535).default(5432),
  database: z.string().min(1).max(63).default('health_tools'),
  user: z.string().min(1).max(63).default('health_tools'),
  password: secretField().nullable().default(null),
  tls: z
    .strictObject({ enabled: z.boolean().default(true), ca: secretField().nullable().default(null) })
    .prefault({})
    .describe('TLS with a verified certificate; ca: authorities, PEM.'),
  connections: z.int().min(1).max(200).default(10),
})

const storageSchema = z.strictObject({
  path: pathField()
    .default('health-tools-data/health-tools.db')
    .describe('The database, in a folder of its own; made where it is missing. Relative to the folder of this file.'),
  temp: pathField()
    .nullable()
    .default(null)
    .describe('A folder where the database driver may be unpacked if the system folders do not hold it.'),
  postgres: postgresSchema
    .nullable()
    .default(null)
    .describe(
      "A PostgreSQL server that several nodes share instead: {host, port, database, user, password: {file} or {credential}, tls: {enabled, ca}, connections}. path stays the folder of what is this node's own.",
    ),
  synchronous: z
    .enum(['normal', 'full'])
    .default('normal')
    .describe('Durability of usage counters; keys and trial quotas are always written with full.'),
  backup: z
    .strictObject({
      dir: pathField().describe('The folder of the copies; best on another disk. Relative to the folder of this file.'),
      keep: z.int().min(1).max(1000).default(7).describe('Daily copies that are kept; others are never removed.'),
      schedule: z
        .string()
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'expected a time of day such as "02:30"' })
        .describe("The time of day, by this machine's clock. One that was missed is made up for."),
    })
    .nullable()
    .default(null)
    .describe('Copies of the database every day: {dir: PATH, keep: 7, schedule: "02:30"}. Without it: none.'),
})

const whole = () => z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().default(null)

const planSchema = z.strictObject({
  rate: z
    .strictObject({ per_minute: z.number().min(0.1).max(10_000_000), burst: z.int().min(1).max(10_000_000).optional() })
    .nullable()
    .default(null)
    .describe('Requests per minute, and how many of them at once.'),
  concurrent: z.int().min(1).max(100_000).nullable().default(null).describe('Calls of one credential at the same time.'),
  quota: z
    .strictObject({
      per_day: whole().describe('Units per day (UTC).'),
      per_month: whole().describe('Units per month (UTC).'),
      total: whole().describe('Units that do not renew.'),
      mb_per_day: z.number().min(0).max(1e9).nullable().default(null).describe('Megabytes of request bodies per day (UTC).'),
    })
    .prefault({})
    .describe('Units: one per input.'),
  max_body_mb: z.number().min(0.001).max(4096).nullable().default(null).describe('Megabytes of one request body.'),
  max_batch_items: z.int().min(1).max(10_000_000).nullable().default(null).describe('Items of one batch.'),
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
  version: z.literal(1).default(1).describe('The form of this file.'),
  server: serverSchema.prefault({}).describe('The API.'),
  workers: workersSchema.prefault({}).describe('Threads for long calls.'),
  jobs: jobsSchema.prefault({}).describe('Calls that are answered later (Prefer: respond-async).'),
  storage: storageSchema.prefault({}).describe('The database: keys and usage, nothing of what is sent.'),
  auth: authSchema.prefault({}).describe('Who may call.'),
  plans: z
    .record(planNameField(), planSchema)
    .refine((plans) => Object.keys(plans).length > 0, { error: 'expected at least one plan' })
    .default(DEFAULT_PLANS)
    .describe('What callers may do, by the plan of their key. Plans given here replace these.'),
  usage: z
    .strictObject({
      flush: durationField('100ms', '1m').default('1s').describe('How often counters are written; a crash loses at most as much.'),
      durability: z
        .enum(['batched', 'crash-safe', 'power-safe'])
        .default('batched')
        .describe(
          'What counts survive: those that were flushed, every answered call, or every answered call and a power cut. Plans with a quota and trial keys are never less than crash-safe.',
        ),
      retention: durationField('31d', '36500d').default('400d').describe('How long counters by day are kept.'),
      strict: z.array(planNameField()).default(['trial']).describe('Plans whose units are written before the work; trial keys always are.'),
    })
    .prefault({})
    .describe('Counting.'),
  rate_limit: z
    .strictObject({
      backend: z
        .enum(['memory', 'postgres', 'valkey'])
        .default('memory')
        .describe('Where rates are kept: by each process, or in storage.postgres for all nodes.'),
      key: z.literal('credential').default('credential').describe('What rates are counted by.'),
      failed_auth: z
        .strictObject({ per_minute: z.int().min(1).max(1_000_000), per: z.literal('ip').default('ip') })
        .nullable()
        .default({ per_minute: 10, per: 'ip' })
        .describe('Refused credentials of one address; more get 429. A good key is never refused for it.'),
    })
    .prefault({})
    .describe('Rates; those of plans stand there.'),
  tools: z
    .strictObject({
      disabled: z.array(toolIdField()).default([]).describe('Tools that this server does not offer.'),
      defaults: z
        .record(z.string(), z.record(z.string(), z.unknown()))
        .default({})
        .describe(
          'Other defaults for options, by category or tool: callers who give an option get theirs. The key of the phi tools is {file: PATH} or {credential: NAME}.',
        ),
    })
    .prefault({})
    .describe('The tools.'),
  fhir: fhirSchema.prefault({}).describe('FHIR.'),
  logging: loggingSchema.prefault({}).describe('The log: never a body, a query, a file name or a value that was sent.'),
  audit: auditSchema
    .nullable()
    .default(null)
    .describe(
      'The audit log: {file: PATH, hash_chain: true, key: null, fsync: 1s, on_failure: refuse, sinks: [], atna: null}. One line for each request and administrative act; sinks as those of logging.',
    ),
  operations: z
    .strictObject({
      listen: z
        .strictObject({ address: addressField(), port: portField() })
        .default({ address: '127.0.0.1', port: 9464 })
        .describe('/health, /metrics and /version, without authentication: keep it on loopback.'),
    })
    .prefault({})
    .describe('The listener for monitoring.'),
  tracing: z
    .strictObject({
      otlp: webAddressField()
        .nullable()
        .default(null)
        .describe('A collector of OpenTelemetry that takes a span of each request, as OTLP/HTTP JSON; without a path: /v1/traces.'),
    })
    .prefault({})
    .describe('Traces.'),
  license: z
    .strictObject({
      file: pathField()
        .nullable()
        .default(null)
        .describe('The signed licence; `licence install` puts it there. null: none is asked for, and plans hold as they are written.'),
      grace: durationField('0s', '365d').default('30d').describe('How long it still holds after its end; then the limits of a trial do.'),
    })
    .prefault({})
    .describe('The licence.'),
  branding: z
    .strictObject({
      name: z.string().min(1).max(60).default('health-tools').describe('The name that the pages and the API documents show.'),
      logo: pathField()
        .nullable()
        .default(null)
        .describe('An image for the pages: SVG, PNG, JPEG or WebP, 256 kB at most. Relative to the folder of this file.'),
      contact: z
        .string()
        .max(200)
        .nullable()
        .default(null)
        .describe('Whom callers may ask: an e-mail address, a web address, or a sentence.'),
      error_docs_base: webAddressField()
        .nullable()
        .default(null)
        .describe('Where the site explains errors: the code follows it in the type of every problem. null: /v1/problems of this server.'),
    })
    .prefault({})
    .describe('How the server calls itself.'),
})

export type Settings = z.output<typeof settingsSchema>
