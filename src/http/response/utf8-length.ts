// How many bytes a text takes in UTF-8, counted without keeping them.

/** Of a longer text an encoder counts several times as fast, for all that it writes the bytes as well. */
const COUNTED_LENGTH = 256
const SCRATCH_BYTES = 1 << 16
const encoder = new TextEncoder()
let scratch: Uint8Array | undefined

/** Bytes of the UTF-8 form of a text; a lone surrogate counts as the replacement character that encoders write. */
export function utf8Length(text: string): number {
  return text.length > COUNTED_LENGTH ? encodedLength(text) : countedLength(text)
}

function encodedLength(text: string): number {
  scratch ??= new Uint8Array(SCRATCH_BYTES)
  let bytes = 0
  for (let at = 0; at < text.length; ) {
    const { read, written } = encoder.encodeInto(at === 0 ? text : text.slice(at), scratch)
    at += read
    bytes += written
  }
  return bytes
}

function countedLength(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) continue
    // What one half of a pair counts for, its neighbours say.
    if (code >= 0xd800 && code < 0xe000) return encodedLength(text)
    bytes += code < 0x800 ? 1 : 2
  }
  return bytes
}
