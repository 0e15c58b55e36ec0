// Persons and numbers that look like what exceptions let stay: an eponym, a day behind a label, an ordinary word, minutes.
import { expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import type { PhiMode } from '../../../src/formats/phi/layers/layer.ts'

/** What is left of a text without what is found. */
function rest(text: string, mode: PhiMode = 'balanced'): string {
  const spans = detectPhi(text, { mode }).toReversed()
  return spans.reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
}

test.each([
  'Nägele, Hans ist aufgenommen worden.',
  'Pat.: Nägele, Erwin',
  'gez. Nägele',
  'mother, Nagele, was called',
  'Seen by Nagele, MD',
  'E. Nägele',
  'H. Nagele reports pain',
  'Termin bei Nägele am Montag',
  'Hans Nägele, Termin morgen, EDD offen',
])('the surname in %s', (text) => {
  expect(rest(text)).not.toMatch(/n[aä]e?gele/i)
})

test.each(['Nägele', 'EDD by Nägele rule', "by Naegele's rule", 'Entbindungstermin nach Nägele'])('the rule in %s stays', (text) => {
  expect(rest(text)).toBe(text)
})

test.each(['Case 2023-45-67 closed', 'Encounter 2019-40-10 opened', 'Account 1984-22-91'])('the number in %s is no day', (text) => {
  expect(rest(text)).not.toMatch(/\d/)
})

test.each(['Signed: Old', 'Seen by Old.'])('the surname in %s, where everything is hidden', (text) => {
  expect(rest(text, 'fail-closed')).not.toContain('Old')
})

test('a house behind a colon is one, minutes are none', () => {
  expect(rest('House 12:4 Oak Road')).not.toContain('Oak')
  expect(rest('12:40 PM Dr Lee')).toContain('40 PM')
})
