// The value of a field as JSON: lists of repetitions, of components and of subcomponents, as dividedValue makes them. The text stands in JSON
// as it is: ASCII without quotation marks, backslashes and control characters.
const QUOTE = 0x22
const OPEN = 0x5b
const CLOSE = 0x5d
const COMMA = 0x2c
/** A character that is not among the first ones is found faster by a call. */
const LOOP_SEARCH = 64
/** Of each byte of a text that is divided, beside the bytes around the whole. */
export const DIVIDED_GROWTH = 7

/** The part of a text between separators: the codes are -1 for what is not declared, and ASCII otherwise where they occur. */
export interface Separators {
  readonly repetition: number
  readonly component: number
  readonly subcomponent: number
}

/**
 * Writes the list of the repetitions of a text; those with components are lists of these, and those with subcomponents likewise.
 * @param out with room for DIVIDED_GROWTH bytes for each of the text and four more
 * @returns the end of what was written
 */
export function putDivided(out: Uint8Array, place: number, text: Uint8Array, start: number, end: number, separators: Separators): number {
  const { repetition, component, subcomponent } = separators
  let at = place
  out[at++] = OPEN
  for (let from = start; ; ) {
    let to = from
    while (to < end && text[to] !== repetition) to++
    at = putRepetition(out, at, text, from, to, component, subcomponent)
    if (to >= end) break
    out[at++] = COMMA
    from = to + 1
  }
  out[at++] = CLOSE
  return at
}

/** Most repetitions are components without subcomponents: they are written as such until it shows that they are not. */
export function putRepetition(
  out: Uint8Array,
  place: number,
  text: Uint8Array,
  start: number,
  end: number,
  component: number,
  subcomponent: number,
): number {
  let at = place
  let components = 1
  out[at++] = OPEN
  out[at++] = QUOTE
  for (let i = start; i < end; i++) {
    const code = text[i]!
    if (code === component) {
      components++
      out[at++] = QUOTE
      out[at++] = COMMA
      out[at++] = QUOTE
    } else if (code === subcomponent) {
      out[place] = OPEN
      at = putNested(out, place + 1, text, start, end, component, subcomponent)
      out[at++] = CLOSE
      return at
    } else out[at++] = code
  }
  if (components === 1) return putLeaf(out, place, text, start, end)
  out[at++] = QUOTE
  out[at++] = CLOSE
  return at
}

/** Components of which some have subcomponents. */
function putNested(
  out: Uint8Array,
  place: number,
  text: Uint8Array,
  start: number,
  end: number,
  component: number,
  subcomponent: number,
): number {
  let at = place
  for (let from = start; ; ) {
    let to = from
    let isDivided = false
    for (; to < end; to++) {
      const code = text[to]!
      if (code === component) break
      if (code === subcomponent) isDivided = true
    }
    at = isDivided ? putSubcomponents(out, at, text, from, to, subcomponent) : putLeaf(out, at, text, from, to)
    if (to >= end) return at
    out[at++] = COMMA
    from = to + 1
  }
}

function putSubcomponents(out: Uint8Array, place: number, text: Uint8Array, start: number, end: number, subcomponent: number): number {
  let at = place
  out[at++] = OPEN
  out[at++] = QUOTE
  for (let i = start; i < end; i++) {
    const code = text[i]!
    if (code === subcomponent) {
      out[at++] = QUOTE
      out[at++] = COMMA
      out[at++] = QUOTE
    } else out[at++] = code
  }
  out[at++] = QUOTE
  out[at++] = CLOSE
  return at
}

function putLeaf(out: Uint8Array, place: number, text: Uint8Array, start: number, end: number): number {
  let at = place
  out[at++] = QUOTE
  for (let i = start; i < end; i++) out[at++] = text[i]!
  out[at++] = QUOTE
  return at
}

/** As putDivided for a long text, whose parts are found and taken as wholes; take gets them and what stands around them one by one. */
export function divideLong(text: Uint8Array, { repetition, component, subcomponent }: Separators, take: (json: Uint8Array) => void): void {
  takeList(text, [repetition, component, subcomponent], take)
}

const OPEN_BYTES = Uint8Array.of(OPEN)
const CLOSE_BYTES = Uint8Array.of(CLOSE)
const COMMA_BYTES = Uint8Array.of(COMMA)
const QUOTE_BYTES = Uint8Array.of(QUOTE)

/** @param separators the first one divides the text, the others perhaps its parts */
function takeList(text: Uint8Array, [separator = -1, ...inner]: readonly number[], take: (json: Uint8Array) => void): void {
  take(OPEN_BYTES)
  for (let from = 0; ; ) {
    const to = find(text, separator, from)
    const part = text.subarray(from, to)
    if (inner.some((code) => find(part, code, 0) < part.length)) takeList(part, inner, take)
    else for (const piece of [QUOTE_BYTES, part, QUOTE_BYTES]) take(piece)
    if (to >= text.length) break
    take(COMMA_BYTES)
    from = to + 1
  }
  take(CLOSE_BYTES)
}

/** The first place of a byte from a place on, else the end. */
function find(text: Uint8Array, byte: number, from: number): number {
  const near = Math.min(text.length, from + LOOP_SEARCH)
  for (let i = from; i < near; i++) if (text[i] === byte) return i
  const found = near === text.length || byte < 0 ? -1 : text.indexOf(byte, near)
  return found < 0 ? text.length : found
}
