// The identifying values of a message as a set that texts are compared with, in time that grows with the text alone.
import { listMatches } from '../../../core/list-matches.ts'
import type { PhiCategory } from '../category.ts'
import { isLabel } from '../policy/deidentifier.ts'
import { type FieldValue, isDistinctId, isEnglish, isPlaceholder } from './known-of-message.ts'

/** Words or numbers that one value may have. */
const MAX_TOKENS = 6
const LEAST_NAME = 3
const LEAST_ENGLISH_NAME = 5

export interface LocatedValue {
  readonly category: PhiCategory
  readonly start: number
  readonly end: number
}

export class OriginalValues {
  readonly #values = new Map<string, PhiCategory>()
  readonly #shortNames = new Set<string>()
  #longest = 1

  constructor(values: readonly FieldValue[]) {
    const seen = new Map<PhiCategory, Set<string>>()
    for (const { category, text } of values) {
      const own = seen.get(category) ?? new Set()
      if (own.has(text)) continue
      seen.set(category, own.add(text))
      if (category === 'name') for (const word of tokensOf(text)) this.#addName(word.text)
      else if (category === 'location' || category === 'organization' || category === 'facility') this.#addPlace(category, text)
      else if (category !== 'age' && category !== 'profession' && isDistinctId(text) && !isLabel(text)) this.#add(category, text)
    }
  }

  get isEmpty(): boolean {
    return this.#values.size === 0
  }

  /** True where the whole text, or a word of it, is a value. */
  isOne(text: string): boolean {
    return this.find(text).length > 0
  }

  categoryOf(text: string): PhiCategory {
    return this.find(text)[0] ?? 'other-id'
  }

  /** The categories of the values that stand in a text. */
  find(text: string): PhiCategory[] {
    return this.locate(text).map(({ category }) => category)
  }

  /** Whether a word is one of a name, in any case; `short` for an English word of few letters, which is more often no name. */
  kindOfName(word: string): 'name' | 'short' | undefined {
    const bare = bareOf(word)
    if (this.#values.get(bare) === 'name') return 'name'
    return this.#shortNames.has(bare) ? 'short' : undefined
  }

  /** Where values stand in a text; names only with a capital, because many are words, too. */
  locate(text: string): LocatedValue[] {
    if (this.isEmpty) return []
    const tokens = tokensOf(withoutLabels(text))
    const found: LocatedValue[] = []
    for (let i = 0; i < tokens.length; i++) {
      let bare = ''
      for (let k = i; k < tokens.length && k < i + this.#longest; k++) {
        bare += tokens[k]!.bare
        const category = this.#values.get(bare)
        if (category === undefined) continue
        const first = tokens[i]!.text[0]!
        if (category === 'name' && first === first.toLowerCase() && first !== first.toUpperCase()) continue
        found.push({ category, start: tokens[i]!.start, end: tokens[k]!.start + tokens[k]!.text.length })
        i = k
        break
      }
    }
    return found
  }

  #addName(word: string): void {
    if ([...word].length < LEAST_NAME || isPlaceholder(word)) return
    if (isEnglish(word) && word.length < LEAST_ENGLISH_NAME) this.#shortNames.add(bareOf(word))
    else this.#add('name', word)
  }

  #addPlace(category: PhiCategory, text: string): void {
    const words = tokensOf(text)
    if (words.every(({ text: word }) => isEnglish(word) || isPlaceholder(word) || word.length < 4)) return
    this.#add(category, text)
  }

  #add(category: PhiCategory, text: string): void {
    const tokens = tokensOf(text)
    if (tokens.length === 0 || tokens.length > MAX_TOKENS) return
    const bare = tokens.map((token) => token.bare).join('')
    if (!this.#values.has(bare)) this.#values.set(bare, category)
    this.#longest = Math.max(this.#longest, tokens.length)
  }
}

/** A label is the program's own text. */
function withoutLabels(text: string): string {
  return text.replace(/\[[A-Z-]{2,20}(?:-\d{1,9})?\]/g, (label) => ' '.repeat(label.length))
}

interface Token {
  readonly text: string
  readonly bare: string
  readonly start: number
}

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu

function tokensOf(text: string): Token[] {
  return listMatches(TOKEN, text, (token, start) => ({ text: token, bare: bareOf(token), start }))
}

function bareOf(token: string): string {
  return token.normalize('NFKC').toLowerCase()
}
