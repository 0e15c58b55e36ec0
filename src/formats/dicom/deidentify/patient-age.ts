// Ages over 89, which are one class (45 CFR 164.514(b)(2)(i)(C)): in Age Strings and in the measurements of structured reports.
import { type DicomElement, type DicomItem, findIn } from '../dicom-file.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import { splitValues } from '../value/split-values.ts'

export const AGE_RULE = '45 CFR 164.514(b)(2)(i)(C)'
const LEAST_YEARS = 90
/** Of a year: the units of AS and of UCUM. */
const UNITS: Readonly<Record<string, number>> = { D: 365.25, W: 52.18, M: 12, MO: 12, WK: 52.18, A: 1, Y: 1 }
/** Subject Age (DCM), Age and Current chronological age (SCT), Age, Age calculated and Age reported (LN). */
const AGE_CODES: ReadonlySet<string> = new Set(['121033', '397669002', '424144002', '30525-0', '29553-5', '21612-7'])
const CONCEPT_NAME = 0x0040a043
const MEASUREMENT_UNITS = 0x004008ea
const NUMERIC_VALUE = 0x0040a30a
/** Floating Point Value, Rational Numerator Value and Rational Denominator Value: the same number more exactly. */
const EXACT_VALUES: ReadonlySet<number> = new Set([0x0040a161, 0x0040a162, 0x0040a163])

/** The item of a Measured Value Sequence, and the content item with that sequence. */
interface Measurement {
  readonly item: DicomItem
  readonly around: DicomItem | undefined
}

/** What stands in place of an Age String; undefined where it may stay. */
export function generalizeAge(bytes: Uint8Array, element: DicomElement): string | undefined {
  const isOld = valuesOf(bytes, element).some((value) => {
    const age = /^(\d+)\s*([DWMY]?)$/i.exec(value.trim())
    return age !== null && isOver(Number(age[1]), age[2] || 'Y')
  })
  return isOld ? '090Y' : undefined
}

/** The same for Numeric Value in a content item that measures the age of somebody. */
export function generalizeMeasuredAge(bytes: Uint8Array, element: DicomElement, measurement: Measurement): string | undefined {
  if (element.tag !== NUMERIC_VALUE || !measuresAge(bytes, measurement)) return undefined
  const unit = codeIn(bytes, measurement.item, MEASUREMENT_UNITS) || 'a'
  const isOld = valuesOf(bytes, element).some((value) => isOver(Number(value), unit))
  return isOld ? String(Math.round(LEAST_YEARS * (UNITS[unit.toUpperCase()] ?? 1))) : undefined
}

/** True for another form of a measured age whose Numeric Value does not stay, or is missing. */
export function repeatsMeasuredAge(bytes: Uint8Array, { tag }: DicomElement, measurement: Measurement): boolean {
  if (!EXACT_VALUES.has(tag) || !measuresAge(bytes, measurement)) return false
  const numeric = findIn(measurement.item, NUMERIC_VALUE)
  return numeric === undefined || generalizeMeasuredAge(bytes, numeric, measurement) !== undefined
}

function measuresAge(bytes: Uint8Array, { around }: Measurement): boolean {
  return around !== undefined && AGE_CODES.has(codeIn(bytes, around, CONCEPT_NAME))
}

function valuesOf(bytes: Uint8Array, element: DicomElement): readonly string[] {
  return splitValues(readAsciiValue(bytes, element, Number.POSITIVE_INFINITY))
}

function codeIn(bytes: Uint8Array, item: DicomItem, sequence: number): string {
  const code = findIn(findIn(item, sequence)?.items?.[0], 0x00080100)
  return code ? readAsciiValue(bytes, code) : ''
}

function isOver(age: number, unit: string): boolean {
  return age / (UNITS[unit.toUpperCase()] ?? 1) >= LEAST_YEARS
}
