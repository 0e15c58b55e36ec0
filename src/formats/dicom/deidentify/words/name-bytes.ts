// Bytes of names in ASCII.

/** Of either case. */
export function isLetter(byte: number): boolean {
  const small = byte | 0x20
  return small >= 0x61 && small <= 0x7a
}

/** Space, apostrophe, comma, hyphen, point and caret. */
export function isNameSign(byte: number): boolean {
  return byte === 0x20 || byte === 0x27 || (byte >= 0x2c && byte <= 0x2e) || byte === 0x5e
}
