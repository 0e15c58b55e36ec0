// A long text is searched in windows, and nothing survives that a search of the whole text finds.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'
import { detectInWindows, MOST_AT_ONCE, WINDOW } from '../../../../src/formats/phi/search/search-windows.ts'
import { addStrange } from '../../../../src/formats/phi/words/strange-words.ts'

const NAMES = ['Foley', 'Hale', 'Reed', 'Baker', 'Grant', 'Frost']
const SURE = NAMES.map((name) => `Seen today by Dr. Brendan ${name} who advised rest.\n`).join('')
const ALONE = NAMES.map((name) => `We discussed it with ${name} again.\n${name} agreed to the plan\n`).join('')
const GAP = '\n'.repeat(MOST_AT_ONCE / 2)
const find = (search: typeof detectPhi | typeof detectInWindows, text: string) =>
  search(text, {}, addStrange).map(({ start, end }) => text.slice(start, end))

describe('a name that one window is sure of is found in', () => {
  test.each([
    ['windows behind it', `${SURE}${GAP}${GAP}${ALONE}`],
    ['windows before it', `${ALONE}${GAP}${GAP}${SURE}`],
    ['both, in capitals', `${ALONE}${GAP}${SURE}${GAP}${ALONE}`.toUpperCase()],
  ])('%s', (_, text) => {
    const found = find(detectInWindows, text)
    expect(found.length).toBeGreaterThan(NAMES.length)
    expect(found).toEqual(find(detectPhi, text))
  })
})

test('a number of a record, too', () => {
  const text = `See 48213 for more.\n${GAP}${GAP}MRN 48213 was opened.`
  expect(find(detectInWindows, text)).toEqual(['48213', '48213'])
})

test('a call keeps nothing for the next one', () => {
  find(detectInWindows, `${SURE}${GAP}${GAP}`)
  expect(find(detectInWindows, `${ALONE}${GAP}${GAP}`)).toEqual(find(detectPhi, ALONE))
})

test('encoded data that crosses the border of a window is decoded as a whole', () => {
  const encoded = btoa(`${'Continue the dressing changes and review. '.repeat(300)}Seen by Dr. Brendan Olsen, 617-555-0134`)
  for (const before of [9_001, 12_002, 5_003]) {
    const text = `${'\n'.repeat(WINDOW - before)}${encoded}${GAP}${GAP}`
    expect(find(detectInWindows, text).join('')).toContain(encoded)
  }
})

test.each(['Phone 617-555-0134', 'SSN 123-45-6789', '4421 North Winding Creek Road, Springfield, OH 45501'])(
  'what crosses the border of a window is found: %s',
  (value) => {
    for (let before = 1; before < value.length; before += 3) {
      const text = `${'\n'.repeat(WINDOW - before)}${value}${GAP}${GAP}`
      expect(find(detectInWindows, text)).toEqual(find(detectPhi, text))
    }
  },
)
