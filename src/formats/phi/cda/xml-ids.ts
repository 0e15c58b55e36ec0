// The IDs of a document: one that may tell of somebody becomes another one, the same wherever it stands, so that references lead where they led.
import { hashWord } from '../fold.ts'
import type { OriginalValues } from '../hl7/original-values.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'

/** Digits that an ID may have: they count, and tell nobody. */
const MAX_DIGITS = 4

export class XmlIds {
  readonly #all: ReadonlySet<string>
  readonly #originals: OriginalValues
  readonly #names = new Map<string, string>()
  #count = 0

  /** @param all the IDs of the document */
  constructor(all: ReadonlySet<string>, originals: OriginalValues) {
    this.#all = all
    this.#originals = originals
  }

  has(id: string): boolean {
    return this.#all.has(id)
  }

  of(id: string): string {
    let name = this.#names.get(id)
    if (name === undefined) {
      name = isPlainId(id, this.#originals) ? id : this.#next()
      this.#names.set(id, name)
    }
    return name
  }

  #next(): string {
    let name: string
    do name = `id-${++this.#count}`
    while (this.#all.has(name))
    return name
  }
}

/** Abbreviations of IDs that no lexicon has. */
const SHORT = new Set('desc proc immun immunization enc vit alg prob med meds ref sect sig txt hx id num pl toc lab labs'.split(' '))

/** Words of the language and of medicine with a small number. */
function isPlainId(id: string, originals: OriginalValues): boolean {
  if (id.length > 60 || !/^[A-Za-z0-9_.-]*$/.test(id)) return false
  if (id.replace(/\D/g, '').length > MAX_DIGITS) return false
  const words = wordsOf(id)
  return words.every((word) => isPlainWord(word)) && !originals.isOne(words.join(' '))
}

/** `ProblemName_1`: Problem, Name, 1. */
export function wordsOf(name: string): string[] {
  return (
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Za-z])(\d)/g, '$1 $2')
      .match(/[A-Za-z]+|\d+/g) ?? []
  ).map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase())
}

function isPlainWord(word: string): boolean {
  if (word.length <= 2 || /^\d/.test(word) || SHORT.has(word.toLowerCase())) return true
  const bits = lookUp(hashWord(word.toLowerCase()))
  return (bits & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) !== 0 && ((bits & LEX_NAME) === 0 || (bits & (LEX.drug | LEX.test)) !== 0)
}
