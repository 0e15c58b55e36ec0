// Numbers in parts, of which the network finds only some.
import { expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

test.each([
  ['Nacida el 3 diciembre de 1949, historia T-300/559. Intervenida de prótesis.', 'T-300/559'],
  ['Lies mir Fall F-118/25 vor und nenn alle Allergien.', 'F-118/25'],
  ['Gezinsvoogd van de Jeugdbescherming, zaak C/15/340044. Motivatie 6/10.', 'C/15/340044'],
])('the whole number in %s', (text, number) => {
  expect(detectPhi(text).map(({ start, end }) => text.slice(start, end))).toContain(number)
})

test.each(['ABG 7.29/61/50 on BiPAP.', 'BP 120/80, gait 4/5, pain 6/10.'])('but no number of somebody in %s', (text) => {
  expect(detectPhi(text)).toEqual([])
})

test('Spanish words of medicine with a capital are nobody, and particles of names are part of them', () => {
  expect(detectPhi('Alta de Traumatología. Seguirá en Consultas Externas.')).toEqual([])
  const text = 'buongiorno dottor gatti sono ivana dal pra. mio papà ha febbre'
  expect(detectPhi(text).map(({ start, end }) => text.slice(start, end))).toContain('ivana dal pra')
})
