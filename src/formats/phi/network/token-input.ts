// The letters of a token as the network reads them.
import { foldUnit } from '../fold.ts'
import type { Tokens } from '../tokens.ts'

/** Signs of a token that are read: of a longer one the first ten and the last six. */
export const CHARS = 16
const HEAD = 10
/** Number of classes of signs, 0 for none. */
export const CHAR_CLASSES = 64
const SIGNS = `-/.,:;()#&@'"+_%*=<>?!`
const OTHER_LETTER = 37 + SIGNS.length
const OTHER_SIGN = OTHER_LETTER + 1

/** Classes of the signs of a token, 0 behind its end. */
export function readChars(tokens: Tokens, at: number, into: Uint8Array): void {
  const [start, end] = [tokens.start[at]!, tokens.end[at]!]
  const length = end - start
  for (let i = 0; i < CHARS; i++) {
    if (i >= length) into[i] = 0
    else into[i] = classOf(tokens.text.charCodeAt(length <= CHARS || i < HEAD ? start + i : end - CHARS + i))
  }
}

const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = SIGNS.indexOf(String.fromCharCode(code))
  if (code >= 0x61 && code <= 0x7a) return code - 0x60
  if (code >= 0x30 && code <= 0x39) return 27 + code - 0x30
  return sign >= 0 ? 37 + sign : OTHER_SIGN
})

function classOf(unit: number): number {
  const code = foldUnit(unit)
  if (code < 128) return CLASSES[code]!
  return code > 0xbf ? OTHER_LETTER : OTHER_SIGN
}
