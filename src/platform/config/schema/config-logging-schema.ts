// The settings of the section `logging`: what is logged, and to where; and of the sinks of the audit log.
import * as z from 'zod'
import { durationField, HOST_WITH_PORT, hasNoPort, PARSED_ONCE, pathField, secretField, webAddressField } from '../config-fields.ts'

const streams = z
  .array(z.enum(['access', 'service']))
  .min(1)
  .default(['access', 'service'])
const bufferMegabytes = z.number().min(0.1).max(1024).default(8)
const publicFile = () => z.strictObject({ file: pathField() }).nullable().default(null)

/** How the far end is verified, and what proves who this end is; without `ca` the authorities that the runtime brings hold. */
export const tlsFields = { ca: publicFile(), cert: publicFile(), key: secretField().nullable().default(null) }

export const hostField = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.:_-]{0,252}$/, { error: 'expected the name or address of a host' })
    .refine(hasNoPort, { error: HOST_WITH_PORT })

const stdoutSink = z.strictObject({
  type: z.literal('stdout'),
  format: z.enum(['json', 'cef']).default('json'),
  streams,
  buffer_mb: bufferMegabytes,
})

const fileSink = z.strictObject({
  type: z.literal('file'),
  path: pathField(),
  format: z.enum(['json', 'cef']).default('json'),
  streams,
  reopen: z.literal('SIGUSR1').default('SIGUSR1'),
  buffer_mb: bufferMegabytes,
})

const networkFields = { buffer_mb: bufferMegabytes, on_full: z.enum(['drop_oldest', 'drop_newest']).default('drop_oldest') }

const syslogFields = {
  type: z.literal('syslog'),
  transport: z.enum(['udp', 'tcp', 'tls']),
  host: hostField(),
  port: z.int().min(1).max(65_535).default(6514),
  format: z.enum(['rfc5424', 'cef']).default('rfc5424'),
  framing: z.enum(['octet', 'newline']).default('octet'),
  ...tlsFields,
  ...networkFields,
}

/** GELF over HTTP is one message a request, so there is nothing to gather. */
const gelfFields = {
  type: z.literal('gelf'),
  url: webAddressField(),
  token: secretField().nullable().default(null),
  ...tlsFields,
  ...networkFields,
}

const batchFields = {
  type: z.enum(['splunk_hec', 'elastic', 'loki', 'otlp']),
  url: webAddressField(),
  token: secretField().nullable().default(null),
  ...tlsFields,
  batch: z.int().min(1).max(10_000).default(500),
  flush: durationField('100ms', '1m').default('2s'),
  ...networkFields,
  spool: z
    .strictObject({ dir: pathField(), mb: z.number().min(1).max(100_000) })
    .nullable()
    .default(null),
}

/** Sinks of the audit log: what goes there is a copy, which never holds up a request. */
export const auditSinksSchema = z
  .array(z.discriminatedUnion('type', [z.strictObject(syslogFields), z.strictObject(gelfFields), z.strictObject(batchFields)]))
  .max(16)
  .default([])

export const loggingSchema = z.strictObject({
  level: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('Minimum log level.'),
  client_ip: z.enum(['full', 'truncated', 'none']).default('full').describe('How much of the client IP address is logged.'),
  sinks: z
    .array(
      z.discriminatedUnion('type', [
        stdoutSink,
        fileSink,
        z.strictObject({ ...syslogFields, streams }),
        z.strictObject({ ...gelfFields, streams }),
        z.strictObject({ ...batchFields, streams }),
      ]),
    )
    .max(16)
    .default([stdoutSink.parse({ type: 'stdout' }, PARSED_ONCE)])
    .describe(
      'Log destinations: {type: stdout}, {type: file, path: PATH}, {type: syslog, transport: udp|tcp|tls, host: HOST}, {type: gelf|splunk_hec|elastic|loki|otlp, url: URL, token: {file: PATH}}. All take streams [access, service] and buffer_mb. stdout and file take format: json|cef, syslog takes format: rfc5424|cef. Destinations with TLS take ca, cert and key. splunk_hec, elastic, loki and otlp take spool: {dir: PATH, mb: 200}, which stores lines while the receiver is unreachable.',
    ),
})
