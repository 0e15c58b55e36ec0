// Reports that name nobody, entries of logs with initials, and the last marks of days in mode fail-closed.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import type { PhiMode } from '../../../src/formats/phi/layers/layer.ts'

const found = (text: string, mode: PhiMode = 'balanced'): string[] =>
  detectPhi(text, { mode }).map(({ category, start, end }) => `${category} ${text.slice(start, end)}`)

const REPORT =
  'The patient was placed on the table and the field was draped. The wound was irrigated with saline and closed in layers. ' +
  'There was no evidence of infection and the drain was removed without difficulty. The knee was stable in flexion and extension. ' +
  'Grading was type II by Kibler, and a cemented stem was used. The skin was closed with staples and a dry dressing was put on.'

describe('a report of nobody', () => {
  test('keeps what only the tagger would name', () => {
    expect(REPORT.length).toBeGreaterThan(320)
    expect(found(REPORT)).toEqual([])
  })

  test('still hides a name that its surroundings announce', () => {
    expect(found(`${REPORT} Assistant: Dr. Kibler.`)).toContain('name Kibler')
  })

  test('hides more in mode fail-closed', () => {
    expect(found('The fracture was classified by Verity Wickham last week.', 'fail-closed')).toEqual(['name Verity Wickham'])
  })
})

describe('who wrote an entry', () => {
  test.each([
    ['Infusion log\n6/14 L.T. - dose changed', 'name L.T'],
    ['Dictated by: TW/kls  D: 03/05/24', 'name TW/kls'],
    ['glucose 31; ARMITAGE in room 8 is back', 'name ARMITAGE'],
  ])('%j', (text, name) => {
    expect(found(text)).toContain(name)
  })

  test.each([
    'Dictated by: phone/fax line',
    'See the eye doctor. Recheck in three months.',
    'Flexible sigmoidoscopy: Mayo 3, no polyps.',
    'Patient in room 8 is back. Surgery in room 4.',
  ])('nobody in %j', (text) => {
    expect(found(text).filter((span) => /^(?:name|date)/.test(span))).toEqual([])
  })
})

describe('what goes on behind a label or a post code', () => {
  test.each([
    ['Insured. Plate OK KTR-9920 seen at the gate', 'vehicle OK KTR-9920'],
    ['Invoice to Schlossgasse 3, 36433 Bad Salzungen by mail', '36433 Bad Salzungen'],
  ])('%s', (text, value) => {
    expect(found(text).join('; ')).toContain(value)
  })
})

describe('days without a year in mode fail-closed', () => {
  test.each([
    ['Mr. Moro burned his hand today 4.6., no blister', 'date 4.6'],
    ['Mr. Moro had the onset 7-1, then a rash', 'date 7-1'],
    ['Mr. Moro asks about his biopsy from 5/5 again', 'date 5/5'],
  ])('%s', (text, day) => {
    expect(found(text, 'fail-closed')).toContain(day)
  })

  test.each(['Mr. Moro has a potassium of 4.6 today', 'Mr. Moro takes 2-4 tablets', 'Mr. Moro has strength 5/5 in both legs'])(
    'no day in: %s',
    (text) => {
      expect(found(text, 'fail-closed').filter((span) => span.startsWith('date'))).toEqual([])
    },
  )
})
