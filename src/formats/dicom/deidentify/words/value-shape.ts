// Whether the bytes of a value that stays can be what its VR and its attribute say: what they cannot be, nobody judged.
import type { DicomElement } from '../../dicom-file.ts'
import { findElement } from '../../dictionary/dictionary.ts'
import { readAsciiValue } from '../../value/decode-value.ts'
import { splitValues } from '../../value/split-values.ts'
import { traitsOf, type Vr } from '../../value/vr.ts'
import { isLetter, isNameSign } from './name-bytes.ts'
import { containsTextInFloats } from './text-in-floats.ts'

const signs = (text: string): ReadonlySet<number> => new Set([0, ...[...text].map((sign) => sign.charCodeAt(0))])

/** Beside digits: signs, points, colons of old times, exponents, separators and padding (PS3.5 §6.2). */
const SIGNS: Partial<Record<Vr, ReadonlySet<number>>> = {
  DS: signs(' +-.Ee\\'),
  IS: signs(' +-.Ee\\'),
  UI: signs(' .\\'),
}

/** With the separators of old files, and the zeros of clocks without a date. More digits of a date or time are another number. */
const FORMS: Partial<Record<Vr, RegExp>> = {
  AS: /^(?:\d+ *[DWMYdwmy]?)?$/,
  DA: /^(?:\d{4}(?:0\d|1[0-2])(?:[0-2]\d|3[01])|\d{4}([.-])(?:0\d|1[0-2])\1(?:[0-2]\d|3[01])|\d{4}(?:0\d|1[0-2])?)?$/,
  TM: /^(?:(?:[01]\d|2[0-4])(?:[0-5]\d(?:(?:[0-5]\d|60)(?:\.\d{0,9})?)?)?|(?:[01]\d|2[0-4]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d{0,9})?)?)?$/,
  DT: /^(?:(?:\d{4}(?:0\d|1[0-2])(?:[0-2]\d|3[01])(?:(?:[01]\d|2[0-4])(?:[0-5]\d(?:(?:[0-5]\d|60)(?:\.\d{0,9})?)?)?)?|\d{4}(?:0\d|1[0-2])?)(?:[+-](?:0\d|1[0-4])[0-5]\d)?)?$/,
}

/** VRs of text in signs of one byte and more, none of which is NUL. */
const TEXTS: ReadonlySet<Vr> = new Set(['CS', 'LO', 'SH', 'ST', 'LT', 'UT', 'UC', 'AE', 'UR'])
/** So many letters side by side are no numbers. */
const LETTERS_OF_A_WORD = 8

/** False for letters in figures, UIDs, tags and numbers, for NULs inside a text, and for more numbers than the attribute has. */
export function fitsShape(bytes: Uint8Array, element: DicomElement, vr: Vr): boolean {
  const allowed = SIGNS[vr]
  if (allowed) return containsOnly(bytes, element, allowed)
  const form = FORMS[vr]
  if (form) return hasForm(bytes, element, form)
  const { kind, unit } = traitsOf(vr)
  if (kind === 'tag') return !containsLetters(bytes, element, unit)
  const length = element.valueEnd - element.valueStart
  if (TEXTS.has(vr)) return !containsInnerNul(bytes, element)
  if (kind === 'number' && unit > 1 && containsTextInNumbers(bytes, element, vr)) return false
  return kind !== 'number' || length <= unit || length <= unit * greatestCount(element.tag)
}

/** True if the bytes of the numbers spell a text. */
export function containsTextInNumbers(bytes: Uint8Array, element: DicomElement, vr: Vr): boolean {
  const { unit } = traitsOf(vr)
  if (isFloatVr(vr)) return containsTextInFloats(bytes, element, unit)
  return (unit > 2 && containsSpelledNumbers(bytes, element, unit)) || containsWord(bytes, element)
}

export function isFloatVr(vr: Vr): boolean {
  return FLOATS.has(vr)
}

const FLOATS: ReadonlySet<Vr> = new Set(['FL', 'OF', 'FD', 'OD'])

function hasForm(bytes: Uint8Array, element: DicomElement, form: RegExp): boolean {
  if (element.valueEnd - element.valueStart > MAX_MOMENTS) return false
  return splitValues(readAsciiValue(bytes, element, MAX_MOMENTS)).every((value) => form.test(value.trim()))
}

/** Bytes of ages, dates and times: no attribute has more. */
const MAX_MOMENTS = 65_536

function containsOnly(bytes: Uint8Array, { valueStart, valueEnd }: DicomElement, allowed: ReadonlySet<number>): boolean {
  for (let i = valueStart; i < valueEnd; i++) {
    const byte = bytes[i]!
    const isDigit = byte >= 0x30 && byte <= 0x39
    if (!isDigit && !allowed.has(byte)) return false
  }
  return true
}

/** True where one of the values is nothing but letters: no group of the standard is written so. */
function containsLetters(bytes: Uint8Array, { valueStart, valueEnd }: DicomElement, unit: number): boolean {
  for (let at = valueStart; at < valueEnd; at += unit) {
    const end = Math.min(at + unit, valueEnd)
    let i = at
    while (i < end && isLetter(bytes[i]!)) i++
    if (i === end) return true
  }
  return false
}

/** Text of two bytes a letter in a VR that has none. Padding at the end is no part of it. */
function containsInnerNul(bytes: Uint8Array, { valueStart, valueEnd }: DicomElement): boolean {
  let end = valueEnd
  while (end > valueStart && (bytes[end - 1] === 0 || bytes[end - 1] === 0x20)) end--
  const first = bytes.indexOf(0, valueStart)
  return first >= 0 && first < end - 1
}

/** Letters and the signs of names in all bytes of one number of 8 bytes, or of two of 4. */
function containsSpelledNumbers(bytes: Uint8Array, { valueStart, valueEnd }: DicomElement, size: number): boolean {
  const least = size === 8 ? 1 : 2
  let run = 0
  for (let at = valueStart; at + size <= valueEnd; at += size) {
    run = spells(bytes, at, size) ? run + 1 : 0
    if (run >= least) return true
  }
  return false
}

function spells(bytes: Uint8Array, at: number, size: number): boolean {
  let letters = 0
  for (let i = at; i < at + size; i++) {
    const byte = bytes[i]!
    if (isLetter(byte)) letters++
    else if (!isNameSign(byte)) return false
  }
  return letters * 2 > size
}

/** Letters in all bytes of several numbers, which are no counts in steps. */
function containsWord(bytes: Uint8Array, { valueStart, valueEnd }: DicomElement): boolean {
  let run = 0
  let distinct = new Set<number>()
  for (let i = valueStart; i < valueEnd; i++) {
    if (!isLetter(bytes[i]!)) {
      run = 0
      distinct = new Set()
      continue
    }
    run++
    distinct.add(bytes[i]!)
    if (run >= LETTERS_OF_A_WORD && distinct.size >= 4) return true
  }
  return false
}

/** `1-8` has up to 8, `2-2n` any number. */
function greatestCount(tag: number): number {
  const last = Number(findElement(tag)?.vm.split('-').at(-1))
  return Number.isInteger(last) ? last : Number.POSITIVE_INFINITY
}
