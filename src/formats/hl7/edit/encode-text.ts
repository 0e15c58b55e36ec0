// Writes text in the character set of a message. A character that the set lacks is refused; what stands for an undecodable byte becomes that byte.
import { ProblemError } from '../../../core/problem.ts'
import { encodeText as encodeNamed } from '../../text/encoding/encode-text.ts'
import type { EncodingName } from '../../text/encoding/encoding-names.ts'
import { type Charset, ISO_2022_JP } from '../charset/charsets.ts'
import { UNDECODABLE } from '../charset/decoded-text.ts'
import { singleByteTable } from '../charset/single-byte.ts'

const utf8 = new TextEncoder()

/** Names the place of a text; called where a character of it is lacking. */
export type PathOf = () => string | null

/**
 * @throws ProblemError `unsupported_variant` with the path where the set lacks a character
 */
export function encodeText(text: string, charset: Charset, path: PathOf): Uint8Array {
  if (charset.kind === 'utf-8' && text.isWellFormed()) return utf8.encode(text)
  const parts: Uint8Array[] = []
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const byte = undecodableByte(text, i)
    if (byte === undefined) continue
    parts.push(encodeCharacters(text.slice(from, i), charset, path), Uint8Array.of(byte))
    from = i + 1
  }
  parts.push(encodeCharacters(text.slice(from), charset, path))
  return parts.length === 1 ? parts[0]! : joinBytes(parts)
}

/** The byte that a lone surrogate stands for; undefined for a character. */
function undecodableByte(text: string, i: number): number | undefined {
  const byte = text.charCodeAt(i) - UNDECODABLE
  if (byte < 0 || byte > 0xff) return undefined
  const before = i > 0 ? text.charCodeAt(i - 1) : 0
  return before >= 0xd800 && before <= 0xdbff ? undefined : byte
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

function encodeCharacters(text: string, charset: Charset, path: PathOf): Uint8Array {
  if (text === '') return new Uint8Array()
  if (charset.kind === 'ascii' || charset.kind === 'single' || charset.kind === 'unknown-bytes') return encodeSingle(text, charset, path)
  // Text that switches sets: the Japanese ones are written, of any other only ASCII.
  if (charset.kind === 'iso-2022' && charset !== ISO_2022_JP)
    return encodeSingle(text, { ...charset, name: 'US-ASCII', kind: 'ascii' }, path)
  const name = (charset.kind === 'utf-8' ? 'utf-8' : charset.name.toLowerCase()) as EncodingName
  const { bytes, unmappableCount } = encodeNamed(text, name, { withMark: false, policy: 'replace' })
  if (unmappableCount > 0) throw unencodable(charset, path)
  return bytes
}

const reverseTables = new Map<string, ReadonlyMap<number, number>>()

function encodeSingle(text: string, charset: Charset, path: PathOf): Uint8Array {
  let table = reverseTables.get(charset.name)
  if (!table) {
    const units = singleByteTable(charset)
    // From the last byte to the first: of two bytes for one character the lower one is taken.
    table = new Map([...units.entries()].reverse().map(([byte, unit]) => [unit, byte]))
    reverseTables.set(charset.name, table)
  }
  return Uint8Array.from(text, (char) => {
    const byte = char.length === 1 ? table.get(char.charCodeAt(0)) : undefined
    if (byte === undefined) throw unencodable(charset, path)
    return byte
  })
}

function unencodable(charset: Charset, pathOf: PathOf): ProblemError {
  const path = pathOf()
  return new ProblemError(`The character set ${charset.name} lacks a character of the text.`, {
    code: 'unsupported_variant',
    ...(path !== null && { at: { path } }),
  })
}
