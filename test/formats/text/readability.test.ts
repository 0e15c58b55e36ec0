// Scores against the published formulas worked out by hand, and what counts as a hard word, a long sentence and a met target.
import { describe, expect, it } from 'vitest'
import { judgeReadability } from '../../../src/formats/text/readability/judge-readability.ts'
import { measureReadability } from '../../../src/formats/text/readability/readability.ts'
import { makeRandom, randomText } from './random.ts'

const LIMITS = { longSentenceWords: 25, ignoreWords: [], maxListed: 100 }
const TARGET = { maxGrade: 8, formula: 'fleschKincaidGrade' } as const

const measure = (text: string, limits = {}) => measureReadability(text, { ...LIMITS, ...limits })

describe('scores', () => {
  // 2 sentences, 10 words, 14 syllables, 45 letters, no digit; "medication" is the one long word.
  const text = 'The nurse gave me a medication. It made me sleepy.'

  it('counts what the formulas take', () => {
    expect(measure(text).counts).toEqual({
      sentences: 2,
      words: 10,
      syllables: 14,
      letters: 39,
      characters: 39,
      polysyllables: 1,
      complexWords: 1,
    })
  })

  it.each([
    ['fleschKincaidGrade', 0.39 * 5 + 11.8 * 1.4 - 15.59],
    ['fleschReadingEase', 206.835 - 1.015 * 5 - 84.6 * 1.4],
    ['smog', 1.043 * Math.sqrt(15) + 3.1291],
    ['gunningFog', 0.4 * (5 + 10)],
    ['colemanLiau', 0.0588 * 390 - 0.296 * 20 - 15.8],
    ['automatedReadability', 4.71 * 3.9 + 0.5 * 5 - 21.43],
  ] as const)('%s follows its formula', (name, value) => {
    expect(measure(text).scores?.[name]).toBeCloseTo(value, 2)
  })

  it('reads numbers, units and acronyms aloud', () => {
    // five | mil-li-grams | B-P | one hundred twenty, eighty | ten | two dollars | co-vid nine-teen
    const { counts } = measure('Five mg BP 120/80 10th $2 COVID-19')
    expect(counts.words).toBe(7)
    expect(counts.syllables).toBe(1 + 3 + 2 + 7 + 1 + 3 + 4)
  })
})

describe('hard words', () => {
  const words = (text: string, limits = {}) => measure(text, limits).hardWords.map(({ word, count }) => [word, count])

  it('lists words of three syllables or more, the most frequent first', () => {
    expect(words('Radiation helps. The hospital gives radiation.')).toEqual([
      ['radiation', 2],
      ['hospital', 1],
    ])
  })

  it('gives their places', () => {
    const text = 'We use \u201cradiation\u201d, then radiation.'
    const [hard] = measure(text).hardWords
    expect(hard?.positions.map(({ start, end }) => text.slice(start, end))).toEqual(['radiation', 'radiation'])
  })

  it.each([
    ['a name', 'He saw Oregano there.'],
    ['a compound of short words', 'A state-of-the-art bed.'],
    ['a word that an ending makes long', 'He was divided. It decreases. She was repeating it.'],
    ['a number', 'It was 777,777.'],
    ['an acronym', 'An MRI or ECG.'],
  ])('leaves out %s', (_what, text) => {
    expect(words(text)).toEqual([])
  })

  it('knows a capital at the start of a sentence, and a word that also stands in small letters', () => {
    expect(words('Radiation helps. The Radiation unit gives radiation.')).toEqual([['radiation', 3]])
  })

  it('leaves out words that the caller names, in any case', () => {
    expect(words('Methotrexate and methotrexate.', { ignoreWords: ['METHOTREXATE'] })).toEqual([])
  })

  it('keeps lists within their bound, but counts all', () => {
    const { hardWords, counts } = measure('Radiation, medication, operation.', { maxListed: 2 })
    expect(hardWords).toHaveLength(2)
    expect(counts.complexWords).toBe(3)
  })
})

describe('long sentences', () => {
  it('lists those with more words than allowed', () => {
    const text = `${'word '.repeat(26)}end. Short one.`
    const { longSentences } = measure(text)
    expect(longSentences).toEqual([{ start: 0, end: text.indexOf('.') + 1, words: 27 }])
    expect(measure(text, { longSentenceWords: 27 }).longSentences).toEqual([])
  })
})

describe('language', () => {
  it.each([
    ['en', 'The patient was seen in the clinic and was given the drug that we use for this.'],
    ['es', 'El paciente refiere dolor en el pecho desde hace tres d\u00edas y no tiene fiebre. Se toma la tensi\u00f3n.'],
    ['de', 'Der Patient klagt \u00fcber Schmerzen in der Brust und hat seit drei Tagen auch Fieber.'],
    ['fr', 'Le patient se plaint de douleurs dans la poitrine et il a de la fi\u00e8vre depuis les vacances.'],
    [
      'other',
      '\u041f\u0430\u0446\u0438\u0435\u043d\u0442 \u0436\u0430\u043b\u0443\u0435\u0442\u0441\u044f \u043d\u0430 \u0431\u043e\u043b\u044c.',
    ],
    ['other', '\u60a3\u8005\u306f\u80f8\u306e\u75db\u307f\u3092\u8a34\u3048\u3066\u3044\u308b\u3002'],
    ['und', 'Short note.'],
    ['und', '120/80 72 36.8 98 16 120/80 72 36.8 98 16 12'],
  ])('finds %s', (language, text) => {
    expect(measure(text).language).toBe(language)
  })
})

describe('judgeReadability', () => {
  const judge = (text: string, target: Parameters<typeof judgeReadability>[1] = TARGET) => judgeReadability(measure(text), target)
  const hard = 'Participation necessitates intermittent venipuncture, hospitalization and anticoagulation.'

  it('passes plain words and not hard ones', () => {
    expect(judge('You can stop. Tell us.')).toMatchObject({ pass: true, reasons: [] })
    expect(judge(hard)).toMatchObject({ pass: false, reasons: ['grade-above-target'] })
  })

  it('judges by the formula and the ease that are asked for', () => {
    expect(judge('You can stop. Tell us.', { ...TARGET, formula: 'smog', maxGrade: 3 })).toMatchObject({ reasons: ['grade-above-target'] })
    expect(judge(hard, { ...TARGET, maxGrade: 99, minEase: 60 })).toMatchObject({ reasons: ['ease-below-target'] })
  })

  it.each(['', ' \n', '...', '\u{1f44d}'])('has no scores for %j', (text) => {
    expect(judge(text)).toMatchObject({
      pass: false,
      reasons: ['no-words'],
      fleschKincaidGrade: null,
      smog: null,
      hardWords: [],
      longSentences: [],
    })
  })

  it('does not pass what is not English', () => {
    expect(judge('El ni\u00f1o no va a la casa de su madre, que est\u00e1 en la calle.')).toMatchObject({
      pass: false,
      reasons: ['not-english'],
      language: 'es',
    })
  })

  it('warns of small samples', () => {
    expect(judge('Hi.').warnings).toEqual(['few-words', 'few-sentences'])
    expect(judge('We saw him there and then. '.repeat(40)).warnings).toEqual([])
  })

  it('has finite numbers for every text', () => {
    const random = makeRandom(3)
    const pieces = [
      'a',
      'ation',
      ' ',
      '.',
      '\n',
      '1',
      ',',
      '-',
      '\u75c5',
      '\ud800',
      '\u0000',
      "'",
      'E',
      '%',
      '$5',
      'MRI ',
      '\u00e9',
      '10th',
    ]
    for (let i = 0; i < 2000; i++) {
      const { counts, scores } = measure(randomText(random, pieces, 30))
      for (const value of [...Object.values(counts), ...Object.values(scores ?? {})]) expect(Number.isFinite(value)).toBe(true)
      expect(scores === undefined).toBe(counts.words === 0)
    }
  })
})
