// The settings of the section `logging`: what is logged, and to where.
import * as z from 'zod'
import { durationField, pathField, secretField, webAddressField } from './config-fields.ts'

const streams = z
  .array(z.enum(['access', 'service']))
  .min(1)
  .default(['access', 'service'])
const bufferMegabytes = z.number().min(0.1).max(1024).default(8)

const stdoutSink = z.strictObject({
  type: z.literal('stdout'),
  format: z.enum(['json']).default('json'),
  streams,
  buffer_mb: bufferMegabytes,
})

const fileSink = z.strictObject({
  type: z.literal('file'),
  path: pathField(),
  streams,
  reopen: z.literal('SIGUSR1').default('SIGUSR1'),
  buffer_mb: bufferMegabytes,
})

const syslogSink = z.strictObject({
  type: z.literal('syslog'),
  transport: z.enum(['udp', 'tcp', 'tls']),
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65_535).default(6514),
  format: z.enum(['rfc5424']).default('rfc5424'),
  framing: z.enum(['octet', 'newline']).default('octet'),
  ca: z.strictObject({ file: pathField() }).nullable().default(null),
  cert: z.strictObject({ file: pathField() }).nullable().default(null),
  streams,
  buffer_mb: bufferMegabytes,
  on_full: z.enum(['drop_oldest', 'drop_newest']).default('drop_oldest'),
})

const httpSink = z.strictObject({
  type: z.enum(['gelf', 'splunk_hec', 'elastic', 'loki', 'otlp']),
  url: webAddressField(),
  token: secretField().nullable().default(null),
  streams,
  batch: z.int().min(1).max(10_000).default(500),
  flush: durationField('100ms', '1m').default('2s'),
  buffer_mb: bufferMegabytes,
  spool: z
    .strictObject({ dir: pathField(), mb: z.number().min(1).max(100_000) })
    .nullable()
    .default(null),
})

export const loggingSchema = z.strictObject({
  level: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('The least grave lines that are written.'),
  client_ip: z.enum(['full', 'truncated', 'none']).default('full').describe('How much of the address of a caller is written.'),
  sinks: z
    .array(z.discriminatedUnion('type', [stdoutSink, fileSink, syslogSink, httpSink]))
    .max(16)
    .default([stdoutSink.parse({ type: 'stdout' })])
    .describe('Where lines go: {type: stdout} or {type: file, path: PATH, reopen: SIGUSR1}, each with streams [access, service].'),
})
