// A segment while it is filled from resources: texts by field, repetition, component and subcomponent, each of which can be taken back.
import { componentDefinitions, type FieldDefinition, segmentDefinition } from '../../dictionary/dictionary.ts'
import { HL7_VERSIONS, type Hl7Version } from '../../dictionary/versions.ts'

/** Where a text goes; all 1-based. */
export interface Address {
  readonly field: number
  readonly repetition: number
  /** Component, then subcomponent; empty for an undivided field. */
  readonly inner: readonly number[]
}

/** Texts of one repetition by component and subcomponent. */
type Repetition = Map<number, string>

export type PutResult = 'set' | 'same' | 'differs' | 'not_in_version' | 'no_repetition'

const SUBCOMPONENTS = 1_000

export class DraftSegment {
  readonly id: string
  readonly version: Hl7Version
  readonly #fields = new Map<number, Repetition[]>()

  constructor(id: string, version: Hl7Version) {
    this.id = id
    this.version = version
  }

  /** Puts a text in. A time that says more than the one that stands there takes its place. */
  put(address: Address, text: string): PutResult {
    const place = this.#place(address)
    if (place === undefined) return 'not_in_version'
    const { field, repetition } = address
    if (repetition > 1 && !this.repeats(field)) return 'no_repetition'
    const known = this.#fields.get(field)?.[repetition - 1]?.get(place)
    if (known === text) return 'same'
    if (known !== undefined && !(text.startsWith(known) && /^[0-9]{4,}/.test(known))) return 'differs'
    this.#write(field, repetition, place, text)
    return 'set'
  }

  #write(field: number, repetition: number, place: number, text: string): void {
    const list = this.#fields.get(field) ?? []
    this.#fields.set(field, list)
    while (list.length < repetition) list.push(new Map())
    list[repetition - 1]!.set(place, text)
  }

  /** What stands at an address, to be put back by restore. */
  at(address: Address): string | undefined {
    const place = this.#place(address)
    return place === undefined ? undefined : this.#fields.get(address.field)?.[address.repetition - 1]?.get(place)
  }

  restore(address: Address, text: string | undefined): void {
    const place = this.#place(address)!
    const list = this.#fields.get(address.field)
    const repetition = list?.[address.repetition - 1]
    if (!list || !repetition) return
    if (text !== undefined) {
      repetition.set(place, text)
      return
    }
    repetition.delete(place)
    while (list.length > 0 && list.at(-1)!.size === 0) list.pop()
    if (list.length === 0) this.#fields.delete(address.field)
  }

  /** undefined where neither the version nor a later one has the place. */
  #place({ field, inner }: Address): number | undefined {
    const [component = 1, subcomponent = 1, ...deeper] = inner
    // The first part of an undivided one is the part itself.
    if (deeper.some((each) => each !== 1)) return undefined
    if (this.id !== 'OBX' || field !== 5) {
      if (!this.#versions().some((version) => hasPlace(version, this.id, field, component, subcomponent))) return undefined
    }
    return component * SUBCOMPONENTS + subcomponent
  }

  /** True where the version of the message has the place. */
  isOwn({ field, inner: [component = 1, subcomponent = 1] }: Address): boolean {
    return hasPlace(this.version, this.id, field, component, subcomponent)
  }

  /** The version of the message, then later ones. */
  #versions(): readonly Hl7Version[] {
    return HL7_VERSIONS.slice(HL7_VERSIONS.indexOf(this.version))
  }

  definition(field: number): FieldDefinition | undefined {
    return segmentDefinition(this.version, this.id)?.fields[field]
  }

  repeats(field: number): boolean {
    return (
      this.#versions().some((version) => segmentDefinition(version, this.id)?.fields[field]?.repeats) || (this.id === 'OBX' && field === 5)
    )
  }

  count(field: number): number {
    return this.#fields.get(field)?.filter((repetition) => repetition.size > 0).length ?? 0
  }

  /** True where anything stands in the place or below it. */
  isValued(field: number, repetition: number, inner: readonly number[]): boolean {
    return this.textIn(field, repetition, inner) !== ''
  }

  /** The first text in the place or below it; empty for none. */
  textIn(field: number, repetition: number, inner: readonly number[]): string {
    const texts = this.#fields.get(field)?.[repetition - 1]
    if (!texts) return ''
    let best = Number.POSITIVE_INFINITY
    for (const place of texts.keys()) if (place < best && isBelow(place, inner)) best = place
    return texts.get(best) ?? ''
  }

  get isEmpty(): boolean {
    return this.#fields.size === 0
  }

  /** The texts by field, repetition, component and subcomponent, in order. */
  *texts(): Generator<{
    readonly field: number
    readonly repetition: number
    readonly component: number
    readonly subcomponent: number
    readonly text: string
  }> {
    for (const [field, list] of [...this.#fields].sort(([a], [b]) => a - b)) {
      for (const [i, texts] of list.entries()) {
        for (const [place, text] of [...texts].sort(([a], [b]) => a - b)) {
          yield { field, repetition: i + 1, component: Math.floor(place / SUBCOMPONENTS), subcomponent: place % SUBCOMPONENTS, text }
        }
      }
    }
  }
}

function hasPlace(version: Hl7Version, id: string, field: number, component: number, subcomponent: number): boolean {
  const definition = segmentDefinition(version, id)?.fields[field]
  if (!definition) return false
  const found = componentDefinitions(version, definition.composite).find(({ position }) => position === component)
  if (component > 1 && !found) return false
  return subcomponent === 1 || (found !== undefined && subcomponent <= componentDefinitions(version, found.composite).length)
}

function isBelow(place: number, [component, subcomponent]: readonly number[]): boolean {
  if (component !== undefined && Math.floor(place / SUBCOMPONENTS) !== component) return false
  return subcomponent === undefined || place % SUBCOMPONENTS === subcomponent
}

/** `PID-3[2].4.1`. */
export function addressText(segment: string, { field, repetition, inner }: Address): string {
  return `${segment}-${field}${repetition > 1 ? `[${repetition}]` : ''}${inner.map((each) => `.${each}`).join('')}`
}
