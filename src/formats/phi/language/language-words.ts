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
  /** Where the `LANGUAGES.length` bytes of each frequent word begin in `bytes`. */
  readonly rows: ReadonlyMap<number, number>
  readonly bytes: Uint8Array
  /** Index of the first word of each bucket, and the number of words. */
  readonly starts: Uint32Array
  readonly rests: Uint8Array
  readonly languages: Uint8Array
}

let table: Table | undefined

/** Frequency of a word in a language, by its place in `LANGUAGES`, in tenths of its logarithm above `FLOOR`; undefined for a word that is frequent in none. */
export function frequencyIn(language: number, hash: number): number | undefined {
  table ??= readTable()
  const row = table.rows.get(hash)
  return row === undefined ? undefined : table.bytes[row + language]!
}

/** What each frequency adds to a sum of logarithms. */
const LOGARITHMS = Float64Array.from({ length: 256 }, (_, tenths) => tenths / 10)

/** Adds the logarithms of a word's frequencies to the sums of all `LANGUAGES`. @returns false for a word that is frequent in none of them */
export function addFrequencies(hash: number, sums: Float64Array): boolean {
  table ??= readTable()
  const { rows, bytes } = table
  const row = rows.get(hash)
  if (row === undefined) return false
  for (let language = 0; language < sums.length; language++) sums[language]! += LOGARITHMS[bytes[row + language]!]!
  return true
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
  const rows = new Map<number, number>()
  for (let i = 0; i < frequent; i++) rows.set(view.getInt32(4 + i * 4, true), 4 + frequent * 4 + i * width)
  let at = 4 + frequent * (4 + width)
  const count = view.getUint32(at, true)
  const starts = new Uint32Array(BUCKETS + 1)
  at += 4
  for (let i = 0; i < BUCKETS; i++) starts[i + 1] = starts[i]! + bytes[at + i]!
  at += BUCKETS
  return { rows, bytes, starts, rests: bytes.subarray(at, at + count), languages: bytes.subarray(at + count, at + 2 * count) }
}
