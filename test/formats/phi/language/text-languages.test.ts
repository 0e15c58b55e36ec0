// The language of a text and of its paragraphs.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'
import { LANGUAGES, SUPPORTED_LANGUAGES } from '../../../../src/formats/phi/language/languages.ts'
import { textLanguages } from '../../../../src/formats/phi/language/text-languages.ts'
import { tokenize } from '../../../../src/formats/phi/tokens.ts'
import { readAnnotated } from '../annotated-text.ts'

const languageOf = (text: string): string => LANGUAGES[textLanguages(tokenize(text)).main]!

test.each([
  'verity wickham no fever, no cough, as before, met with family per rn',
  'seen with jan van der berg and maria de la cruz, am labs, no chills',
  'Plus one edema. Pas on. Will hay fever be an issue? No.',
  'pt c/o sob x3d, hx chf, s/p cabg',
  '',
  '12.3 / 140, 4471',
])('English: %s', (text) => {
  expect(languageOf(text)).toBe('en')
})

describe('other languages', () => {
  test.each([
    ['de', 'Die Patientin wurde gestern aufgenommen und klagt nicht über Schmerzen. Herr Krause war bei ihr.', 'Krause'],
    ['fr', 'Le patient a été admis avec une douleur. Monsieur Delacroix habite à Lyon depuis hier.', 'Delacroix'],
    ['es', 'La paciente presenta fiebre desde ayer, pero está mejor. La doctora Ibáñez la vio.', 'Ibáñez'],
    ['it', 'Il paziente è stato visitato dopo il pranzo. La signora Bianchi non ha dolore, anche oggi.', 'Bianchi'],
    ['nl', 'De patiënt heeft geen klachten en wordt niet behandeld. Mevrouw De Vries belde.', 'De Vries'],
    ['pt', 'O paciente não apresenta febre e foi internado pela manhã. O senhor Pereira ligou.', 'Pereira'],
  ])('%s: %s', (language, text, name) => {
    expect(languageOf(text)).toBe(language)
    expect(detectPhi(text).map(({ start, end }) => text.slice(start, end))).toContain(name)
  })

  test.each([
    ['pl', 'Pacjentka została przyjęta wczoraj i nie skarży się na bóle, ale jest bardzo osłabiona po tym, jak upadła.'],
    ['sv', 'Patienten kom in i går och har inte haft feber, men hon är trött och vill inte äta när hon är ensam.'],
    ['tr', 'Hasta dün kabul edildi ve bir şikayeti yok, ama çok yorgun olduğunu ve daha sonra geleceğini söyledi.'],
    ['cs', 'Pacientka byla včera přijata a nemá bolesti, ale je velmi unavená, protože se jí nechce jíst.'],
  ])('%s is identified, and is not supported', (language, text) => {
    expect(languageOf(text)).toBe(language)
    expect(SUPPORTED_LANGUAGES).not.toContain(language)
  })

  test('a paragraph of another language does not change the rest of a text', () => {
    const note = 'Verity Wickham was seen for her cough and was told to rest at home with fluids.'
    const quote = 'La paciente dice que tiene mucho dolor desde ayer y que no ha podido dormir en toda la noche por la tos.'
    const { main, runs } = textLanguages(tokenize(`${note}\n${quote}\n${note}`))
    expect(LANGUAGES[main]).toBe('en')
    expect(runs.map(({ language }) => LANGUAGES[language])).toEqual(['en', 'es', 'en'])
  })
})

test('the language of annotated texts is identified: of other languages at least 97 of 100, of English ones all but 1 of 500', () => {
  const texts = (folder: string, name: string) => readAnnotated(`${folder}/${name}`, /notes|plain/.test(name) ? '\n---\n' : '\n')
  const list = (folder: string) => readdirSync(new URL(`../../../fixtures/phi/${folder}/`, import.meta.url))
  const others = list('languages').flatMap((name) => texts('languages', name).map(({ text }) => languageOf(text) === name.split('-')[1]))
  const english = list('held-out').flatMap((name) => texts('held-out', name).map(({ text }) => languageOf(text) === 'en'))
  const share = (hits: readonly boolean[]) => hits.filter(Boolean).length / hits.length
  expect(others.length).toBeGreaterThan(500)
  expect(share(others)).toBeGreaterThan(0.97)
  expect(share(english)).toBeGreaterThan(0.997)
})
