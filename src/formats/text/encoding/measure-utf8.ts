// How far a document is UTF-8, without decoding it.

export interface Utf8Measure {
  readonly highBytes: number
  /** Well-formed characters of two to four bytes. */
  readonly characters: number
  /** Bytes that begin no well-formed character. */
  readonly invalid: number
}

export function measureUtf8(bytes: Uint8Array): Utf8Measure {
  let highBytes = 0
  let characters = 0
  let invalid = 0
  for (let i = 0; i < bytes.length; i++) {
    const first = bytes[i]!
    if (first < 0x80) continue
    const size = sizeOfCharacter(bytes, i, first)
    highBytes += Math.max(1, size)
    if (size === 0) invalid++
    else {
      characters++
      i += size - 1
    }
  }
  return { highBytes, characters, invalid }
}

/** 0 where no well-formed character begins (Unicode table 3-7). */
function sizeOfCharacter(bytes: Uint8Array, at: number, first: number): number {
  const size = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  for (let i = 1; i < size; i++) {
    const byte = bytes[at + i] ?? 0
    if (byte < 0x80 || byte > 0xbf) return 0
  }
  const second = bytes[at + 1] ?? 0
  if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return 0
  if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0
  return size
}
