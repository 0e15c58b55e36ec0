// Encodes text in the Specific Character Set of a data set, where that needs no switching between sets.
import type { CharacterSet } from '../value/character-set.ts'
import { decodeText } from '../value/decode-text.ts'

const encoder = new TextEncoder()
const tables = new WeakMap<CharacterSet, ReadonlyMap<string, number>>()

/** Undefined where a character has no single byte in the first set; UTF-8 has them all. */
export function encodeText(text: string, set: CharacterSet): Uint8Array | undefined {
  if (set.standalone === 'utf-8') return encoder.encode(text)
  if (/^[\t\n\f\r\x20-\x7e]*$/.test(text) && !(set.g0 === 'romaji' && /[\\~]/.test(text))) return encoder.encode(text)
  if (set.standalone) return undefined
  const table = tableOf(set)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const byte = table.get(text[i]!)
    if (byte === undefined) return undefined
    bytes[i] = byte
  }
  return bytes
}

/** The characters that the initial sets of G0 and G1 have, read by the decoder itself. */
function tableOf(set: CharacterSet): ReadonlyMap<string, number> {
  const known = tables.get(set)
  if (known) return known
  const table = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    if (byte === 0x1b || (byte >= 0x7f && byte < 0xa0)) continue
    const problems = new Set<string>()
    const char = decodeText(Uint8Array.of(byte), set, { multiple: false, isName: false }, problems)
    if (problems.size === 0 && char.length === 1) table.set(char, byte)
  }
  tables.set(set, table)
  return table
}
