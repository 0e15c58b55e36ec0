// What the parts of one text that are searched by themselves say are names: what is one in a part is one in all of them.
import type { Candidate } from '../candidate.ts'
import type { Likely } from '../network/likely.ts'

/** Tokens of which the judgement is kept between the two searches: 10 MB. */
const MOST_KEPT = 1_000_000

/** Each part is searched twice: to collect the words, and to find them. */
export class NamedWords {
  readonly #words = new Map<string | number, Candidate>()
  readonly #hashes = new Set<number>()
  readonly #judged = new Map<string, { readonly language: number | undefined; readonly likely: Likely }>()
  #room = MOST_KEPT
  #isComplete = false
  /** Grows whenever a part says something new: what was searched before has to be searched again. */
  revision = 0

  /** Words of identifiers by their hash, numbers by their text; the last one counts, as within one text. @returns those of all parts */
  shareWords(own: ReadonlyMap<string | number, Candidate>): ReadonlyMap<string | number, Candidate> {
    if (this.#isComplete) return this.#words
    for (const [key, candidate] of own) {
      const known = this.#words.get(key)
      if (known?.category !== candidate.category || known.score !== candidate.score) this.revision++
      this.#words.set(key, candidate)
    }
    return this.#words
  }

  /** Words that the network takes for names, by their hash. @returns those of all parts */
  shareHashes(own: ReadonlySet<number>): ReadonlySet<number> {
    if (this.#isComplete) return this.#hashes
    const { size } = this.#hashes
    for (const hash of own) this.#hashes.add(hash)
    if (this.#hashes.size > size) this.revision++
    return this.#hashes
  }

  /**
   * What the network says of a part: the second search needs it again, and it depends on the text alone.
   * @param language given for the text, undefined where it is to be identified
   */
  judgeOnce(text: string, language: number | undefined, judge: () => Likely): Likely {
    const kept = this.#judged.get(text)
    if (kept !== undefined && kept.language === language) return kept.likely
    const likely = judge()
    if (likely.odds.length > this.#room) return likely
    this.#room -= likely.odds.length
    this.#judged.set(text, { language, likely })
    return likely
  }

  /** All parts were searched once. */
  complete(): void {
    this.#isComplete = true
  }
}
