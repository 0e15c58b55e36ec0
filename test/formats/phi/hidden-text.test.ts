// Names whose letters stand apart, text in base64, persons in Chinese, Japanese and Korean without a label, names in small letters by their slot.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import type { PhiMode } from '../../../src/formats/phi/layers/layer.ts'

const found = (text: string, mode: PhiMode = 'balanced') =>
  detectPhi(text, { mode }).map(({ start, end, category }) => `${category} ${text.slice(start, end)}`)
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

describe('letters that stand apart', () => {
  test.each([
    ['Patient M a r g a r e t H u b e r was seen.', 'name M a r g a r e t H u b e r'],
    ['Patient M a r g a r e t  H u b e r was seen.', 'name M a r g a r e t  H u b e r'],
    ['Mr. H-u-b-e-r was seen.', 'name H-u-b-e-r'],
    ['Mrs. H U B E R, 71F', 'name H U B E R'],
    ['Dr. Z e l l w e g e r', 'name Z e l l w e g e r'],
  ])('are a word: %s', (text, span) => {
    expect(found(text)).toEqual([span])
  })

  test.each(['Vitamins A B C D E K', 'Hepatitis A B C and D', 'Grades I - V', 'a b c d e f g', 'q w e r t y'])('are none: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('control characters', () => {
  test.each([
    ['Seen by Dr. Hu\0ber on 3/4/2\x000\x0024.', ['name Hu\0ber', 'date 3/4/2\x000\x0024']],
    ['Patient: Margaret\0Huber, MRN 44\x0017\x0092', ['name Margaret\0Huber', 'mrn 44\x0017\x0092']],
    ['Call 312-555\x01-0117', ['phone 312-555\x01-0117']],
    ['Mar\0\0\0garet Huber, MD', ['name Mar\0\0\0garet Huber']],
  ])('cut nothing in two: %j', (text, spans) => {
    expect(found(text)).toEqual(spans)
  })

  test('are nobody, however many', () => {
    expect(found('\0'.repeat(1_000_000))).toEqual([])
  })
})

describe('base64', () => {
  const person = base64('Margaret Huber, DOB 3/4/1950')
  const plain = base64('The chest film was normal today.')

  test('goes as a whole where something is found in it, whatever stands beside it', () => {
    expect(found(`attachment: ${person} end`)).toEqual([`other-id ${person}`])
    const both = found(`${plain} and ${person}, ${plain}`)
    expect(both).toContain(`other-id ${person}`)
    expect(both).not.toContain(`other-id ${plain}`)
    expect(found(`${base64(`again ${person} again`)}`)).toHaveLength(1)
  })

  test('stays where it says nothing of anybody, but not in mode fail-closed', () => {
    expect(found(`attachment: ${plain}`)).toEqual([])
    expect(found(`attachment: ${plain}`, 'fail-closed')).toContain(`other-id ${plain}`)
  })

  test('is told from long words and from bytes that are no text', () => {
    expect(found('electroencephalography and hepatosplenomegaly', 'fail-closed')).toEqual([])
    expect(found('digest 3q2+7wAAAAD/////AAAAAA==')).not.toContain('other-id 3q2+7wAAAAD/////AAAAAA==')
  })
})

describe('persons in scripts without capitals', () => {
  test.each([
    ['王小明，男，65岁，因胸痛入院', '王小明'],
    ['患者王小明先生诉胸痛', '王小明'],
    ['欧阳娜娜女士复诊', '欧阳娜娜'],
    ['김철수(남, 65세) 내원', '김철수'],
    ['박지영 씨가 두통을 호소', '박지영'],
    ['田中太郎氏は昨日来院', '田中太郎'],
    ['田中 太郎 65歳 男性', '田中 太郎'],
  ])('%s', (text, name) => {
    expect(found(text)).toContain(`name ${name}`)
  })

  test.each(['高血压患者，男，需要复查', '白血病患者复查', '金属植入物取出', '고혈압 환자'])('but a disease is none: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('small letters', () => {
  test.each([
    ['give vang tpa?', 'name vang'],
    ['pt named tanvi like the flower', 'name tanvi'],
    ['bed 8A koelpin both npo', 'name koelpin'],
    ['is it safe for holly (my nanny) to lift', 'name holly'],
    ['patient of mine on delmar blvd', 'location delmar blvd'],
    ['he swallowed a battery at 16 miller lane', 'location 16 miller lane'],
    ['a barista seen at overlake yesterday', 'organization overlake'],
  ])('%s', (text, span) => {
    expect(found(text)).toContain(span)
  })

  test.each([
    'is keppra safe in pregnancy',
    'does metoprolol interact with diltiazem',
    'give vanc before zosyn?',
    'at rest and at baseline',
    'a unit of blood and 4 units',
    'on the road to recovery',
  ])('and nothing of nobody: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('beside a finding', () => {
  test('what only looks like a name counts', () => {
    expect(found('Explain the Zorvex approach in July')).toEqual([])
    expect(found('Mr. Zellweger from Methodist, seen in July')).toEqual(['name Zellweger', 'organization Methodist', 'date July'])
    expect(found('caring for Ada Zellweger: call Home Instead today')).toEqual(['name Ada Zellweger', 'organization Home Instead'])
  })

  test('fail-closed hides years and weekdays, which alone are nobody\u2019s', () => {
    expect(found('What changed in 2021 and on Sunday?', 'fail-closed')).toEqual([])
    expect(found('Mr. Zellweger since 2021, next on Sunday', 'fail-closed')).toEqual(
      expect.arrayContaining(['name Zellweger', 'date 2021', 'date Sunday']),
    )
  })

  test('abbreviations at the edge of a name stay', () => {
    expect(found('Seen by Ada Zellweger LMSW.')).toEqual(['name Ada Zellweger'])
  })
})
