// Identifiers of segments as small numbers, so that a segment is told by comparing numbers: one for each identifier that X12 can have.

/** Of what is no identifier: it has not two or three characters, a letter and then letters or digits. */
export const NO_KIND = 0

const LETTERS = 26
const ALPHANUMERICS = 36
/** Numbers of kinds are less. */
export const KINDS = 1 + LETTERS * ALPHANUMERICS * (ALPHANUMERICS + 1)

/** No unit of a text. */
const NO_DELIMITER = -1

const names: (string | undefined)[] = []

/** The kind of the segment whose identifier stands from `start` up to the delimiter of elements, or up to the end of the segment. */
export function readKind(text: string, start: number, end: number, delimiter: number): number {
  const first = text.charCodeAt(start) - 0x41
  if (!(first >= 0 && first < LETTERS)) return NO_KIND
  const second = start + 1 < end ? alphanumericOf(text.charCodeAt(start + 1)) : -1
  if (second < 0) return NO_KIND
  const two = (first * ALPHANUMERICS + second) * (ALPHANUMERICS + 1) + 1
  const next = start + 2 < end ? text.charCodeAt(start + 2) : delimiter
  if (next === delimiter) return two
  const third = alphanumericOf(next)
  const isWhole = third >= 0 && (start + 3 >= end || text.charCodeAt(start + 3) === delimiter)
  return isWhole ? two + 1 + third : NO_KIND
}

/** Digits from 0, letters from 10; -1 for other characters. */
function alphanumericOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  return unit >= 0x41 && unit <= 0x5a ? unit - 0x41 + 10 : -1
}

/** @param id such as CLP; NO_KIND for what is no identifier */
export function kindOf(id: string): number {
  return readKind(id, 0, id.length, NO_DELIMITER)
}

/** The identifier of a kind, the same string each time. */
export function idOf(kind: number): string {
  names[kind] ??= writeId(kind - 1)
  return names[kind]
}

function writeId(number: number): string {
  const third = number % (ALPHANUMERICS + 1)
  const two = (number - third) / (ALPHANUMERICS + 1)
  const second = two % ALPHANUMERICS
  const first = String.fromCharCode(0x41 + (two - second) / ALPHANUMERICS)
  return first + writeAlphanumeric(second) + (third === 0 ? '' : writeAlphanumeric(third - 1))
}

function writeAlphanumeric(value: number): string {
  return value.toString(ALPHANUMERICS).toUpperCase()
}

/** True for a letter, then one or two letters or digits. */
export function isIdentifier(id: string): boolean {
  return kindOf(id) !== NO_KIND
}
