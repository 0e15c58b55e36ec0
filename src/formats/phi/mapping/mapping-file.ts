// An encrypted mapping: AES-256-GCM (NIST SP 800-38D) under a key that HKDF-SHA-256 (RFC 5869) derives for each file.
//
// The salt is an HMAC of the contents, as in a synthetic initialization vector (RFC 5297): equal contents give equal files, so that a
// call depends on its input alone, and no key and nonce are ever used for two contents.
//
// Layout: `HTPM`, version 1, source of the key (0: mappingKey, 1: key), 2 bytes of zero, key ID (8 bytes), salt (32 bytes), ciphertext, tag.
import * as z from 'zod'
import { encodeUtf8 } from '../../../core/encode-utf8.ts'
import { ProblemError } from '../../../core/problem.ts'
import { hmacSha256 } from '../policy/hmac-sha256.ts'
import { type Mapping, mappingSchema } from './mapping.ts'
import { webCrypto } from './web-crypto.ts'

const MAGIC = [0x48, 0x54, 0x50, 0x4d]
const VERSION = 1
const SOURCES = ['mappingKey', 'key'] as const
const KEY_ID = { start: 8, end: 16 }
const SALT = { start: 16, end: 48 }
const HEADER_BYTES = 48
const TAG_BYTES = 16
const LABEL = 'health-tools phi mapping 1'

/** 32 bytes, and the option that they come from. */
export interface MappingSecret {
  readonly source: (typeof SOURCES)[number]
  readonly bytes: Uint8Array
}

export async function sealMapping(mapping: Mapping, secret: MappingSecret): Promise<Uint8Array> {
  const contents = new TextEncoder().encode(JSON.stringify(mapping))
  const header = new Uint8Array(HEADER_BYTES)
  header.set([...MAGIC, VERSION, SOURCES.indexOf(secret.source)])
  header.set(keyIdOf(secret), KEY_ID.start)
  header.set(hmacSha256(expand(secret.bytes, `${LABEL} salt`, 32))(contents), SALT.start)
  const { key, iv } = await fileKey(secret, header)
  const sealed = await webCrypto().encrypt({ name: 'AES-GCM', iv, additionalData: header }, key, contents)
  const file = new Uint8Array(HEADER_BYTES + sealed.byteLength)
  file.set(header)
  file.set(new Uint8Array(sealed), HEADER_BYTES)
  return file
}

/**
 * @param secretFor the secret of an option; undefined if the caller gave none
 * @throws ProblemError `unreadable_input` for a file that is not a mapping, is damaged or truncated, `unsupported_variant` for another version,
 * `invalid_input` for a missing or wrong key
 */
export async function openMapping(
  file: Uint8Array,
  secretFor: (source: MappingSecret['source']) => MappingSecret | undefined,
): Promise<Mapping> {
  const header = readHeader(file)
  const source = SOURCES[header[5]!]!
  const secret = secretFor(source)
  if (!secret) throw refuseKey(source, 'missing', `this mapping was encrypted with the option ${source}`)
  if (!keyIdOf(secret).every((byte, i) => byte === header[KEY_ID.start + i]))
    throw refuseKey(source, 'wrong_key', 'this mapping was encrypted with another key')
  const { key, iv } = await fileKey(secret, header)
  try {
    const sealed = file.slice(HEADER_BYTES)
    const contents = await webCrypto().decrypt({ name: 'AES-GCM', iv, additionalData: header }, key, sealed)
    return z.parse(mappingSchema, JSON.parse(new TextDecoder().decode(contents)))
  } catch {
    // The cause could quote decrypted values.
    throw damaged()
  }
}

function readHeader(file: Uint8Array): Uint8Array<ArrayBuffer> {
  if (!MAGIC.every((byte, i) => file[i] === byte))
    throw new ProblemError('The mapping is not a mapping file.', { code: 'unreadable_input' })
  if (file.length > 4 && file[4] !== VERSION) {
    const facts = { version: file[4]!, supported: VERSION }
    throw new ProblemError('The mapping file has a version that this program does not read.', { code: 'unsupported_variant', facts })
  }
  if (file.length < HEADER_BYTES + TAG_BYTES || SOURCES[file[5]!] === undefined) throw damaged()
  return new Uint8Array(file.subarray(0, HEADER_BYTES))
}

function damaged(): ProblemError {
  return new ProblemError('The mapping file is damaged or truncated.', { code: 'unreadable_input' })
}

function refuseKey(source: string, code: string, detail: string): ProblemError {
  return new ProblemError('The mapping file cannot be decrypted.', {
    code: 'invalid_input',
    errors: [{ pointer: `/options/${source}`, code, detail }],
  })
}

/** Distinguishes a wrong key from a damaged file. Reveals nothing about a key that cannot be guessed. */
function keyIdOf({ bytes }: MappingSecret): Uint8Array {
  return expand(bytes, `${LABEL} key ID`, KEY_ID.end - KEY_ID.start)
}

async function fileKey({ bytes }: MappingSecret, header: Uint8Array): Promise<{ key: CryptoKey; iv: Uint8Array<ArrayBuffer> }> {
  const salted = hmacSha256(header.subarray(SALT.start, SALT.end))(bytes)
  const derived = expand(salted, `${LABEL} file`, 44)
  const key = await webCrypto().importKey('raw', derived.slice(0, 32), 'AES-GCM', false, ['encrypt', 'decrypt'])
  return { key, iv: derived.slice(32) }
}

/** HKDF-Expand (RFC 5869 §2.3); the secret is uniformly random or extracted. */
function expand(secret: Uint8Array, info: string, length: number): Uint8Array<ArrayBuffer> {
  const mac = hmacSha256(secret)
  const label = encodeUtf8(info)
  const out = new Uint8Array(length)
  let block = new Uint8Array()
  for (let at = 0, counter = 1; at < length; at += 32, counter++) {
    block = new Uint8Array(mac(new Uint8Array([...block, ...label, counter])))
    out.set(block.subarray(0, Math.min(32, length - at)), at)
  }
  return out
}
