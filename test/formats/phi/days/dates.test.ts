// Dates in every usual spelling, and numbers that look like dates and are scores, ratios and doses.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const dates = (text: string) => detectPhi(text, { categories: ['date'] }).map(({ start, end }) => text.slice(start, end))

describe('dates', () => {
  test.each([
    ['seen 03/14/2024', ['03/14/2024']],
    ['seen 3-6-24.', ['3-6-24']],
    ['2015-10-31', ['2015-10-31']],
    ['at 2024-01-31T15:30:00Z done', ['2024-01-31T15:30:00Z']],
    ['14.03.2024', ['14.03.2024']],
    ['20240131', ['20240131']],
    ['Wed 3 Apr 2024 10:15', ['Wed 3 Apr 2024']],
    ['Mon, 15 Jan 2024 08:12', ['Mon, 15 Jan 2024']],
    ["born Aug 8 '47", ["Aug 8 '47"]],
    ['March 4 visit', ['March 4']],
    ['on May 3rd', ['May 3rd']],
    ['the 4th of July', ['4th of July']],
    ['in March 2021', ['March 2021']],
    ['02MAY2023', ['02MAY2023']],
    ['12/2018–1/2019', ['12/2018', '1/2019']],
    ['Tested 3/12 & 3/13/2024', ['3/12', '3/13/2024']],
    ['since 9/14', ['9/14']],
    ['trough 14.8 (1/9 0530)', ['1/9']],
    ['22 de julio de 2005', ['22 de julio de 2005']],
    ['am 3. März 2022', ['3. März 2022']],
    ['since Easter', ['Easter']],
  ])('%s', (text, expected) => {
    expect(dates(text)).toEqual(expected)
  })

  test.each([
    'strength 5/5, reflexes 2/4, murmur 2/6',
    'Apgars 8/9',
    'vision 20/40',
    'pain 8/10 on movement',
    '1/2 tab daily, 1/2 NS',
    'BP 12/8',
    'may 5 mg be given',
    'titer 1/2048',
    'ratio 3.5/1.2',
    'in 2019',
    'G3P2, 2-0-1-2',
    '4/80/-2',
  ])('no date in: %s', (text) => {
    expect(dates(text)).toEqual([])
  })
})

describe('dates in words and in part', () => {
  test.each([
    ['on March the third.', ['March the third']],
    ['on the twenty-third of March', ['twenty-third of March']],
    ['seen Q3 2023', ['Q3 2023']],
    ['KW 23/2024', ['23/2024']],
    ['onset 3/xx/19', ['3/xx/19']],
    ['born 00/03/2019', ['00/03/2019']],
    ['14.III.2024', ['14.III.2024']],
    ['den 3 maj 2024', ['3 maj 2024']],
    ['le 1er avril 2024', ['1er avril 2024']],
    ['Jan/Feb 2024', ['Jan/Feb 2024']],
    ['03 MAR 24 labs', ['03 MAR 24']],
    ['on march 3 she fell', ['march 3']],
    ['DOB 1948', ['1948']],
    ['last filled xmas.', ['xmas']],
    ['Cinco de Mayo', ['Cinco de Mayo']],
    ['Onset 7-1. Exposure', ['7-1']],
    ['f/u 4/22', ['4/22']],
    ['scheduled for 4/22', ['4/22']],
    ['extubated 4/22', ['4/22']],
    ['CT 2/14/24', ['2/14/24']],
    ['Received 08 Aug 24   Reported', ['08 Aug 24']],
    ['Dr G Thurs 6/13 10:40', ['Thurs 6/13']],
    ['PanOptix OD 5/2022, right', ['5/2022']],
    ['phone visit 6-12', ['6-12']],
  ])('%s', (text, expected) => {
    expect(dates(text)).toEqual(expected)
  })

  test.each([
    'Sat 94 on room air',
    'the third of three doses',
    'second of May-Thurner stents',
    'onset 2-3 days',
    'march in place',
    'Christmas disease',
    'week 12 of 14',
    'Q4 hours',
    'born 4-6 weeks early',
    'pain for 4/10 of them',
    'PICC out 5-10 cm',
    'set 3-10 reps',
    'may 5-10 tabs',
    'visit 6-12 weeks',
    'VA OD 6/12',
  ])('no date in: %s', (text) => {
    expect(dates(text)).toEqual([])
  })
})

describe('a month and a day without a year', () => {
  const dates = (text: string) =>
    detectPhi(text)
      .filter(({ category }) => category === 'date')
      .map(({ start, end }) => text.slice(start, end))

  test('is a date where another date stands in the text', () => {
    expect(dates('Seen 1/2/2024. Bitten by a cat 6/19; stitched.')).toEqual(['1/2/2024', '6/19'])
    expect(dates('Labs of 3/3/24, 3/10 & 3/17.')).toEqual(['3/3/24', '3/10', '3/17'])
    expect(dates('Leave from 5/1/24 to 6/15.')).toEqual(['5/1/24', '6/15'])
    expect(dates('PPD 9/7 L forearm, read 9/9.')).toEqual(['9/7', '9/9'])
    expect(dates('vom 12.2. bis 19.2.2024')).toEqual(['12.2', '19.2.2024'])
  })

  test('is a score, a strength or a fraction all the same', () => {
    expect(dates('On 1/2/2024 strength 4/5, pain 8/10, murmur 2/6, MMSE 11/30, 1/2 L of fluid, Ashworth 2/4.')).toEqual(['1/2/2024'])
  })
})

describe('months as countries write them', () => {
  test.each([
    ['am 3. Jänner 2024 aufgenommen', '3. Jänner 2024'],
    ['entlassen am 12. Feber 2024', '12. Feber 2024'],
    ['ingresado el 3 de setiembre de 2024', '3 de setiembre de 2024'],
  ])('%s', (text, date) => {
    expect(detectPhi(text).map(({ start, end, category }) => `${category} ${text.slice(start, end)}`)).toContain(`date ${date}`)
  })

  test.each(['3 Jännerfest', 'Feberis 12'])('but not %s', (text) => {
    expect(detectPhi(text).filter(({ category }) => category === 'date')).toEqual([])
  })
})
