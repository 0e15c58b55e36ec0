// Headings in the forms that notes have, what is no heading, and the tiling of every text.
import { describe, expect, it } from 'vitest'
import { SECTION_KINDS } from '../../../src/formats/text/sentences/section-headings.ts'
import { splitSections } from '../../../src/formats/text/sentences/sections.ts'
import { makeRandom, randomText } from './random.ts'

const kinds = (text: string) => splitSections(text).map(({ kind }) => kind)

describe('splitSections', () => {
  it.each([
    ['CC: pain', 'chief-complaint'],
    ['CHIEF COMPLAINT:\npain', 'chief-complaint'],
    ['Reason for visit: pain', 'chief-complaint'],
    ['HPI: pain', 'history-of-present-illness'],
    ['History of Present Illness\nHe fell.', 'history-of-present-illness'],
    ['PMHx: none', 'past-medical-history'],
    ['Past Surgical History: none', 'past-surgical-history'],
    ['MEDICATIONS ON ADMISSION:\n1. Aspirin', 'medications'],
    ['Home Meds: aspirin', 'medications'],
    ['Allergies (reviewed): none', 'allergies'],
    ['FAMILY HISTORY:', 'family-history'],
    ['Social Hx: smoker', 'social-history'],
    ['ROS: negative', 'review-of-systems'],
    ['Vitals - BP 120/80', 'vital-signs'],
    ['PHYSICAL EXAMINATION\nWell.', 'physical-exam'],
    ['Pertinent Labs: Na 140', 'laboratory'],
    ['LABS/STUDIES: Na 140', 'laboratory'],
    ['Imaging:\nCT normal', 'imaging'],
    ['FINDINGS: none', 'findings'],
    ['TECHNIQUE: CT', 'technique'],
    ['IMPRESSION:\n1. Normal.', 'impression'],
    ['## Assessment & Plan\nRest.', 'assessment-and-plan'],
    ['A/P: rest', 'assessment-and-plan'],
    ['ASSESSMENT AND PLAN', 'assessment-and-plan'],
    ['**Assessment:** stable', 'assessment'],
    ['**Plan**\nrest', 'plan'],
    ['__Plan__: rest', 'plan'],
    ['3. Plan: rest', 'plan'],
    ['IV. IMPRESSION', 'impression'],
    ['[Impression]\nNormal.', 'impression'],
    ['=== PLAN ===\nrest', 'plan'],
    ['Plan\n-----\nrest', 'plan'],
    ['Brief Hospital Course: uneventful', 'hospital-course'],
    ['Discharge Diagnosis: gout', 'discharge-diagnosis'],
    ['DISCHARGE MEDICATIONS:', 'discharge-medications'],
    ['Condition on discharge: good', 'discharge-condition'],
    ['Discharge Instructions:\nRest.', 'discharge-instructions'],
    ['Follow-up: in a week', 'follow-up'],
    ['Code status: full', 'code-status'],
    ['  Plan : rest', 'plan'],
    ['Plan', 'plan'],
    ['SOCIAL NEEDS\nHousing.', 'other'],
    ['SOCIAL DETERMINANTS:\nnone', 'other'],
    ['### Anything at all\nx', 'other'],
    ['plan: rest', 'plan'],
  ])('%j opens %s', (text, kind) => {
    expect(kinds(text)).toEqual([kind])
  })

  it.each([
    'BP: 120/80',
    'WBC: 5.3',
    'He has a plan: rest.',
    'The assessment was normal.',
    'Seen with Dr. Roe.\nplan: rest amid Prose',
    'LUNGS CLEAR',
    'Name: Jane Roe',
    'History shows that he fell.',
    'NO FEVER\n\nLUNGS CLEAR',
    '- aspirin',
    '12:30',
    '"Plan"',
  ])('%j has no heading', (text) => {
    expect(kinds(text)).toEqual(['preamble'])
  })

  it('gives title, place and body of each', () => {
    const text = 'Seen today.\r\n  1. HPI: He fell. PMH: none.\r\nPLAN\r\n\r\nRest.'
    expect(splitSections(text)).toEqual([
      { kind: 'preamble', title: '', start: 0, bodyStart: 0, end: 13 },
      { kind: 'history-of-present-illness', title: 'HPI', start: 13, bodyStart: 23, end: 32 },
      { kind: 'past-medical-history', title: 'PMH', start: 32, bodyStart: 37, end: 44 },
      { kind: 'plan', title: 'PLAN', start: 44, bodyStart: 50, end: 57 },
    ])
  })

  it('keeps SOAP letters apart by their colons', () => {
    expect(kinds('S: pain\nO: well\nA: sprain\nP: rest')).toEqual(['subjective', 'objective', 'assessment', 'plan'])
  })

  it('finds nothing in an empty text', () => {
    expect(splitSections('')).toEqual([])
  })

  it('does not list more sections than one answer can hold', () => {
    expect(() => splitSections('A:\n'.repeat(500_001))).toThrow(expect.objectContaining({ code: 'resource_limit' }))
  })

  it('tiles every text', () => {
    const pieces = [
      'HPI:',
      'Plan',
      'PLAN\n',
      '## Labs\n',
      '**Exam:** ',
      '\n',
      '\r\n',
      '\r',
      ': ',
      ' - ',
      'x',
      'X',
      '. ',
      '1. ',
      '-----\n',
      ' ',
      '\u2028',
      '\ud800',
      '=',
      '*',
      '[',
      ']',
      '#',
      '. PMH: ',
      'A/P: ',
    ]
    const random = makeRandom(99)
    for (let i = 0; i < 4000; i++) {
      const text = randomText(random, pieces, 25)
      let place = 0
      for (const { kind, start, bodyStart, end } of splitSections(text)) {
        expect([text, start]).toEqual([text, place])
        expect(end).toBeGreaterThan(start)
        expect(bodyStart).toBeGreaterThanOrEqual(start)
        expect(bodyStart).toBeLessThanOrEqual(end)
        expect(SECTION_KINDS).toContain(kind)
        place = end
      }
      expect([text, place]).toEqual([text, text.length])
    }
  })
})
