// Whether a key is good: its secret, its state and its networks. A wrong secret costs the same work whether or not the key exists.
import { isInNetworks } from '../proxy/network.ts'
import type { Awaitable } from '../store.ts'
import type { Verdict } from '../verdict.ts'
import { hasExpired, type KeyedHash } from './key.ts'
import type { DirectoryEntry, KeyDirectory } from './key-directory.ts'
import { type KeyText, mayBeKey, parseKey } from './key-text.ts'

export interface KeyCheckParts {
  readonly directory: KeyDirectory
  /** HMAC-SHA-256 with the pepper: what the store holds. */
  readonly hash: KeyedHash
  /** SHA-256: what memory holds of a key that was verified. */
  readonly digest: (text: string) => string
}

/** @throws ProblemError `storage_unavailable` */
export interface KeyCheck {
  /** The verdict on a text that may be a key of a caller; undefined where it is no key. */
  checkText(text: string, address: string | undefined, now: number): Awaitable<Verdict> | undefined
  /** The verdict on a key of any kind. */
  checkKey(key: KeyText, address: string | undefined, now: number): Awaitable<Verdict>
}

/** As long as a hash, and never equal to one. */
const NO_HASH = '-'.repeat(64)

export function createKeyCheck({ directory, hash, digest }: KeyCheckParts): KeyCheck {
  return {
    checkText(text, address, now) {
      if (!mayBeKey(text)) return undefined
      const presented = digest(text)
      // What was verified under these keys needs no second look at its parts.
      const verified = directory.recall(presented)
      if (verified) return judge(verified, address, now)
      const key = parseKey(text)
      if (!key) return undefined
      return key.kind === 'client' ? 'refused' : check(key, presented, address, now)
    },
    // Only whole texts are remembered: a part of one must never be taken for it.
    checkKey: (key, address, now) => check(key, undefined, address, now),
  }

  function check(key: KeyText, presented: string | undefined, address: string | undefined, now: number): Awaitable<Verdict> {
    const found = directory.find(key.id)
    return found instanceof Promise
      ? found.then((entry) => decide(key, presented, entry, address, now))
      : decide(key, presented, found, address, now)
  }

  function decide(
    key: KeyText,
    presented: string | undefined,
    entry: DirectoryEntry | undefined,
    address: string | undefined,
    now: number,
  ): Awaitable<Verdict> {
    const wasInMemory = entry?.fresh === false
    if (entry) entry.fresh = false
    if (isSecretOf(key, presented, entry, now)) return judge(entry, address, now)
    const looked = wasInMemory ? directory.lookInVain(key.decoyId) : undefined
    return looked instanceof Promise ? looked.then(() => 'refused') : 'refused'
  }

  /** Of a key whose secret was right. */
  function judge(entry: DirectoryEntry, address: string | undefined, now: number): Verdict {
    const { record } = entry.key
    if (record.revokedAt !== null) return 'refused'
    if (entry.networks.length < record.networks.length) return 'refused'
    if (entry.networks.length > 0 && !isInNetworks(entry.networks, address)) return 'refused'
    if (hasExpired(record, now)) return 'expired'
    directory.noteUse(entry, now)
    return entry.caller
  }

  /** Without an entry it does the same work with that of another key, which it looks up in either case. */
  function isSecretOf(
    key: KeyText,
    presented: string | undefined,
    entry: DirectoryEntry | undefined,
    now: number,
  ): entry is DirectoryEntry {
    const hashed = hash(key.hashed)
    const decoy = directory.decoyFor(key.decoyId)
    const stored = (entry ?? decoy)?.key
    const isCurrent = isEqual(hashed, stored?.hash ?? NO_HASH)
    const isPrevious = isEqual(hashed, stored?.previousHash ?? NO_HASH)
    if (!entry) return false
    if (isCurrent && presented !== undefined) directory.remember(presented, entry)
    return isCurrent || (isPrevious && now < (entry.key.record.previousUntil ?? 0))
  }
}

/** Takes the same time wherever the texts differ. */
function isEqual(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
