// Names that one place of a text does not make likely enough, and what rules take for a day, a ward or a number and the network does not.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'
import { tokenize } from '../../../../src/formats/phi/tokens.ts'
import { readAnnotated } from '../annotated-text.ts'

const found = (text: string): string[] => detectPhi(text).map(({ start, end }) => text.slice(start, end))

describe('a given name and a surname in one word', () => {
  test.each([
    ['Seen by johnSmith today', 'johnSmith'],
    ['Contact maryJones at the desk', 'maryJones'],
  ])('%s', (text, name) => {
    for (const mode of ['balanced', 'high-recall', 'fail-closed'] as const)
      expect(detectPhi(text, { mode }).map(({ start, end }) => text.slice(start, end))).toContain(name)
  })

  test.each(['patientName', 'birthDate', 'eGFR', 'mRNA', 'McDonald', 'DeShawn'])('%s is one word', (word) => {
    expect(tokenize(word).count).toBe(1)
  })

  test('is what the caller knows, too', () => {
    const text = 'login evanReed'
    const spans = detectPhi(text, { known: { names: ['Evan Reed'] } })
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(['evanReed'])
  })
})

describe('names that fill the place behind a label are names, whatever else they mean', () => {
  test.each([
    ['Patient: Will May', 'Will May'],
    ['Patient: Hope Grace Young', 'Hope Grace Young'],
    ['Provider: Grace Long', 'Grace Long'],
    ['Name: Mark Will, MRN 4471923', 'Mark Will'],
  ])('%s', (text, name) => {
    expect(found(text)).toContain(name)
  })

  test.each(['Patient: Will call back', 'Name: May be late', 'Patient: Inpatient'])('but: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('a given name and a surname need little else', () => {
  test.each([
    ['John Smith was seen today.', 'John Smith'],
    ['Sarah Brown reports dyspnea on exertion.', 'Sarah Brown'],
    ['Wilson, Kate is a 44 year old woman with asthma.', 'Wilson, Kate'],
    ['Rounds:\nSmith, John CT head\nFoley, Sean labs', 'Smith, John'],
    ['Foley, Sean 67M chest pain, hx CHF. Plan: echo.', 'Foley, Sean'],
    ['RE: Wilson, Kate', 'Wilson, Kate'],
    ['Parkinson, James is here.', 'Parkinson, James'],
  ])('%s', (text, name) => {
    expect(found(text)).toContain(name)
  })

  test.each([
    'White, Brown and grey matter',
    'Graves, Addison, Cushing considered',
    'Nausea, Emesis',
    'Austin Flint murmur heard at apex.',
    'Graham Steell murmur noted.',
  ])('but: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('small words and numbers of names', () => {
  test.each([
    ['Dr. Anna van der Velde reviewed', 'Anna van der Velde'],
    ['Patient: Willem van der Meulen', 'Willem van der Meulen'],
    ['Seen by Dr. Ruben Castellano III, recovering', 'Ruben Castellano III'],
    ['Mr. Elbert Ryan Jr. walks', 'Elbert Ryan Jr'],
    ['Mr. Elbert Ryan, Sr, walks', 'Elbert Ryan, Sr'],
  ])('%s', (text, name) => {
    expect(found(text)).toContain(name)
  })

  test.each([
    ['Dr. Castellano: III/VI murmur', 'Castellano'],
    ['Dr. Castellano IV fluids given', 'Castellano'],
    ['Dr. Castellano II, II and III', 'Castellano II'],
  ])('and what is none: %s', (text, name) => {
    expect(found(text)[0]).toBe(name)
  })
})

describe('names that other words make likely', () => {
  test.each([
    ['John Smith was seen in clinic.', 'John Smith'],
    ['Robert Thorne was seen.', 'Robert Thorne'],
  ])('a surname behind a given name: %s', (text, name) => {
    expect(found(text)).toEqual([name])
  })

  test('the same word elsewhere', () => {
    const text = 'Lucy called about the results. We saw Lucy Hartmann today.\n'
    expect(found(text).filter((name) => name.startsWith('Lucy'))).toEqual(['Lucy', 'Lucy Hartmann'])
  })
})

describe('short lines that look foreign are judged by both networks', () => {
  test.each([
    ['Bas de Groot APA', 'Bas de Groot'],
    ['Maria da Silva DM2', 'Maria da Silva'],
    ['Giulia De Luca CABG', 'Giulia De Luca'],
    ['Pedro de la Cruz DNR', 'Pedro de la Cruz'],
  ])('%s', (text, name) => {
    expect(found(text).join(' ')).toContain(name)
  })

  test.each(['DM2', 'CABG', 'el paciente está estable', 'Der Patient ist stabil', '¿Cuántos puntos del MMSE indican demencia leve?'])(
    'without a name: %s',
    (text) => {
      expect(found(text)).toEqual([])
    },
  )
})

describe('numbers', () => {
  test.each([
    ['Call 1.203.555.0182.9', '1.203.555.0182.9'],
    ['MRN 7', '7'],
    ['MRN: 42 was seen', '42'],
    ['She is 95 on room air', '95'],
    ['admissions on 1/6, 2/19 and 5/2.', '5/2'],
  ])('identify: %s', (text, value) => {
    expect(found(text)).toContain(value)
  })

  test.each([
    'Sats dipped. She is 95 on room air, SpO2 up',
    'the MRN 2 identifiers',
    'MR 2 on echo',
    'code 1.39.555.18.9',
    'code 2.203.555.182.9',
  ])('do not identify: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('values of examinations, doses and scores stay', () => {
  test.each([
    'acuity 6/18 6/9',
    'Suboxone 8/2 daily',
    'nodes 3/14 positive',
    'Bishop 9/13',
    'POD 9',
    'Hadlock 50th centile',
    'Leopold: vertex',
    'Semmes-Weinstein absent at the hallux',
    'Lynch screening negative',
    'Mantoux 12 mm',
    'Lassa PCR negative',
  ])('%s', (text) => {
    expect(found(text)).toEqual([])
  })

  test('in at least 27 of 30 lines that nothing was made from', () => {
    const lines = readAnnotated('held-out/values.test.txt', '\n')
    expect(lines.length).toBe(30)
    expect(lines.filter(({ text }) => found(text).length > 0).length).toBeLessThanOrEqual(3)
  })
})
