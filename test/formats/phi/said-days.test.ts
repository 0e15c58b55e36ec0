// Days by a preposition or a verb alone, names by an apposition or by quotes, identifiers of several groups, and what only looks like them.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const found = (text: string): string[] => detectPhi(text).map(({ category, start, end }) => `${category} ${text.slice(start, end)}`)

describe('days', () => {
  test.each([
    ['blood culture from 03-11 grew MSSA', 'date 03-11'],
    ['the drain was clamped on Jun.2', 'date Jun.2'],
    ['needs it on Mar-29.', 'date Mar-29'],
    ['Surgery is the 14th.', 'date 14th'],
    ['Reassess the 28th.', 'date 28th'],
    ['R-CHOP C1 4/2, C2 4/23', 'date 4/23'],
    ['Mr. Orvendale had a rash in May', 'date May'],
    ['Mr. Orvendale, next visit not til may', 'date may'],
    ['Mr. Orvendale will not move before August.', 'date August'],
  ])('%s', (text, day) => {
    expect(found(text)).toContain(day)
  })

  test.each([
    'RSV shots are given in October',
    'dose was 10-20 mg',
    'repeat it for 03-05 days',
    'weight fell to the 10th.',
    'it was the 2nd.',
    'Mar-Apr is the season',
    'C1 4/5 strength',
    'by may be',
  ])('none in: %s', (text) => {
    expect(found(text).filter((entry) => entry.startsWith('date'))).toEqual([])
  })
})

describe('names', () => {
  test.each([
    ['Can Orvendale, the six-year-old, use Flovent?', 'name Orvendale'],
    ['Is Quill, the boy with a limp, back?', 'name Quill'],
    ['the man known only as "Skip" behind the store', 'name Skip'],
    ['the man nicknamed by everyone "Skip", fell twice', 'name Skip'],
    ['the man known by the name "Skip". Uses a cane.', 'name Skip'],
    ['the man called simply the "Skip" on the ward', 'name Skip'],
  ])('%s', (text, name) => {
    expect(found(text)).toContain(name)
  })

  test.each(['Eliquis, the patient says, is too dear', 'the stuff only known as "Lasix" here'])('none in: %s', (text) => {
    expect(found(text).filter((entry) => entry.startsWith('name'))).toEqual([])
  })
})

describe('identifiers of several groups', () => {
  test.each([
    ['plan refused (ID MWA 55 0091 2) rehab', 'other-id MWA 55 0091 2'],
    ['Bill to them, ID LFB 20 7759 8.', 'other-id LFB 20 7759 8'],
    ['member ID MWA 55 0091 2', 'health-plan-id MWA 55 0091 2'],
    ['lives 63136, sickle cell', 'location 63136'],
  ])('%s', (text, value) => {
    expect(found(text)).toContain(value)
  })
})
