// Sections of a clinical note: from one heading to the next. They tile the text: what stands before the first heading is the preamble.
import { ProblemError } from '../../../core/problem.ts'
import { classOf, isLineBreak, isWhite, LETTER, LOWER, NUMBER, UPPER } from './char-class.ts'
import { kindOfHeading, needsColon, normalizeHeading, type SectionKind } from './section-headings.ts'

/** No heading is longer; a bound keeps the work per line constant. */
const MAX_TITLE = 80

/** More than any note holds; a longer list could not be written as one JSON text. */
const MAX_SECTIONS = 500_000

/** Offsets in UTF-16 code units, end exclusive. */
export interface Section {
  readonly kind: SectionKind
  /** The heading as it stands in the text, without its marks; empty for the preamble. */
  readonly title: string
  readonly start: number
  /** Where the text behind the heading begins. */
  readonly bodyStart: number
  readonly end: number
}

interface Heading {
  readonly kind: SectionKind
  readonly title: string
  readonly start: number
  readonly bodyStart: number
}

/**
 * The sections of a text in order, without a gap; none for an empty text.
 * @throws ProblemError `resource_limit`
 */
export function splitSections(text: string): Section[] {
  const headings = findHeadings(text)
  const first = headings[0]?.start ?? text.length
  if (first > 0) headings.unshift({ kind: 'preamble', title: '', start: 0, bodyStart: 0 })
  return headings.map((heading, i) => ({
    kind: heading.kind,
    title: heading.title,
    start: heading.start,
    bodyStart: heading.bodyStart,
    end: headings[i + 1]?.start ?? text.length,
  }))
}

function findHeadings(text: string): Heading[] {
  const headings: Heading[] = []
  const caseless = !/\p{Lu}/u.test(text)
  const allCapitals = !/\p{Ll}/u.test(text)
  let start = 0
  let previousBlank = true
  while (start < text.length) {
    const end = endOfLine(text, start)
    const solid = skipWhite(text, start, end)
    if (solid < end) {
      const heading = headingOfLine(text, { start, solid, end, previousBlank, caseless, allCapitals })
      if (heading) headings.push(heading)
      findInlineHeadings(text, Math.max(solid, heading?.bodyStart ?? solid), end, headings)
    }
    if (headings.length > MAX_SECTIONS) {
      throw new ProblemError(`The text has more than ${MAX_SECTIONS} sections.`, { code: 'resource_limit', facts: { limit: MAX_SECTIONS } })
    }
    previousBlank = solid === end
    start = end + 1
  }
  return headings
}

interface Line {
  readonly start: number
  readonly solid: number
  readonly end: number
  readonly previousBlank: boolean
  /** The text has no capital at all. */
  readonly caseless: boolean
  /** The text has no small letter at all, so that capitals mark nothing. */
  readonly allCapitals: boolean
}

function headingOfLine(text: string, line: Line): Heading | undefined {
  const { start, end } = line
  const mark = markBefore(text, line.solid, end)
  const titleStart = mark.end
  const titleEnd = endOfTitle(text, titleStart, Math.min(end, titleStart + MAX_TITLE))
  const title = trimMarks(text.slice(titleStart, titleEnd))
  if (title === '' || (classOf(title.codePointAt(0)!) & (LETTER | NUMBER)) === 0) return undefined
  const separator = separatorAt(text, titleEnd, end)
  const standsAlone = separator.end >= end || skipWhite(text, separator.end, end) === end
  if (!separator.colon && !standsAlone && !separator.dash) return undefined
  if (titleEnd === titleStart + MAX_TITLE && !separator.colon && !standsAlone) return undefined
  const bodyStart = bodyAfter(text, separator.end, end)
  const heading = (kind: SectionKind): Heading => ({ kind, title, start, bodyStart })
  const normalized = normalizeHeading(title)
  const known = kindOfHeading(normalized)
  if (known) {
    const firm = separator.colon || mark.markdown || (standsAlone && isUnderlined(text, end))
    const smallAllowed = mark.markdown || line.previousBlank || line.caseless
    if (firm) return smallAllowed || !beginsSmall(title) ? heading(known) : undefined
    if (needsColon(normalized)) return isCapitals(title) && title.length > (standsAlone ? 3 : 1) ? heading(known) : undefined
    return isCapitals(title) || isTitleCase(title) ? heading(known) : undefined
  }
  return isUnknownHeading(title, {
    colon: separator.colon,
    standsAlone,
    markdown: mark.markdown,
    marked: line.previousBlank && !line.allCapitals,
  })
    ? heading('other')
    : undefined
}

interface Form {
  readonly colon: boolean
  readonly standsAlone: boolean
  readonly markdown: boolean
  /** Set off by a blank line, amid text that is not all capitals. */
  readonly marked: boolean
}

/** A heading that the table does not know: a Markdown heading, or a line of capitals that is no value. */
function isUnknownHeading(title: string, { colon, standsAlone, markdown, marked }: Form): boolean {
  if (markdown) return standsAlone
  if (!standsAlone || !isCapitals(title) || /\d/.test(title) || title.length < 4) return false
  return colon || (marked && title.length >= 6)
}

/** "PMH:" and other known headings in capitals may follow a sentence in the same line. */
function findInlineHeadings(text: string, from: number, end: number, headings: Heading[]): void {
  for (let i = from; i < end && headings.length <= MAX_SECTIONS; i++) {
    const unit = text.charCodeAt(i)
    if (unit !== 0x2e && unit !== 0x3b && unit !== 0x3f && unit !== 0x21) continue
    const start = skipWhite(text, i + 1, end)
    if (start === i + 1 || start >= end || (classOf(text.codePointAt(start)!) & UPPER) === 0) continue
    const titleEnd = endOfTitle(text, start, Math.min(end, start + MAX_TITLE))
    if (text.charCodeAt(titleEnd) !== 0x3a || titleEnd >= end) continue
    const title = text.slice(start, titleEnd)
    const kind = isCapitals(title) && title.length > 1 ? kindOfHeading(normalizeHeading(title)) : undefined
    if (!kind) continue
    headings.push({ kind, title, start, bodyStart: bodyAfter(text, titleEnd + 1, end) })
    i = titleEnd
  }
}

/** What may stand before a title: `## `, `**`, `3.`, `IV)`, a bullet or brackets. */
function markBefore(text: string, solid: number, end: number): { end: number; markdown: boolean } {
  const rest = text.slice(solid, Math.min(end, solid + 16))
  const hashes = /^#{1,6}[ \t]{1,4}(?:\*\*|__)?(?:\d{1,2}[.)] ?)?/.exec(rest)
  if (hashes) return { end: solid + hashes[0].length, markdown: true }
  const bold = /^(?:\*\*|__)(?:\d{1,2}[.)] ?)?/.exec(rest)
  if (bold) return { end: solid + bold[0].length, markdown: true }
  const mark = /^(?:(?:\d{1,2}|[IVX]{1,4}|[A-Z])[.)][ \t]{1,4}|[-*•][ \t]{1,4}|\[|<|={2,8} ?)/.exec(rest)
  return { end: solid + (mark?.[0].length ?? 0), markdown: false }
}

/** The end of what may be a title: a colon, a dash between spaces, or the end of the line. */
function endOfTitle(text: string, start: number, limit: number): number {
  for (let i = start; i < limit; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x3a) return i
    if (isDash(unit) && i > start && isWhite(text.charCodeAt(i - 1)) && isWhite(text.charCodeAt(i + 1))) return trimEnd(text, i, start)
  }
  return trimEnd(text, limit, start)
}

function separatorAt(text: string, titleEnd: number, end: number): { end: number; colon: boolean; dash: boolean } {
  let i = titleEnd
  while (i < end && (isWhite(text.charCodeAt(i)) || isClosingMark(text.charCodeAt(i)))) i++
  if (i < end && text.charCodeAt(i) === 0x3a) {
    while (i + 1 < end && isClosingMark(text.charCodeAt(i + 1))) i++
    return { end: i + 1, colon: true, dash: false }
  }
  // `**Plan:** text` has its colon inside the marks.
  if (i < end && isDash(text.charCodeAt(i)) && i > titleEnd) return { end: i + 1, colon: false, dash: true }
  return { end: i >= end ? end : titleEnd, colon: false, dash: false }
}

function isClosingMark(unit: number): boolean {
  return unit === 0x2a || unit === 0x5f || unit === 0x5d || unit === 0x3e || unit === 0x3d || unit === 0x23
}

function isDash(unit: number): boolean {
  return unit === 0x2d || unit === 0x2013 || unit === 0x2014
}

function trimMarks(title: string): string {
  let start = 0
  let end = title.length
  while (start < end && isOuterMark(title.charCodeAt(start))) start++
  while (end > start && isOuterMark(title.charCodeAt(end - 1))) end--
  return title.slice(start, end)
}

function isOuterMark(unit: number): boolean {
  return isWhite(unit) || isClosingMark(unit) || unit === 0x5b || unit === 0x3c
}

/** "medications: none" amid wrapped prose is no heading. */
function beginsSmall(title: string): boolean {
  return (classOf(title.codePointAt(0)!) & LOWER) !== 0
}

function isCapitals(title: string): boolean {
  let capitals = 0
  for (const character of title) {
    const bits = classOf(character.codePointAt(0)!)
    if ((bits & LOWER) !== 0) return false
    if ((bits & UPPER) !== 0) capitals++
  }
  return capitals > 0
}

const SMALL_WORDS = new Set(['and', 'of', 'the', 'on', 'at', 'in', 'for', 'to', 'by', 'or', 'with', 'from'])

function isTitleCase(title: string): boolean {
  return title.split(/[\s/&-]/).every((word, i) => {
    const bits = word === '' ? UPPER : classOf(word.codePointAt(0)!)
    return (bits & LETTER) === 0 || (bits & UPPER) !== 0 || (i > 0 && SMALL_WORDS.has(word))
  })
}

/** A line of `=`, `-` or `~` follows. */
function isUnderlined(text: string, end: number): boolean {
  let i = end
  if (text.charCodeAt(i) === 0x0d && text.charCodeAt(i + 1) === 0x0a) i++
  i++
  const sign = text.charCodeAt(i)
  return (sign === 0x3d || sign === 0x2d || sign === 0x7e) && text.charCodeAt(i + 1) === sign && text.charCodeAt(i + 2) === sign
}

/** The body begins behind white space, in this line or the next. */
function bodyAfter(text: string, from: number, end: number): number {
  const solid = skipWhite(text, from, end)
  if (solid < end) return solid
  return text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === 0x0a ? end + 2 : Math.min(end + 1, text.length)
}

function endOfLine(text: string, from: number): number {
  let i = from
  while (i < text.length && !isLineBreak(text.charCodeAt(i))) i++
  return i
}

function skipWhite(text: string, from: number, end: number): number {
  let i = from
  while (i < end && isWhite(text.charCodeAt(i))) i++
  return i
}

function trimEnd(text: string, end: number, start: number): number {
  let i = end
  while (i > start && isWhite(text.charCodeAt(i - 1))) i--
  return i
}
