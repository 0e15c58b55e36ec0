// Looks for many byte strings at once: four bytes of each lead to it through a table, so that a byte costs the same however many there are.
import { HASH_START, hashUnit } from '../../phi/fold.ts'
import { foldByte, type Needle } from './originals.ts'

export interface Scanner {
  /** The first needle found in the range that is accepted; undefined where there is none. */
  find(bytes: Uint8Array, start: number, end: number, accepts: (needle: Needle) => boolean): Needle | undefined
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

/** @param needles of at least four bytes */
export function createScanner(needles: readonly Needle[]): Scanner {
  // As large as keeps it nearly empty, and small where there is little to look for: it is made anew for each file.
  const bits = Math.min(16, 6 + Math.ceil(Math.log2(needles.length + 1)))
  const shift = 32 - bits
  const lead = new Uint8Array(1 << bits)
  /** Needles that begin alike. */
  const byStart = new Map<number, Needle[]>()
  const grouped = new Map<readonly Needle[], ByLength>()
  for (const needle of needles) {
    const word = startOf(needle)
    lead[hashOf(word, shift)] = 1
    const alike = byStart.get(word)
    if (alike) alike.push(needle)
    else byStart.set(word, [needle])
  }
  const candidates = (alike: readonly Needle[], bytes: Uint8Array, at: number, end: number): readonly Needle[] => {
    if (alike.length <= FEW) return alike
    let byLength = grouped.get(alike)
    if (!byLength) {
      byLength = groupByLength(alike)
      grouped.set(alike, byLength)
    }
    return candidatesOf(byLength, bytes, at, end)
  }
  const find: Scanner['find'] = (bytes, start, end, accepts) => {
    let word = 0
    for (let i = start; i < end; i++) {
      word = (word >>> 8) | (FOLD[bytes[i]!]! << 24)
      if (lead[hashOf(word, shift)] === 0 || i - start < 3) continue
      const alike = byStart.get(word)
      if (!alike) continue
      for (const needle of candidates(alike, bytes, i - 3, end)) {
        if (matches(bytes, i - 3, end, needle) && standsAlone(bytes, i - 3, start, end, needle) && accepts(needle)) return needle
      }
    }
    return undefined
  }
  return { find: needles.length === 0 ? () => undefined : find }
}

function hashOf(word: number, shift: number): number {
  return Math.imul(word, 0x9e3779b1) >>> shift
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
function standsAlone(bytes: Uint8Array, at: number, start: number, end: number, needle: Needle): boolean {
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
