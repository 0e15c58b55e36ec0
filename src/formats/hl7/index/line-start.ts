// What a line begins with: a header, a segment, or neither.
import { isKnownSegment } from '../dictionary/dictionary.ts'

/** What a line of the document is. The numbers stand in the index; up to `odd` a line has fields. */
export const LINE = {
  /** A segment of a message. */
  segment: 1,
  /** MSH. */
  header: 2,
  /** FHS, BHS, BTS or FTS. */
  batch: 3,
  /** A line inside of a message that begins with no segment identifier: a wrong one, or the rest of a torn field. */
  odd: 4,
  /** Text that belongs to no message. */
  junk: 5,
  /** Line ends, with or without blanks. */
  blank: 6,
  /** A start or end character of MLLP. */
  frame: 7,
  /** Blanks before a segment. */
  indent: 8,
  /** A byte order mark. */
  bom: 9,
} as const

export function hasFields(kind: number | undefined): boolean {
  return kind !== undefined && kind <= LINE.odd
}

export const CR = 13
export const LF = 10
/** Start of a block of MLLP. */
export const VT = 11
/** End of a block of MLLP. */
export const FS = 28
const SPACE = 32
const TAB = 9

const [B, F, H, M, S, T] = [66, 70, 72, 77, 83, 84]

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB
}

export function isBreak(code: number): boolean {
  return code === CR || code === LF || code === VT || code === FS
}

/** MSH, FHS or BHS with a field separator behind it, or cut off at the end of its line. */
export function isHeaderAt(text: string, i: number): boolean {
  const first = text.charCodeAt(i)
  if (first !== M && first !== F && first !== B) return false
  const isHeader = first === M ? hasLetters(text, i, S, H) : hasLetters(text, i, H, S)
  return isHeader && maySeparate(text.charCodeAt(i + 3))
}

/** BTS or FTS as a whole identifier. */
export function isTrailerAt(text: string, i: number, separator: number): boolean {
  const first = text.charCodeAt(i)
  return (first === B || first === F) && hasLetters(text, i, T, S) && endsId(text.charCodeAt(i + 3), separator)
}

export function isMessageHeaderAt(text: string, i: number): boolean {
  return text.charCodeAt(i) === M
}

/** A segment identifier (HL7 v2.5.1 §2.5.2) that the field separator, the end of the line or the end of the text follows. */
export function isSegmentAt(text: string, i: number, separator: number): boolean {
  return isSegmentId(text, i) && endsId(text.charCodeAt(i + 3), separator)
}

/** Three characters: a capital letter, then two capital letters or digits. */
function isSegmentId(text: string, i: number): boolean {
  return isCapital(text.charCodeAt(i)) && isCapitalOrDigit(text.charCodeAt(i + 1)) && isCapitalOrDigit(text.charCodeAt(i + 2))
}

/**
 * True where a line may begin behind a character that does not end the lines of its message: at an empty line, a frame, the end, a header, or
 * a segment that HL7 or the site defines. Of what else three capitals are, a torn field is the likelier.
 */
export function isLineStart(text: string, i: number, separator: number): boolean {
  const code = text.charCodeAt(i)
  if (Number.isNaN(code) || isBreak(code) || isHeaderAt(text, i)) return true
  if (!isSegmentAt(text, i, separator)) return false
  const id = text.slice(i, i + 3)
  return id.startsWith('Z') || isKnownSegment(id)
}

/** Where the header of another message stands inside of a line, such as behind the time stamp of a log; -1 for nowhere. */
export function findHeaderInside(line: string): number {
  return line.indexOf('MSH|^~')
}

/** Code units of the line end at i: 0 where none stands there. */
export function lineEndLength(text: string, i: number): number {
  const code = text.charCodeAt(i)
  if (code === CR) return text.charCodeAt(i + 1) === LF ? 2 : 1
  return code === LF ? 1 : 0
}

function hasLetters(text: string, i: number, second: number, third: number): boolean {
  return text.charCodeAt(i + 1) === second && text.charCodeAt(i + 2) === third
}

/** NaN is the end of the text. */
function endsId(code: number, separator: number): boolean {
  return code === separator || isBreak(code) || Number.isNaN(code)
}

/** Letters, digits, blanks and control characters but the tab separate nothing; the end of the line cuts the header short. */
export function maySeparate(code: number): boolean {
  if (Number.isNaN(code) || code === CR || code === LF || code === TAB) return true
  return code > SPACE && !isCapitalOrDigit(code) && !(code >= 97 && code <= 122) && !(code >= 0xd800 && code <= 0xdfff)
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90
}

function isCapitalOrDigit(code: number): boolean {
  return isCapital(code) || (code >= 48 && code <= 57)
}
