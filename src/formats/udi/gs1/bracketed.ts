// GS1 as people read it: AIs in parentheses, braces or brackets, each followed by its value.
import { makeIssue, type UdiElement } from '../udi-result.ts'
import { findAi } from './ai-table.ts'
import { checkElement } from './element.ts'
import type { ReadElements } from './element-string.ts'
import { checkPairings } from './pairings.ts'

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }

export function isBracketed(text: string): boolean {
  return /^(?:\(\d{2,4} ?\)|\{\d{2,4}\}|\[\d{2,4}\])/.test(text)
}

/** @param base offset of `text` in the text as given; blanks around and inside of values are not data */
export function readBracketed(text: string, base: number, currentYear: number): ReadElements {
  const opening = text[0]!
  const closing = CLOSING[opening]!
  const elements: UdiElement[] = []
  for (let at = 0; at < text.length; ) {
    const close = text.indexOf(closing, at)
    let end = close + 1
    while (end < text.length && !isStart(text, end, opening, closing)) end++
    elements.push(readElement(text, { at, close, end }, base, currentYear))
    at = end
  }
  return { elements, issues: checkPairings(elements) }
}

/** An AI of the dictionary in its brackets, or two to four digits that could be one in front of a value. */
function isStart(text: string, at: number, opening: string, closing: string): boolean {
  if (text[at] !== opening) return false
  const close = text.indexOf(closing, at)
  if (close < at + 3 || close > at + 6) return false
  const ai = text.slice(at + 1, close).trim()
  return /^\d{2,4}$/.test(ai) && (findAi(ai) !== undefined || opening !== '(')
}

function readElement(
  text: string,
  { at, close, end }: { readonly at: number; readonly close: number; readonly end: number },
  base: number,
  currentYear: number,
): UdiElement {
  const ai = text.slice(at + 1, close).trim()
  let valueAt = close + 1
  let valueEnd = end
  while (valueAt < valueEnd && /\s/.test(text[valueAt]!)) valueAt++
  while (valueEnd > valueAt && /\s/.test(text[valueEnd - 1]!)) valueEnd--
  const given = text.slice(valueAt, valueEnd)
  const value = given.replace(/\s+/g, '')
  const place = { start: base + at, valueStart: base + valueAt, end: base + valueEnd }
  const entry = findAi(ai)
  const element = entry
    ? checkElement(entry, value, place, currentYear)
    : { id: ai, title: '', value, start: place.start, end: place.end, issues: [unknown(place.start, place.end)], checks: [] }
  if (value === given) return element
  return { ...element, issues: [...element.issues, makeIssue('blanks_dropped', place.valueStart, place.end)] }
}

function unknown(start: number, end: number) {
  return makeIssue('unknown_identifier', start, end)
}
