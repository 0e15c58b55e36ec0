// What a section and the levels above it say of their persons.
import { ProblemError } from '../../../core/problem.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { type FieldValue, knownOf } from '../hl7/known-of-message.ts'
import { OriginalValues } from '../hl7/original-values.ts'
import type { Section } from './sections.ts'

/** Levels above a section whose persons its texts may name: more than any guide has. */
const MAX_LEVELS = 8
/** Values of levels above, added up over all sections. An ordinary document has one for ten characters. */
const BASE_VALUES = 500_000
/** The detector does more with a value than a comparison. */
const COST_OF_TEXT = 4

export interface AroundSection {
  readonly near: OriginalValues
  /** For the texts of the section; a section without texts needs none. */
  readonly detectOptions: () => DetectOptions
}

export class ValuesAround {
  readonly #values: ReadonlyMap<Section, readonly FieldValue[]>
  readonly #options: DetectOptions
  #left: number

  /** @param length of the document, in characters */
  constructor(values: ReadonlyMap<Section, readonly FieldValue[]>, options: DetectOptions, length: number) {
    this.#values = values
    this.#options = options
    this.#left = BASE_VALUES + length
  }

  /** @throws ProblemError `resource_limit` where very many sections lie in a level of very many values; `detectOptions` throws it, too */
  of(section: Section): AroundSection {
    const values = this.#collect(section)
    const above = values.length - this.#values.get(section)!.length
    this.#spend(above, section)
    let options: DetectOptions | undefined
    const detectOptions = () => {
      if (!options) this.#spend(COST_OF_TEXT * above, section)
      options ??= knownOf(values, this.#options)
      return options
    }
    return { near: new OriginalValues(values), detectOptions }
  }

  #spend(values: number, { segments }: Section): void {
    this.#left -= values
    if (this.#left >= 0) return
    throw new ProblemError('Too many levels of the document repeat the names and numbers of the levels above them.', {
      code: 'resource_limit',
      at: { byteOffset: segments.first?.start ?? 0 },
    })
  }

  #collect(section: Section): FieldValue[] {
    const around: FieldValue[] = []
    let offset = 0
    let at: Section | undefined = section
    for (let level = 0; at && level < MAX_LEVELS; level++) {
      const own = this.#values.get(at)!
      for (const value of own) around.push({ ...value, repetition: value.repetition + offset })
      offset += own.length + 1
      at = at.parent
    }
    return around
  }
}
