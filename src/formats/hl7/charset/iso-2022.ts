// Decodes text that switches character sets by escape sequences (ISO 2022), as MSH-18 announces with several repetitions (HL7 v2.5.1 §2.15.9.18).
// The sets in force at the start of a line are the first one of MSH-18 again, whatever the line before ended with.
import { ASCII, type Charset } from './charsets.ts'
import { decodeCharacter } from './decode-multi-byte.ts'
import { type DecodedText, DecodedTextBuilder } from './decoded-text.ts'
import { singleByteTable } from './single-byte.ts'

/** A set of the lower (g0) or upper (g1) half. pair: two bytes to a character, decoded by the label with the high bits set. */
type CodeSet =
  | { readonly kind: 'ascii' | 'roman' | 'kana' }
  | { readonly kind: 'upper'; readonly of: Charset }
  | { readonly kind: 'pair'; readonly label: string; readonly prefix?: number }

const ASCII_SET: CodeSet = { kind: 'ascii' }
const ROMAN: CodeSet = { kind: 'roman' }
const KANA: CodeSet = { kind: 'kana' }
const JIS_X0208: CodeSet = { kind: 'pair', label: 'euc-jp' }
const JIS_X0212: CodeSet = { kind: 'pair', label: 'euc-jp', prefix: 0x8f }
const KS_X1001: CodeSet = { kind: 'pair', label: 'euc-kr' }
const GB_2312: CodeSet = { kind: 'pair', label: 'gbk' }

/** What stands behind ESC, longest first, and which half it sets. */
const ESCAPES: readonly (readonly [sequence: string, half: 'g0' | 'g1', set: CodeSet])[] = [
  ['$(B', 'g0', JIS_X0208],
  ['$(D', 'g0', JIS_X0212],
  ['$(C', 'g0', KS_X1001],
  ['$(A', 'g0', GB_2312],
  ['$)C', 'g1', KS_X1001],
  ['$)A', 'g1', GB_2312],
  ['$B', 'g0', JIS_X0208],
  ['$@', 'g0', JIS_X0208],
  ['$A', 'g0', GB_2312],
  ['(B', 'g0', ASCII_SET],
  ['(J', 'g0', ROMAN],
  ['(I', 'g0', KANA],
  [')I', 'g1', KANA],
  ...(['A1', 'B2', 'C3', 'D4', 'F7', 'G6', 'H8', 'L5', 'M9'] as const).map(
    ([final, part]) => [`-${final}`, 'g1', upperHalf({ name: `ISO-8859-${part}`, kind: 'single', label: `iso-8859-${part}` })] as const,
  ),
]

function upperHalf(of: Charset): CodeSet {
  return { kind: 'upper', of }
}

/** @param initial the first set of MSH-18: its upper half is in force where no escape sequence sets another */
export function decodeIso2022(bytes: Uint8Array, initial: Charset = ASCII): DecodedText {
  const upper = upperHalf(initial)
  const builder = new DecodedTextBuilder(bytes.length)
  let g0: CodeSet = ASCII_SET
  let g1 = upper
  /** Bytes of escape sequences that wait for the next character. */
  let waiting = 0
  let i = 0
  while (i < bytes.length) {
    const byte = bytes[i]!
    const designation = byte === 0x1b && waiting < 250 ? ESCAPES.find(([sequence]) => startsWith(bytes, i + 1, sequence)) : undefined
    if (designation) {
      const [sequence, half, set] = designation
      if (half === 'g0') g0 = set
      else g1 = set
      waiting += 1 + sequence.length
      i += 1 + sequence.length
      continue
    }
    if (byte === 0x0d || byte === 0x0a) {
      g0 = ASCII_SET
      g1 = upper
    }
    const set = byte >= 0x80 ? g1 : g0
    const length = byte <= 0x20 || set.kind !== 'pair' ? 1 : 2
    const character = i + length <= bytes.length ? readCharacter(bytes, i, set) : undefined
    if (character === undefined) {
      if (waiting > 0) giveUpEscapes(builder, bytes, i, waiting)
      builder.addUndecodable(byte)
      i++
    } else {
      builder.addText(character, length + waiting)
      i += length
    }
    waiting = 0
  }
  if (waiting > 0 && !builder.widenLast(waiting)) giveUpEscapes(builder, bytes, i, waiting)
  return builder.finish()
}

function readCharacter(bytes: Uint8Array, i: number, set: CodeSet): string | undefined {
  const byte = bytes[i]!
  if (byte <= 0x20) return String.fromCharCode(byte)
  switch (set.kind) {
    case 'ascii':
      return String.fromCharCode(byte)
    case 'roman':
      return byte === 0x5c ? '\u00a5' : byte === 0x7e ? '\u203e' : String.fromCharCode(byte)
    case 'kana': {
      const low = byte & 0x7f
      return low >= 0x21 && low <= 0x5f ? String.fromCharCode(0xff61 + low - 0x21) : undefined
    }
    case 'upper': {
      const unit = singleByteTable(set.of)[byte]!
      return unit >= 0xdc00 && unit <= 0xdcff ? undefined : String.fromCharCode(unit)
    }
    case 'pair': {
      const second = bytes[i + 1]!
      if ((second & 0x7f) < 0x21 || (second ^ byte) & 0x80) return undefined
      const pair = [byte | 0x80, second | 0x80]
      return decodeCharacter(Uint8Array.from(set.prefix ? [set.prefix, ...pair] : pair), set.label)
    }
  }
}

function startsWith(bytes: Uint8Array, i: number, sequence: string): boolean {
  for (let k = 0; k < sequence.length; k++) if (bytes[i + k] !== sequence.charCodeAt(k)) return false
  return true
}

/** The bytes before an undecodable one belong to no character either. */
function giveUpEscapes(builder: DecodedTextBuilder, bytes: Uint8Array, end: number, count: number): void {
  for (let i = end - count; i < end; i++) builder.addUndecodable(bytes[i]!)
}
