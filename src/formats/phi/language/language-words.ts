// Words of many languages by their hashes: how frequent the most frequent ones are in each language, and which are ordinary in the supported ones.
import { spreadHash } from '../lexicon.ts'
import { decodeBase64 } from '../normalize/decode-base64.ts'
import { inflate } from '../normalize/inflate.ts'
import { LANGUAGE_WORDS } from './language-words.generated.ts'
import { ENGLISH, LANGUAGES } from './languages.ts'

/** Number of buckets of ordinary words. */
export const BUCKETS = 1 << 18
/** Decimal logarithm of occurrences in a billion words. Rarer words count as if they were as frequent as this. */
export const FLOOR = 3.5

interface Table {
  /** Row of `LANGUAGES.length` bytes for each frequent word. */
  readonly rows: ReadonlyMap<number, Uint8Array>
  /** Index of the first word of each bucket, and the number of words. */
  readonly starts: Uint32Array
  readonly rests: Uint8Array
  readonly languages: Uint8Array
}

let table: Table | undefined

/** Frequency of a word in each of `LANGUAGES`, in tenths of its logarithm above `FLOOR`; undefined for a word that is frequent in none of them. */
export function frequenciesOf(hash: number): Uint8Array | undefined {
  table ??= readTable()
  return table.rows.get(hash)
}

/** The supported languages other than English in which a word is ordinary, a bit each, for `isOrdinaryIn`; 0 for none. */
export function ordinaryLanguages(hash: number): number {
  table ??= readTable()
  const { starts, rests, languages } = table
  const key = spreadHash(hash) >>> 6
  const end = starts[(key >>> 8) + 1]!
  for (let at = starts[key >>> 8]!; at < end; at++) if (rests[at] === (key & 255)) return languages[at]!
  return 0
}

/** @param languages what `ordinaryLanguages` returned */
export function isOrdinaryIn(language: number, languages: number): boolean {
  return ((languages >> (language - ENGLISH - 1)) & 1) === 1
}

/** build/language-tables.ts documents the layout. */
function readTable(): Table {
  const bytes = inflate(decodeBase64(LANGUAGE_WORDS))
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const width = LANGUAGES.length
  const frequent = view.getUint32(0, true)
  const rows = new Map<number, Uint8Array>()
  for (let i = 0; i < frequent; i++) {
    const row = 4 + frequent * 4 + i * width
    rows.set(view.getInt32(4 + i * 4, true), bytes.subarray(row, row + width))
  }
  let at = 4 + frequent * (4 + width)
  const count = view.getUint32(at, true)
  const starts = new Uint32Array(BUCKETS + 1)
  at += 4
  for (let i = 0; i < BUCKETS; i++) starts[i + 1] = starts[i]! + bytes[at + i]!
  at += BUCKETS
  return { rows, starts, rests: bytes.subarray(at, at + count), languages: bytes.subarray(at + count, at + 2 * count) }
}
