// Names of two parts whose parts are also words, eponyms or places, in plain sentences that say nothing else of a person.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const SENTENCES = [
  '@ came in with chest pain.',
  '@, a diabetic, was seen.',
  'I spoke with @.',
  'Called @ about the results.',
  'Is @ due for a colonoscopy?',
  '@ is doing well.',
  'History of stroke in @.',
  'Please call @ back.',
  '@ discharged home.',
  "What were @'s last labs?",
]
const NAMES = [
  'Hope Baker',
  'Will Sharp',
  'Faith Marsh',
  'Grace Brook',
  'Dawn Rivers',
  'David Miller',
  'Jane Wickham',
  'J. Ross',
  'T. Sanders',
  'Rhea J. Stone',
  'Luke A. Alexander',
  'Luke A Alexander',
  'Rhea K Stone',
  'Robert Jones',
  'John Cunningham',
]

const hidden = (text: string) => detectPhi(text).map(({ start, end }) => text.slice(start, end))

/** Whether one finding, or several side by side, cover a name. */
function isHidden(text: string, name: string): boolean {
  const at = text.indexOf(name)
  const found = detectPhi(text)
  return [...name.matchAll(/[\p{L}]+/gu)].every(({ index, 0: word }) =>
    found.some(({ start, end }) => start <= at + index && end >= at + index + word.length),
  )
}

describe.each(NAMES)('%s is found', (name) => {
  test.each(SENTENCES)('in %s', (sentence) => {
    expect(isHidden(sentence.replace('@', name), name)).toBe(true)
  })
})

test.each(['DAVID MILLER', 'JANE WICKHAM', 'J. ROSS', 'LUKE J. ALEXANDER', 'LUKE ALEXANDER'])('%s is found in capitals', (name) => {
  expect(isHidden(`DISCUSSED WITH ${name} AT LENGTH.`, name)).toBe(true)
})

test.each(['jane smith', 'maria garcia', 'oskar brandl'])('%s is found in small letters', (name) => {
  expect(isHidden(`discussed with ${name} at length.`, name)).toBe(true)
})

test('a surname before a given name is found in a sentence', () => {
  expect(hidden('Summarize the chart of Thorne, Robert for me.').join(' ')).toMatch(/Thorne.*Robert/)
})

test('a surname of two parts is found whole', () => {
  expect(hidden('Hope Baker-Jones came in.')).toEqual(['Hope Baker-Jones'])
})

describe('nothing is found in', () => {
  test.each([
    'Specimen: Bone Marrow',
    'Specimen Source: Cord Blood',
    'Ring Finger, Left',
    'Tube: Red Top',
    'Verbally Read Back by RN.',
    'UNABLE TO BEAR WEIGHT.',
    'KEEP YOUR TED HOSE ON.',
    'Will I Need a stent?',
    'Miami J Collar, Mark T Wave inversion.',
    'CANDIDA METAPSILOSIS (ORGANISM)',
    'Ramsay Hunt on the right, Marcus Gunn pupil.',
    'Bence Jones protein negative.',
    'Robert Jones bandage applied, then a Robert Jones again.',
    'Mason Allen suture, Austin Moore prosthesis.',
    'John Cunningham virus PCR.',
    'No Braxton Hicks.',
    'Frank Starling curve.',
    'Is it Grey Turner or Cullen?',
    'Drinks Diet Coke and Crystal Light.',
    'The patient will need a long line.',
    'May repeat in 4 hours. Will follow.',
    'A. Price list\nB. Case studies\nC. Long term goals',
    'Mark the site and drew blood.',
    'C. difficile and E. coli negative.',
    'WILL FOLLOW UP. MAY NEED A STENT.',
    'FRANK BLOOD IN THE STOOL.',
    'The Chance fracture and the Price list.',
    'Rose Bengal stain.',
    'Pat dry. Grant access. Bill insurance.',
  ])('%s', (text) => {
    expect(hidden(text)).toEqual([])
  })
})
