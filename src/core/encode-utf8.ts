// UTF-8 of texts: the bytes, and how many there would be.

const encoder = new TextEncoder()
/** A longer text is worth the call of an encoder. */
const BY_HAND = 64
/** Of a longer text an encoder counts several times as fast, for all that it writes the bytes as well. */
const COUNTED_LENGTH = 256
const SCRATCH_BYTES = 1 << 16
let scratch: Uint8Array | undefined

/** The UTF-8 form of a text. A text of a few letters is there before an encoder has begun. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  if (text.length > BY_HAND) return encoder.encode(text)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x80) return encoder.encode(text)
    bytes[i] = code
  }
  return bytes
}

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
