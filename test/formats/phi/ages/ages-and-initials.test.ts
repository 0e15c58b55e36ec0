// Names that an age, an initial, a filiation, a family or what is done to persons announces, and the same surroundings without a name.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const found = (text: string): string[] => detectPhi(text).map(({ category, start, end }) => `${category} ${text.slice(start, end)}`)

describe('a name before an age', () => {
  test.each([
    ['rx paxlovid for oddvine, 71, on amiodarone?', 'name oddvine'],
    ['S. Orrebaeck, 55, A1c 10.2', 'name S. Orrebaeck'],
    ['what do the Quillfeather kids need for pinworm', 'name Quillfeather'],
  ])('%s', (text, name) => {
    expect(found(text)).toContain(name)
  })

  test.each([
    'lisinopril, 10, once a day',
    'Potassium, 4, was normal',
    'sodium 134, glucose 99, creatinine 1',
    'apply the cream to the kids',
    'the whole family is ill, 3 days now',
    'Grade 3, 4 and 5 toxicity of cisplatin',
    'MRI BRAIN 45M FIELD OF VIEW',
  ])('none in: %s', (text) => {
    expect(detectPhi(text).filter(({ category }) => category === 'name')).toEqual([])
  })
})

describe('a surname behind an initial or before a given name', () => {
  test.each([
    ['biopsied by derm (A. Fennimoor-Le) last week', 'name A. Fennimoor-Le'],
    ['PER LAWYER K. FENNIMOOR.', 'name K. FENNIMOOR'],
    ['Seen by Dr. Mehta-Oyelaran about the rash', 'name Mehta-Oyelaran'],
    ['Please phone me, Joop van den Broek, on Monday', 'name Joop van den Broek'],
  ])('%s', (text, name) => {
    expect(found(text)).toContain(name)
  })

  test.each([
    'Hepatitis B. Retest in June.',
    'Vitamin D. Recheck in spring.',
    'Culture grew E. coli and C. difficile.',
    'MRI Brain, CT Abdomen',
  ])('none in: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('what is done to persons', () => {
  test.each([
    ['I told Jessamy no sports for a week', 'name Jessamy'],
    ['Discharge papers handed to son Koa.', 'name Koa'],
    ['Plan: Ludovina from Rosebrooks will meet him', 'name Ludovina'],
  ])('%s', (text, name) => {
    expect(found(text)).toContain(name)
  })

  test.each([
    'I told Mom no sports for a week',
    'She asked Cardiology about the echo.',
    'Her mother is Jewish. His father was Catholic.',
    'Pain from Crohn disease. Bleeding from Warfarin.',
  ])('none in: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('a surname that is misspelt elsewhere', () => {
  test('is the same name with one letter less, more, changed or moved', () => {
    const text =
      'Seen today: Mr. Fennimoor.\nPlease fix the Fenimoor spelling. Not Fennimmoor, not Fennimorr. The Fennimoro one is wrong, too.'
    const hidden = found(text).join('; ')
    for (const spelling of ['Fennimoor', 'Fenimoor', 'Fennimmoor', 'Fennimorr', 'Fennimoro']) expect(hidden).toContain(spelling)
  })

  test('is no other word that differs by one letter, and no shorter name', () => {
    expect(found('Mr. Lowd was seen. The Lewd scale is unknown to us.')).toEqual(['name Lowd'])
  })
})

describe('ages over 89', () => {
  test.each([
    ['MDT summary for Kazimiera, 90 years, rectal cancer', 'age 90 years'],
    ['born in 1931, so 92) and frail', 'age 92'],
    ['lives with mother Siranush (93, on dialysis)', 'age 93'],
    ['her father died at 95 of a stroke', 'age 95'],
  ])('%s', (text, age) => {
    expect(found(text)).toContain(age)
  })

  test.each(['the bike is for ages 8, so 12 weeks later', 'sat 93 on room air, so 2 L were given', 'INR so high, 90 seconds of pressure'])(
    'none in: %s',
    (text) => {
      expect(detectPhi(text).filter(({ category }) => category === 'age')).toEqual([])
    },
  )
})

describe('an age over 89 beside kin or the end of a life', () => {
  test.each([
    ['mother, 92, died of CHF', '92'],
    ['mom is 91.', '91'],
    ['grandmother 99', '99'],
    ['lived to be 101.', '101'],
    ['a lady of 94', '94'],
    ['MGM d. 94', '94'],
    ['wife, 91, has COPD', '91'],
    ['Patient is 93, lives', '93'],
    ['92 years young', '92 years young'],
    ['92yF with', '92yF'],
    ['92 F w/ CHF', '92'],
    ['101 male on warfarin', '101'],
    ["she's 92 and well", '92'],
    ['pt is 92 w/ CKD', '92'],
    ['95/F with AF', '95'],
  ])('%s', (text, age) => {
    expect(
      detectPhi(text)
        .filter(({ category }) => category === 'age')
        .map(({ start, end }) => text.slice(start, end)),
    ).toEqual([age])
  })

  test.each([
    'she is 92 kg',
    'is 92 on RA',
    'his sat is 92',
    'pulse 92, regular',
    'glucose 92, K 4',
    'he is at 92 percent',
    'pt 92 kg',
    'fever 101 with chills',
    'T 101 F with chills',
    'BP 92/60',
    'Temp 101F',
  ])('none in: %s', (text) => {
    expect(detectPhi(text).filter(({ category }) => category === 'age')).toEqual([])
  })
})

describe('persons by letters and by the slot they stand in', () => {
  test.each([
    ['clozapine and cipro for T.J., group home', 'T.J'],
    ['J.T. asked for a refill', 'J.T'],
    ['dd 09/24/2024 dt 09/25/2024 /mdq', 'mdq'],
    ['Kaushik Bandyopadhyay MD / MA tj  1-20-25', 'tj'],
    ['-- marisol t, LVN', 'marisol t'],
    ['(scribe: Ananya P)', 'Ananya P'],
    ['Meenakshi w/o Sundararajan K | 58', 'Sundararajan K'],
    ['New consult: H. v. d. Berg, 69', 'H. v. d. Berg'],
    ['Haldol for "Cricket" Jamison in seclusion', 'Cricket" Jamison'],
    ['Your two boys, Kauri and Nikau, can be tested', 'Nikau'],
  ])('%s', (text, name) => {
    const start = text.indexOf(name)
    expect(detectPhi(text).some((span) => span.start <= start && span.end >= start + name.length)).toBe(true)
  })

  test.each([
    'given p.o. for b.i.d. dosing',
    'hepatitis B, on entecavir',
    'w/o Contrast',
    'his partner, Physical Therapy, agreed',
    'her two boys, Healthy and active',
    'supply by QRL. Theophylline',
    '2 g/hr: stable',
    'vitamin D, calcium',
  ])('nobody in: %s', (text) => {
    expect(detectPhi(text).filter(({ category }) => category === 'name')).toEqual([])
  })

  test.each(['high-recall', 'fail-closed'] as const)('in mode %s letters that are an abbreviation, too, may be somebody', (mode) => {
    expect(detectPhi('for T.B. screening', { mode })[0]).toMatchObject({ start: 4, end: 7, category: 'name' })
  })
})
