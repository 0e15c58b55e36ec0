// Syllables against a table counted by hand with a dictionary's hyphenation.
import { describe, expect, it } from 'vitest'
import { countNumberSyllables } from '../../../src/formats/text/readability/spoken-numbers.ts'
import { countSyllables } from '../../../src/formats/text/readability/syllables.ts'

const TABLE: Readonly<Record<number, string>> = {
  1: `the you we made times passed walked asked helped judge league tongue plaque vague knife comb psalm through though cough height weight
    eight thought half blood heart nurse dose scale scales build guide fruit juice suit blue true eye eyes aisle isle seize weird field`,
  2: `patient doctor table needle muscle waited needed boxes changes pages judges nurses doses matches wishes being going seeing flying trying
    quiet diet client science poem rhythm prism spasm fluid ruin chaos layer player employ royal beyond people surgeon nation special
    social ancient ocean million onion union business safely careful statement sometimes lifetime baseline headache headaches headed
    unique fatigue technique acne naive naked hundred couldn't didn't lawyer prayer create react reuse idle acute vaccine chloride`,
  3: `hospital medicine physician radio video period obvious serious various curious medium sodium calcium idea area theater museum nuclear
    linear element implement supplement everyday anyone recipe karate violent influence continue employee carrying
    studying worrying easier heavier carrier volunteer consequence syringes diagnose tomorrow potato dementia pneumonia nausea
    diagnosed disabled requirement abdomen insulin aspirin placebo apnea trachea`,
  4: `information medication diabetes apostrophe catastrophe society anxiety variety reality radiation bacteria participate experience diabetic
    evaluate situation temporary operation coagulate scientific january diarrhea biology alternative
    cyanosis penicillin evaluates scoliosis`,
  5: `cooperation examination cardiology radiology evaluation association appendicitis
    individual ambiguity simultaneous subcutaneous international communicated refrigerator
    electricity necessitated psychological investigation tracheostomy possibility`,
  6: `responsibility cardiovascular hypoglycemia heterogeneous gastrointestinal rehabilitation
    thromboembolism availability`,
  7: 'confidentiality gastroenterology hyperlipidemia otolaryngology anesthesiology electrocardiogram',
}

const words = Object.entries(TABLE).flatMap(([count, list]) => list.split(/\s+/).map((word) => [word, Number(count)] as const))

describe('countSyllables', () => {
  it('has a table', () => {
    expect(words.length).toBeGreaterThanOrEqual(150)
  })

  it.each(words)('%s has %i', (word, count) => {
    expect(countSyllables(word)).toBe(count)
  })

  it.each([
    ['Patient', 2],
    ['PATIENT', 2],
    ["patient's", 2],
    ['patient\u2019s', 2],
    ["nurse's", 2],
    ["judges'", 2],
    ['na\u00efve', 2],
    ['caf\u00e9', 2],
    ['hrt', 3],
    ['mg', 3],
    ['', 1],
    ["'", 1],
    ['\u75c5', 1],
  ])('%j has %i', (word, count) => {
    expect(countSyllables(word)).toBe(count)
  })

  it('takes a word of any length', () => {
    expect(countSyllables('ab'.repeat(100_000))).toBeGreaterThan(1)
  })
})

describe('countNumberSyllables', () => {
  it.each([
    ['0', 2],
    ['7', 2],
    ['12', 1],
    ['17', 3],
    ['45', 3],
    ['100', 3],
    ['120', 5],
    ['1918', 4],
    ['2024', 5],
    ['2000', 3],
    ['1,500', 6],
    ['1000000', 3],
    ['2.5', 3],
    ['0.25', 5],
    ['.5', 2],
    ['007', 6],
    ['1234567890', 12],
    ['5.', 1],
  ])('%s has %i', (digits, count) => {
    expect(countNumberSyllables(digits)).toBe(count)
  })
})
