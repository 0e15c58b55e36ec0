// Days that the words around them, the label of birth or the rest of the record make dates, and the scores, counts and ranges of the same form.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const dates = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => category === 'date')
    .map(({ start, end }) => text.slice(start, end))

describe('words around a day', () => {
  test.each([
    ['the night of 5/30 he fell', '5/30'],
    ['first exam the week of 9/9', '9/9'],
    ['aware as of 11/08', '11/08'],
    ['her 4/9 labs were fine', '4/9'],
    ['missed the 4/9 visit', '4/9'],
    ['a 9/12 biopsy showed nothing', '9/12'],
    ['her next injection is 9/12.', '9/12'],
    ['ratio doubled since 1-15?', '1-15'],
    ['he removed it on 6-8', '6-8'],
    ['wants an answer by 22nd', '22nd'],
    ['due back the 21st', '21st'],
    ['surgery is the 3rd of next month', '3rd of next month'],
    ['sutures out 12th or 13th Nov', '12th or 13th Nov'],
    ['coming in may 3rd at 2', 'may 3rd'],
    ['it broke sat nov 2', 'sat nov 2'],
    ['seen 4 jan by derm', '4 jan'],
    ['edc 12 sept 24', '12 sept 24'],
    ['cita 5/jun/2024', '5/jun/2024'],
    ['seen on Febuary 3rd 2024', 'Febuary 3rd 2024'],
    ['due Ocotber 14', 'Ocotber 14'],
    ['graft in 2Q21', '2Q21'],
    ["graft in Q2 '21", "Q2 '21"],
    ['last seen xmas 22', 'xmas 22'],
    ['drawn 060524', '060524'],
    ['seen 05 12 2024', '05 12 2024'],
    ['away June 5, 9 and 12.', '9 and 12'],
    ['away June 5 through 9.', 'through 9'],
  ])('%s', (text, date) => {
    expect(dates(text)).toContain(date)
  })

  test.each([
    'a 1/2 dose of it',
    'the 3/4 tab',
    'strength is 4/5.',
    'her pain is 9/12.',
    '2/14 nodes positive',
    '3/12 cores',
    'on 2-3 meds',
    'since 2-3 weeks',
    'the 2nd toe',
    'for the 3rd time',
    'the 2nd and 3rd digits',
    'grade of 3/4',
    'a level of 5/6',
    'may need 2',
    'march 3 steps',
    'dec 5 mg',
    'code 060524',
    'Christmas 22 mg',
    '2Q and 3Q',
  ])('none in: %s', (text) => {
    expect(dates(text)).toEqual([])
  })
})

describe('behind a label of birth', () => {
  test.each([
    ['dob 4 march 61', '4 march 61'],
    ['dob march 4 61', 'march 4 61'],
    ['DoB 98-04-11', '98-04-11'],
    ['dob is may fifth sixty one', 'may fifth sixty one'],
    ['dob five four sixty one', 'five four sixty one'],
  ])('%s', (text, date) => {
    expect(dates(text)).toEqual([date])
  })

  test.each(['born one of two', 'birth 4 kg', 'born at 38-40'])('none in: %s', (text) => {
    expect(dates(text)).toEqual([])
  })
})

describe('the rest of the record', () => {
  test('says of which weeks a month and a day may be', () => {
    expect(dates('Adm 08/09/2024 with Dr. Orven. Seen by Dr. Talm, 8/10: stable. H&P 8/9: same.')).toEqual(['08/09/2024', '8/10', '8/9'])
    expect(dates('Adm 08/09/2024 with pain 8/10, strength 4/5, murmur 2/6, BiPAP 12/5.')).toEqual(['08/09/2024'])
    expect(dates('Seen 4/24/25. Last: 4/10 was 3.1. Page 4/10.')).toEqual(['4/24/25', '4/10'])
  })

  test('lines that begin with days in order are days', () => {
    expect(dates('2-4 Spoke to the niece\n2-5 PT came\n2-7 Quiet night')).toEqual(['2-4', '2-5', '2-7'])
    expect(dates('2-4 tabs of it\n2-5 mg of that\n2-7 days')).toEqual([])
    expect(dates('5-6 came\n2-3 went\n1-2 left')).toEqual([])
  })
})
