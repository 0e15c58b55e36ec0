// UTF-8 of texts that are mostly short.

const encoder = new TextEncoder()
/** A longer text is worth the call of an encoder. */
const BY_HAND = 64

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
