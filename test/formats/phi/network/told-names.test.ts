// Names that are also words, of persons who give or receive a result; and words there that are no names. All are invented.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const found = (text: string) => detectPhi(text).map(({ start, end, category }) => `${category} ${text.slice(start, end)}`)

describe('a person who gives or receives a result', () => {
  test.each([
    ['Read back by Faith RN', 'Faith'],
    ['Left msg with Dawn', 'Dawn'],
    ['Discussed with Grant', 'Grant'],
    ['Notified Rose on 4W', 'Rose'],
    ['Spoke to Will re: plan', 'Will'],
    ['Seen by Hunter', 'Hunter'],
    ['spoke with Melody', 'Melody'],
  ])('%s', (text, name) => {
    expect(found(text)).toEqual([`name ${name}`])
  })

  test.each([
    'Read back by hand',
    'Given by Mouth',
    'given by Slow IV push',
    'Spoke with Pharmacy',
    'Spoke with Case Management',
    'Reported to Charge Nurse',
    'Paged Ward B',
    'reviewed with Lab',
    'Seen by Wound Care',
    'drawn from Right Arm',
    'Collected by Clean Catch',
  ])('but not %s', (text) => {
    expect(found(text)).toEqual([])
  })
})
