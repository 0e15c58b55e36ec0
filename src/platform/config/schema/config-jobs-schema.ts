// The form of the sections for jobs and for a node among several.
import * as z from 'zod'
import { durationField, nameField, secretField, serviceAddressField } from '../config-fields.ts'

export const nodeSchema = z.strictObject({
  name: nameField()
    .nullable()
    .default(null)
    .describe(
      'Name of this node, different on every node and the same after each restart. null: derived from the host name and storage.path.',
    ),
  roles: z
    .array(z.enum(['api', 'worker']))
    .min(1)
    .default(['api', 'worker'])
    .describe(
      'What this node does: api (takes requests) and worker (runs jobs). A node with one role needs jobs.backend: postgres. A node without api has no API listener.',
    ),
})

const objectsSchema = z.strictObject({
  endpoint: serviceAddressField()
    .refine((text) => !text.includes('?'), { error: 'expected an address without a query (?...)' })
    .describe('Address of the object store.'),
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
      error: 'expected the name of a bucket: 3 to 63 lowercase letters, digits, dots and dashes',
    })
    .describe('Bucket. It must exist, and should be used for nothing else.'),
  prefix: z
    .string()
    .regex(/^(?:[A-Za-z0-9._-]{1,64}\/){0,4}$/, { error: 'expected a prefix such as jobs/, with a slash at the end' })
    .default('')
    .describe('Prefix of the names of objects, for example jobs/.'),
  region: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, { error: 'expected a region such as us-east-1' })
    .default('us-east-1')
    .describe('Region of the signature. Garage: garage.'),
  access_key_id: z
    .string()
    .regex(/^[\x21-\x7e]{3,128}$/, { error: 'expected an access key ID' })
    .describe('ID of the access key.'),
  secret_access_key: secretField().describe('Secret of the access key: {file} or {credential}.'),
  ca: secretField().nullable().default(null).describe('CA certificates of the object store in PEM format.'),
})

export const jobsSchema = z.strictObject({
  backend: z
    .enum(['memory', 'postgres'])
    .default('memory')
    .describe(
      'Where jobs are kept: memory (this process; a restart loses them) or postgres (storage.postgres; every node can run and answer them, and they survive restarts).',
    ),
  payload_key: secretField()
    .nullable()
    .default(null)
    .describe(
      'Key that encrypts inputs and results of jobs in PostgreSQL (AES-256-GCM): {file} or {credential}, at least 32 bytes, the same on every node. Create it with openssl rand -hex 32.',
    ),
  s3: objectsSchema
    .nullable()
    .default(null)
    .describe(
      'Object store (S3) for inputs and results above 256 kB, encrypted: {endpoint, bucket, prefix, region, access_key_id, secret_access_key: {file} or {credential}, ca}. The same on every node. null: they are in PostgreSQL.',
    ),
  keep: durationField('1s', '7d').default('15m').describe('How long the result of a finished job is kept.'),
  per_caller: z.int().min(1).max(100_000).default(100).describe('Maximum number of jobs per credential, running and finished.'),
  total: z.int().min(1).max(100_000).default(1000).describe('Maximum number of jobs of all credentials.'),
  results_mb_per_caller: z.number().min(0.1).max(65_536).default(128).describe('Maximum size of the kept results of one credential in MB.'),
  results_mb: z.number().min(0.1).max(65_536).default(256).describe('Maximum size of all kept results in MB.'),
})
