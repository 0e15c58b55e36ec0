// UDIs and units of measure: check-id recognizes them and names the tool that reads them.
import { describe, expect, test } from 'vitest'
import { checkId } from '../../../src/formats/ids/check-ids.ts'

const OPTIONS = { countries: [], decode: true, today: { year: 2026, month: 1, day: 31 } }

function check(text: string, type: string) {
  const { matches } = checkId(text, 0, { ...OPTIONS, type })
  expect(matches).toHaveLength(1)
  return matches[0]!
}

describe('UDIs and units of measure', () => {
  const auto = (text: string) => checkId(text, 0, { ...OPTIONS, type: 'auto' })

  test.each([
    ['(01)51022222233336(11)141231(17)150707(10)A213B1(21)1234', 'udi', 'code/udi'],
    [']d2015102222223333611141231', 'udi', 'code/udi'],
    ['+H123ABC01234567890D', 'udi', 'code/udi'],
    ['=/A9999XYZ100T0944=,000025=A99971312345600=>014032=}013032', 'udi', 'code/udi'],
    ['1987654Ad4X4bL5ttr2310c2K', 'udi', 'code/udi'],
    ['https://id.gs1.org/01/51022222233336/10/A213B1', 'udi', 'code/udi'],
    ['mg/dL', 'ucum', 'code/ucum'],
    ['5.4 mmol/L', 'ucum', 'code/ucum'],
    ['10*9/L', 'ucum', 'code/ucum'],
  ])('%s is %s and read by %s', (text, type, tool) => {
    expect(auto(text).matches[0]).toMatchObject({ type, tool, valid: true, reason: null })
    expect(check(text, type)).toMatchObject({ type, tool, valid: true })
  })

  test.each([
    ['(01)51022222233337(17)150707', 'check_digit', 17],
    ['(01)51022222233336(17)151307', 'date', null],
    ['+H123ABC01234567890E', 'check_digit', 19],
  ])('%s: %s', (text, reason, position) => {
    const match = auto(text).matches[0]!
    expect(match).toMatchObject({ type: 'udi', valid: false, reason, tool: 'code/udi' })
    if (position !== null) expect(match.position).toBeLessThanOrEqual(position)
  })

  test('a UDI that lost its separators is not valid, and the error is at no single character', () => {
    expect(check('0151022222233336101234171507072112', 'udi')).toMatchObject({ valid: false, reason: null, position: null })
  })

  test.each(['https://doi.org/10.1000/182', 'https://orcid.org/0000-0002-1825-0097', 'http://hl7.org/fhir'])(
    '%s is a URL, but not a Digital Link of a device',
    (text) => expect(auto(text)).toMatchObject({ status: 'unknown', matches: [] }),
  )

  test('a Digital Link with a wrong check digit is an invalid UDI', () => {
    expect(auto('https://id.gs1.org/01/51022222233337/10/A213B1').matches[0]).toMatchObject({
      type: 'udi',
      valid: false,
      reason: 'check_digit',
    })
  })

  test('neither an identifier nor a bare number is a unit', () => {
    expect(auto('J45.9').matches.map(({ type }) => type)).not.toContain('ucum')
    expect(auto('1234567890123456789')).toMatchObject({ status: 'unknown' })
    expect(check('1234567890123456789', 'ucum')).toMatchObject({ valid: false, reason: 'character' })
    expect(check('mg//dL', 'ucum')).toMatchObject({ valid: false, reason: 'character', position: 3 })
  })

  test('a number of a scheme has no other tool', () => {
    expect(check('943 476 5919', 'gb-nhs').tool).toBeNull()
  })
})
