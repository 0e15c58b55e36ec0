// Places of fields and parts, by the positions of the standard.
import { describe, expect, test } from 'vitest'
import { readDelimiters } from '../../../src/formats/hl7/delimiters.ts'
import { component, fieldCount, fieldSpan, isDelimiterField, partSpan, partSpans, segmentId } from '../../../src/formats/hl7/field-spans.ts'
import { indexSegments } from '../../../src/formats/hl7/index/index-segments.ts'

const text = 'MSH|^~\\&|A||C^D~E^F|\rPID||a^b&c|\rBTS|2\rDSC\r'
const index = indexSegments(text)
const { delimiters } = readDelimiters(text, 0)
const field = (line: number, position: number) => {
  const span = fieldSpan(index, line, position)
  return span && text.slice(span.start, span.end)
}

describe('fields', () => {
  test('of MSH are one ahead of their separators', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((position) => field(0, position))).toEqual(['MSH', '|', '^~\\&', 'A', '', 'C^D~E^F', '', undefined])
    expect([1, 2, 3].map((position) => isDelimiterField(index, 0, position))).toEqual([true, true, false])
  })

  test('of other segments and of trailers are not', () => {
    expect([0, 1, 2, 3, 4].map((position) => field(1, position))).toEqual(['PID', '', 'a^b&c', '', undefined])
    expect([0, 1, 2].map((position) => field(2, position))).toEqual(['BTS', '2', undefined])
    expect(isDelimiterField(index, 2, 1)).toBe(false)
  })

  test('are counted', () => {
    expect([0, 1, 2, 3].map((line) => fieldCount(index, line))).toEqual([6, 3, 1, 0])
    expect([0, 1, 2, 3].map((line) => segmentId(index, line))).toEqual(['MSH', 'PID', 'BTS', 'DSC'])
  })

  test('of a header that is cut short', () => {
    const cut = indexSegments('MSH\r')
    expect([fieldCount(cut, 0), fieldSpan(cut, 0, 1), fieldSpan(cut, 0, 2)]).toEqual([0, undefined, undefined])
    const separator = indexSegments('MSH|\r')
    expect([fieldCount(separator, 0), fieldSpan(separator, 0, 1), fieldSpan(separator, 0, 2)]).toEqual([
      2,
      { start: 3, end: 4 },
      { start: 4, end: 4 },
    ])
  })
})

describe('parts', () => {
  const span = fieldSpan(index, 0, 5)!
  const parts = (separator: string | null) => partSpans(text, span, separator).map(({ start, end }) => text.slice(start, end))

  test('all of them', () => {
    expect(parts('~')).toEqual(['C^D', 'E^F'])
    expect(parts('^')).toEqual(['C', 'D~E', 'F'])
    expect(parts('|')).toEqual(['C^D~E^F'])
    expect(parts(null)).toEqual(['C^D~E^F'])
    expect(partSpans('a^', { start: 0, end: 2 }, '^')).toEqual([
      { start: 0, end: 1 },
      { start: 2, end: 2 },
    ])
    expect(partSpans('', { start: 0, end: 0 }, '^')).toEqual([{ start: 0, end: 0 }])
  })

  test('one of them', () => {
    expect(partSpan(text, span, '~', 2)).toEqual({ start: span.start + 4, end: span.end })
    expect(partSpan(text, span, '~', 3)).toBeUndefined()
    expect(partSpan(text, span, null, 1)).toEqual(span)
    expect(partSpan(text, span, null, 2)).toBeUndefined()
  })

  test('components of the first repetition', () => {
    expect([1, 2, 3].map((number) => component(index, 0, 5, number, delimiters))).toEqual(['C', 'D', ''])
    expect(component(index, 0, 9, 1, delimiters)).toBe('')
  })
})
