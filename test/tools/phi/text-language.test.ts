// What results say about the language of a text, and what is refused.
import { describe, expect, test } from 'vitest'
import { Fault } from '../../../src/core/fault.ts'
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
    expect(refused).toBeInstanceOf(Fault)
    expect(refused).toMatchObject({ code: 'unsupported_variant' })
    expect(JSON.stringify(refused) + (refused as Fault).message).not.toContain('Grabowska')
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
