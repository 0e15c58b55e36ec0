// Which parts of an element go into which member of a result: one pass over its attributes and one over its children, each dispatched by name.
//
// Documents have thousands of small elements. Looking up each possible member by name took longer than reading the XML.
import type { XmlAttribute, XmlElement } from '../xml/node.ts'
import { XMLNS_URI } from '../xml/node.ts'
import { type CdaReading, collapse, flagOf, trimmed } from './cda-reading.ts'
import { HL7_URI, KNOWN_URIS, XSI_URI } from './namespaces.ts'

export type Read<T> = (reading: CdaReading, element: XmlElement) => T

interface AttributeRule {
  readonly slot: number
  readonly kind: 'value' | 'flag' | 'type' | 'fixed'
  readonly fixed?: string
}

interface ChildRule {
  readonly slot: number
  readonly isList: boolean
  readonly read: Read<unknown>
}

type Draft =
  | { readonly kind: 'computed' | 'localName' | 'text' | 'rawText' | 'type' }
  | { readonly kind: 'value' | 'flag'; readonly name: string }
  | { readonly kind: 'one' | 'each'; readonly children: readonly (readonly [name: string, read: Read<unknown>])[] }

/** Where a member comes from. `T` is the type of the member. */
export type Source<T> = Draft & { readonly of?: T }

type Sources<T> = { readonly [K in keyof T]-?: Source<T[K]> }
type Names = string | Iterable<string>

/** The value of an attribute without the blanks around it; undefined if it is missing or blank. */
export const attribute = (name: string): Source<string | undefined> => ({ kind: 'value', name })
/** A value that is neither true nor false is reported and not mapped. */
export const flag = (name: string): Source<boolean | undefined> => ({ kind: 'flag', name })
/** The name of the element without its prefix. */
export const localName = (): Source<string> => ({ kind: 'localName' })
/** The xsi:type without its prefix. */
export const xsiType = (): Source<string | undefined> => ({ kind: 'type' })
/** The character data of the element itself, each run of blanks as one. */
export const ownText = (): Source<string | undefined> => ({ kind: 'text' })
/** The character data of the element itself as it stands; undefined if it is blank. */
export const rawText = (): Source<string | undefined> => ({ kind: 'rawText' })
/** Set by the caller between `collect` and `build`. */
export const computed = <T>(): Source<T> => ({ kind: 'computed' })
/** The first child with one of the names. Others stay unmapped. */
export const one = <T>(names: Names, read: Read<T>): Source<T | undefined> => ({ kind: 'one', children: rulesOf(names, read) })
/** All children with one of the names, in document order, without those that `read` returns undefined for. */
export const each = <T>(names: Names, read: Read<T>): Source<Exclude<T, undefined>[] | undefined> => ({
  kind: 'each',
  children: rulesOf(names, read),
})
/** Children that are read in different ways, as one list in document order. */
export const eachOf = <T>(...groups: readonly (readonly [names: Names, read: Read<T>])[]): Source<T[] | undefined> => ({
  kind: 'each',
  children: groups.flatMap(([names, read]) => rulesOf(names, read)),
})

function rulesOf(names: Names, read: Read<unknown>): [string, Read<unknown>][] {
  return (typeof names === 'string' ? [names] : [...names]).map((name) => [name, read])
}

/** What was found for each member; undefined for nothing, NOTHING for an element or attribute without content. */
export type Slots = unknown[]
const NOTHING = Symbol('nothing')

/** Shared: a document may have hundreds of thousands of elements without content. */
const EMPTY = Object.freeze({})

interface Others<H> {
  /** What is read but is not a member of the result. */
  readonly hidden?: Sources<H>
  /** Attributes with the only value that they usually have; with another value they are not mapped. */
  readonly fixed?: Readonly<Record<string, string>>
  /** The xsi:type adds nothing to the name of the element. It counts as mapped. */
  readonly ignoresType?: boolean
}

/** `T` is the result, `H` what is read beside it. */
export class ElementPlan<T extends object, H extends object = Record<never, never>> {
  /** Places of the members among what is collected. */
  readonly slots: Readonly<Record<keyof T | keyof H, number>>
  readonly #names: string[]
  readonly #size: number
  readonly #attributes = new Map<string, AttributeRule>()
  readonly #children = new Map<string, ChildRule>()
  /** Empty slots for reuse: as many lists as elements are being read at once, instead of one for each element. */
  readonly #free: Slots[] = []
  #text = -1
  #localName = -1
  #isRaw = false

  /** @param sources the members in the order of the result */
  constructor(sources: Sources<T>, { hidden, fixed = {}, ignoresType = false }: Others<H> = {}) {
    const all = Object.entries<Source<unknown>>({ ...sources, ...hidden })
    this.#names = Object.keys(sources)
    this.#size = all.length
    this.slots = Object.fromEntries(all.map(([name], slot) => [name, slot])) as Record<keyof T | keyof H, number>
    for (const [slot, [, source]] of all.entries()) this.#add(slot, source)
    if (ignoresType) this.#attributes.set('type', { slot: this.#size, kind: 'type' })
    for (const [name, value] of Object.entries(fixed)) this.#attributes.set(name, { slot: this.#size, kind: 'fixed', fixed: value })
  }

  #add(slot: number, source: Draft): void {
    if (source.kind === 'text' || source.kind === 'rawText') {
      this.#text = slot
      this.#isRaw = source.kind === 'rawText'
    } else if (source.kind === 'localName') this.#localName = slot
    else if (source.kind === 'type') this.#attributes.set('type', { slot, kind: 'type' })
    else if (source.kind === 'value' || source.kind === 'flag') this.#attributes.set(source.name, { slot, kind: source.kind })
    else if (source.kind === 'one' || source.kind === 'each') {
      for (const [name, read] of source.children) this.#children.set(name, { slot, isList: source.kind === 'each', read })
    }
  }

  read(reading: CdaReading, element: XmlElement): T {
    return this.build(this.collect(reading, element))
  }

  /** Slots of an element that has none of the members. */
  blank(): Slots {
    return this.#free.pop() ?? new Array<unknown>(this.#size).fill(undefined)
  }

  /** The members that the element has, for `build`. Marks what was read. */
  collect(reading: CdaReading, element: XmlElement): Slots {
    const slots = this.blank()
    const { attributes, children } = element
    if (this.#localName >= 0) slots[this.#localName] = element.local
    for (let i = 0; i < attributes.length; i++) {
      const own = attributes[i]!
      const rule = this.#attributes.get(own.local)
      if (rule !== undefined) takeAttribute(reading, element, own, rule, slots)
    }
    if (children.length > 0) this.#takeChildren(reading, element, slots)
    return slots
  }

  #takeChildren(reading: CdaReading, { children }: XmlElement, slots: Slots): void {
    let text = ''
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!
      if (child.kind === 'element') {
        const rule = this.#children.get(child.local)
        if (rule === undefined || (child.uri !== HL7_URI && !KNOWN_URIS.has(child.uri))) continue
        takeChild(reading, child, rule, slots)
      } else if (child.kind === 'text' && this.#text >= 0) {
        child.isMarked = true
        if (!child.isBlank) text += child.value
        else if (text !== '') text += ' '
      }
    }
    if (text !== '') slots[this.#text] = this.#isRaw ? text : collapse(text) || undefined
  }

  /** The members that were found, in their order. The slots must not be used afterwards. */
  build(slots: Slots): T {
    let result: Record<string, unknown> | undefined
    const names = this.#names
    for (let i = 0; i < slots.length; i++) {
      const value = slots[i]
      if (value === undefined) continue
      slots[i] = undefined
      if (value === NOTHING || i >= names.length) continue
      result ??= {}
      result[names[i]!] = value
    }
    this.#free.push(slots)
    return (result ?? EMPTY) as T
  }
}

/** If names differ only in their namespace, the first one counts. */
function takeAttribute(
  reading: CdaReading,
  element: XmlElement,
  own: XmlAttribute,
  { slot, kind, fixed }: AttributeRule,
  slots: Slots,
): void {
  if (own.uri === XMLNS_URI || (own.uri === XSI_URI) !== (kind === 'type')) return
  if (kind === 'fixed') {
    if (own.value === fixed && own.name === own.local) own.isMarked = true
    return
  }
  if (slots[slot] !== undefined) return
  if (kind === 'value') {
    own.isMarked = true
    slots[slot] = trimmed(own.value) ?? NOTHING
  } else if (kind === 'type') {
    own.isMarked = true
    const value = own.value.trim()
    if (slot < slots.length) slots[slot] = value.slice(value.indexOf(':') + 1)
  } else slots[slot] = flagOf(reading, element, own) ?? NOTHING
}

function takeChild(reading: CdaReading, child: XmlElement, { slot, isList, read }: ChildRule, slots: Slots): void {
  const known = slots[slot] as unknown[] | undefined
  if (!isList) {
    if (known !== undefined) return
    child.isMarked = true
    slots[slot] = read(reading, child) ?? NOTHING
    return
  }
  child.isMarked = true
  const value = read(reading, child)
  if (value === undefined) return
  if (known) known.push(value)
  else slots[slot] = [value]
}

/** What was collected for a member; undefined for nothing. */
export function taken<T>(slots: Slots, slot: number): T | undefined {
  const value = slots[slot]
  return value === NOTHING ? undefined : (value as T | undefined)
}
