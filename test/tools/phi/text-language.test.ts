// What results say about the language of a text, and what is refused.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { phiDeidentifyHl7 } from '../../../src/tools/phi/deidentify-hl7.ts'
import { phiDeidentifyTable } from '../../../src/tools/phi/deidentify-table.ts'
import { phiDeidentifyText } from '../../../src/tools/phi/deidentify-text.ts'
import { phiDetect } from '../../../src/tools/phi/detect.ts'

const POLISH = 'Pacjentka Zofia Grabowska została przyjęta wczoraj i nie skarży się na bóle, ale jest bardzo osłabiona po tym, jak upadła.'
const GERMAN = 'Die Patientin wurde gestern aufgenommen und klagt nicht über Schmerzen.'
const deidentify = (text: string, options: object) => phiDeidentifyText.run({ text }, phiDeidentifyText.options.parse(options))
const detect = (text: string, options: object) => phiDetect.run({ text }, phiDetect.options.parse(options))
const warning = expect.stringContaining('can remain')

describe('a text in a language that is not supported', () => {
  test('is searched with a warning', async () => {
    const language = { code: 'pl', supported: false, certain: true, warning }
    expect(await detect(POLISH, {})).toMatchObject({ language })
    expect(await deidentify(POLISH, { mode: 'high-recall' })).toMatchObject({ language })
  })

  test('is refused in mode fail-closed without a word of it, unless the caller takes the warning', async () => {
    const refused = await Promise.resolve()
      .then(() => deidentify(POLISH, { mode: 'fail-closed' }))
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ProblemError)
    expect(refused).toMatchObject({ code: 'unsupported_variant' })
    expect(JSON.stringify(refused) + (refused as ProblemError).message).not.toContain('Grabowska')
    expect(await deidentify(POLISH, { mode: 'fail-closed', unsupportedLanguage: 'warn' })).toMatchObject({ language: { warning } })
  })

  test.each(['balanced', 'high-recall'])('is refused in mode %s where the caller says so', async (mode) => {
    await expect(Promise.resolve().then(() => detect(POLISH, { mode, unsupportedLanguage: 'refuse' }))).rejects.toMatchObject({
      code: 'unsupported_variant',
    })
  })

  test('can be one in other letters, or what locale says', async () => {
    expect(await detect('Пациентка поступила вчера и не жалуется на боли.', {})).toMatchObject({
      language: { code: 'und', supported: false },
    })
    expect(await detect(GERMAN, { locale: 'sv-SE' })).toMatchObject({ language: { code: 'sv', supported: false, certain: false } })
  })
})

test('a supported language has no warning, and a short text is taken for English', async () => {
  expect(await detect(GERMAN, { mode: 'fail-closed' })).toMatchObject({ language: { code: 'de', supported: true, certain: true } })
  expect(JSON.stringify(await detect('K 5.6', {}))).toContain('"language":{"code":"en","supported":true,"certain":false}')
})

describe('a date of two numbers moves by the order of its language', () => {
  const KEY = 'a key of the tests alone'
  const moved = (text: string, options: object = {}) =>
    (deidentify(text, { policy: 'pseudonymize', key: KEY, ...options }) as { text: string }).text.match(/\d\d\/\d\d\/\d{4}/g)
  const [DAY_FIRST] = moved('He was seen on 3 April 2024, 03/04/2024.', { locale: 'en-GB' })!
  const [MONTH_FIRST] = moved('He was seen on 03/04/2024.', { locale: 'en-US' })!

  test.each([
    ['de', 'Die Patientin wurde am 03/04/2024 aufgenommen und klagt nicht über Schmerzen.'],
    ['fr', 'La patiente a été vue le 03/04/2024 et ne se plaint pas de douleurs.'],
    ['es', 'La paciente fue vista el 03/04/2024 y no refiere dolor.'],
    ['it', 'Il paziente è stato visto il 03/04/2024 e non ha dolore.'],
    ['nl', 'De patiënt werd op 03/04/2024 gezien en heeft geen pijn.'],
    ['pt', 'A paciente foi vista em 03/04/2024 e não tem dor.'],
  ])('%s', (_language, text) => {
    expect(DAY_FIRST).not.toBe(MONTH_FIRST)
    expect(moved(text)).toEqual([DAY_FIRST])
    expect(moved(text, { locale: 'en-US' })).toEqual([MONTH_FIRST])
  })

  test('each paragraph by itself, in English the month first', () => {
    const note = 'The patient was seen on 03/04/2024 and has no pain.'
    const quotation = 'La paciente fue ingresada el 03/04/2024 por dolor en el pecho y no refiere otros síntomas desde ayer.'
    expect(moved(`${note}\n\n${quotation}\n\n${note}`)).toEqual([MONTH_FIRST, DAY_FIRST, MONTH_FIRST])
  })

  test('in notes of messages and cells too', async () => {
    const note = 'Die Patientin wurde am 03/04/2024 aufgenommen und klagt nicht über Schmerzen.'
    const options = { policy: 'pseudonymize', key: KEY }
    const message = `MSH|^~\\&|A|B|C|D|20240219||ORU^R01|1|P|2.5\rPID|1\rOBX|1|TX|1^a||${note}||||||F\r`
    const told = (await phiDeidentifyHl7.run({ message }, phiDeidentifyHl7.options.parse(options))) as { message: string }
    expect(told.message).toContain(DAY_FIRST)
    const inTable = async (dateOrder: string) => {
      const given = phiDeidentifyTable.options.parse({ ...options, subjectColumn: 'id', dateOrder })
      return (
        (await phiDeidentifyTable.run(
          {
            rows: [
              { id: '', note },
              { id: 'A1', note },
            ],
          },
          given,
        )) as { csv: string }
      ).csv
    }
    const [dmy, auto, mdy] = [await inTable('dmy'), await inTable('auto'), await inTable('mdy')]
    expect(auto).toBe(dmy)
    expect(auto).not.toBe(mdy)
  })
})
