// What mode fail-closed hides beyond the other modes, and what it leaves where a text speaks of nobody.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const hidden = (text: string, mode: 'balanced' | 'fail-closed' = 'fail-closed'): string[] =>
  detectPhi(text, { mode }).map(({ start, end }) => text.slice(start, end))

describe('letters with dots', () => {
  test.each([
    ['Spoke to J.R. today', 'J.R'],
    ['A.C. fell', 'A.C'],
    ['K.V. and the stent', 'K.V'],
  ])('are somebody wherever they stand: %s', (text, letters) => {
    expect(hidden(text)).toContain(letters)
  })

  test.each(['8 A.M. and 6 P.M.', 'given I.M. in the arm', '1 tab P.O. at night', 'sold in the U.S. only'])(
    'of the field stay: %s',
    (text) => {
      expect(hidden(text)).toEqual([])
    },
  )
})

describe('beside a finding', () => {
  test.each([
    ['Mr. Zellweger, discharged Ysbyty Gwynedd 14/8', '14/8'],
    ['Mr. Zellweger: ratio doubled since 1-15?', '1-15'],
    ['Mr. Zellweger wants an answer by 22nd', '22nd'],
    ['Mr. Zellweger, hemodialysis stopped 11/8, restarted', '11/8'],
    ['Mr. Zellweger, bed by the window, 97 winters seen', '97'],
    ['Mr. Zellweger: 44 Feb, then 51', 'Feb'],
    ['Mr. Zellweger, VA file C-28 771 043', '28 771 043'],
    ['Asking for Pastor Zellweger, 95: his hearing aid', '95'],
  ])('%s', (text, value) => {
    expect(hidden(text).join(' ')).toContain(value)
  })

  test.each([
    ['Mr. Zellweger: strength 4/5, pain 7/10', ['Zellweger']],
    ['Mr. Zellweger takes 2-3 tabs', ['Zellweger']],
    ['Mr. Zellweger has the 2nd dose', ['Zellweger']],
    ['Mr. Zellweger takes one or two', ['Zellweger']],
  ])('measures stay: %s', (text, values) => {
    expect(hidden(text)).toEqual(values)
  })
})

describe('in a message about somebody', () => {
  test.each([
    ['vehicle check after a crash: child Posy, plate LX19 KTD', 'Posy'],
    ["Mr. Zellweger: Copper's mother works here", 'Copper'],
    ['Summer Baker 67F seen by Dr. Zellweger', 'Summer'],
    ['Dr. Zellweger said so, is that right? Poppy', 'Poppy'],
    ['Mr. Zellweger came from MANILA today', 'MANILA'],
    ['Mr. Zellweger had a bypass at lahey', 'lahey'],
    ['Mr. Zellweger works with mr ogilvie', 'ogilvie'],
    ['Mr. Zellweger comes from wheeling, stable', 'wheeling'],
    ['key worker of Mr. Zellweger is at merchants quay.', 'merchants'],
  ])('%s', (text, value) => {
    expect(hidden(text).join(' ')).toContain(value)
  })

  test.each([
    ['Mr. Zellweger was seen at night', ['Zellweger']],
    ['Mr. Zellweger, pain at rest and at work', ['Zellweger']],
    ['Mr. Zellweger is in pain and off oxygen', ['Zellweger']],
    ['Surgery is planned for Mr. Zellweger', ['Zellweger']],
    ['Is Mr. Zellweger on Lasix?', ['Zellweger']],
    ['Mr. Zellweger, MRI and CT done', ['Zellweger']],
  ])('plain words stay: %s', (text, values) => {
    expect(hidden(text)).toEqual(values)
  })
})

describe('where nothing else was found', () => {
  test.each([
    'Is a lone EHL weakness urgent?',
    'Is the ISH negative here?',
    'What are Kayser-Fleischer rings?',
    'Do I need to renally dose it?',
    'Everyone says so, Medicare denied it',
  ])('what is no name stays: %s', (text) => {
    expect(hidden(text)).toEqual([])
  })

  test.each([
    ['Thurner called about the stent', 'Thurner'],
    ['Mr. Thurner and the stent', 'Thurner'],
    ["Thurner's wife has questions", 'Thurner'],
    ['Koelvarin and the stent', 'Koelvarin'],
    ['needs 447188 today', '447188'],
    ['which patients live in 30310?', '30310'],
    ['I saw Verity Wickham today.', 'Verity Wickham'],
    ['Patient: Verity Wickham', 'Verity Wickham'],
    ['Penfield was admitted with chest pain', 'Penfield'],
    ['Denys-Drash and the kidneys', 'Denys-Drash'],
  ])('what may be a name goes: %s', (text, name) => {
    expect(hidden(text)).toContain(name)
  })
})

describe('an eponym', () => {
  const EPONYMS = [
    'Parkinson',
    'Addison',
    'Bowman',
    'Foley',
    'Hodgkin',
    'Kelly',
    'Lister',
    'Paget',
    'Wilson',
    'Babcock',
    'Penfield',
    'Mogen',
  ]

  test('is a person where it acts as one', () => {
    const left = EPONYMS.filter((name) => !hidden(`${name} was admitted with chest pain`).includes(name))
    expect(left.length).toBeLessThanOrEqual(2)
  })

  test('is a disease beside its word', () => {
    expect(EPONYMS.flatMap((name) => hidden(`He has ${name} syndrome since childhood.`))).toEqual([])
  })
})

test('hides words by the hundred thousand', () => {
  const words = Array.from({ length: 150_000 }, (_, i) => `Xq${'bcdfghjklmnp'[i % 12]}${'aeiou'[i % 5]}${'rstvwz'[i % 6]}`).join(' ')
  expect(detectPhi(words, { mode: 'fail-closed' }).length).toBeGreaterThan(40_000)
})
