// Hexadecimal escape sequences hold bytes of the character set of their message: they change with it.
import type { Charset } from '../charset/charsets.ts'
import type { Delimiters } from '../delimiters.ts'
import { encodeText, type PathOf } from '../edit/encode-text.ts'
import { decodeEscapes } from '../escapes.ts'

/**
 * @param from what the sequences are written in, null where that is not known
 * @throws ProblemError `unsupported_variant` where the new set lacks a character
 */
export function recodeHex(
  text: string,
  { escape: escapeChar, ...rest }: Delimiters,
  from: Charset | null,
  to: Charset,
  path: PathOf,
): string {
  if (escapeChar === null || !text.includes(`${escapeChar}X`)) return text
  const delimiters: Delimiters = { ...rest, escape: escapeChar }
  let out = ''
  let copied = 0
  let i = text.indexOf(escapeChar)
  while (i >= 0) {
    const end = endOfHex(text, i, escapeChar)
    if (end > i) {
      const sequence = text.slice(i, end)
      const decoded = decodeEscapes(sequence, { delimiters, mode: 'escapes', charset: from })
      if (decoded !== sequence && /[^\x00-\x7f]/.test(decoded)) {
        out += text.slice(copied, i) + escapeChar + hexOf(encodeText(decoded, to, path)) + escapeChar
        copied = end
      }
      i = text.indexOf(escapeChar, end)
      continue
    }
    // A sequence of another kind ends at the next escape character; that one opens none.
    const close = text.indexOf(escapeChar, i + 1)
    const isSequence = close > 0 && /^(?:[A-Za-z0-9]+|\.[A-Za-z]{2} ?[+-]?[0-9]{0,4})$/.test(text.slice(i + 1, close))
    i = isSequence ? text.indexOf(escapeChar, close + 1) : close
  }
  return out + text.slice(copied)
}

/** Behind the hexadecimal sequences that follow each other from i on; i where none begins there. */
function endOfHex(text: string, i: number, escapeChar: string): number {
  let end = i
  while (text[end] === escapeChar && text[end + 1] === 'X') {
    const close = text.indexOf(escapeChar, end + 2)
    if (close < 0 || !/^(?:[0-9A-Fa-f]{2})+$/.test(text.slice(end + 2, close))) break
    end = close + 1
  }
  return end
}

function hexOf(bytes: Uint8Array): string {
  return `X${[...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('')}`
}
