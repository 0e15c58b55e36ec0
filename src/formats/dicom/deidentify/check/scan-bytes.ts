// Looks for many byte strings at once: four bytes of each lead to it through a table, so that a byte costs the same however many there are.
// The table is made anew for each file, and mostly of few needles: those of one place in it are a chain through arrays of numbers, not a map of
// lists.
import { HASH_START, hashUnit } from '../../../phi/fold.ts'
import { foldByte, type Needle } from './originals.ts'

export interface Scanner {
  /** The first needle found in the range that is accepted; undefined where there is none. */
  find(bytes: Uint8Array, start: number, end: number, accepts: Accepts): Needle | undefined
}

const FOLD = Uint8Array.from({ length: 256 }, (_, byte) => foldByte(byte))

/** Of many needles that begin alike, by length and hash, in the order of the lengths: UIDs of one root are thousands in a file of many frames. */
type ByLength = readonly (readonly [number, ReadonlyMap<number, readonly Needle[]>])[]

/** So many are compared one by one. */
const FEW = 16

/** Those of many that may stand at the place. */
function candidatesOf(byLength: ByLength, bytes: Uint8Array, at: number, end: number): readonly Needle[] {
  const found: Needle[] = []
  let hash = HASH_START
  let next = at
  for (const [length, byHash] of byLength) {
    if (at + length > end) break
    while (next < at + length) hash = hashUnit(hash, FOLD[bytes[next++]!]!)
    const same = byHash.get(hash)
    for (const needle of same ?? []) found.push(needle)
  }
  return found
}

function groupByLength(needles: readonly Needle[]): ByLength {
  const groups = new Map<number, Map<number, Needle[]>>()
  for (const needle of needles) {
    let hash = HASH_START
    const length = lengthOf(needle)
    for (let i = 0; i < length; i++) hash = hashUnit(hash, byteOf(needle, i))
    const group = groups.get(length) ?? new Map<number, Needle[]>()
    groups.set(length, group)
    const same = group.get(hash)
    if (same) same.push(needle)
    else group.set(hash, [needle])
  }
  return [...groups].sort(([a], [b]) => a - b)
}

/** The needles by a hash of their first four bytes. */
class NeedleTable {
  private readonly needles: readonly Needle[]
  private readonly shift: number
  /** By place the entry of its first needle, counted from 1; 0 where there is none. */
  private readonly lead: Int32Array
  /** Of each entry the first four bytes of its needle, the next entry of the place, and how many there are from it on. */
  private readonly words: number[] = []
  private readonly next: number[] = []
  private readonly depth: number[] = []
  private readonly crowds = new Map<number, ReadonlyMap<number, ByLength>>()

  constructor(needles: readonly Needle[]) {
    this.needles = needles
    // As large as keeps it nearly empty, and small where there is little to look for.
    const bits = Math.min(16, 4 + Math.ceil(Math.log2(needles.length + 1)))
    this.shift = 32 - bits
    this.lead = new Int32Array(1 << bits)
    // From the last to the first: each place has its needles in their order.
    for (let i = needles.length - 1; i >= 0; i--) {
      const word = startOf(needles[i]!)
      const place = this.placeOf(word)
      const follower = this.lead[place]!
      this.words.push(word)
      this.next.push(follower)
      this.depth.push(follower === 0 ? 1 : this.depth[follower - 1]! + 1)
      this.lead[place] = this.words.length
    }
  }

  private placeOf(word: number): number {
    return Math.imul(word, 0x9e3779b1) >>> this.shift
  }

  /** The first entry whose needle may begin with the four bytes; 0 where there is none. */
  entryOf(word: number): number {
    return this.lead[this.placeOf(word)]!
  }

  /** The first needle at the place that stands there and is accepted. */
  findAt(entry: number, word: number, { bytes, at, start, end }: Spot, accepts: Accepts): Needle | undefined {
    if (this.depth[entry - 1]! > FEW) {
      const byLength = this.crowdOf(entry).get(word)
      const candidates = byLength ? candidatesOf(byLength, bytes, at, end) : []
      return candidates.find((needle) => isMatchAt(bytes, at, start, end, needle) && accepts(needle, at))
    }
    for (let i = entry; i !== 0; i = this.next[i - 1]!) {
      if (this.words[i - 1] !== word) continue
      const needle = this.needleOf(i)
      if (isMatchAt(bytes, at, start, end, needle) && accepts(needle, at)) return needle
    }
    return undefined
  }

  private needleOf(entry: number): Needle {
    return this.needles[this.needles.length - entry]!
  }

  private crowdOf(entry: number): ReadonlyMap<number, ByLength> {
    let crowd = this.crowds.get(entry)
    if (!crowd) {
      const byWord = new Map<number, Needle[]>()
      for (let i = entry; i !== 0; i = this.next[i - 1]!) {
        const alike = byWord.get(this.words[i - 1]!)
        if (alike) alike.push(this.needleOf(i))
        else byWord.set(this.words[i - 1]!, [this.needleOf(i)])
      }
      crowd = new Map([...byWord].map(([word, alike]) => [word, groupByLength(alike)] as const))
      this.crowds.set(entry, crowd)
    }
    return crowd
  }
}

/** @param at offset of the needle in the bytes */
type Accepts = (needle: Needle, at: number) => boolean

interface Spot {
  readonly bytes: Uint8Array
  readonly at: number
  /** Of the range that is searched. */
  readonly start: number
  readonly end: number
}

/** @param needles of at least four bytes */
export function createScanner(needles: readonly Needle[]): Scanner {
  const table = new NeedleTable(needles)
  const find: Scanner['find'] = (bytes, start, end, accepts) => {
    let word = 0
    for (let i = start; i < end; i++) {
      word = (word >>> 8) | (FOLD[bytes[i]!]! << 24)
      const entry = table.entryOf(word)
      if (entry === 0 || i - start < 3) continue
      const found = table.findAt(entry, word, { bytes, at: i - 3, start, end }, accepts)
      if (found) return found
    }
    return undefined
  }
  return { find: needles.length === 0 ? () => undefined : find }
}

function isMatchAt(bytes: Uint8Array, at: number, start: number, end: number, needle: Needle): boolean {
  return matches(bytes, at, end, needle) && isDelimited(bytes, at, start, end, needle)
}

/** Bytes of a needle. */
export function lengthOf({ text, wide }: Needle): number {
  return wide ? 2 * text.length - 1 : text.length
}

function byteOf({ text, wide }: Needle, at: number): number {
  if (!wide) return text.charCodeAt(at)
  return at % 2 === 0 ? text.charCodeAt(at / 2) : 0
}

/** The first four bytes. */
function startOf({ text, wide }: Needle): number {
  const first = text.charCodeAt(0)
  const second = text.charCodeAt(1)
  return wide ? first | (second << 16) : first | (second << 8) | (text.charCodeAt(2) << 16) | (text.charCodeAt(3) << 24)
}

function matches(bytes: Uint8Array, at: number, end: number, needle: Needle): boolean {
  const length = lengthOf(needle)
  if (at + length > end) return false
  for (let i = 4; i < length; i++) if (FOLD[bytes[at + i]!] !== byteOf(needle, i)) return false
  return true
}

/** Letters or digits around it make it part of another word or number; a UID goes on with a dot too. */
function isDelimited(bytes: Uint8Array, at: number, start: number, end: number, needle: Needle): boolean {
  const { kind, weak, inside } = needle
  if (inside) return true
  const next = at + lengthOf(needle)
  const before = at > start ? bytes[at - 1]! : 0
  const after = next < end ? bytes[next]! : 0
  if (kind === 'uid') return !isDigit(before) && !isDigit(after)
  if (!weak && kind !== 'name') return true
  return !isWordByte(before) && !isWordByte(after)
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

function isWordByte(byte: number): boolean {
  const folded = FOLD[byte]!
  return isDigit(byte) || (folded >= 0x61 && folded <= 0x7a)
}
