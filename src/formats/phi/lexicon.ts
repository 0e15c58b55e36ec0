// The lexicon of names, places, English and medical words: a table of hashes that is read on first use and never holds a word.
import { LEXICON, LEXICON_WORDS } from './lexicon.generated.ts'
import { decodeBase64 } from './normalize/decode-base64.ts'
import { inflate } from './normalize/inflate.ts'

export const BUCKETS = 1 << 16

interface Table {
  /** Where the words of a bucket begin, and behind the last one where they end. */
  readonly starts: Uint32Array
  /** The other half of the hash of each word. */
  readonly rests: Uint16Array
  readonly bits: Uint16Array
}

let table: Table | undefined

/** The bits (`LEX`) of a folded word, or of several with one space between, by its hash; 0 for an unknown one. */
export function lookUp(hash: number): number {
  table ??= readTable()
  const at = placeOf(hash, table)
  return at < 0 ? 0 : table.bits[at]!
}

function placeOf(hash: number, { starts, rests }: Table): number {
  const key = spreadHash(hash)
  const rest = key & 0xffff
  const end = starts[(key >>> 16) + 1]!
  for (let at = starts[key >>> 16]!; at < end; at++) if (rests[at] === rest) return at
  return -1
}

/** Spreads hashes over the buckets; no two of them meet. */
export function spreadHash(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> 0
}

/** The layout is said in build/phi-tables.ts. */
function readTable(): Table {
  const packed = decodeBase64(LEXICON)
  const restsAt = packed.length - LEXICON_WORDS * 2
  const head = inflate(packed.subarray(0, restsAt))
  const sets = head[0]! | (head[1]! << 8)
  const countsAt = 2 + sets * 2
  const starts = new Uint32Array(BUCKETS + 1)
  for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1] = starts[bucket]! + head[countsAt + bucket]!
  const rests = new Uint16Array(LEXICON_WORDS)
  const bits = new Uint16Array(LEXICON_WORDS)
  let at = countsAt + BUCKETS
  for (let word = 0; word < LEXICON_WORDS; word++) {
    rests[word] = packed[restsAt + word * 2]! | (packed[restsAt + word * 2 + 1]! << 8)
    const code = head[at++]!
    const set = 2 + 2 * (code < 0xc0 ? code : ((code - 0xc0) << 8) | head[at++]!)
    bits[word] = head[set]! | (head[set + 1]! << 8)
  }
  return { starts, rests, bits }
}
