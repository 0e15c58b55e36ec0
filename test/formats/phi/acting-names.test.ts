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
  ])('but not %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('a short number behind a label and a sign', () => {
  test.each([
    ['MRN:7', 'mrn 7'],
    ['MRN#7', 'mrn 7'],
    ['Acct #7', 'account 7'],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual([expected])
  })

  test.each(['Account 7', 'account #3 of 5', 'MR:3', 'MRN:7%'])('but not %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('words of another script in a line of Latin letters', () => {
  test.each([
    ['Pt 山田太郎 seen today', '山田太郎'],
    ['Interpreter for Mrs. 김영희 present', '김영희'],
    ['Schedule with Dr. Cohen יוסי כהן today', 'יוסי כהן'],
    ['Patient name: Nguyễn Văn An 阮文安', '阮文安'],
    ['Signed by Иван Петров, seen in the clinic', 'Иван Петров'],
  ])('%s', (text, name) => {
    expect(found(text).join()).toContain(name)
  })

  test.each(['MRI brain: 異常なし', 'CT で 肺炎 を 認めた', 'A normal α-fetoprotein and βhCG were seen today.', '高血压 3 年'])(
    'but not %s',
    (text) => {
      expect(found(text)).toEqual([])
    },
  )
})
