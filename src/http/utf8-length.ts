// How many bytes a text takes in UTF-8, counted without making them.

/** Bytes of the UTF-8 form of a text; a lone surrogate counts as the replacement character that encoders write. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    // A surrogate pair is two units and four bytes: two more bytes than units, one for each half.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2
  }
  return bytes
}
