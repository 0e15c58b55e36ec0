// Persons by their letters with and without dots, small initials before a surname of no list, and the letters of the field in the same places.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const names = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => category === 'name')
    .map(({ start, end }) => text.slice(start, end).replace(/\.$/, ''))

describe('letters with dots', () => {
  test.each([
    'Spoke to @ today.',
    'Met with @ about hospice.',
    '@ fell at home.',
    '@ gave birth in May.',
    "@'s mother called.",
    'Is @ ok to fly?',
    'note on @',
    '@ and her husband came.',
    '@ tripped over a rug.',
    '@ declined surgery.',
    '72 M, @, room A',
    'who signed it as "@", and when',
    'Rm 8 @ 86, slept well',
    '@ in the corner bed is nil by mouth',
    'Closed: @ died on Saturday',
    'said @ is nil by mouth',
  ])('%s', (sentence) => {
    for (const letters of ['T.K', 'J.R', 'M.L.B']) expect(names(sentence.replace('@', `${letters}.`))).toEqual([letters])
  })

  test.each([
    'Spoke to P.T. today',
    'Sent to E.R. for eval.',
    'O.T. recommends a splint.',
    'T.B. test',
    'A.C. joint',
    'I.V. fell out',
    'E.F. stable',
    'moved to the U.S. in May',
    'given P.O. today',
    'bed 4 I.V. line',
    'P.T. in the gym by room 4',
    'the letters "P.O." mean by mouth',
    'FHT moderate, cat I. Toco every 3 min.',
    'GOLD group E. BiPAP was started.',
    'HTN on T. Velmavane 40 and T. Glycovane GP2',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})

describe('letters without dots', () => {
  test.each([
    ['pt JR c/o chest pain', 'JR'],
    ['Pt KM has asthma and takes albuterol', 'KM'],
    ['student TW had a seizure', 'TW'],
    ['my patient ABK takes warfarin', 'ABK'],
    ['KM is a 54-year-old man with gout', 'KM'],
    ['TW 54F lupus on HCQ', 'TW'],
    ['Call JR, her husband, with the results', 'JR'],
    ['re: TW\nlabs are back', 'TW'],
    ['Spoke to DW, her mother', 'DW'],
    ['flushed at 0900\nTW/RN', 'TW'],
    ['noted by TW at 0900', 'TW'],
    ['no show, message left. TW\nmom called at noon', 'TW'],
    ['Dictated WD/SP on the ward', 'WD/SP'],
    ['Baby K was born at 39 weeks', 'K'],
    ['Mom says K has been wheezing since Saturday', 'K'],
    ['Wife reports J fell twice', 'J'],
    ['his sister said M is confused', 'M'],
    ['Baby Girl Q is latching well', 'Q'],
  ])('%s', (text, letters) => {
    expect(names(text)).toEqual([letters])
  })

  test.each([
    'pt NPO after midnight',
    'pt BP is 120/80',
    'pt HR was 110',
    'Pt CP free',
    'pt PT today',
    'pt IV infiltrated',
    'Patient K is 4.2',
    'Mom says K was 2.9',
    'Mom says K has been dropping',
    'Lab says K has been repeated',
    'Twin B is breech. Baby B was born second.',
    'CHF, 54F',
    'UTI 54F what abx',
    'COPD, 72M',
    're: CT chest',
    're: MS',
    'noted by RN at 0900',
    'dosing of steroids in relapse per AAN',
    'redose by AUC',
    'no distress. RA\nmom called at noon',
    'reviewed w/ GI',
    'MD/RN',
    'PT is a 54 yo man',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})

describe('a small initial before a surname of no list', () => {
  test.each([
    ['rx clarification dr. s. quillvanam wrote MTX 10', 's. quillvanam'],
    ['for j. ramasquill, is a PSA doubling time of 5 months bad', 'j. ramasquill'],
    ['case of scleritis, t. okonquill, photo attached', undefined],
    ['hepatitis b. retest in june', undefined],
    ['grew c. quillvanum and e. quillvanii', undefined],
    ['treated for m. quillvanae', undefined],
  ])('%s', (text, name) => {
    expect(names(text)).toEqual(name === undefined ? [] : [name])
  })
})
