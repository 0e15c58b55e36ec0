// The one secret key of all formats: every hash, surrogate and date shift comes from it by HMAC-SHA-256 (RFC 2104, FIPS 180-4),
// each use in a domain of its own, so that no result of one use says anything about another.
import { encodeUtf8 } from '../../../core/encode-utf8.ts'
import { ProblemError } from '../../../core/problem.ts'
import { hmacSha256, type Mac } from './hmac-sha256.ts'

/** Which names, towns, streets and institutions surrogates have: 1 as of policy version 1, 2 by sex, origin and language. */
export type SurrogateVersion = 1 | 2

export interface PhiKey {
  readonly surrogates: SurrogateVersion
  /** Public fingerprint, 16 hexadecimal digits: equal for equal keys, of no help in finding one that is not guessable. */
  readonly keyId: string
  /** 32 bytes that nobody without the key can foretell or check, the same for the same domain and value. */
  digest(domain: string, value: string): Uint8Array
}

const MIN_CHARACTERS = 16
const MIN_BYTES = 16
/** A shorter alphabet is a run or a pattern, not a secret. */
const MIN_DISTINCT = 6
const BASE64_PREFIX = 'base64:'

const derived = new Map<string, PhiKey>()
/** Most sites have one. */
const MAX_DERIVED = 4

/**
 * What comes of the last few keys is kept: to derive it takes as long as all surrogates of a small file.
 * @param text at least 16 characters, taken as UTF-8, or `base64:` and at least 16 bytes in base64
 * @throws ProblemError `invalid_input` at /options/key
 */
export function readPhiKey(text: string, surrogates: SurrogateVersion = 2): PhiKey {
  const name = `${surrogates} ${text}`
  let key = derived.get(name)
  if (!key) {
    key = { ...deriveKey(secretOf(text)), surrogates }
    if (derived.size >= MAX_DERIVED) derived.clear()
    derived.set(name, key)
  }
  return key
}

/**
 * Refuses what readPhiKey would refuse, without what comes of a key: that takes as long as many digests.
 * @throws ProblemError as readPhiKey
 */
export function checkPhiKey(text: string): void {
  if (!derived.has(`1 ${text}`) && !derived.has(`2 ${text}`)) secretOf(text)
}

function secretOf(text: string): Uint8Array {
  return readSecret(text, '/options/key', MIN_BYTES)
}

/**
 * The bytes that a key stands for.
 * @param minBytes of a key in base64
 * @throws ProblemError `invalid_input` at the pointer
 */
export function readSecret(text: string, pointer: string, minBytes: number): Uint8Array {
  const isEncoded = text.startsWith(BASE64_PREFIX)
  const secret = isEncoded ? decodeSecret(text.slice(BASE64_PREFIX.length), pointer, minBytes) : encodeSecret(text, pointer)
  if (!isVaried(secret)) throw refuseKey(pointer, 'too_weak', `a key holds at least ${MIN_DISTINCT} different characters`)
  return secret
}

function isVaried(secret: Uint8Array): boolean {
  const seen = new Set<number>()
  for (let i = 0; i < secret.length && seen.size < MIN_DISTINCT; i++) seen.add(secret[i]!)
  return seen.size >= MIN_DISTINCT
}

/** Domains come from the values too, by the shape of an identifier: what is kept must not grow with what was seen. */
const MAX_DOMAINS = 64

/** The key that bytes stand for; the same bytes give the same key whatever form they came in. */
function deriveKey(secret: Uint8Array): Omit<PhiKey, 'surrogates'> {
  const root = hmacSha256(hmacSha256(secret)(encodeUtf8('health-tools phi 1')))
  const domains = new Map<string, Mac>()
  const digest = (domain: string, value: string): Uint8Array => {
    let mac = domains.get(domain)
    if (!mac) {
      mac = hmacSha256(root(encodeUtf8(domain)))
      if (domains.size >= MAX_DOMAINS) domains.clear()
      domains.set(domain, mac)
    }
    return mac(encodeUtf8(value))
  }
  return { keyId: toHex(digest('key-id', '')).slice(0, 16), digest }
}

function encodeSecret(text: string, pointer: string): Uint8Array {
  if (text.length < MIN_CHARACTERS) throw refuseKey(pointer, 'too_small', `expected at least ${MIN_CHARACTERS} characters`)
  return encodeUtf8(text)
}

function decodeSecret(text: string, pointer: string, minBytes: number): Uint8Array {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw refuseKey(pointer, 'invalid_format', 'expected base64 after the prefix')
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  if (bytes.length < minBytes) throw refuseKey(pointer, 'too_small', `expected at least ${minBytes} bytes`)
  return bytes
}

function refuseKey(pointer: string, code: string, detail: string): ProblemError {
  return new ProblemError('The key cannot be used.', { code: 'invalid_input', errors: [{ pointer, code, detail }] })
}

/** Lower-case hexadecimal digits of the first bytes. */
export function toHex(bytes: Uint8Array, count = bytes.length): string {
  let text = ''
  for (let i = 0; i < count; i++) text += HEX[bytes[i]!]!
  return text
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A number in [0, size) from the digest's first 6 bytes; the bias is below size / 2^48. */
export function pickNumber(digest: Uint8Array, size: number, from = 0): number {
  let value = 0
  for (let i = 0; i < 6; i++) value = value * 256 + digest[from + i]!
  return value % size
}

const DIGEST_BYTES = 32
// One for all: a view of a small array makes V8 move it out of its heap first.
const view = new DataView(new ArrayBuffer(DIGEST_BYTES))
const viewed = new Uint8Array(view.buffer)

/** The number in the digest's first 16 bytes, the first the highest. */
export function firstHalf(digest: Uint8Array): bigint {
  viewed.set(digest)
  return (view.getBigUint64(0) << 64n) | view.getBigUint64(8)
}

/** The number in all 32 bytes. */
export function wholeNumber(digest: Uint8Array): bigint {
  const high = firstHalf(digest)
  return (high << 128n) | (view.getBigUint64(16) << 64n) | view.getBigUint64(24)
}
