// The keys in memory in front of the store. What another process changed holds from the next look-up on.
import { BoundedMap } from '../bounded-map.ts'
import type { Caller } from '../caller.ts'
import { type Network, parseNetwork } from '../proxy/network.ts'
import type { Awaitable, KeyStore, StoredKey } from '../store.ts'

/** A key as authentication needs it. */
export interface DirectoryEntry {
  readonly key: StoredKey
  readonly caller: Caller
  readonly networks: readonly Network[]
  touchedAt: number
  /** True until the first decision on it: the store was asked for this one. */
  fresh: boolean
}

const MAX_ENTRIES = 20_000
const MAX_DECOYS = 4_096

export class KeyDirectory {
  readonly #store: KeyStore
  readonly #touchMs: number
  readonly #entries = new BoundedMap<string, DirectoryEntry>(MAX_ENTRIES)
  /** By the digests of keys whose current secret was verified: spares the keyed hash from then on. */
  readonly #verified = new BoundedMap<string, DirectoryEntry>(MAX_ENTRIES)
  readonly #decoys: DirectoryEntry[] = []
  #revision: number | undefined
  #uses = new Map<string, number>()

  /** @param lastUsedResolutionMs a key's last use is noted at most this often */
  constructor(store: KeyStore, lastUsedResolutionMs: number) {
    this.#store = store
    this.#touchMs = lastUsedResolutionMs
  }

  find(id: string): Awaitable<DirectoryEntry | undefined> {
    const revision = this.#refresh()
    const entry = this.#entries.get(id)
    if (entry) return entry
    const found = this.#store.find(id)
    return found instanceof Promise ? found.then((key) => this.#enter(key, revision)) : this.#enter(found, revision)
  }

  /** The key with this digest, where its secret was verified since the keys have changed. */
  recall(digest: string): DirectoryEntry | undefined {
    this.#refresh()
    return this.#verified.get(digest)
  }

  /** Notes that the secret of a key was verified. */
  remember(digest: string, entry: DirectoryEntry): void {
    // The keys may have changed since it was asked for.
    if (this.#entries.get(entry.key.record.id) === entry) this.#verified.set(digest, entry)
  }

  /**
   * Does the work of a look-up that finds nothing in memory, so that a refusal takes as long for a known ID as for an unknown one.
   * @param decoyId random as an unknown one, because a row that is there takes longer to read than none
   */
  lookInVain(decoyId: string): Awaitable<void> {
    const found = this.#store.find(decoyId)
    return found instanceof Promise ? found.then(() => undefined) : undefined
  }

  /** Some entry in memory, for a secret whose ID is unknown: its hash lies as far away in memory as that of a known ID. */
  decoyFor(decoyId: string): DirectoryEntry | undefined {
    let number = 0
    for (let i = 0; i < 4; i++) number = number * 31 + decoyId.charCodeAt(i)
    return this.#decoys[number % this.#decoys.length]
  }

  noteUse(entry: DirectoryEntry, now: number): void {
    if (now - entry.touchedAt < this.#touchMs) return
    entry.touchedAt = now
    this.#uses.set(entry.key.record.id, now)
  }

  /** Writes the last uses. What cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = this.#uses
    this.#uses = new Map()
    try {
      await this.#store.touch(Array.from(uses, ([id, at]) => ({ id, at })))
    } catch (error) {
      for (const [id, at] of uses) if (!this.#uses.has(id)) this.#uses.set(id, at)
      throw error
    }
  }

  /** Forgets everything where the keys have changed. */
  #refresh(): number {
    const revision = this.#store.revision()
    if (revision !== this.#revision) {
      this.#entries.clear()
      this.#verified.clear()
      this.#decoys.length = 0
      this.#revision = revision
    }
    return revision
  }

  #enter(key: StoredKey | undefined, revision: number): DirectoryEntry | undefined {
    if (!key) return undefined
    const { record } = key
    const { id, kind, owner, plan, scopes, expiresAt, trialQuota, lastUsedAt } = record
    const entry: DirectoryEntry = {
      key,
      caller: { credentialId: id, kind: kind === 'trial' ? 'trial' : 'live', owner, plan, scopes, expiresAt, trialQuota },
      networks: record.networks.map(parseNetwork).filter((network) => network !== undefined),
      touchedAt: lastUsedAt ?? 0,
      fresh: true,
    }
    // A change that came in while the store was asked is not in this answer.
    if (revision === this.#revision) {
      this.#entries.set(id, entry)
      if (this.#decoys.length < MAX_DECOYS) this.#decoys.push(entry)
    }
    return entry
  }
}
