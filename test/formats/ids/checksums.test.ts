// Check digits by the examples of their standards, and what one altered digit makes of them.
import { describe, expect, test } from 'vitest'
import {
  isChi,
  isDea,
  isDni,
  isIban,
  isIhi,
  isLuhn,
  isMbi,
  isNhsNumber,
  isNpi,
  isSsn,
  isVerhoeff,
  isVin,
} from '../../../src/formats/ids/checksums.ts'

/** Examples of the standards and issuers, and what one altered digit makes of them. */
const cases: readonly (readonly [string, (text: string) => boolean, string, string])[] = [
  ['Luhn: ISO/IEC 7812-1 test card', isLuhn, '4111111111111111', '4111111111111112'],
  ['NPI: example of the CMS check digit rule', isNpi, '1234567893', '1234567894'],
  ['DEA registration', isDea, 'AB1234563', 'AB1234564'],
  ['MBI: format example of CMS', isMbi, '1EG4TE5MK73', '1EG4TE5MK7S'],
  ['NHS number: example of the NHS data dictionary', isNhsNumber, '9434765919', '9434765918'],
  ['CHI', isChi, '0101336489', '4101336489'],
  ['IHI', isIhi, '8003608166690503', '8003608166690504'],
  ['VIN: example of 49 CFR 565', isVin, '1M8GDM9AXKP042788', '1M8GDM9A0KP042788'],
  ['IBAN: ISO 13616 example', isIban, 'GB82WEST12345698765432', 'GB82WEST12345698765433'],
  ['Verhoeff: 236 with its digit 3', isVerhoeff, '2363', '2364'],
  ['SSN: area 666', isSsn, '219099999', '666099999'],
  ['SSN: group 00', isSsn, '219099999', '219009999'],
  ['DNI', isDni, '12345678Z', '12345678A'],
  ['NIE', isDni, 'X1234567L', 'X1234567M'],
]

describe('check digits', () => {
  test.each(cases)('%s', (_title, check, valid, broken) => {
    expect(check(valid)).toBe(true)
    expect(check(broken)).toBe(false)
  })

  test.each(cases)('%s refuses other text', (_title, check) => {
    for (const text of ['', 'x', '!!!!!!!!!!', '12 34']) expect(check(text) && text !== '').toBe(false)
  })
})
