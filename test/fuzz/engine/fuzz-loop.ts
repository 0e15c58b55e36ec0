// The search: changes inputs, keeps those that reach a branch, or a number of passes through it, that no input reached before.
import type { BuiltTarget } from './build-target.ts'
import { digest } from './corpus-file.ts'
import type { HangWatch } from './hang-watch.ts'
import { createRandom, Mutator } from './mutator.ts'

export interface FuzzSettings {
  readonly seed: number
  readonly seconds: number
  readonly maxRuns: number
  readonly corpus: readonly Uint8Array[]
  readonly watch: HangWatch
  readonly onFinding: (input: Uint8Array, error: unknown) => void
}

export interface FuzzReport {
  readonly runs: number
  readonly branches: number
  readonly findings: number
  readonly slowestMs: number
  /** The smallest set of inputs that was found to reach the same branches. */
  readonly corpus: readonly Uint8Array[]
}

interface Entry {
  readonly input: Uint8Array
  readonly branches: Uint32Array
}

const MOST_FINDINGS = 20
const DEFAULT_MAX_BYTES = 4096

export class FuzzLoop {
  readonly #built: BuiltTarget
  readonly #settings: FuzzSettings
  readonly #words: Uint32Array
  /** Buckets of pass counts that were seen, a bit each. */
  readonly #seen: Uint8Array
  readonly #entries: Entry[] = []
  readonly #findings = new Set<string>()
  #runs = 0
  #slowestMs = 0

  constructor(built: BuiltTarget, settings: FuzzSettings) {
    this.#built = built
    this.#settings = settings
    this.#words = new Uint32Array(built.counters.buffer, built.counters.byteOffset, built.counters.length / 4)
    this.#seen = new Uint8Array(built.counters.length)
  }

  async search(): Promise<FuzzReport> {
    const { target, literals } = this.#built
    const { seed, seconds, maxRuns, corpus } = this.#settings
    const maxBytes = target.maxBytes ?? DEFAULT_MAX_BYTES
    const random = createRandom(seed)
    const mutator = new Mutator(random, [...(target.dictionary ?? []), ...literals], maxBytes)
    for (const input of [...corpus, ...target.seeds(), new Uint8Array()]) await this.#try(input)
    const until = performance.now() + seconds * 1000
    while (this.#runs < maxRuns && this.#findings.size < MOST_FINDINGS && performance.now() < until) {
      for (let i = 0; i < 64; i++) await this.#try(mutator.mutate(this.#choose(random), this.#choose(random)))
    }
    return this.#report()
  }

  /** Half of the time one of the latest, which is where new branches are. */
  #choose(random: () => number): Uint8Array {
    const count = this.#entries.length
    if (count === 0) return new Uint8Array()
    const among = random() < 0.5 ? Math.min(count, 32) : count
    return this.#entries[count - 1 - Math.floor(random() * among)]!.input
  }

  async #try(input: Uint8Array): Promise<void> {
    const { counters, target } = this.#built
    counters.fill(0)
    this.#runs++
    this.#settings.watch.begin(input)
    const started = performance.now()
    try {
      const result = target.run(input)
      if (result instanceof Promise) await result
    } catch (error) {
      this.#keepFinding(input, error)
    }
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - started)
    if (this.#isNew()) this.#entries.push({ input: input.slice(), branches: this.#reached() })
  }

  #keepFinding(input: Uint8Array, error: unknown): void {
    const kind = describeFinding(error)
    if (this.#findings.has(kind)) return
    this.#findings.add(kind)
    this.#settings.onFinding(input, error)
  }

  #isNew(): boolean {
    const { counters } = this.#built
    let isNew = false
    for (let word = 0; word < this.#words.length; word++) {
      if (this.#words[word] === 0) continue
      for (let i = word * 4; i < word * 4 + 4; i++) {
        const bucket = bucketOf(counters[i]!)
        if ((this.#seen[i]! & bucket) === bucket) continue
        this.#seen[i]! |= bucket
        isNew = true
      }
    }
    return isNew
  }

  #reached(): Uint32Array {
    const reached: number[] = []
    for (const [i, count] of this.#built.counters.entries()) if (count > 0) reached.push(i)
    return Uint32Array.from(reached)
  }

  #report(): FuzzReport {
    const branches = this.#seen.reduce((sum, bits) => sum + (bits > 0 ? 1 : 0), 0)
    const corpus = smallestCover(this.#entries)
    return { runs: this.#runs, branches, findings: this.#findings.size, slowestMs: this.#slowestMs, corpus }
  }
}

/** A bit for 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, and more passes. */
function bucketOf(count: number): number {
  if (count === 0) return 0
  if (count <= 3) return 1 << (count - 1)
  if (count < 8) return 8
  if (count < 16) return 16
  if (count < 32) return 32
  return count < 128 ? 64 : 128
}

/** Rare branches first, each by the shortest input that reaches it. */
function smallestCover(entries: readonly Entry[]): Uint8Array[] {
  const reachedBy = new Map<number, Entry[]>()
  for (const entry of entries) {
    for (const branch of entry.branches) {
      const reaching = reachedBy.get(branch)
      if (reaching) reaching.push(entry)
      else reachedBy.set(branch, [entry])
    }
  }
  const covered = new Set<number>()
  const chosen = new Map<string, Uint8Array>()
  for (const [branch, reaching] of [...reachedBy].sort(([, a], [, b]) => a.length - b.length)) {
    if (covered.has(branch)) continue
    const best = reaching.reduce((least, entry) => (entry.input.length < least.input.length ? entry : least))
    for (const each of best.branches) covered.add(each)
    chosen.set(digest(best.input), best.input)
  }
  return [...chosen.values()]
}

/** Findings of one kind have the same message and come from the same place. */
export function describeFinding(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${typeof error}`
  const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line) && !/expectThat|node:/.test(line)) ?? ''
  return `${error.name}: ${error.message.slice(0, 200)}${place.replace(/\(?file:.*\/|:\d+\)?$/g, '')}`
}
