// The parts of a long text: together they are the text, whatever stands at their ends, and what is typed changes nothing else.
import { describe, expect, test } from 'vitest'
import {
  isShownAs,
  MOST_SHOWN,
  offsetInText,
  partAfter,
  partAround,
  partBefore,
  shownText,
  type TextPart,
  withTyped,
} from '../../../src/web/form/text-part.ts'

const TEXTS = [
  ['lines with CR', 'PID|1||7\r'.repeat(20_000)],
  ['lines with CR LF', 'OBX|1|NM|2345-7\r\n'.repeat(10_000)],
  ['one line', 'ab'.repeat(100_000)],
  ['one line of pairs', `a${'😀'.repeat(100_000)}`],
  ['line ends alone', '\r\n'.repeat(100_000)],
] as const

describe.each(TEXTS)('a text of %s', (_name, text) => {
  test('has parts that follow each other from its beginning to its end, and back', () => {
    const onward = partsFrom(partAround(text, 0), (part) => partAfter(text, part))
    expect(onward.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
    const back = partsFrom(partAround(text, text.length), (part) => partBefore(text, part)).reverse()
    expect(back.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
    for (const part of [...onward, ...back]) {
      expect(isShownAs(text, part)).toBe(true)
      expect(text.slice(part.start, part.end)).not.toMatch(/^(?:[\udc00-\udfff])|[\ud800-\udbff]$/)
      expect(text.slice(part.start - 1, part.start + 1)).not.toBe('\r\n')
    }
  })

  test('has a part around each place', () => {
    for (const at of [0, 1, 40_000, 99_999, text.length - 1, text.length]) {
      const { start, end } = partAround(text, at)
      expect([start <= at, at <= end, end - start <= MOST_SHOWN]).toEqual([true, true, true])
    }
  })
})

test('a short text is its only part', () => {
  for (const text of ['', 'a', 'a'.repeat(MOST_SHOWN)]) {
    const part = partAround(text, text.length)
    expect(part).toEqual({ start: 0, end: text.length })
    expect([isShownAs(text, part), partAfter(text, part), partBefore(text, part)]).toEqual([true, undefined, undefined])
  }
})

test.each([
  ['a\rb\r\nc\nd', 'a\nbX\nc\nd', 'a\rbX\r\nc\nd'],
  ['a\r\nb', 'a\n\nb', 'a\r\n\r\nb'],
  ['a\rb', 'a\nb\nc', 'a\rb\rc'],
  ['ab', 'a\nb', 'a\nb'],
  ['a\r\nb\r\nc', 'a\nc', 'a\r\nc'],
  ['a\r\nb', 'ab', 'ab'],
  ['aaa', 'aaaa', 'aaaa'],
  ['aaaa', 'aaa', 'aaa'],
  ['x\ry', '', ''],
  ['', 'new\ntext', 'new\ntext'],
])('of %j, typed to %j, becomes %j', (text, typed, changed) => {
  expect(withTyped(text, typed)).toBe(changed)
  expect(shownText(changed)).toBe(typed)
})

test('a place in what is shown is found in the text', () => {
  const text = 'a\r\nb\rc\nd'
  for (let at = 0; at <= shownText(text).length; at++)
    expect(shownText(text.slice(0, offsetInText(text, at)))).toBe(shownText(text).slice(0, at))
})

function partsFrom(first: TextPart, next: (part: TextPart) => TextPart | undefined): TextPart[] {
  const parts: TextPart[] = []
  for (let part: TextPart | undefined = first; part; part = next(part)) parts.push(part)
  return parts
}
