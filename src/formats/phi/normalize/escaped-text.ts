// Finds stretches of a text that are another text in an encoding: percent signs, quoted-printable, character references, hexadecimal and base64.
// Nobody writes a remark so, and the search for names cannot read it.
export interface EscapedText {
  /** UTF-16 offsets, end exclusive. */
  readonly start: number
  readonly end: number
}

/** More characters than this are no word. A stretch that an element or a line cut off can be shorter. */
const LEAST_HEX = 10
const LEAST_BASE64 = 10
const LEAST_DECODED = 5

/** @returns stretches in order without overlaps. The time is linear in the text. */
export function locateEscapedText(text: string): EscapedText[] {
  const whole = locate(/\S{6,}/g, text, isEscaped)
  const encoded = locate(/[A-Za-z0-9+/_-]{10,}={0,2}/g, text, (run) => isHex(run) || isBase64(run))
  if (whole.length === 0) return encoded
  // Both are in order, so each is passed through once.
  let next = 0
  const others = encoded.filter(({ start, end }) => {
    while (next < whole.length && whole[next]!.end <= start) next++
    return next === whole.length || whole[next]!.start >= end
  })
  return [...whole, ...others].sort((a, b) => a.start - b.start)
}

function locate(pattern: RegExp, text: string, isOne: (run: string) => boolean): EscapedText[] {
  const found: EscapedText[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [run] = match
    if (isOne(run)) found.push({ start: match.index, end: match.index + run.length })
  }
  return found
}

/** A word with escapes: `%20`, `=41`, `&#65;`, `\u0041`. One alone can be a measure such as `5%25`. */
function isEscaped(run: string): boolean {
  return (
    SIGN.test(run) &&
    (isTwiceIn(/%[0-9A-Fa-f]{2}/g, run) ||
      isTwiceIn(/=[0-9A-Fa-f]{2}/g, run) ||
      isTwiceIn(/&?#(?:\d{2,6}|[xX][0-9A-Fa-f]{2,5});?/g, run) ||
      isTwiceIn(/\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})/g, run))
  )
}

/** Every escape has one of these. */
const SIGN = /[%=#\\]/

function isTwiceIn(pattern: RegExp, text: string): boolean {
  return pattern.test(text) && pattern.test(text)
}

function isHex(run: string): boolean {
  if (run.length < LEAST_HEX || !/^[0-9A-Fa-f]+$/.test(run)) return false
  return [0, 1].some((skip) => {
    const digits = run.slice(skip)
    const codes = Array.from({ length: digits.length >> 1 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
    return isReadable(codes)
  })
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function isBase64(run: string): boolean {
  const bare = run.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')
  if (bare.length < LEAST_BASE64) return false
  const values = [...bare].map((sign) => ALPHABET.indexOf(sign))
  return [0, 1, 2, 3].some((skip) => isReadable(bytesOf(values, skip)))
}

function bytesOf(values: readonly number[], skip: number): number[] {
  const bytes: number[] = []
  let bits = 0
  let size = 0
  for (let i = skip; i < values.length; i++) {
    bits = ((bits << 6) | values[i]!) & 0xffff
    size += 6
    if (size < 8) continue
    size -= 8
    bytes.push((bits >> size) & 0xff)
  }
  return bytes
}

/** True for letters, digits and the signs of a sentence in one byte each. */
function isReadable(codes: readonly number[]): boolean {
  return codes.length >= LEAST_DECODED && codes.every((code) => code === 9 || code === 10 || code === 13 || (code >= 0x20 && code < 0x7f))
}
