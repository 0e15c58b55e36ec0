// Character classes of Unicode code points as bit sets, worked out page by page when a text first needs them, so that a look-up costs an array access.

/** White_Space of the Unicode Character Database. */
export const WHITE = 1
/** General categories L*. */
export const LETTER = 2
/** General categories N*. */
export const NUMBER = 4
/** Lu and Lt. */
export const UPPER = 8
/** Ll. */
export const LOWER = 16
/** Scripts whose words are not set apart by spaces: Han, Kana, Thai, Lao, Khmer, Myanmar. */
export const SPACELESS = 32
/** General categories M*. */
export const MARK = 64
/** Between two such characters there is always a grapheme cluster boundary, whatever stands around them (UAX #29 GB999). */
export const PLAIN = 128

const PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/\p{White_Space}/u, WHITE],
  [/\p{L}/u, LETTER],
  [/\p{N}/u, NUMBER],
  [/[\p{Lu}\p{Lt}]/u, UPPER],
  [/\p{Ll}/u, LOWER],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ーｰ]/u, SPACELESS],
  [/\p{M}/u, MARK],
]

/** Blocks without controls, marks, jamo, pictographs and regional indicators; precomposed Hangul syllables count, since only jamo join them. */
const PLAIN_RANGES: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xa8],
  [0xaa, 0xac],
  [0xaf, 0x2ff],
  [0x370, 0x482],
  [0x48a, 0x58f],
  [0x2010, 0x2027],
  [0x3001, 0x3029],
  [0x3041, 0x3096],
  [0x30a1, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff9d],
]

const pages: (Uint8Array | undefined)[] = []

/** The classes of a code point; a lone surrogate has none. */
export function classOf(codePoint: number): number {
  return (pages[codePoint >> 8] ?? makePage(codePoint >> 8))[codePoint & 255]!
}

function makePage(number: number): Uint8Array {
  const page = new Uint8Array(256)
  for (let i = 0; i < 256; i++) {
    const codePoint = number * 256 + i
    const character = String.fromCodePoint(codePoint)
    let bits = 0
    for (const [pattern, bit] of PATTERNS) if (pattern.test(character)) bits |= bit
    if (PLAIN_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last)) bits |= PLAIN
    page[i] = bits
  }
  pages[number] = page
  return page
}

/** LF, VT, FF, CR, NEL, LS, PS: the mandatory breaks of UAX #14. */
export function isLineBreak(unit: number): boolean {
  return (unit >= 0x0a && unit <= 0x0d) || unit === 0x85 || unit === 0x2028 || unit === 0x2029
}

/** White space by UTF-16 code unit; no white space lies outside the BMP. */
export function isWhite(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  return (classOf(unit) & WHITE) !== 0
}
