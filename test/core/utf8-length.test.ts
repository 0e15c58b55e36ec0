// The bytes of a text in UTF-8, short and long: what Content-Length and the counters say.
import { expect, it } from 'vitest'
import { utf8Length } from '../../src/core/encode-utf8.ts'

const PIECES = ['a', 'é', '漢', '\u{1f600}', '\ud83d', '\ude00', '"']
/** Below and above where an encoder counts, and around its 65,536 bytes. */
const LENGTHS = [0, 1, 255, 256, 257, 21_845, 21_846, 32_768, 65_535, 65_536, 65_537, 200_001]

it.each(PIECES.map((piece, i) => [i, piece]))('counts as an encoder does, piece %i', (_, piece) => {
  for (const length of LENGTHS) {
    for (const text of [String(piece).repeat(length), `${'x'.repeat(length)}${piece}${piece}`]) {
      expect(utf8Length(text), `${text.length} units`).toBe(new TextEncoder().encode(text).length)
    }
  }
})
