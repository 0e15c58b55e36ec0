// Days of a month as ordinals that words of time, of plans and of events make dates, and what else is counted: toes, nerves, doses, percentiles.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const dates = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => category === 'date')
    .map(({ start, end }) => text.slice(start, end))

describe('a day alone', () => {
  test.each([
    ['theatre was pushed to the 21st because of snow', '21st'],
    ['form signed 14th by the surgeon', '14th'],
    ['Labs 29th.', '29th'],
    ['home since Weds 30th', '30th'],
    ['The 10th: walked to the shop', '10th'],
    ['a nosebleed on the eleventh, then none', 'eleventh'],
    ['call me after the twenty-second.', 'twenty-second'],
    ['listed for the thirtieth, fasting?', 'thirtieth'],
  ])('%s', (text, date) => {
    expect(dates(text)).toEqual([date])
  })

  test.each([
    'on the 3rd and 4th fingers',
    'CN palsy of the 3rd, 4th and 6th',
    'after the 2nd, is a third dose needed?',
    'between the 5th and 10th centile',
    'the 1st, then the 2nd stage',
    'a referral to the 4th floor',
    'by the 2nd trimester',
    'he sat 3rd in the row',
    'on the second, we saw nothing',
    'the fourth or fifth, I forget',
    'after the sixth she was sick',
    'which rules the third out.',
  ])('none in: %s', (text) => {
    expect(dates(text)).toEqual([])
  })
})

describe('days that share what stands around them', () => {
  test.each([
    ['away between the 12th and the 15th, then back', '12th and the 15th'],
    ['he can only do the 18th or 19th, is that ok', '18th or 19th'],
    ['off work from the 3rd to the 20th.', '3rd to the 20th'],
    ['off work on 21st and 22nd of July', '21st and 22nd of July'],
    ['slaughter on 8 and 9 April', '8 and 9 April'],
    ['in Accra 4, 5 and 6 August', '4, 5 and 6 August'],
    ['a course 12 to 19 July', '12 to 19 July'],
    ['exposed 25/26 April', '25/26 April'],
    ['out of work June 5 to 9.', 'to 9'],
  ])('%s', (text, date) => {
    expect(dates(text)).toContain(date)
  })

  test.each([
    ['WBC 12 and 14 March', '14 March'],
    ['Hb 13, 14 March', '14 March'],
    ['by the 30th, 2nd opinion wanted', '30th'],
  ])('but of: %s', (text, date) => {
    expect(dates(text)).toEqual([date])
  })
})

describe('the month behind the day', () => {
  test.each([
    ['7th inst. she began lamotrigine', '7th inst'],
    ['your letter of the 3rd ult. refers', '3rd ult'],
    ['pain since June the 14th', 'June the 14th'],
    ['seen on the 5th of last month', '5th of last month'],
    ['leave until the last day of February, then work', 'the last day of February'],
    ['pens run out the first week of march', 'the first week of march'],
    ['clinic on the second Tuesday in June', 'the second Tuesday in June'],
    ['list opens the 3rd Friday of October', 'the 3rd Friday of October'],
  ])('%s', (text, date) => {
    expect(dates(text)).toContain(date)
  })

  test.each(['the last day of treatment', 'in the first week of life', 'the second half of the dose', 'the 1st and 2nd may be stopped'])(
    'none in: %s',
    (text) => {
      expect(dates(text)).toEqual([])
    },
  )
})
