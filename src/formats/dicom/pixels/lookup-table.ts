// Reads lookup tables (PS3.3 §C.11.1.1, §C.11.2.1.1, §C.7.6.3.1.5): descriptor, data of 8 or 16 bits, and segmented data (§C.7.9.2).
import { findIn } from '../dicom-file.ts'
import { type Attributes, readNumbers, readWords } from './attribute.ts'

export interface LookupTable {
  readonly values: Uint16Array
  /** The input that the first entry belongs to; inputs outside take the nearest entry. */
  readonly first: number
  /** Of an entry. */
  readonly bits: number
}

interface TableTags {
  readonly descriptor: number
  readonly data: number
  readonly segmented?: number
}

const MAX_ENTRIES = 65_536

/** Undefined where the table is absent, or its descriptor and data do not fit. @param signed the first input may be negative */
export function readLookupTable(attributes: Attributes, tags: TableTags, signed: boolean): LookupTable | undefined {
  const [count, first, bits] = readNumbers(attributes, tags.descriptor, 'US')
  if (count === undefined || first === undefined || bits === undefined || bits < 1 || bits > 16) return undefined
  // 0 stands for 65536; a descriptor of VR SS makes large counts negative.
  const entries = count === 0 ? MAX_ENTRIES : count < 0 ? count + MAX_ENTRIES : count
  const start = signed && first > 32_767 ? first - 65_536 : !signed && first < 0 ? first + 65_536 : first
  const values = readEntries(attributes, tags, entries, bits)
  return values && { values, first: start, bits }
}

function readEntries(attributes: Attributes, { data, segmented }: TableTags, entries: number, bits: number): Uint16Array | undefined {
  const plain = findIn(attributes.item, data)
  if (plain && !plain.items) {
    const bytes = attributes.data.subarray(plain.valueStart, plain.valueEnd)
    // Entries of 8 bits stand packed in words, or each in a word of its own.
    if (bits <= 8 && bytes.length < 2 * entries) return bytes.length >= entries ? Uint16Array.from(bytes.subarray(0, entries)) : undefined
    const words = readWords(attributes.data, plain)
    return words.length >= entries ? words.subarray(0, entries) : undefined
  }
  const packed = segmented === undefined ? undefined : findIn(attributes.item, segmented)
  if (!packed || packed.items) return undefined
  const values = expandSegments(readWords(attributes.data, packed), entries)
  return values.length === entries ? Uint16Array.from(values) : undefined
}

/** Discrete, linear and indirect segments (PS3.3 §C.7.9.2.1); stops at what is none, and at the number of entries. */
function expandSegments(words: Uint16Array, entries: number): number[] {
  const values: number[] = []
  const run = (from: number, limit: number, nested: boolean): void => {
    let at = from
    for (let segments = 0; at + 1 < words.length && segments < limit && values.length < entries; segments++) {
      const code = words[at]!
      const length = words[at + 1]!
      if (code === 0) {
        for (let i = 0; i < length && values.length < entries; i++) values.push(words[at + 2 + i] ?? 0)
        at += 2 + length
      } else if (code === 1) {
        const start = values.at(-1) ?? 0
        const end = words[at + 2] ?? 0
        for (let i = 1; i <= length && values.length < entries; i++) values.push(Math.round(start + ((end - start) * i) / length))
        at += 3
      } else if (code === 2 && !nested) {
        // The offset counts bytes, in two words of which the first is the low one.
        run(((words[at + 2] ?? 0) + (words[at + 3] ?? 0) * 65_536) / 2, length, true)
        at += 4
      } else return
    }
  }
  run(0, Number.POSITIVE_INFINITY, false)
  return values
}

export function lookUp({ values, first }: LookupTable, input: number): number {
  return values[Math.min(Math.max(Math.round(input) - first, 0), values.length - 1)]!
}
