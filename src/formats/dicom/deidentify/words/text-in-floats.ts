// Text in the bytes of floats. Measured values contain letters by chance: those from 8 up begin with a capital, and the bytes of a fraction may have any
// value. A run of letters is text if it is too unlikely to occur by chance among so many numbers.
import type { DicomElement } from '../../dicom-file.ts'
import { isLetter, isNameSign } from './name-bytes.ts'

const CAPITALS = 1
const LETTERS = 2
const SIGN = 4
/** The sets each byte is in. Of 256 values, 32 are capitals or signs of names, and 58 are letters or signs. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isNameSign(byte)) return CAPITALS | LETTERS | SIGN
  return isLetter(byte) ? LETTERS | (byte < 0x60 ? CAPITALS : 0) : 0
})
/** Evidence against chance of a byte of a fraction in these sets, in bits. */
const CAPITAL_BITS = 3
const LETTER_BITS = 2

/** Bits required beyond those of the count of numbers: by chance, one element in sixteen thousand is taken for text. */
const MARGIN = 14
/** The most letters that count in the numbers before and after a run. */
const MOST_EDGE_BYTES = 4
/** A step in the two upper bytes. With smaller steps, neighbors are alike in the lower bytes, too. */
const LEAST_STEP = 0x10000
/** Letters of a text in UTF-16, in numbers that are no measured values. */
const LEAST_WIDE_LETTERS = 6
const LEAST_DISTINCT = 4

/** Floats of 4 or 8 bytes. Byte 0 has the lowest bits of the fraction, the last byte the sign and exponent. */
interface Floats {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  readonly littleEndian: boolean
  readonly size: number
}

/** True for text that fills whole numbers, with one byte per letter, or two of which one is zero. */
export function containsTextInFloats(bytes: Uint8Array, { valueStart, valueEnd, littleEndian }: DicomElement, size: number): boolean {
  const floats = { bytes, start: valueStart, end: valueEnd, littleEndian, size }
  const capitals = new FloatRun(floats, CAPITALS, CAPITAL_BITS)
  const letters = new FloatRun(floats, LETTERS, LETTER_BITS)
  const wide = new WideRun(floats)
  for (let at = valueStart; at + size <= valueEnd; at += size) {
    const kinds = kindsOf(floats, at)
    if (kinds & CAPITALS) capitals.add(at)
    else capitals.clear()
    if (kinds & LETTERS) letters.add(at)
    else letters.clear()
    if (letters.isAbsurd() || capitals.isBeyondChance() || letters.isBeyondChance() || wide.add(at)) return true
  }
  return false
}

/** The count of numbers whose two upper bytes are of the kind: each may be the start of a text by chance. */
function countStarts(floats: Floats, kind: number): number {
  const { bytes, start, end, size } = floats
  const top = offsetOf(floats, size - 1)
  const next = offsetOf(floats, size - 2)
  let count = 0
  for (let at = start; at + size <= end; at += size) if (KINDS[bytes[at + top]!]! & KINDS[bytes[at + next]!]! & kind) count++
  return count
}

/** The offset in a number of the byte at this place, counted from the lowest. */
function offsetOf({ littleEndian, size }: Floats, place: number): number {
  return littleEndian ? place : size - 1 - place
}

/** The sets that all bytes of the number are in; 0 if at most half of the bytes are letters. */
function kindsOf({ bytes, size }: Floats, at: number): number {
  let kinds = CAPITALS | LETTERS
  let letters = 0
  for (let i = at + size - 1; i >= at; i--) {
    const kind = KINDS[bytes[i]!]!
    kinds &= kind
    if (kinds === 0) return 0
    if ((kind & SIGN) === 0) letters++
  }
  return letters * 2 > size ? kinds : 0
}

/** The exponent: floats from 2^-31 to 2^65 begin with 30 to 5F, doubles from 2^-255 to 2^129 with 30 to 47. */
function isAbsurdTop(top: number, size: number): boolean {
  return top < 0x30 || top >= (size === 4 ? 0x60 : 0x48)
}

/** Numbers side by side that are letters in all bytes. */
class FloatRun {
  /** Evidence against chance. */
  private bits = 0
  private least: number | undefined
  private count = 0
  /** Offset behind the last number. */
  private end = 0
  private hasAbsurd = false
  private last = 0
  private step = 0
  private readonly seen = new Set<number>()
  private readonly floats: Floats
  private readonly kind: number
  private readonly bitsOfByte: number

  constructor(floats: Floats, kind: number, bitsOfByte: number) {
    this.floats = floats
    this.kind = kind
    this.bitsOfByte = bitsOfByte
  }

  clear(): void {
    if (this.count === 0) return
    this.bits = 0
    this.count = 0
    this.hasAbsurd = false
    this.seen.clear()
  }

  add(at: number): void {
    const { size } = this.floats
    const upper = this.upperOf(at)
    const step = upper - this.last
    if (this.isNew(at, step)) this.bits += this.bitsAt(at)
    this.step = step
    this.last = upper
    this.count++
    this.end = at + size
    if (isAbsurdTop(this.byteOf(at, size - 1), size)) this.hasAbsurd = true
  }

  /** Larger or smaller than any measured value, in a number of 8 bytes or in one of two numbers of 4. */
  isAbsurd(): boolean {
    return this.hasAbsurd && this.count >= (this.floats.size === 8 ? 1 : 2)
  }

  isBeyondChance(): boolean {
    if (this.bits + this.bitsOfByte * MOST_EDGE_BYTES < MARGIN) return false
    this.least ??= MARGIN + Math.log2(1 + countStarts(this.floats, this.kind))
    if (this.bits >= this.least) return true
    const { size } = this.floats
    const from = this.end - this.count * size
    return this.bits + this.bitsOfByte * (this.edgeBytes(from - 1, -1) + this.edgeBytes(this.end, 1)) >= this.least
  }

  /** Letters that continue into the number beside the run: bytes of its fraction that differ from the next number of the run. */
  private edgeBytes(first: number, direction: 1 | -1): number {
    const { bytes, start, end, size, littleEndian } = this.floats
    let found = 0
    for (let n = 0, i = first; n < size - 1 && i >= start && i < end && KINDS[bytes[i]!]! & this.kind; n++, i += direction) {
      const offset = direction > 0 ? n : size - 1 - n
      const place = littleEndian ? offset : size - 1 - offset
      if (place < size - 2 && bytes[i] !== bytes[i - direction * size]) found++
    }
    return found
  }

  private byteOf(at: number, place: number): number {
    return this.floats.bytes[at + offsetOf(this.floats, place)]!
  }

  /** Four bytes from the exponent down. */
  private upperOf(at: number): number {
    const { size } = this.floats
    const upper = (this.byteOf(at, size - 1) << 8) | this.byteOf(at, size - 2)
    return upper * 0x10000 + ((this.byteOf(at, size - 3) << 8) | this.byteOf(at, size - 4))
  }

  /** Constants, ramps and a few values in turn are no more evidence than the first of them. */
  private isNew(at: number, step: number): boolean {
    const lower = (this.byteOf(at, 1) << 8) | this.byteOf(at, 0)
    if (this.seen.has(lower)) return false
    this.seen.add(lower)
    if (this.count > 0 && Math.abs(step) < LEAST_STEP) return false
    return this.count < 2 || Math.abs(step - this.step) >= LEAST_STEP
  }

  /** From the bytes of the fraction, and from an exponent that differs more than those of neighbors usually do. */
  private bitsAt(at: number): number {
    const { size } = this.floats
    let news = 0
    for (let place = 0; place < size - 2; place++) {
      const byte = this.byteOf(at, place)
      const isRepeated = byte === this.byteOf(at, place + 1) || (this.count > 0 && byte === this.byteOf(at - size, place))
      if (!isRepeated) news++
    }
    const leaps = this.count > 0 && Math.abs(this.byteOf(at, size - 1) - this.byteOf(at - size, size - 1)) >= (size === 4 ? 3 : 1)
    return this.bitsOfByte * news + (leaps ? this.bitsOfByte + 1 : 0)
  }
}

/** Numbers side by side in which every other byte is zero and the rest are letters. */
class WideRun {
  private readonly floats: Floats
  private phase = -1
  private letters = 0
  private absurd = 0
  private leaps = 0
  private readonly distinct = new Set<number>()

  constructor(floats: Floats) {
    this.floats = floats
  }

  /** True if the run is text with this number. */
  add(at: number): boolean {
    const { bytes, size } = this.floats
    const phase = this.phaseOf(at)
    if (phase !== this.phase) this.clear(phase)
    if (phase < 0) return false
    const place = offsetOf(this.floats, size - 1)
    const top = bytes[at + place]!
    if (isAbsurdTop(top, size)) this.absurd++
    else if (this.letters > 0 && Math.abs(top - bytes[at - size + place]!) >= 3) this.leaps++
    this.letters += size / 2
    for (let i = at + phase; i < at + size; i += 2) this.distinct.add(bytes[i]!)
    return this.letters >= LEAST_WIDE_LETTERS && this.distinct.size >= LEAST_DISTINCT && (this.absurd > 0 || this.leaps > 1)
  }

  private clear(phase: number): void {
    this.phase = phase
    this.letters = 0
    this.absurd = 0
    this.leaps = 0
    this.distinct.clear()
  }

  /** 0 if the letters are at even offsets, 1 at odd ones; -1 for other numbers. */
  private phaseOf(at: number): number {
    const { bytes, size } = this.floats
    const phase = bytes[at] === 0 ? 1 : 0
    for (let i = at; i < at + size; i += 2) {
      if (bytes[i + 1 - phase] !== 0 || (KINDS[bytes[i + phase]!]! & LETTERS) === 0) return -1
    }
    return phase
  }
}
