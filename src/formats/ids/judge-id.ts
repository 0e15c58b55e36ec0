// Judges one identifier by one scheme: which rules were checked, what is wrong and where, and what the number tells.
import {
  CHECK_KINDS,
  type CheckKind,
  type Context,
  type Facts,
  type Forms,
  type Issued,
  type OtherTool,
  type Reason,
  type Scheme,
} from './scheme.ts'
import { firstMisfit, type Shape } from './shape.ts'

export interface Match {
  readonly type: string
  readonly name: string
  readonly country: string | null
  readonly valid: boolean
  /** The rules that ran, up to the one that failed. */
  readonly checked: CheckKind[]
  readonly normalized: string
  readonly formatted: string
  readonly reason: Reason | null
  /** Place of the character to blame in the text as it was given, from 0. */
  readonly position: number | null
  readonly issued: Issued | null
  readonly decoded: Facts | null
  readonly converted: Forms | null
  /** How much the rules that were checked narrow down a random text, in bits. */
  readonly strength: number
  /** The tool that reads all parts of such an input; null if check-id does. */
  readonly tool: OtherTool | null
}

interface Normalized {
  readonly text: string
  /** For each character its place in the trimmed text; undefined where they are the same. */
  readonly places: readonly number[] | undefined
}

/** An identifier as it was given, and what was left of it for each set of separators: schemes share them. */
export class InputId {
  /** Trimmed; digits of other scripts folded to ASCII. */
  readonly text: string
  /** How many characters were trimmed before it. */
  readonly offset: number
  readonly #normalized = new Map<string, Normalized>()
  /** The same for every scheme: digits and capital letters are no separators. */
  readonly #plain: Normalized | undefined

  constructor(text: string, offset: number) {
    this.text = text
    this.offset = offset
    if (/^[0-9A-Z]*$/.test(text)) this.#plain = { text, places: undefined }
  }

  normalizedFor(scheme: Scheme): Normalized {
    if (this.#plain) return this.#plain
    const key = separatorKey(scheme)
    let normalized = this.#normalized.get(key)
    if (!normalized) {
      normalized = normalize(this.text, scheme.separators, scheme.caseless)
      this.#normalized.set(key, normalized)
    }
    return normalized
  }
}

/** The same for schemes that leave the same of every text. */
export function separatorKey({ separators, caseless }: Scheme): string {
  return caseless ? separators : `${separators}=`
}

/** A no-break space counts as the blank where a scheme allows it. Only letters that stay one code unit change their case. */
function normalize(text: string, separators: string, caseless: boolean): Normalized {
  let kept = ''
  const places: number[] = []
  for (let i = 0; i < text.length; i++) {
    const char = text[i] === '\u00a0' ? ' ' : text[i]!
    if (separators.includes(char)) continue
    kept += caseless ? upperCase(char) : char
    places.push(i)
  }
  return { text: kept, places: kept.length === text.length ? undefined : places }
}

function upperCase(char: string): string {
  const upper = char.toUpperCase()
  return upper.length === 1 && upper.charCodeAt(0) < 256 ? upper : char
}

/** The shape that a text fits, or the one that it fits furthest; undefined where no shape has its length. */
function closestShape(shapes: readonly Shape[], text: string): { shape: Shape; misfit: number } | undefined {
  let best: { shape: Shape; misfit: number } | undefined
  for (const shape of shapes) {
    if (shape.length !== text.length) continue
    const misfit = firstMisfit(shape, text)
    if (misfit < 0) return { shape, misfit }
    if (!best || misfit > best.misfit) best = { shape, misfit }
  }
  return best
}

export interface JudgeOptions extends Context {
  /** Read dates, sex, regions and parts out of the number. */
  readonly decode: boolean
}

/** Judges by one scheme, whatever the text looks like. */
export function judgeId(given: InputId, scheme: Scheme, options: JudgeOptions): Match {
  const normalized = given.normalizedFor(scheme)
  const closest = closestShape(scheme.shapes, normalized.text)
  if (!closest) return failed(given, scheme, normalized, LENGTH, 'length', undefined)
  if (closest.misfit >= 0) return failed(given, scheme, normalized, LENGTH | ALPHABET, 'character', closest.misfit)
  return judgeFitting(given, scheme, normalized, closest.shape, options)
}

function judgeFitting(given: InputId, scheme: Scheme, normalized: Normalized, shape: Shape, options: JudgeOptions): Match {
  let checked = LENGTH | ALPHABET
  let strength = shape.bits
  for (const { kind, bits, test } of scheme.rules) {
    checked |= bitOf(kind)
    const failure = test(normalized.text, options)
    if (failure) return failed(given, scheme, normalized, checked, failure.reason, failure.position, strength)
    strength += bits
  }
  const { text } = normalized
  return {
    ...factsOf(scheme, normalized),
    valid: true,
    checked: kindsOf(checked),
    reason: null,
    position: null,
    issued: scheme.issued?.(text, options) ?? null,
    decoded: options.decode ? (scheme.decode?.(text, options) ?? null) : null,
    converted: scheme.convert?.(text) ?? null,
    strength,
    tool: null,
  }
}

function failed(
  given: InputId,
  scheme: Scheme,
  normalized: Normalized,
  checked: number,
  reason: Reason,
  position: number | undefined,
  strength = 0,
): Match {
  const place = position === undefined || !normalized.places ? position : normalized.places[position]
  return {
    ...factsOf(scheme, normalized),
    formatted: normalized.text,
    valid: false,
    checked: kindsOf(checked),
    reason,
    position: place === undefined ? null : place + given.offset,
    issued: null,
    decoded: null,
    converted: null,
    strength,
    tool: null,
  }
}

function factsOf({ id, name, country, format }: Scheme, { text }: Normalized) {
  return { type: id, name, country, normalized: text, formatted: format?.(text) ?? text }
}

function bitOf(kind: CheckKind): number {
  return 1 << CHECK_KINDS.indexOf(kind)
}

const LENGTH = bitOf('length')
const ALPHABET = bitOf('alphabet')
const kinds = new Map<number, CheckKind[]>()

/** One list for all matches of the same rules: lists of ids have hundreds of thousands. */
function kindsOf(bits: number): CheckKind[] {
  let list = kinds.get(bits)
  if (!list) {
    list = CHECK_KINDS.filter((kind) => (bits & bitOf(kind)) !== 0)
    kinds.set(bits, list)
  }
  return list
}
