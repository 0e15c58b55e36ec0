// Names that nothing but a person's deed, state, kin or question announces, and products, services and eponyms in the same sentences.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const names = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => category === 'name')
    .map(({ start, end }) => text.slice(start, end))

/** A name of the lists, one that dictionaries alone have, one of no list, and one that is a word of tests, too. */
const SURNAMES = ['Lindqvist', 'Voss', 'Tarnowsky', 'Reynolds']
const GIVEN = ['Theo', 'Zaylah', 'Bo', 'Rose']

describe('who acts', () => {
  test.each([
    '@ is covering tonight.',
    '@ refuses the MRI.',
    '@ says the rash is better.',
    '@ will see him in the morning.',
    '@ recommends holding anticoagulation.',
    '@ declined the vaccine.',
    '@ vomited twice overnight.',
    '@ to follow up in clinic.',
    '@ aware.',
    '@ at bedside.',
    '@ started lisinopril last week.',
    '@ fell in the bathroom.',
    '@ asked for a refill.',
    "@ doesn't want surgery.",
    '@ can be discharged.',
    '@ weighs 82 kg.',
    '@ still has chest pain.',
    'Note that @ is covering.',
  ])('%s', (sentence) => {
    for (const surname of SURNAMES) expect(names(sentence.replace('@', surname))).toEqual([surname])
  })

  test.each([
    '@ has the pager.',
    '@ is teething.',
    '@ takes 5 mg daily.',
    "@ can't sleep.",
    '@, her roommate, drove her.',
    '@ and I discussed it.',
    "@'s school called",
  ])('%s', (sentence) => {
    for (const given of GIVEN) expect(names(sentence.replace('@', given))).toEqual([given])
  })

  test.each([
    'Xeplion is due on Monday.',
    'Xeplion works well for him.',
    'Elvanse declined by patient.',
    'Prolacta tolerated well.',
    'Nextstellis recommended for PCOS?',
    'Nextstellis gave me headaches.',
    'LifeVest refused.',
    'Procal fell to 2.',
    'Merry wishes for a quick recovery from all of us.',
    'Regence denied the claim.',
    'Ramadan is coming.',
    'Dobhoff at bedside.',
    "Barrett's biopsy results",
    "Hodgkin's transplant",
    'Kerlix and her husband',
    'Euglycemic today.',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})

describe('who acts behind a conjunction, an initial or an age', () => {
  test.each([
    ['as Quillnowsky recommended, hold it', 'Quillnowsky'],
    ['I tried, but Quillnowsky refused.', 'Quillnowsky'],
    ['Quillah O. asked about it', 'Quillah O.'],
    ['Wojquill, age 9, asthma', 'Wojquill'],
    ["Quillafor's note says so", 'Quillafor'],
  ])('%s', (text, name) => {
    expect(names(text)).toContain(name)
  })

  test.each(['as prescribed', 'Vitamin K. asked about it', 'lisinopril, age 9', 'as the Apligraf refused', 'Elvanse refused.'])(
    'nobody in: %s',
    (text) => {
      expect(names(text)).toEqual([])
    },
  )
})

describe('who is asked, called or asked about', () => {
  test.each([
    'I asked @ to see him.',
    'Can you tell @ the labs are back?',
    'Please call @ back.',
    'Waiting on @.',
    'Consult @ if worse.',
    'Is @ still on warfarin?',
    'Does @ need a tetanus shot?',
    'Should @ stop aspirin?',
    'Why is @ on heparin?',
    'When can @ fly?',
  ])('%s', (sentence) => {
    for (const surname of SURNAMES) expect(names(sentence.replace('@', surname))).toEqual([surname])
  })

  test.each([
    'Is @ ok to travel?',
    'Can @ have ibuprofen?',
    'I gave @ the Tylenol.',
    'Call me @.',
    'This is @ calling.',
    'He and @ moved last year.',
  ])('%s', (sentence) => {
    for (const given of GIVEN) expect(names(sentence.replace('@', given))).toEqual([given])
  })

  test.each([
    'Does Elvanse need a taper?',
    'Is Nextstellis ok with spironolactone?',
    'Can Elvanse cause tics?',
    'Should Elvanse be stopped before surgery?',
    'I gave Elvanse 30.',
    'Tell Cardiology the echo is back',
    'Page Ortho if worse.',
    'Waiting on Natera.',
    'Ask ChatGPT about it.',
    'also known as Devic disease',
    'He and Staff',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})
