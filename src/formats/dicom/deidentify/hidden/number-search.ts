// Originals that are numbers, in values that are: binary ones, and decimals that are written otherwise.
import type { DicomElement } from '../../dicom-file.ts'
import { resolveCharacterSet } from '../../value/character-set.ts'
import { decodeValue, readAsciiValue } from '../../value/decode-value.ts'
import { splitValues } from '../../value/split-values.ts'
import { traitsOf, type Vr } from '../../value/vr.ts'
import type { IdentityKind } from '../check/identity.ts'
import type { Needle } from '../check/originals.ts'

export interface NumberSearch {
  /** The kind of an original that a value is; undefined where none is. */
  find(data: Uint8Array, element: DicomElement, vr: Vr): IdentityKind | undefined
}

/** Smaller ones are sizes and counts. */
const LEAST_DIGITS = 6
const LEAST_NUMBER = 100_000
/** More values are tables or samples. */
const MAX_VALUES = 256
const DECIMALS: ReadonlySet<Vr> = new Set(['IS', 'DS'])
const CODES: ReadonlySet<Vr> = new Set(['SH', 'LO', 'CS', 'UC'])
const ASCII = resolveCharacterSet('')

export function createNumberSearch(needles: readonly Needle[]): NumberSearch {
  const kinds = new Map<number, IdentityKind>()
  const bare = new Map<string, IdentityKind>()
  for (const { text, kind, weak, wide } of needles) {
    if (wide || weak || (kind !== 'id' && kind !== 'date') || !/^\d+$/.test(text) || text.length < LEAST_DIGITS) continue
    if (kind === 'id') bare.set(text, kind)
    if (Number.isSafeInteger(Number(text)) && Number(text) >= LEAST_NUMBER) {
      kinds.set(Number(text), kind)
      kinds.set(Math.fround(Number(text)), kind)
    }
  }
  const find: NumberSearch['find'] = (data, element, vr) => {
    const length = element.valueEnd - element.valueStart
    const { kind, unit } = traitsOf(vr)
    if (kind === 'number' && unit > 2 && length <= unit * MAX_VALUES) {
      return first(decodeValue(data, element, vr, ASCII, MAX_VALUES).values, (value) => kinds.get(Math.abs(Number(value))))
    }
    if (length > MAX_VALUES * 16) return undefined
    if (DECIMALS.has(vr)) return first(splitValues(readAsciiValue(data, element)), (value) => kinds.get(Math.abs(Number(value))))
    if (CODES.has(vr)) return first(splitValues(readAsciiValue(data, element)), (value) => bare.get(value.replace(/[-_./ ]/g, '')))
    return undefined
  }
  return { find: kinds.size === 0 && bare.size === 0 ? () => undefined : find }
}

function first(values: readonly unknown[], judge: (value: string) => IdentityKind | undefined): IdentityKind | undefined {
  for (const value of values) {
    const kind = judge(String(value))
    if (kind) return kind
  }
  return undefined
}
