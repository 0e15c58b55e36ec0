// Names that are also names of diseases, tests and makers, by what is said of them; and what must stay beside them.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const found = (text: string) => detectPhi(text).map(({ start, end, category }) => `${category} ${text.slice(start, end)}`)

describe('a given name and a surname', () => {
  test.each([
    ['James Parkinson is a 67 year old man with tremor.', 'James Parkinson'],
    ['Robert Thorne reports pain.', 'Robert Thorne'],
    ['Henry Ford arrived.', 'Henry Ford'],
    ['Robert Miller III was seen.', 'Robert Miller III'],
    ['Anna Bishop reports nausea.', 'Anna Bishop'],
    ['Thomas Graves was admitted with pneumonia.', 'Thomas Graves'],
    ['Peter Graves', 'Peter Graves'],
    ['Ng, Wei', 'Ng, Wei'],
    ['GRACE HILL NOTIFIED', 'GRACE HILL'],
    ['MARK STONE AWARE', 'MARK STONE'],
    ['CLAY REED INFORMED OF DELAY', 'CLAY REED'],
    ['HAZEL WOODS CALLED BACK', 'HAZEL WOODS'],
  ])('%s', (text, name) => {
    expect(found(text)).toEqual([`name ${name}`])
  })

  test.each([
    'Jackson Pratt was removed on rounds.',
    'Graves Disease',
    'Austin Flint',
    'Lee, Sodium',
    'Parkinson disease is a slow illness.',
    'Bishop score was 9.',
    'Thomas splint was applied.',
    'LONG LEG CAST APPLIED',
    'PATIENT INFORMED',
    'CHARGE NURSE NOTIFIED',
    'FAMILY MEMBER UPDATED',
  ])('but not %s', (text) => {
    expect(found(text)).toEqual([])
  })
})
