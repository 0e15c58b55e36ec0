// The public keys of an issuer: fetched when they are needed, kept for a bounded time when they cannot be fetched, and asked for again when
// a token names one that is not there, but never more often than the cooldown allows.
import { type CryptoKey, importJWK, type JWK } from 'jose'

/** Brings the key set (RFC 7517 §5) within a limited time, or rejects. */
export type LoadKeySet = () => Promise<readonly unknown[]>

export interface KeyRingTimes {
  /** Between two attempts to fetch the keys. */
  readonly cooldownMs: number
  /** After this the keys are fetched again, while the old ones go on. */
  readonly maxAgeMs: number
  /** Keys that could not be fetched again are believed for so long. */
  readonly maxStaleMs: number
}

export const KEY_RING_TIMES: KeyRingTimes = { cooldownMs: 30_000, maxAgeMs: 600_000, maxStaleMs: 86_400_000 }

const MAX_KEYS = 100
const MIN_RSA_BITS = 2048

export class KeyRing {
  readonly #load: LoadKeySet
  readonly #times: KeyRingTimes
  #keys: readonly JWK[] = []
  #imported = new Map<string, Promise<CryptoKey | undefined>>()
  #loadedAt: number | undefined
  #triedAt = Number.NEGATIVE_INFINITY
  #loading: Promise<void> | undefined
  #revision = 0

  constructor(load: LoadKeySet, times: KeyRingTimes = KEY_RING_TIMES) {
    this.#load = load
    this.#times = times
  }

  /** Changes with every other set of keys: what was verified with an older one has to be verified again. */
  revision(now: number): number {
    if (this.#isUsable(now) && now - this.#loadedAt! >= this.#times.maxAgeMs) void this.#refresh(now)
    return this.#isUsable(now) ? this.#revision : Number.NaN
  }

  /** Fetches the keys for the first time. Rejects where that fails. */
  async open(now: number): Promise<void> {
    await this.#refresh(now)
    if (!this.#isUsable(now)) throw new Error('the keys cannot be loaded')
  }

  /** The key for a token; undefined where there is none, `unavailable` where the keys are not known. */
  async find(keyId: string | undefined, algorithm: string, now: number): Promise<CryptoKey | undefined | 'unavailable'> {
    this.revision(now)
    let jwk = this.#isUsable(now) ? this.#choose(keyId, algorithm) : undefined
    if (!jwk) {
      await this.#refresh(now)
      if (!this.#isUsable(now)) return 'unavailable'
      jwk = this.#choose(keyId, algorithm)
    }
    return jwk && this.#import(jwk, algorithm)
  }

  #isUsable(now: number): boolean {
    return this.#loadedAt !== undefined && now - this.#loadedAt < this.#times.maxStaleMs
  }

  /** A token without a key id may use the only key that fits. */
  #choose(keyId: string | undefined, algorithm: string): JWK | undefined {
    const fitting = this.#keys.filter((jwk) => fits(jwk, algorithm) && (keyId === undefined || jwk.kid === keyId))
    return fitting.length === 1 ? fitting[0] : undefined
  }

  #import(jwk: JWK, algorithm: string): Promise<CryptoKey | undefined> {
    const name = `${algorithm} ${this.#keys.indexOf(jwk)}`
    let imported = this.#imported.get(name)
    if (!imported) {
      imported = importJWK(jwk, algorithm).then(
        (key) => (key instanceof Uint8Array ? undefined : key),
        () => undefined,
      )
      this.#imported.set(name, imported)
    }
    return imported
  }

  /** Never rejects: whether it helped is seen by what is there. */
  #refresh(now: number): Promise<void> {
    if (this.#loading) return this.#loading
    if (now - this.#triedAt < this.#times.cooldownMs) return Promise.resolve()
    this.#triedAt = now
    this.#loading = this.#load()
      .then(
        (keys) => this.#take(keys, now),
        () => undefined,
      )
      .finally(() => {
        this.#loading = undefined
      })
    return this.#loading
  }

  /** A set without a usable key is a mistake of the issuer and does not take the place of a good one. */
  #take(entries: readonly unknown[], now: number): void {
    const keys = entries.slice(0, MAX_KEYS).filter(isPublicKey)
    if (keys.length === 0) return
    this.#loadedAt = now
    if (JSON.stringify(keys) === JSON.stringify(this.#keys)) return
    this.#keys = keys
    this.#imported = new Map()
    this.#revision++
  }
}

const CURVES: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }

function fits(jwk: JWK, algorithm: string): boolean {
  if (jwk.alg !== undefined && jwk.alg !== algorithm) return false
  if (algorithm.startsWith('RS') || algorithm.startsWith('PS')) return jwk.kty === 'RSA'
  if (algorithm === 'EdDSA') return jwk.kty === 'OKP' && jwk.crv === 'Ed25519'
  return jwk.kty === 'EC' && jwk.crv === CURVES[algorithm]
}

/** For signatures, public, and strong enough. A symmetric key in a public set is no secret. */
function isPublicKey(value: unknown): value is JWK {
  if (typeof value !== 'object' || value === null) return false
  const { kty, use, key_ops: operations, d, n, kid } = value as Record<string, unknown>
  if (kid !== undefined && typeof kid !== 'string') return false
  if (d !== undefined || (use !== undefined && use !== 'sig')) return false
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify'))) return false
  if (kty === 'RSA') return typeof n === 'string' && (n.length * 6) / 8 >= MIN_RSA_BITS / 8
  return kty === 'EC' || kty === 'OKP'
}
