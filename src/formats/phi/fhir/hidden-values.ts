// Values of persons inside codes and addresses, where no blank divides them from the rest: MRN71217237, smith-panel, CodeSystem/JohnSmith.
import { listMatches } from '../../../core/list-matches.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord } from '../fold.ts'
import { type FieldValue, isDistinctId, isPlaceholder } from '../hl7/known-of-message.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL } from '../lexicon-bits.ts'

const PREFIX = 5
const LEAST_NAME = 4
const LEAST_ID = 6
const RUN = /[\p{L}\p{M}\p{N}]+/gu
/** Words of a run: CodeSystem, MRN71217237. */
const PART = /\p{N}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{L}[\p{L}\p{M}]*/gu

export class HiddenValues {
  /** Values by their first characters; of those that are shorter, by themselves. */
  readonly #byPrefix = new Map<string, { readonly bare: string; readonly category: PhiCategory }[]>()

  constructor(values: readonly FieldValue[]) {
    for (const { category, text } of values) {
      if (category === 'age' || category === 'profession') continue
      const isName = category === 'name'
      for (const [word] of isName ? text.matchAll(RUN) : [[text] as const]) {
        const bare = fold(word)
        if (isName ? bare.length >= LEAST_NAME && !isWord(bare) : bare.length >= LEAST_ID && isDistinctId(word) && /\p{N}/u.test(bare))
          this.#add(bare, category)
      }
    }
  }

  /** The category of a value that a code or an address holds; undefined for none. Words of language and medicine are none. */
  find(text: string): PhiCategory | undefined {
    if (this.#byPrefix.size === 0) return undefined
    let found: PhiCategory | undefined
    listMatches(RUN, text, (run) => {
      found ??= this.#findIn(run)
    })
    return found
  }

  #findIn(run: string): PhiCategory | undefined {
    const parts = run.match(PART) ?? []
    for (const part of parts) {
      const own = this.#find(fold(part), true)
      if (own) return own
    }
    return parts.every((part) => isWord(fold(part))) ? undefined : this.#find(fold(run), false)
  }

  /** @param whole false where a value may be a part of the word */
  #find(bare: string, whole: boolean): PhiCategory | undefined {
    const last = whole ? 0 : bare.length - LEAST_NAME
    for (let at = 0; at <= last; at++) {
      for (const { bare: value, category } of this.#byPrefix.get(bare.slice(at, at + PREFIX)) ?? [])
        if (whole ? bare === value : value.length >= PREFIX && bare.startsWith(value, at)) return category
    }
    return undefined
  }

  #add(bare: string, category: PhiCategory): void {
    const key = bare.slice(0, PREFIX)
    const list = this.#byPrefix.get(key)
    if (!list) this.#byPrefix.set(key, [{ bare, category }])
    else if (!list.some((each) => each.bare === bare)) list.push({ bare, category })
  }
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function isWord(bare: string): boolean {
  return isPlaceholder(bare) || (lookUp(hashWord(bare)) & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) !== 0
}
