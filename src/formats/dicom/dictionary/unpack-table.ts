// Unpacks a generated table: base64 over raw deflate over UTF-8 text with columns separated by form feeds.
import { inflateSync, strFromU8 } from 'fflate'

/** The columns of a table of this program; not for data from outside. */
export function unpackTable(packed: string): string[] {
  const binary = atob(packed)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return strFromU8(inflateSync(bytes)).split('\f')
}
