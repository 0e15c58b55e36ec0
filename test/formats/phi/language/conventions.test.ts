// Whether day or month stands first: by the words of a line, not by the names in it.
import { expect, test } from 'vitest'
import { readConventions } from '../../../../src/formats/phi/language/conventions.ts'

const orderIn = (text: string) => readConventions(text, {})({ start: text.search(/\d/), category: 'date' }).dateOrder

test.each([
  'Jose de la Cruz seen 03/04/2024',
  'Jose de la Cruz DOB 03/04/1970',
  'Ana de los Santos discharged 03/04/2024.',
  'Maria Garcia seen 03/04/2024.',
])('the month in %s', (text) => {
  expect(orderIn(text)).toBe('mdy')
})

test.each([
  'Visto por Maria Garcia el 03/04/2024.',
  'Consulta de Maria de la Cruz el 03/04/2024',
  'Jose de la Cruz, nacido el 03/04/1970',
  'Alta de Juan de Dios 03/04/2024',
  'Paciente: Jose de la Cruz 03/04/2024, dolor',
  'Né le 03/04/1970 Jean de la Fontaine',
  'Herr Peter von der Heide kam am 03/04/2024',
  'Patiënt Jan de Vries gezien op 03/04/2024',
  'Nascimento de João dos Santos em 03/04/1970',
])('the day in %s', (text) => {
  expect(orderIn(text)).toBe('dmy')
})
