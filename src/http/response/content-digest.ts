// The value of a Content-Digest header (RFC 9530).
import { encodeBase64 } from '../../core/wire.ts'

/** Makes the value for some content: a platform may have a faster way than the Web's, which goes through a thread for every one. */
export type MakeDigest = (content: Uint8Array) => Promise<string> | string

/** @param sha256 of the content */
export function digestValue(sha256: Uint8Array): string {
  return `sha-256=:${encodeBase64(sha256)}:`
}

/** @param content the bytes as they are sent, compressed where they are */
export async function sha256Digest(content: Uint8Array): Promise<string> {
  return digestValue(new Uint8Array(await crypto.subtle.digest('SHA-256', content as BufferSource)))
}
