// Given names that are words, too, where somebody is told a result; and what is done by no person. All are invented.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const found = (text: string) => detectPhi(text).map(({ start, end, category }) => `${category} ${text.slice(start, end)}`)

describe('a person who is told', () => {
  test.each([
    ['Read back by Faith RN', 'Faith'],
    ['Left msg with Dawn', 'Dawn'],
    ['Discussed with Grant', 'Grant'],
    ['Notified Rose on 4W', 'Rose'],
    ['Spoke to Will re: plan', 'Will'],
    ['Seen by Hunter', 'Hunter'],
    ['spoke with Melody', 'Melody'],
    ['GRACE HILL NOTIFIED', 'GRACE HILL'],
    ['MARK STONE AWARE', 'MARK STONE'],
    ['CLAY REED INFORMED OF DELAY', 'CLAY REED'],
    ['HAZEL WOODS CALLED BACK', 'HAZEL WOODS'],
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
    'LONG LEG CAST APPLIED',
    'PATIENT INFORMED',
    'CHARGE NURSE NOTIFIED',
    'FAMILY MEMBER UPDATED',
  ])('but not %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('a German day with two dots', () => {
  test.each([
    ['Aufnahme 7.4.', '7.4'],
    ['Der Patient stürzte. Entlassung 12.4. nach Hause.', '12.4'],
    ['Bitte Wiedervorstellung 14.5. mit den Befunden.', '14.5'],
  ])('%s', (text, day) => {
    expect(found(text)).toEqual([`date ${day}`])
  })

  test.each(['Hb 7.4.', 'CRP 12.4. Hb 9.8.', 'pH 7.4.'])('but not %s', (text) => {
    expect(found(text)).toEqual([])
  })
})
