// The options `mapping` and `mappingKey` of the tools that de-identify, and the outputs of a mapping.
import * as z from 'zod'
import { bytesField } from '../../../core/document.ts'
import { ProblemError } from '../../../core/problem.ts'
import { readPhiKey, readSecret } from '../policy/key.ts'
import { type MappedRun, makeMapping } from './mapping.ts'
import { type MappingSecret, sealMapping } from './mapping-file.ts'

export const mappingKeyField = z
  .string()
  .max(1000)
  .optional()
  .describe(
    'Secret that encrypts the mapping: `base64:` and at least 32 random bytes in base64, such as from `openssl rand -base64 32`. Default: a key derived from `key`.',
  )
  .meta({ writeOnly: true })

export const mappingOptions = {
  mapping: z
    .boolean()
    .default(false)
    .describe(
      'Also return an encrypted file that phi/reidentify reads to restore the originals. Needs mappingKey or key. Keep the file apart from the de-identified document.',
    ),
  mappingKey: mappingKeyField,
}

export const mappingOutputs = {
  mapping: bytesField(
    'Encrypted mapping file (AES-256-GCM): the category, original and surrogate of each value. Only with the option mapping.',
  ).optional(),
  mappingSummary: z
    .strictObject({
      pairs: z.int().min(0).describe('Surrogates in the mapping, each with its original.'),
      isExact: z
        .boolean()
        .describe(
          'True if phi/reidentify restores every value of this document as long as the document does not change. False if parts of it were removed: the mapping does not bring them back.',
        ),
    })
    .optional()
    .describe('What the mapping restores. Only with the option mapping.'),
}

interface GivenKeys {
  readonly mappingKey?: string | undefined
  readonly key?: string | undefined
}

/**
 * @returns undefined without the option mapping
 * @throws ProblemError `invalid_input` for a mapping without a key, or a mappingKey without mapping
 */
export function readMappingRequest({ mapping, mappingKey, key }: GivenKeys & { readonly mapping: boolean }): MappingSecret | undefined {
  if (!mapping && mappingKey !== undefined)
    throw refuse('/options/mappingKey', 'contradiction', 'mappingKey has an effect only with mapping')
  if (!mapping) return undefined
  const secret = mappingSecret(mappingKey === undefined ? 'key' : 'mappingKey', { mappingKey, key })
  if (!secret) throw refuse('/options/mappingKey', 'missing', 'a mapping needs mappingKey or key')
  return secret
}

const MAPPING_KEY_BYTES = 32

/**
 * @returns undefined if the caller gave no such key
 * @throws ProblemError `invalid_input`
 */
export function mappingSecret(source: MappingSecret['source'], { mappingKey, key }: GivenKeys): MappingSecret | undefined {
  if (source === 'key') return key === undefined ? undefined : { source, bytes: readPhiKey(key).digest('mapping file', '') }
  if (mappingKey === undefined) return undefined
  const pointer = '/options/mappingKey'
  if (!mappingKey.startsWith('base64:')) throw refuse(pointer, 'invalid_format', 'expected base64: and at least 32 bytes in base64')
  return { source, bytes: readSecret(mappingKey, pointer, MAPPING_KEY_BYTES) }
}

function refuse(pointer: string, code: string, detail: string): ProblemError {
  return new ProblemError('The mapping cannot be encrypted.', { code: 'invalid_input', errors: [{ pointer, code, detail }] })
}

/** The result, with the encrypted mapping if the caller asked for one. */
export function withMapping<T extends object>(result: T, secret: MappingSecret | undefined, run: () => MappedRun): T | Promise<T & Mapped> {
  return secret ? addMapping(result, secret, run()) : result
}

interface Mapped {
  readonly mapping: Uint8Array
  readonly mappingSummary: { readonly pairs: number; readonly isExact: boolean }
}

async function addMapping<T extends object>(result: T, secret: MappingSecret, run: MappedRun): Promise<T & Mapped> {
  const { mapping, isExact } = await makeMapping(run)
  return { ...result, mapping: await sealMapping(mapping, secret), mappingSummary: { pairs: run.pairs.length, isExact } }
}
