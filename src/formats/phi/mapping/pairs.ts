// Pairs of an original and its surrogate, collected during a run.
import type { PhiCategory } from '../category.ts'
import { nameTokens } from '../policy/canonical.ts'

export interface Pair {
  readonly category: PhiCategory
  readonly original: string
  readonly surrogate: string
}

/** Pairs of one run without duplicates, in order of occurrence. */
export class PairList {
  readonly #pairs = new Map<string, Pair>()

  add(pair: Pair): void {
    const { original, surrogate } = pair
    if (surrogate === '' || surrogate === original) return
    const name = `${surrogate}\0${original}`
    if (!this.#pairs.has(name)) this.#pairs.set(name, pair)
  }

  list(): Pair[] {
    return [...this.#pairs.values()]
  }
}

/** The pairs, and pairs of the words of names: an answer about `Ada Sample` may say `Ms. Sample`. */
export function withWordsOfNames(pairs: readonly Pair[]): Pair[] {
  const whole = new Set(pairs.map(({ surrogate }) => surrogate))
  const words = new PairList()
  for (const { category, original, surrogate } of pairs) {
    if (category !== 'name') continue
    const [from, to] = [wordsOf(original), wordsOf(surrogate)]
    if (from.length !== to.length) continue
    for (const [i, word] of to.entries()) if (!whole.has(word)) words.add({ category, original: from[i]!, surrogate: word })
  }
  return [...pairs, ...words.list()]
}

function wordsOf(name: string): string[] {
  return nameTokens(name).flatMap(({ kind, start, end }) => (kind === 'name' ? [name.slice(start, end)] : []))
}
