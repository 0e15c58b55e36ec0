// Who is calling: one key in one Authorization header, or a refusal that never says which part of it was wrong.
import { Fault } from '../core/fault.ts'
import { BoundedMap } from './bounded-map.ts'
import type { Caller } from './caller.ts'
import { hasExpired, type KeyedHash } from './key.ts'
import type { DirectoryEntry, KeyDirectory } from './key-directory.ts'
import { type KeyText, parseKey } from './key-text.ts'
import { addressGroup, isInNetworks } from './network.ts'
import type { RateLimit } from './plan.ts'
import { type Bucket, FULL_BUCKET, takeCalls } from './rate.ts'
import type { Awaitable } from './store.ts'

export interface Presented {
  /** The Authorization headers as received, one each: how many there are matters. */
  readonly authorizationValues: readonly string[]
  /** Of the socket, never of a header; undefined for a unix socket. */
  readonly peerAddress: string | undefined
  /** Milliseconds since 1970 UTC. */
  readonly now: number
}

/**
 * @throws Fault `missing_credentials`, `invalid_credentials`, `expired_credentials`, `invalid_header` (more than one credential),
 * `rate_limited` (too many refusals of this address), `storage_unavailable`
 */
export type Authenticate = (presented: Presented) => Awaitable<Caller>

export interface KeyAuthentication {
  readonly directory: KeyDirectory
  /** HMAC-SHA-256 with the pepper: what the store holds. */
  readonly hash: KeyedHash
  /** SHA-256: what memory holds of a secret that was verified. */
  readonly digest: (text: string) => string
  /** How many refusals an address gets; null: no limit. */
  readonly failures: RateLimit | null
}

const MAX_ADDRESSES = 100_000
/** As long as a hash, and never equal to one. */
const NO_HASH = '-'.repeat(64)

export function createKeyAuthentication({ directory, hash, digest, failures }: KeyAuthentication): Authenticate {
  const refusals = new BoundedMap<string, Bucket>(MAX_ADDRESSES)

  return ({ authorizationValues, peerAddress, now }) => {
    if (authorizationValues.length === 0) throw new Fault('The request has no Authorization header.', { code: 'missing_credentials' })
    if (authorizationValues.length > 1) {
      throw new Fault('The request has more than one Authorization header.', { code: 'invalid_header' })
    }
    const key = readBearerKey(authorizationValues[0]!)
    if (!key) throw refusal(peerAddress, now)
    const found = directory.find(key.id)
    return found instanceof Promise ? found.then((entry) => decide(key, entry, peerAddress, now)) : decide(key, found, peerAddress, now)
  }

  function decide(key: KeyText, entry: DirectoryEntry | undefined, peerAddress: string | undefined, now: number): Awaitable<Caller> {
    const wasInMemory = entry?.fresh === false
    if (entry) entry.fresh = false
    if (!isSecretOf(key, entry, now)) {
      const looked = wasInMemory ? directory.lookInVain(key.id) : undefined
      if (looked instanceof Promise) return looked.then(() => Promise.reject(refusal(peerAddress, now)))
      throw refusal(peerAddress, now)
    }
    const { record } = entry.key
    if (record.revokedAt !== null) throw refusal(peerAddress, now)
    if (entry.networks.length < record.networks.length) throw refusal(peerAddress, now)
    if (entry.networks.length > 0 && !isInNetworks(entry.networks, peerAddress)) throw refusal(peerAddress, now)
    if (hasExpired(record, now)) {
      throw refusal(peerAddress, now, new Fault('The key has expired.', { code: 'expired_credentials' }))
    }
    directory.noteUse(entry, now)
    return entry.caller
  }

  /** Without an entry it computes what it would compute with one. */
  function isSecretOf(key: KeyText, entry: DirectoryEntry | undefined, now: number): entry is DirectoryEntry {
    const presented = digest(key.hashed)
    if (entry?.verified !== undefined && isEqual(presented, entry.verified)) return true
    const hashed = hash(key.hashed)
    const stored = entry?.key
    const isCurrent = isEqual(hashed, stored?.hash ?? NO_HASH)
    const isPrevious = isEqual(hashed, stored?.previousHash ?? NO_HASH)
    if (!entry) return false
    if (isCurrent) entry.verified = presented
    return isCurrent || (isPrevious && now < (entry.key.record.previousUntil ?? 0))
  }

  function refusal(peerAddress: string | undefined, now: number, fault?: Fault): Fault {
    if (failures) {
      const group = addressGroup(peerAddress)
      const decision = takeCalls(failures, refusals.get(group) ?? FULL_BUCKET, now)
      refusals.set(group, decision.bucket)
      if (!decision.allowed) {
        return new Fault('Too many refused credentials came from this address.', {
          code: 'rate_limited',
          retryAfterSeconds: decision.retryAfterSeconds,
        })
      }
    }
    return fault ?? new Fault('The credentials are not accepted.', { code: 'invalid_credentials' })
  }
}

const BEARER = 'bearer '

function readBearerKey(header: string): KeyText | undefined {
  if (header.length > 256 || header.slice(0, BEARER.length).toLowerCase() !== BEARER) return undefined
  let start = BEARER.length
  while (header[start] === ' ') start++
  return parseKey(header.slice(start))
}

/** Takes the same time wherever the texts differ. */
function isEqual(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
