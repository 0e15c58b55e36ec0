// Addresses, institutions, identifiers and days that their form alone tells, and what looks like them.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const found = (text: string): string[] => detectPhi(text).map(({ category, start, end }) => `${category} ${text.slice(start, end)}`)

describe('addresses without a house, a street or a town', () => {
  test.each([
    ['She knows herself and Louisiana Street where she was born', 'location Louisiana Street'],
    ['pick up at the store on Durham Hwy please', 'location Durham Hwy'],
    ['is staying at 2208 W Fullerton #3R until Friday', 'location 2208 W Fullerton #3R'],
    ['mail to HC 61 Box 2290, Birch Tree MO 65438 please', 'location HC 61 Box 2290, Birch Tree MO 65438'],
    ['Scene: RR 2 Box 88A, Tillicum Beach', 'location RR 2 Box 88A, Tillicum Beach'],
    ['Plot 18, Sector 9, Kharghar, Navi Mumbai 410210', 'location Plot 18, Sector 9, Kharghar, Navi Mumbai 410210'],
    ['found at 45.9912, -123.9217 by the crew', 'location 45.9912, -123.9217'],
    ['lives near jordan river with two dogs', 'location jordan river'],
  ])('%s', (text, location) => {
    expect(found(text)).toContain(location)
  })

  test.each([
    'The Road back to health is long.',
    '12 S 3 murmurs were heard',
    'RR 18, HR 90, BP 120/80',
    'Block 2, Slide 4, Stain',
    'pH 7.281, pCO2 45.9',
    'odds ratio 1.234, 0.987',
  ])('none in: %s', (text) => {
    expect(detectPhi(text).filter(({ category }) => category === 'location')).toEqual([])
  })
})

describe('institutions by a shortened last word', () => {
  test.each([
    ['Dest 0151 Saltmarsh Regional by ambulance', 'facility Saltmarsh Regional'],
    ['records at Northcoast Recovery were sent', 'facility Northcoast Recovery'],
    ['They will report to Howell County HD today', 'organization|facility Howell County HD'],
    ['school nurse log of Cottonwood MS, grade 7', 'organization Cottonwood MS'],
    ['Unit 17 Kittiwake Fire & Rescue on scene', 'organization Kittiwake Fire & Rescue'],
    ['works at LACROIX BROTHERS PAVING since June', 'organization LACROIX BROTHERS PAVING'],
  ])('%s', (text, institution) => {
    const [categories, value] = [institution.slice(0, institution.indexOf(' ')), institution.slice(institution.indexOf(' ') + 1)]
    expect(
      categories
        .split('|')
        .map((category) => `${category} ${value}`)
        .some((span) => found(text).includes(span)),
    ).toBe(true)
  })

  test.each([
    'In Memorial Day traffic',
    'Wound Recovery was slow',
    'Progressive MS, relapsing MS',
    'Cardiac Rehab twice a week',
    'Huntington HD gene',
  ])('none in: %s', (text) => {
    expect(detectPhi(text).filter(({ category }) => category === 'facility' || category === 'organization')).toEqual([])
  })
})

describe('identifiers by form', () => {
  test.each([
    ['paid by cash app $delmar34 and in a hotel', 'other-id $delmar34'],
    ['trooper Mendenhall #441 at the scene', 'other-id 441'],
    ['from the prison, escort van BX66 OLP', 'vehicle BX66 OLP'],
    ['Medicare advantage 8GH2-AA4-KL09.', 'other-id 8GH2-AA4-KL09'],
    ['UHID: SMH/2023/114872   ward 3', 'mrn SMH/2023/114872'],
    ['key safe C4417 at the door', 'other-id C4417'],
  ])('%s', (text, id) => {
    expect(found(text)).toContain(id)
  })

  test.each([
    'costs $40 a month',
    'disp #120, 3 refills',
    'Vicryl #300 was used',
    'SARS-CoV-2 and HLA-B27-DR4',
    'grade II-III-IV',
    'T4-L5-S1',
  ])('none in: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('days among other dates', () => {
  test.each([
    ['Visit of 03/05/2024. Onset 4-19 by the door.', 'date 4-19'],
    ['Seen 04.11.1949.\n14/2 on board: cramps. 16/2: needle.', 'date 14/2'],
    ['dog bite two days ago (5/18), shots given', 'date 5/18'],
    ['Stent by Dr Pfannenstiel 12/11 ok if it gets him home', 'date 12/11'],
    ['She fell on 28 jan and has a bruise', 'date 28 jan'],
    ['Date: Friday, the 8th of December, 2023, 4 pm', 'date Friday, the 8th of December, 2023'],
  ])('%s', (text, date) => {
    expect(found(text)).toContain(date)
  })

  test.each([
    'Seen 03/05/2024. BCx 2/4 with cocci.',
    'Seen 03/05/2024. Take 2-14 tablets of it.',
    'Seen 03/05/2024. Strength 5/5, reflexes 2/4.',
    'Seen 03/05/2024. Ranged 4-19 mg per dose.',
    'Seen 03/05/2024. Braden 14/23 today.',
  ])('no other in: %s', (text) => {
    expect(found(text)).toEqual(['date 03/05/2024'])
  })
})

describe('capitals and states that tell of nobody', () => {
  test.each([
    'Interpret pH 7.28, PaCO2 58, HCO3 26',
    'Is Lyme in Connecticut more common than in summer?',
    'efficacy of BCG given in India',
    'PT HAS WALLET, WATCH AND KEYS',
    'K/C/O DM2 and HTN on two drugs',
    'works at a warehouse near the river',
    'fell at the beach, off the bay',
  ])('%s', (text) => {
    expect(found(text)).toEqual([])
  })
})
