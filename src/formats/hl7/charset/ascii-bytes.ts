// The bytes of a text, where it is ASCII alone: they are read faster than its code units. One buffer holds them for one text after the other.
const encoder = new TextEncoder()
const encoded = new Uint8Array(1 << 16)

/** The bytes of a short text of ASCII alone, until the next one. */
export function asciiOf(text: string): Uint8Array | undefined {
  if (text.length > encoded.length) return undefined
  const { read, written } = encoder.encodeInto(text, encoded)
  return read === text.length && written === read ? encoded : undefined
}
