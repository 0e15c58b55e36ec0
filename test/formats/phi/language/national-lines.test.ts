// Numbers of national registers, and streets with house numbers, in the languages of the detector beside English.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'
import { LINES } from './national-lines.ts'

const found = (text: string, locale: string) => detectPhi(text, { locale })

describe.each(Object.entries(LINES))('in %s', (locale, lines) => {
  test.each(lines)('%s', (text, value) => {
    const start = text.indexOf(value)
    const spans = found(text, locale)
    const left = [...value].filter(
      (sign, i) => /[\p{L}\p{N}]/u.test(sign) && !spans.some((span) => span.start <= start + i && span.end > start + i),
    )
    expect(left.join('')).toBe('')
  })
})

test.each([
  ['de', 'Am Montag 5 mg, im Verlauf 3 Episoden, zum Zeitpunkt 2 unauffällig.'],
  ['de', 'In der Nacht 3 Tabletten, im Zimmer Ruhe.'],
  ['fr', 'Voie orale 500 mg, par la route 3 fois.'],
  ['it', 'Terapia per via orale 500 mg, largo consumo 3 volte.'],
  ['es', 'Por vía oral 500 mg, camino de mejoría 3 días.'],
  ['nl', 'Op de markt 3 dagen geleden gevallen.'],
  ['pt', 'Por via oral 500 mg, estrada longa 3 km.'],
  ['en', 'Given via Foley 16 and via PEG 20 mL.'],
])('but in %s not %s', (locale, text) => {
  expect(found(text, locale).filter(({ rule }) => rule === 'address/street')).toEqual([])
})

test.each(['\n', '\r', '\r\n'])('streets of lines that end with %j are found in their places', (end) => {
  const lines = ['ohne Befund', 'Am alten Markt 12', 'seit Montag 3 Tage Fieber', '', 'Hinter der Mühle 4 und Lindenstr. 7']
  const text = lines.join(end)
  const streets = found(text, 'de').filter(({ rule }) => rule === 'address/street')
  expect(streets.map(({ start, end: behind }) => text.slice(start, behind))).toEqual([
    'Am alten Markt 12',
    'Hinter der Mühle 4',
    'Lindenstr. 7',
  ])
})

test('a street and the number in the next line are not one', () => {
  for (const end of ['\n', '\r'])
    expect(found(`Hinter der Mühle${end}12 Tage Fieber`, 'de').filter(({ rule }) => rule === 'address/street')).toEqual([])
})
