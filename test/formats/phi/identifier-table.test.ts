// Identifiers that say what they are, and those behind a label: many values of each kind in many contexts, nearly all of them covered whole.
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../build/phi/sentences.ts'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import { uncovered } from './annotated-text.ts'
import { type Drawer, IDENTIFIERS, LABELS, VALUES } from './identifier-kinds.ts'

const LEAST_COVERED = 0.99
const ROUNDS = 12

const PLACES = [
  '{}',
  'Contact {} today.',
  '({})',
  'pt info {}, stable',
  'Seen today; {}; denies pain',
  'The record shows {} for this visit.',
  'A {} B',
  'see: {}',
  '| {} | x |',
  '"{}"',
  'FYI {} thanks',
  'Notes: ok\n{}\nNext line',
  'patient gave {} as the value',
  '{}, then more text',
]
const RECORD_PLACES =
  'MRN: {}|MRN {}|mrn {}|MRN#{}|MRN # {}|Medical record number {}|med rec {}|Medical Record No. {}|MR# {}|(MRN {})|Patient ID: {}|chart number {}|MRN={}|MRN is {}|his mrn is {}|Hospital No: {}|patient id {} admitted|Pt ID {}, bed 4|MRN:{}|medical record #{}'.split(
    '|',
  )
const LABELLED_PLACES = ['%: {}', '% {}', '% #{}', '% # {}', '% is {}', 'the %: {}, ok', '%={}']

/** The share of the values that are covered whole. */
function shareCovered(texts: readonly { readonly text: string; readonly value: string }[]): number {
  const whole = texts.filter(({ text, value }) => {
    const start = text.indexOf(value)
    return uncovered(text, { start, end: start + value.length }, detectPhi(text)) === 0
  })
  return whole.length / texts.length
}

function fill(places: readonly string[], draw: Drawer, seed: number): { text: string; value: string }[] {
  const random = createRandom(seed)
  return places.flatMap((place) =>
    Array.from({ length: ROUNDS }, () => {
      const value = draw(random)
      return { text: place.replace('{}', () => value), value }
    }),
  )
}

describe('at least 99 of 100 are covered whole', () => {
  test.each([...IDENTIFIERS])('%s', (kind, draw) => {
    const texts = fill(
      kind === 'record number' ? RECORD_PLACES : kind === 'NPI' ? ['NPI {}', 'NPI: {}', 'npi# {}', 'NPI number {}'] : PLACES,
      draw,
      7,
    )
    expect(texts.length).toBeGreaterThanOrEqual(48)
    expect(shareCovered(texts)).toBeGreaterThanOrEqual(LEAST_COVERED)
  })

  test.each(LABELS)('labelled: %s', (label) => {
    const random = createRandom(11)
    const texts = LABELLED_PLACES.flatMap((place) =>
      VALUES.map((draw) => {
        const value = draw(random)
        const shown = random() < 0.5 ? label : label.toLowerCase()
        return { text: `Seen today. ${place.replace('%', shown).replace('{}', () => value)} and so on`, value }
      }),
    )
    expect(shareCovered(texts)).toBe(1)
  })
})

test('the share counts a value that stays', () => {
  expect(shareCovered([{ text: 'weight 70 kg', value: '70' }])).toBe(0)
})
