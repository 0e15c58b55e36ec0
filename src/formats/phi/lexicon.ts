// The lexicon of names, places, English and medical words: a table of hashes that is filled on first use and never holds a word.
import { inflateSync } from 'fflate'
import { decodeBase64 } from './decode-base64.ts'
import { HASH_START, hashUnit } from './fold.ts'
import { LEXICON, LEXICON_WORDS } from './lexicon.generated.ts'

const SLOTS = 1 << Math.ceil(Math.log2(LEXICON_WORDS * 1.7))

let table: { readonly keys: Int32Array; readonly bits: Uint16Array } | undefined

/** The bits (`LEX`) of a folded word, or of several with one space between, by its hash; 0 for an unknown one. */
export function lookUp(hash: number): number {
  table ??= readTable()
  const { keys, bits } = table
  for (let slot = slotOf(hash); ; slot = (slot + 1) & (SLOTS - 1)) {
    if (bits[slot] === 0) return 0
    if (keys[slot] === hash) return bits[slot]!
  }
}

function slotOf(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 8) & (SLOTS - 1)
}

function readTable(): { keys: Int32Array; bits: Uint16Array } {
  const packed = inflateSync(decodeBase64(LEXICON))
  const sets = packed[0]! | (packed[1]! << 8)
  const keys = new Int32Array(SLOTS)
  const bits = new Uint16Array(SLOTS)
  /** Hashes of every beginning of the word before. */
  const hashes = new Int32Array(64)
  hashes[0] = HASH_START
  let at = 2 + sets * 2
  while (at < packed.length) {
    let length = packed[at++]!
    for (; packed[at]! < 0x80; at++) {
      hashes[length + 1] = hashUnit(hashes[length]!, packed[at]!)
      length++
    }
    const code = packed[at++]!
    const set = 2 + 2 * (code < 0xf0 ? code - 0x80 : ((code - 0xf0) << 8) | packed[at++]!)
    const hash = hashes[length]!
    let slot = slotOf(hash)
    while (bits[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & (SLOTS - 1)
    keys[slot] = hash
    bits[slot]! |= packed[set]! | (packed[set + 1]! << 8)
  }
  return { keys, bits }
}
