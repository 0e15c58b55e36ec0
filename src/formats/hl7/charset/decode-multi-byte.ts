// Decodes character sets whose second byte may look like a delimiter (0x5C, 0x5E, 0x7C, 0x7E): bytes are first grouped into characters, so that
// no delimiter is found inside one.
import { type DecodedText, DecodedTextBuilder } from './decoded-text.ts'

/** @param label shift_jis, gbk, gb18030, big5, euc-kr or euc-jp */
export function decodeMultiByte(bytes: Uint8Array, label: string): DecodedText {
  const builder = new DecodedTextBuilder(bytes.length)
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i]!
    if (lead < 0x80) {
      builder.addUnit(lead, 1)
      i++
      continue
    }
    const length = sequenceLength(bytes, i, label)
    const character = length > 0 ? decodeCharacter(bytes.subarray(i, i + length), label) : undefined
    if (character === undefined) {
      // Only the lead byte is given up: what follows may be a delimiter.
      builder.addUndecodable(lead)
      i++
    } else {
      builder.addText(character, length)
      i += length
    }
  }
  return builder.finish()
}

/** Bytes of the character that the byte at i begins, by the lead and trail ranges of the set; 0 where none can begin or the end cuts it. */
function sequenceLength(bytes: Uint8Array, i: number, label: string): number {
  const lead = bytes[i]!
  const trail = bytes[i + 1] ?? 0
  switch (label) {
    case 'shift_jis':
      if (lead >= 0xa1 && lead <= 0xdf) return 1
      return lead >= 0x81 && lead <= 0xfc && lead !== 0xa0 && trail >= 0x40 && trail !== 0x7f && trail <= 0xfc ? 2 : 0
    case 'gbk':
    case 'gb18030':
      if (lead === 0x80) return 1
      if (lead === 0xff) return 0
      if (trail >= 0x30 && trail <= 0x39) return label === 'gb18030' && i + 4 <= bytes.length ? 4 : 0
      return trail >= 0x40 && trail !== 0x7f && trail <= 0xfe ? 2 : 0
    case 'euc-jp':
      if (lead === 0x8f) return trail >= 0xa1 && i + 3 <= bytes.length ? 3 : 0
      return (lead === 0x8e || lead >= 0xa1) && trail >= 0xa1 ? 2 : 0
    default:
      // Big5 and EUC-KR with its extension: the trail ranges are narrower, and the table says which pairs there are.
      return lead >= 0x81 && lead <= 0xfe && trail >= 0x40 && trail <= 0xfe ? 2 : 0
  }
}

const decoders = new Map<string, TextDecoder>()
const characters = new Map<string, Map<number, string | undefined>>()

/** One character, or undefined where the set does not define it. At most 24,000 pairs of a set are kept; three and four bytes are not. */
export function decodeCharacter(sequence: Uint8Array, label: string): string | undefined {
  if (sequence.length > 2) return decodeStrictly(sequence, label)
  let known = characters.get(label)
  if (!known) {
    known = new Map()
    characters.set(label, known)
  }
  const key = sequence.length === 1 ? sequence[0]! : (sequence[0]! << 8) | sequence[1]!
  if (known.has(key)) return known.get(key)
  const character = decodeStrictly(sequence, label)
  known.set(key, character)
  return character
}

function decodeStrictly(sequence: Uint8Array, label: string): string | undefined {
  let decoder = decoders.get(label)
  if (!decoder) {
    decoder = new TextDecoder(label, { fatal: true })
    decoders.set(label, decoder)
  }
  try {
    const text = decoder.decode(sequence)
    // Some tables fall back to a part of the sequence, or to the replacement character.
    return text.length === 0 || text.includes('\ufffd') || text.charCodeAt(0) < 0x80 ? undefined : text
  } catch {
    return undefined
  }
}
