// Originals of the header in other spellings, in values that the profile or an option keeps: the value goes, and nothing else does.
import { describe, expect, it } from 'vitest'
import type { DeidentifySettings } from '../../../src/formats/dicom/deidentify/prepare.ts'
import { concat, element, item, sequence, text } from '../dicom/build-dicom.ts'
import { deidentifyElements } from './sample-patient.ts'

const NAME = 'Wetherington^Cordelia^May'
/** Receive Coil Name, technical; Software Versions, technical and of a maker; Institution Name, kept by an option. */
const COIL = 0x00181250
const SOFTWARE = 0x00181020
const INSTITUTION = 0x00080080
const RETAINED: Partial<DeidentifySettings> = {
  unlisted: 'keep',
  options: ['retain-device', 'retain-institution', 'retain-uids', 'retain-full-dates', 'clean-descriptors'],
}

/** The three values as they come out. */
function valuesOf(value: string, settings: Partial<DeidentifySettings>, name = NAME, id = 'ZK-440219'): string[] {
  const elements = [
    element(0x00080005, 'CS', 'ISO_IR 100'),
    element(0x00080050, 'SH', 'A2024-00981'),
    element(INSTITUTION, 'LO', value),
    element(0x00100010, 'PN', name),
    element(0x00100020, 'LO', id),
    element(0x00100030, 'DA', '19480317'),
    element(SOFTWARE, 'LO', value),
    element(COIL, 'SH', text(value.slice(0, 16))),
  ]
  const { values } = deidentifyElements(elements, { onResidual: 'fail', ...settings })
  return ['(0008,0080)', '(0018,1020)', '(0018,1250)'].map((path) => (values.get(path) ?? '').trim())
}

describe('is not kept:', () => {
  it.each([
    ['a number with spaces', 'ZK 440 219'],
    ['a number with signs', 'no. ZK/440-219'],
    ['a number over two values', 'ZK\\440219'],
    ['a number without its letters', '440219'],
    ['a number between letters', 'case440219b'],
    ['a number behind others', '1 22 333 ZK 440 219 7'],
    ['a number over two lines', 'ZK-440\r\n219'],
    ['the digits of the order', '202400981'],
    ['a birth date with a month', 'March 17, 1948'],
    ['a birth date in Spanish', '17 marzo 1948'],
    ['a birth date in Portuguese', '17 de mar\u00e7o de 1948'],
    ['a birth date with an ordinal', '17th of March 1948'],
    ['a birth date with an ordinal behind the month', 'March 17th, 1948'],
    ['a short birth date', '17/03/48'],
    ['a birth date with points', '17.3.1948'],
    ['a birth date with a month of three letters', '17-MAR-1948'],
    ['a name behind an initial', 'cwetherington'],
    ['a name behind two initials', 'cmwetherington'],
    ['a name before an initial', 'WETHERINGTONC'],
    ['a name beside digits', 'wetherington2'],
    ['a name between letters', 'xwetheringtonx'],
    ['a name in a row with another', 'RoomWetherington'],
    ['a name with a soft hyphen of HTML', 'Wether&shy;ington'],
    ['a name with a joiner of HTML', 'Wether&zwj;ington'],
    ['a name with an escaped letter', '%57etherington'],
    ['a number with escaped spaces', 'ZK%20440%20219'],
    ['a birth date with escaped signs', '17&#47;3&#x2f;1948'],
    ['a name with an entity', '&#x57;etherington'],
    ['a name with a decimal entity', '&#87;etherington'],
    ['a name with a tab inside', 'Wether\tington'],
  ])('%s', (_what, value) => {
    const kept = valuesOf(value, RETAINED)
    // What of the value is an original; only the coil has no room for all.
    for (const one of kept.slice(0, 2)) expect(one).toBe('')
    expect(kept[2]).not.toBe(value)
  })

  it.each(['M&uuml;llerquist', 'M&Uuml;LLERQUIST', 'M%C3%BCllerquist', 'M%FCllerquist', 'M&#252;llerquist', 'Joerg M%75ellerquist'])(
    'a name with a marked letter, %s',
    (value) => expect(valuesOf(value, RETAINED, 'M\u00fcllerquist^J\u00f6rg').slice(0, 2)).toEqual(['', '']),
  )

  it.each([
    ['a number with spaces', 'ZK 440 219'],
    ['a birth date as the date of a program', 'March 17, 1948'],
  ])('%s, by the Basic Profile', (_what, value) => {
    expect(valuesOf(value, {}).join('')).not.toContain(value)
  })

  it('a number as a code', () => {
    const code = sequence(0x00082218, [item(concat(element(0x00080100, 'SH', 'ZK 440 219'), element(0x00080104, 'LO', 'Thorax')))])
    const { values } = deidentifyElements([code, element(0x00100020, 'LO', 'ZK-440219')], { ...RETAINED, onResidual: 'fail' })
    expect([...values.values()].join()).not.toContain('440 219')
    expect(values.get('(0008,2218)[0].(0008,0104)')).toBe('Thorax')
  })
})

describe('is kept:', () => {
  it.each<[string, string, string, string?]>([
    ['a word that holds a short name', 'Hampton^Ada', 'Southampton'],
    ['a maker whose name holds one', 'Philip^Ada', 'Philips'],
    ['a maker who is called nearly so', 'Siemen^Ada', 'Siemens 3'],
    ['a word of an initial and a name', 'Hart^Carl', 'Chart 2'],
    ['another date', NAME, 'March 18, 1948'],
    ['a version', NAME, '44.02.1'],
    ['other numbers', NAME, 'ZK 440 2190'],
    ['a percent sign', NAME, '50 % & more'],
    ['digits of two columns', 'Hall^Ann', '12\t34 Hz', '1234'],
  ])('%s', (_what, name, value, id?: string) => {
    expect(valuesOf(value, RETAINED, name, id).slice(0, 2)).toEqual([value, value])
  })
})
