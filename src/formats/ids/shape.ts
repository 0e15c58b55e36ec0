// Shapes of identifiers: which characters may stand at each place, written as templates and compiled to tables.

const DIGITS = '0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** d: digit; a: letter; n: letter or digit; any other character stands for itself. */
const CLASSES: Readonly<Record<string, string>> = { d: DIGITS, a: LETTERS, n: DIGITS + LETTERS }

export interface Shape {
  readonly length: number
  /** For each place and code unit 1 where the character fits there: 256 entries a place. */
  readonly places: Uint8Array
  /** How much a random text of letters and digits is narrowed down, in bits. */
  readonly bits: number
}

/**
 * Compiles a template such as `[12]d{9}` or `d{1,5}-d`.
 * A class in brackets takes ranges; `d`, `a` and `n` stand for digits, letters, and both; `{n}` and `{n,m}` repeat the place before.
 * @returns one shape for each length that the template allows
 */
export function compileShapes(template: string): Shape[] {
  let variants: string[][] = [[]]
  for (const { chars, least, most } of partsOf(template)) {
    variants = variants.flatMap((before) =>
      Array.from({ length: most - least + 1 }, (_, i) => [...before, ...new Array<string>(least + i).fill(chars)]),
    )
  }
  return variants.map(compileShape)
}

/** Code units that a place of a shape may take: those of Latin letters, Ñ among them. */
const CODES = 256

function compileShape(classes: readonly string[]): Shape {
  const places = new Uint8Array(classes.length * CODES)
  let bits = 0
  for (const [i, chars] of classes.entries()) {
    for (const char of chars) places[i * CODES + char.charCodeAt(0)] = 1
    bits += Math.log2(36 / Math.min(new Set(chars).size, 36))
  }
  return { length: classes.length, places, bits }
}

interface Part {
  readonly chars: string
  readonly least: number
  readonly most: number
}

function* partsOf(template: string): Generator<Part> {
  for (let at = 0; at < template.length; ) {
    const end = template[at] === '[' ? template.indexOf(']', at) : at
    const chars = end > at ? expandRanges(template.slice(at + 1, end)) : (CLASSES[template[at]!] ?? template[at]!)
    at = end + 1
    if (template[at] !== '{') {
      yield { chars, least: 1, most: 1 }
      continue
    }
    const close = template.indexOf('}', at)
    const [least, most] = template
      .slice(at + 1, close)
      .split(',')
      .map(Number)
    yield { chars, least: least!, most: most ?? least! }
    at = close + 1
  }
}

function expandRanges(bracket: string): string {
  return bracket.replace(/(.)-(.)/g, (_, first: string, last: string) => {
    const start = first.charCodeAt(0)
    return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - start + 1 }, (_value, i) => start + i))
  })
}

/** The first place, from 0, at which a text of the right length does not fit the shape, or −1. */
export function firstMisfit(shape: Shape, text: string): number {
  for (let i = 0; i < shape.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= CODES || shape.places[i * CODES + code] === 0) return i
  }
  return -1
}
