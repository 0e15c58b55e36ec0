// Making, rotating and ending keys. The text of a key leaves this file once; the store gets its keyed hash.
import { ProblemError, type ProblemItem } from '../../core/problem.ts'
import { isOwner, isScope } from '../caller.ts'
import { parseNetwork } from '../proxy/network.ts'
import type { KeyRecord, KeyStore } from '../store.ts'
import { composeKey, randomId, randomSecret } from './key-text.ts'

/** HMAC-SHA-256 with the pepper in hexadecimal. */
export type KeyedHash = (text: string) => string
export type RandomBytes = (length: number) => Uint8Array

export interface KeyOffice {
  readonly store: KeyStore
  readonly hash: KeyedHash
  readonly randomBytes: RandomBytes
  /** First part of the text of a new key, such as `ht`. */
  readonly prefix: string
}

export type NewKey = Pick<KeyRecord, 'kind' | 'owner' | 'note' | 'plan' | 'scopes' | 'networks' | 'expiresAt' | 'trialQuota'>

/** The text is the secret: it is nowhere else and cannot be had again. */
export interface IssuedKey {
  readonly text: string
  readonly record: KeyRecord
}

/** @throws ProblemError `invalid_input` with a pointer for every field that cannot be used */
export async function issueKey(office: KeyOffice, fields: NewKey, now: number): Promise<IssuedKey> {
  checkNewKey(fields, now)
  const id = randomId(office.randomBytes)
  const { text, hashed } = composeKey(office.prefix, fields.kind, id, randomSecret(office.randomBytes))
  const record: KeyRecord = {
    id,
    kind: fields.kind,
    owner: fields.owner,
    note: fields.note,
    plan: fields.plan,
    scopes: fields.scopes,
    networks: fields.networks,
    createdAt: now,
    expiresAt: fields.expiresAt,
    revokedAt: null,
    rotatedAt: null,
    previousUntil: null,
    lastUsedAt: null,
    trialQuota: fields.trialQuota,
  }
  await office.store.create({ record, hash: office.hash(hashed), previousHash: null })
  return { text, record }
}

/**
 * Gives a key a new secret; the old one is taken for `overlapMs` more.
 * @throws ProblemError `not_found`; `invalid_input` where the key is revoked or has expired
 */
export async function rotateKey(office: KeyOffice, id: string, overlapMs: number, now: number): Promise<IssuedKey> {
  const found = await office.store.find(id)
  if (!found) throw unknownKey()
  const { record } = found
  if (record.revokedAt !== null) throw new ProblemError('The key is revoked. Create a new one.', { code: 'invalid_input' })
  if (hasExpired(record, now)) throw new ProblemError('The key has expired. Create a new one.', { code: 'invalid_input' })
  const { text, hashed } = composeKey(office.prefix, record.kind, id, randomSecret(office.randomBytes))
  const rotated = await office.store.rotate(id, { hash: office.hash(hashed), rotatedAt: now, previousUntil: now + overlapMs })
  if (!rotated) throw unknownKey()
  return { text, record: rotated }
}

/** @throws ProblemError `not_found` */
export async function revokeKey(store: KeyStore, id: string, now: number): Promise<KeyRecord> {
  return known(await store.revoke(id, now))
}

/** @throws ProblemError `not_found` */
export async function expireKey(store: KeyStore, id: string, at: number): Promise<KeyRecord> {
  return known(await store.expire(id, at))
}

/** @throws ProblemError `not_found` */
export async function showKey(store: KeyStore, id: string): Promise<KeyRecord> {
  return known((await store.find(id))?.record)
}

export type KeyState = 'active' | 'revoked' | 'expired'

export function stateOf(record: KeyRecord, now: number): KeyState {
  if (record.revokedAt !== null) return 'revoked'
  return hasExpired(record, now) ? 'expired' : 'active'
}

export function hasExpired({ expiresAt }: { readonly expiresAt: number | null }, now: number): boolean {
  return expiresAt !== null && now >= expiresAt
}

function known(record: KeyRecord | undefined): KeyRecord {
  if (!record) throw unknownKey()
  return record
}

function unknownKey(): ProblemError {
  return new ProblemError('No key has this ID.', { code: 'not_found' })
}

/** @throws ProblemError `invalid_input` with a pointer for every field that cannot be used */
export function checkNewKey(fields: NewKey, now: number): void {
  const errors = findFieldProblems(fields, now)
  if (errors.length > 0) throw new ProblemError('The key cannot be created.', { code: 'invalid_input', errors })
}

/** What cannot be used of a new key, each with the pointer of its field. */
export function findFieldProblems(fields: NewKey, now: number): ProblemItem[] {
  const errors: ProblemItem[] = []
  const refuse = (pointer: string, detail: string) => errors.push({ pointer, code: 'invalid_value', detail })
  if (!isOwner(fields.owner)) {
    refuse('/owner', 'expected 1 to 100 printable characters that do not start with = + - @ or a space')
  }
  if (!/^[^\p{C}]{0,500}$/u.test(fields.note)) refuse('/note', 'expected at most 500 printable characters')
  if (fields.scopes.length === 0) refuse('/scopes', 'expected at least one scope')
  for (const [i, scope] of fields.scopes.entries()) {
    if (!isScope(scope)) refuse(`/scopes/${i}`, 'expected tools:*, tools:<category>/*, tools:<category>/<tool> or admin:read')
  }
  for (const [i, network] of fields.networks.entries()) {
    if (!parseNetwork(network)) refuse(`/networks/${i}`, 'expected a network such as 10.1.0.0/16 or 2001:db8::/32 without host bits')
  }
  if (hasExpired(fields, now)) refuse('/expiresAt', 'expected an instant in the future')
  if (fields.kind === 'trial' && fields.expiresAt === null) refuse('/expiresAt', 'a trial key needs an end date')
  if (fields.kind === 'trial' && fields.trialQuota === null) refuse('/trialQuota', 'a trial key needs a quota')
  if (fields.kind !== 'trial' && fields.trialQuota !== null) refuse('/trialQuota', 'only a trial key has a quota of its own')
  if (fields.trialQuota !== null && !(Number.isSafeInteger(fields.trialQuota) && fields.trialQuota > 0)) {
    refuse('/trialQuota', 'expected a whole number above 0')
  }
  return errors
}
