// A segment that is being put together from its parts, in any order.
import { ProblemError } from '../../../core/problem.ts'
import type { Delimiters } from '../delimiters.ts'

/** Where a part goes; all 1-based. */
export interface PartPlace {
  readonly field: number
  readonly repetition: number
  readonly component: number
  readonly subcomponent: number
}

/** No segment of any version comes near these. */
const MAX_FIELD = 1_000
const MAX_REPETITION = 10_000
const MAX_COMPONENT = 1_000

type Field = string | (string | undefined)[][][]

export class SegmentDraft {
  readonly id: string
  /** By position from 1; text is written as it stands. */
  readonly #fields: (Field | undefined)[] = []

  constructor(id: string) {
    this.id = id
  }

  /**
   * @param text as it stands in the message
   * @throws ProblemError `resource_limit` for a place beyond all that segments have; `invalid_input` where the part has been set
   */
  set({ field, repetition, component, subcomponent }: PartPlace, text: string): void {
    if (field > MAX_FIELD || repetition > MAX_REPETITION || component > MAX_COMPONENT || subcomponent > MAX_COMPONENT) {
      throw new ProblemError(`A path exceeds field ${MAX_FIELD}, repetition ${MAX_REPETITION} or component ${MAX_COMPONENT}.`, {
        code: 'resource_limit',
        at: { path: `${this.id}-${field}` },
      })
    }
    const repetitions = this.#fields[field] ?? []
    if (typeof repetitions === 'string') throw this.#repeated(field)
    this.#fields[field] = repetitions
    repetitions[repetition - 1] ??= []
    const components = repetitions[repetition - 1]!
    components[component - 1] ??= []
    const subcomponents = components[component - 1]!
    if (subcomponents[subcomponent - 1] !== undefined) throw this.#repeated(field)
    subcomponents[subcomponent - 1] = text
  }

  /** Sets a whole field as it stands. */
  setWhole(field: number, text: string): void {
    this.#fields[field] = text
  }

  isValued(field: number): boolean {
    const value = this.#fields[field]
    return typeof value === 'string' ? value !== '' : (value?.flat(2).some((text) => text !== '') ?? false)
  }

  /** The field as it stands, empty where it is not set. */
  fieldText(field: number, delimiters: Delimiters): string {
    const value = this.#fields[field]
    if (value === undefined || typeof value === 'string') return value ?? ''
    const { repetition, component, subcomponent } = delimiters
    return joinParts(value, repetition, (components = []) =>
      joinParts(components, component, (subcomponents = []) => joinParts(subcomponents, subcomponent ?? '', (text = '') => text)),
    )
  }

  /** Without line end; MSH-1 and MSH-2 are the delimiters themselves. */
  write(delimiters: Delimiters, encodingCharacters: string): string {
    const isHeader = this.id === 'MSH'
    const parts = [this.id]
    if (isHeader) parts.push(encodingCharacters)
    for (let field = isHeader ? 3 : 1; field < this.#fields.length; field++) parts.push(this.fieldText(field, delimiters))
    while (parts.length > 1 && parts.at(-1) === '') parts.pop()
    return parts.join(delimiters.field)
  }

  #repeated(field: number): ProblemError {
    return new ProblemError('Two values have the same path.', { code: 'invalid_input', at: { path: `${this.id}-${field}` } })
  }
}

/** Array.from, because map leaves gaps out. */
function joinParts<T>(parts: readonly (T | undefined)[], separator: string, write: (part: T | undefined) => string): string {
  return Array.from(parts, write).join(separator)
}
