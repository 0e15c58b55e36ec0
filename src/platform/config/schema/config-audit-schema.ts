// The settings of the section `audit`: the file, what happens when it cannot be written, and where copies go.
import * as z from 'zod'
import { durationField, pathField, secretField } from '../config-fields.ts'
import { auditSinksSchema, hostField, tlsFields } from './config-logging-schema.ts'

const atnaSchema = z.strictObject({
  enabled: z.boolean().default(false),
  host: hostField(),
  port: z.int().min(1).max(65_535).default(6514),
  source_id: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[!-~]+(?: [!-~]+)*$/, { error: 'expected printable ASCII' }),
  ...tlsFields,
  buffer_mb: z.number().min(0.1).max(1024).default(8),
})

export const auditSchema = z.strictObject({
  file: pathField(),
  hash_chain: z.boolean().default(true),
  /** With it the chain is sealed by HMAC-SHA256, else by SHA-256. */
  key: secretField().nullable().default(null),
  fsync: durationField('0s', '1m').default('1s'),
  on_failure: z.enum(['refuse', 'continue']).default('refuse'),
  sinks: auditSinksSchema,
  atna: atnaSchema.nullable().default(null),
})
