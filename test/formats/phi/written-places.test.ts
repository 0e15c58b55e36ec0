// Addresses of many countries with all of their parts, crossings, institutions that a noun, an article or a number names, and numbers in words.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import { uncovered } from './annotated-text.ts'

function missing(text: string, value: string): number {
  const start = text.indexOf(value)
  expect(start).toBeGreaterThanOrEqual(0)
  return uncovered(text, { start, end: start + value.length }, detectPhi(text))
}

describe('an address is covered with all of its parts', () => {
  test.each([
    '12 Wattle Grove, Moonee Ponds VIC 3039',
    'Unit 4, 12 Wattle Street, Coburg VIC 3058',
    '4/12 Wattle Street, Coburg 3058',
    'Lot 7 Boree Creek Road, Narrandera NSW 2700',
    '14B Karori Terrace, Wellington 6012',
    '14 Alma Terrace, Headingley, Leeds LS6 2QT',
    'Flat 2B, Ashgrove House, Mill Lane, York YO1 7HH',
    '14 Fitzwilliam Place, Dublin 2',
    'Kilronan, Inis Mór, Co. Galway H91 X2N4',
    '881 County Road 12, Hayti, MO 63851',
    'N4418 Hwy 22, Shawano WI',
    'Unit 45013 Box 2281, APO AP 96338',
    'Calle Serrano 42, 3º izq., 28001 Madrid',
    'Cra 7 # 45-12, Bogotá',
    '12 rue des Lilas, 69003 Lyon',
    '12 bis, rue Victor Hugo, 75016 Paris',
    'Unter den Linden 5',
    'Am Alten Markt 7, 24103 Kiel',
    'Mariahilfer Straße 44/2/12, 1070 Wien',
    'Via dei Mille 4, 20121 Milano',
    '12/4 Gandhi Nagar, Chennai - 600020',
    'House 12, Road 4, Block C, Banani, Dhaka 1213',
    '14 Loop Street, Gardens, Cape Town, 8001',
  ])('%s', (address) => {
    expect(missing(`Address: ${address}`, address)).toBe(0)
  })

  test.each([
    'corner of Maple & 3rd St',
    'found at Main St and Elm Ave',
    'EMS from Route 9 & Maple St',
    'intersection of Halsted and Fullerton',
  ])('a crossing: %s', (text) => {
    expect(missing(text, text.replace(/^.*?(?:of|at|from) /, ''))).toBe(0)
  })

  test.each([
    'at 3rd and Fourth interspace',
    'T12 L4L5 fusion',
    'sertraline 25 via NP',
    'Location: Left knee',
    'Lives at 12 Elm St, married',
    'Am Tag 3',
    '5th and 6th ribs',
  ])('no more than there is in: %s', (text) => {
    const found = detectPhi(text).map(({ start, end }) => text.slice(start, end))
    expect(found.filter((part) => part !== '12 Elm St')).toEqual([])
  })
})

describe('institutions without a word that says so', () => {
  test.each([
    ['transferred from The Willows overnight', 'The Willows'],
    ['Lives at The Pines at Whiting, 97', 'The Pines at Whiting'],
    ['home unit KfH Bad Salzungen, Dr.', 'KfH Bad Salzungen'],
    ['sent by courier MedSpeed today', 'MedSpeed'],
    ['S/P CRANIECTOMY AT HENNEPIN RIDGE', 'HENNEPIN RIDGE'],
    ['member, Union Local 417, welder', 'Local 417'],
    ['Occupation: forklift operator, Kwikhaul', 'Kwikhaul'],
    ['SH: Amazon employee', 'Amazon'],
  ])('%s', (text, name) => {
    expect(missing(text, name)).toBe(0)
  })

  test.each([
    'discharged to Skilled Nursing',
    'admitted to General Surgery',
    'seen at Baseline',
    'pharmacy Vancomycin dosing',
    'unit Dose dispensing',
    'clinic Monday',
    'Post 2 weeks',
    'shift at Night',
    'Occupation: Retired',
    "Alzheimer's Association handout",
    'BP today 162/94',
  ])('none in: %s', (text) => {
    expect(detectPhi(text)).toEqual([])
  })
})

describe('numbers in words', () => {
  test.each([
    ['call me at five five five zero one four two', 'phone', 'five five five zero one four two'],
    ['MRN is four four seven one eight', 'mrn', 'four four seven one eight'],
    ['born march third nineteen fifty two', 'date', 'march third nineteen fifty two'],
    ['since june two thousand nineteen', 'date', 'june two thousand nineteen'],
    ['admitted january twenty first', 'date', 'january twenty first'],
    ['on the twenty third of march', 'date', 'twenty third of march'],
  ])('%s', (text, category, value) => {
    expect(detectPhi(text).map(({ start, end, category }) => [category, text.slice(start, end)])).toEqual([[category, value]])
  })

  test.each([
    'one two or three tablets',
    'five six or seven episodes',
    'two thousand calories',
    'twenty twenty vision',
    'may second guess',
  ])('none in: %s', (text) => {
    expect(detectPhi(text)).toEqual([])
  })
})
