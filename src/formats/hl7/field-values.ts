// The values of a field: decoded text, divided into repetitions, components and subcomponents.
import { decodeEscapes, type EscapeContext } from './escapes.ts'
import type { ListBuffer } from './index/list-buffer.ts'
import { HAS_COMPONENTS, HAS_ESCAPES, HAS_REPETITIONS } from './index/segment-index.ts'

/** Null is the explicit null of HL7 (`""`: delete what you have); an empty string is a part that is not valued. */
export type Leaf = string | null
/** A component with subcomponents is a list of them. */
export type ComponentValue = Leaf | Leaf[]
/** A repetition with components is a list of them. */
export type RepetitionValue = Leaf | ComponentValue[]
/** A field of one repetition without components is a leaf, every other one a list of its repetitions. */
export type FieldValue = Leaf | RepetitionValue[]

export interface ValueContext {
  readonly text: string
  /** The text in bytes, where it is ASCII alone and came so: they are read faster. */
  readonly ascii: Uint8Array | undefined
  readonly escapes: EscapeContext
  /** True where the document holds lone surrogates. */
  readonly illFormed: boolean
  /** Code units of the separators, -1 for what is not declared. */
  readonly repetition: number
  readonly component: number
  readonly subcomponent: number
  /** The parts of a repetition and of a component while they are found. */
  readonly components: ListBuffer<ComponentValue>
  readonly subcomponents: ListBuffer<Leaf>
}

/** -1 for a separator that is not declared. */
export function codeOf(separator: string | null): number {
  return separator === null ? -1 : separator.charCodeAt(0)
}

export const EXPLICIT_NULL = '""'

export function isExplicitNull(raw: string): boolean {
  // Nearly all texts are told apart by their length, which is faster than to compare them.
  return raw.length === EXPLICIT_NULL.length && raw === EXPLICIT_NULL
}

/**
 * @param start code unit of the text
 * @param flags HAS_ flags of the field, from the index
 */
export function fieldValue(context: ValueContext, start: number, end: number, flags: number): FieldValue {
  const isDivided = (flags & (HAS_COMPONENTS | HAS_REPETITIONS)) !== 0
  return isDivided ? dividedValue(context, start, end, flags) : leafValue(context, start, end, flags)
}

/** One pass from left to right: each part is closed by the separator behind it, the last ones by the end. */
function dividedValue(context: ValueContext, start: number, end: number, flags: number): RepetitionValue[] {
  const { text, repetition, component, components, subcomponents } = context
  let repetitions: RepetitionValue[] | undefined
  let from = start
  for (let i = start; ; i++) {
    i = nextSeparator(context, i, end)
    const code = i < end ? text.charCodeAt(i) : repetition
    const leaf = leafValue(context, from, i, flags)
    from = i + 1
    if (code !== repetition && code !== component) {
      subcomponents.add(leaf)
      continue
    }
    let part: ComponentValue = leaf
    if (!subcomponents.isEmpty) {
      subcomponents.add(leaf)
      part = subcomponents.take()
    }
    if (code !== repetition) {
      components.add(part)
      continue
    }
    let value: RepetitionValue = typeof part === 'object' && part ? [part] : part
    if (!components.isEmpty) {
      components.add(part)
      value = components.take()
    }
    if (i >= end && !repetitions) return [value]
    repetitions ??= []
    repetitions.push(value)
    if (i >= end) return repetitions
  }
}

/** From a place on; the end where there is none. */
function nextSeparator({ ascii, text, repetition, component, subcomponent }: ValueContext, from: number, end: number): number {
  let i = from
  for (; i < end; i++) {
    const code = ascii ? ascii[i] : text.charCodeAt(i)
    if (code === component || code === repetition || code === subcomponent) break
  }
  return i
}

function leafValue(context: ValueContext, start: number, end: number, flags: number): Leaf {
  if (start === end) return ''
  const raw = context.text.slice(start, end)
  if (isExplicitNull(raw)) return null
  const value = (flags & HAS_ESCAPES) === 0 ? raw : decodeEscapes(raw, context.escapes)
  return context.illFormed ? value.toWellFormed() : value
}
