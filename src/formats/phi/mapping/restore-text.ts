// Replaces surrogates with their originals: whole words only, the longest surrogate first, and none that stands for several originals.
import type { PhiCategory } from '../category.ts'
import type { Pair } from './pairs.ts'

export interface RestoredText {
  readonly text: string
  /** Categories of the restored values. */
  readonly restored: readonly PhiCategory[]
  /** Categories of surrogates that stay because they stand for several originals. */
  readonly ambiguous: readonly PhiCategory[]
}

/** Shorter surrogates, such as initials, are restored only where they are a whole value: within text they are too common. */
const LEAST_IN_TEXT = 3
/** Surrogates are looked up by their first characters. */
const HEAD = 3

interface Known {
  readonly surrogate: string
  readonly category: PhiCategory
  /** Undefined if there are several. */
  readonly original: string | undefined
}

export class Restorer {
  readonly #known = new Map<string, Known>()
  /** Longest first. */
  readonly #byHead = new Map<string, Known[]>()

  constructor(pairs: readonly Pair[]) {
    for (const { surrogate, original, category } of pairs) {
      const isOther = this.#known.has(surrogate)
      this.#known.set(surrogate, { surrogate, category, original: isOther ? undefined : original })
    }
    for (const known of this.#known.values()) {
      if (known.surrogate.length < LEAST_IN_TEXT) continue
      const head = known.surrogate.slice(0, HEAD)
      const group = this.#byHead.get(head)
      if (group) group.push(known)
      else this.#byHead.set(head, [known])
    }
    for (const group of this.#byHead.values()) group.sort((a, b) => b.surrogate.length - a.surrogate.length)
  }

  restore(text: string): RestoredText {
    const restored: PhiCategory[] = []
    const ambiguous: PhiCategory[] = []
    const read = ({ surrogate, category, original }: Known): string => {
      if (original === undefined) ambiguous.push(category)
      else restored.push(category)
      return original ?? surrogate
    }
    const whole = this.#known.get(text)
    if (whole) return { text: read(whole), restored, ambiguous }
    const parts: string[] = []
    let from = 0
    for (let at = 0; at + LEAST_IN_TEXT <= text.length; at++) {
      const found = this.#findAt(text, at)
      if (!found) continue
      parts.push(text.slice(from, at), read(found))
      from = at + found.surrogate.length
      at = from - 1
    }
    return { text: parts.join('') + text.slice(from), restored, ambiguous }
  }

  #findAt(text: string, at: number): Known | undefined {
    const group = this.#byHead.get(text.slice(at, at + HEAD))
    if (!group || isInside(text, at)) return undefined
    return group.find(({ surrogate }) => text.startsWith(surrogate, at) && !isInside(text, at + surrogate.length))
  }
}

const LETTER = /[\p{L}\p{M}]/u
const DIGIT = /\p{N}/u

/** True between two letters and between two digits. */
function isInside(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 1), at)
  const after = text.slice(at, at + 1)
  return (LETTER.test(before) && LETTER.test(after)) || (DIGIT.test(before) && DIGIT.test(after))
}
