// Prose of other languages: what counts as such, and what is still found in it.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'
import { lookUp } from '../../../../src/formats/phi/lexicon.ts'
import { LEX } from '../../../../src/formats/phi/lexicon-bits.ts'
import { FOREIGN_GRAMMAR, isForeignProse } from '../../../../src/formats/phi/network/foreign-prose.ts'
import { tokenize } from '../../../../src/formats/phi/tokens.ts'
import { ROLE, roleOf } from '../../../../src/formats/phi/word-roles.ts'

const ENGLISH = LEX.common | LEX.abbreviation | LEX.drug | LEX.test
const GRAMMAR = ROLE.function | ROLE.pronoun | ROLE.particle | ROLE.unit

test('no word that tells another language stands in English notes', () => {
  const hashes = [...FOREIGN_GRAMMAR]
  expect(hashes.length).toBeGreaterThan(100)
  expect(hashes.filter((hash) => (lookUp(hash) & ENGLISH) !== 0 || (roleOf(hash) & GRAMMAR) !== 0)).toEqual([])
})

test.each([
  'verity wickham no fever, no cough, as before, met with family per rn',
  'seen with jan van der berg and maria de la cruz, am labs, no chills',
  'Plus one edema. Pas on. Will hay fever be an issue? No.',
])('English: %s', (text) => {
  expect(isForeignProse(tokenize(text))).toBe(false)
})

describe('other languages', () => {
  test.each([
    ['Die Patientin wurde gestern aufgenommen und klagt nicht über Schmerzen. Herr Krause war bei ihr.', 'Krause'],
    ['Le patient a été admis avec une douleur. Monsieur Delacroix habite à Lyon depuis hier.', 'Delacroix'],
    ['La paciente presenta fiebre desde ayer, pero está mejor. La doctora Ibáñez la vio.', 'Ibáñez'],
    ['Il paziente è stato visitato dopo il pranzo. La signora Bianchi non ha dolore, anche oggi.', 'Bianchi'],
    ['De patiënt heeft geen klachten en wordt niet behandeld. Mevrouw De Vries belde.', 'De Vries'],
    ['O paciente não apresenta febre e foi internado pela manhã. O senhor Pereira ligou.', 'Pereira'],
  ])('%s', (text, name) => {
    expect(isForeignProse(tokenize(text))).toBe(true)
    expect(detectPhi(text).map(({ start, end }) => text.slice(start, end))).toContain(name)
  })
})
