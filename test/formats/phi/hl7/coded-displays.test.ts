// Codes of terminologies with their displays and versions stay in a de-identified message; persons in them do not.
import { describe, expect, test } from 'vitest'
import { keepDisplays } from '../../../../src/formats/phi/hl7/coded-displays.ts'
import { phiDeidentifyHl7 } from '../../../../src/tools/phi/deidentify-hl7.ts'
import { PERSONS } from './persons-in-displays.ts'

const HEADER = 'MSH|^~\\&|REG|NORTH|LAB|SOUTH|20260102080910||ORU^R01|A-1|P|2.5.1'
const PATIENT = 'PID|1||1001774^^^NORTH^MR||Zambrano^Adalind||19700102|F|||12 Elm St^^Aurora^IL^60505||3125550117'

const lines = (...segments: string[]) => `${segments.join('\r')}\r`

function clean(message: string, options: object = {}): { message: string } {
  return phiDeidentifyHl7.run({ message }, phiDeidentifyHl7.options.parse(options)) as unknown as { message: string }
}

describe('coded values', () => {
  test.each([
    ['94558-4', 'SARS-CoV-2 (COVID-19) Ag [Presence] in Upper respiratory specimen by Rapid immunoassay', 'LN'],
    ['10368-9', 'Lead [Mass/volume] in Capillary blood', 'LN'],
    ['24590-2', 'MR Brain', 'LN'],
    ['53326005', 'Candida albicans (organism)', 'SCT'],
    ['58092-8', 'Acylcarnitine newborn screen panel', 'LN'],
    ['2106-3', 'White', 'HL70005'],
    ['53175-4', '3-Hydroxypalmitoylcarnitine (C16-OH)/Palmitoylcarnitine (C16)', 'LN'],
    ['149538', 'MDC_PRESS_BLD_NONINV_SYS', 'MDC'],
    ['1001', 'XYZ X-Ray Machine', 'L'],
    ['625-4', 'Bacteria identified:Prid:Pt:Stool:Nom:Culture', 'LN'],
    ['T1', 'ContainerType', 'L'],
  ])('the code %s with its display and the version of its terminology', (code, display, system) => {
    const kept = `OBX|1|CWE|${code}^${display}^${system}^${code}^${display}^${system}^2.68^20200901^${display}||260415000^Not detected^SCT^^^^2.5.1^^^^^^^2.16.840.1.113883.6.96`
    expect(clean(lines(HEADER, PATIENT, kept)).message).toContain(kept)
  })

  test.each([
    ['a bare code with the display of its table', 'OBX|1|CWE^^HL70125|94558-4^Ag^LN||1||||||F^Final results^HL70085'],
    ['a code of few capitals', 'PV1|1|I||||||||SUR'],
    ['a code of the table of its field', 'PID|1||1001774^^^NORTH^MR||Zambrano^Adalind||1970|F|||||||||AME'],
    ['a display of the table of its field', 'PID|1||||Zambrano||||||||||eng^English^ISO6392^^^^3/29/2007'],
    ['a citizenship', 'PID|1||||Zambrano|||||||||||||||||||||US^United States of America^ISO3166_1'],
    ['a citizenship of one word', 'PID|1||||Zambrano|||||||||||||||||||||CA^Canada^ISO3166_1'],
    ['codes of a vaccine joined as its code', 'OBX|2|CE|30955-9&30957-5^Manufacturer^LN||1'],
    ['a kit', 'OBX|1|ST|94558-4^Ag^LN||1||||||F||||||^BD Veritor System for SARS-CoV-2^^^^^^^Status COVID-19/Flu'],
    ['an ethnic category of the NHS', 'PID|1||1001774^^^NORTH^MR||Zambrano^Adalind||1970|F||||||||||||||H^Asian or Asian British - Indian'],
    [
      'the number of a kit with its check digit',
      'OBX|1|ST|94558-4^Ag^LN||1||||||F||||||10811877011290_DIT^BinaxNOW^99ELR^^^^2.68^^10811877011290_DIT',
    ],
    [
      'a kit with the name of its maker',
      'OBX|1|ST|94558-4^Ag^LN||1||||||F||||||BD Veritor At-Home Test_Becton, Dickinson and Company (BD)_EUA',
    ],
    ['a maker of vaccines', 'OBX|1|CE|30957-5^Manufacturer^LN||PMC^Aventis Pasteur^MVX'],
    ['a vendor as coding system', 'OBX|1|NM|tt-0005-14^UrineOutput^WelchAllyn||1'],
    ['a misspelt display of its own code', 'OBX|1|CE|1^Route^L||SC^Subcutaneaous^HL70162'],
    ['a misspelt name of a unit', 'OBX|1|CE|1^Unit^L||ML^Mili Litre^UCUM'],
    ['a unit in the place of units', 'OBX|1|NM|94558-4^Ag^LN||30|Min'],
    ['ordinary words that the network takes for a date', 'OBX|1|ST|AOE15^Date of Last Rabies Vaccination^BOL_0002||1'],
    ['the edition of a terminology by its month', 'OBX|1|CE|1^Organism^L||66543000^Campylobacter jejuni^SCT^^^^January 2007'],
    ['where HL7 publishes a table', 'OBX|1|CE|1^Race^L||2106-3^https://www.hl7.org/fhir/v2/0005/^HL70005'],
    ['a number of a code of Cerner', 'OBX|1|CE|CD:10915^capsule||1'],
    ['an object identifier of four arcs', 'OBX|1|CE|1^A^L||CA^Canada^HL70171^^^^2.5.1^^^^^^^9.88.777.6'],
    ['an abbreviation of its own display', 'OBX|1|ST|MNFAM^FAMILY HISTORY OF DISORDER ON MN SCREENING PANEL^99MDH||1'],
    ['a temperature', 'OBX|1|FT|1^Reaction^L||fever of 106F, with vomiting'],
    ['the maker of a method', 'OBX|1|ST|94558-4^Ag^LN||1||||||F||||||NeuMoDx Vantage Assay_NeuMoDx Molecular, Inc.'],
  ])('%s', (_, segment) => {
    const kept = segment.startsWith('PID') ? segment.split('|').slice(10).join('|') : segment
    expect(kept).not.toBe('')
    expect(clean(lines(HEADER, PATIENT, segment)).message).toContain(kept)
  })

  test('a race whose name the detector takes for a place', () => {
    const race = '1002-5^American Indian or Alaska Native^HL70005'
    expect(clean(lines(HEADER, `PID|1||1001774^^^NORTH^MR||Zambrano^Adalind|||F||${race}`)).message).toContain(race)
  })

  test('but neither a name beside a bare code nor a person of few capitals', () => {
    const { message } = clean(
      lines(
        HEADER,
        'PID|1||1001774^^^NORTH^MR||LEE^Adalind',
        'PV1|1|I||||||||LEE',
        'OBX|1|ST^Adalind^L|1^A^L||1||||||F^Adalind Lee^HL70085',
      ),
    )
    expect(message).not.toMatch(/LEE|Lee|Adalind/)
  })

  test.each([
    ['1^Welch, Allyn^L', /Welch|Allyn/],
    ['1^Welch Allyn^L', /Welch|Allyn/],
    ['1^x^AllynWelch', /Allyn/],
    ['94558-4^Vorzelquin^LN', /Vorzelquin/],
    ['LEEPAT^Lee Patient^L', /LEEPAT/],
    ['PMC^Pasteur Zorbanek^MVX', /Zorbanek/],
    ['M^Marris^HL70002', /Marris/],
    ['1^Seen by Sofia, 2007^L', /Sofia/],
    ['CD:1001774^x^L', /1001774/],
    ['CD:3125550117^x^L', /3125550117/],
    ['1^x^L^^^^Zorbanek 2007', /Zorbanek/],
    ['CHR^Christiana^HL70006', /Christiana/],
    ['M^Marrie^HL70002', /Marrie/],
    ['mL^Kelvin Watts^UCUM', /Kelvin|Watts/],
    ['mL^Megan Wyatt^UCUM', /Megan|Wyatt/],
    ['mL^Voltz^UCUM', /Voltz/],
    ['1^Lucira^L', /Lucira/],
    ['1^Alere^L', /Alere/],
    ['Sofia/Flu^x^L', /Sofia/],
    ['Welch/Allyn^x^L', /Welch|Allyn/],
    ['1^20260115143007^L', /20260115143007/],
    ['20260115143007^x^L', /20260115143007/],
  ])('but not the person in %s', (value, person) => {
    expect(clean(lines(HEADER, PATIENT, `OBX|1|CE|1^A^L||${value}`)).message).not.toMatch(person)
  })

  test('nor in a place for numbers', () => {
    expect(clean(lines(HEADER, PATIENT, 'RXA|0|1|20260101|20260101|08^x^CVX|Mo')).message).not.toContain('Mo')
  })

  test('nor an identifier of letters elsewhere in the message', () => {
    const { message } = clean(lines(HEADER, PATIENT, 'PV1|1|I||||||||AB-CD-EF|||||||||AB-CD-EF'))
    expect(message).not.toContain('AB-CD-EF')
  })

  test('and a unit is a person where the message has one of this name', () => {
    const patient = PATIENT.replace('Adalind', 'Min')
    expect(clean(lines(HEADER, patient, 'OBX|1|NM|94558-4^Ag^LN||30|Min')).message).not.toContain('Min')
  })

  test.each(['high-recall', 'fail-closed'])('but in mode %s no code of few capitals that is a name', (mode) => {
    expect(clean(lines(HEADER, PATIENT, 'PV1|1|I||||||||LEE'), { mode }).message).not.toContain('LEE')
  })

  test('but no person in the display of a code, of the message or another', () => {
    const display = (name: string) => `OBX|1|CWE|94558-4^Ag of ${name}^LN^1^${name}, 312-555-0199^LN^2.5.1^^Serum for ${name}||1`
    for (const name of ['Adalind Zambrano', 'Vorzelquin Tarbmox', 'Theodora Wachenheim', 'Zambrano', 'VorzelquinTarbmox'])
      for (const word of name.split(' ')) expect(clean(lines(HEADER, PATIENT, display(name))).message).not.toContain(word)
    expect(clean(lines(HEADER, PATIENT, display('Zambrano'))).message).not.toContain('0199')
  })

  test('but no person in a method, and no number of four digits', () => {
    const method = 'OBX|1|ST|94558-4^Ag^LN||1||||||F||||||^Read by Vorzelquin Tarbmox, id 4471^^^^^^^Done by Theodora Wachenheim'
    expect(clean(lines(HEADER, PATIENT, method)).message).not.toMatch(/Vorzelquin|Tarbmox|4471|Theodora|Wachenheim/)
  })

  test('but no number with another check digit among joined codes', () => {
    expect(clean(lines(HEADER, PATIENT, 'OBX|2|CE|30955-9&10017-4^Manufacturer^LN||1')).message).not.toContain('10017-4')
  })

  test('a date in the place of a version is kept only where no person has it', () => {
    const { message } = clean(lines(HEADER, PATIENT, 'OBX|1|CWE|94558-4^Ag^LN^^^^19700102||1'))
    expect(message).not.toContain('19700102')
  })

  test.each([...PERSONS, ['Veritor Rose', /Rose/] as const])(
    'but of a person in a coded text, %s, nothing that identifies',
    (text, names) => {
      const places = [
        `OBX|1|CWE|94558-4^Ag^LN||CALL^${text}^L||||||F`,
        `OBX|1|CWE|94558-4^Ag^LN||94558-4^${text}^LN||||||F`,
        `DG1|1||X^${text}^I10`,
        `OBX|1|ST|94558-4^Ag^LN||1||||||F||||||Z^${text}`,
      ]
      for (const place of places) expect(clean(lines(HEADER, PATIENT, place)).message.split('\r')[2]).not.toMatch(names)
    },
  )

  test.each([
    ['patient no 45', '45'],
    ['call 555', '555'],
    ['Seen on 14', '14'],
    ['bed-12 Hunt', '12'],
    ['JS-45', '45'],
    ['16C', '16'],
    ['Mar-14', '14'],
    ['C16-OH', undefined],
    ['SARS-CoV-2', undefined],
    ['COVID-19', undefined],
    ['17-OH', undefined],
  ])('a guess of a number in %s is part of the term only where letters of it touch the number', (text, number) => {
    for (const rule of ['network/id', 'network/date']) {
      const digits = /\d+/.exec(text)!
      const span = { start: digits.index, end: digits.index + digits[0].length, category: 'other-id', letter: 'A', rule, score: 1 } as const
      const spans = [[span]]
      keepDisplays([{ leaf: { treatment: 'label', place: 'OBX-5.2' } as never, decoded: { text } }], spans, new Map())
      expect(spans[0]!.length).toBe(number === undefined ? 0 : 1)
    }
  })

  test.each([
    ['network/date', 'Date of Last Rabies Vaccination', 'Last', 0],
    ['network/id', 'Auto-generated specimen', 'generated', 0],
    ['network/date', 'Due tomorrow', 'tomorrow', 1],
    ['network/id', 'Auto-generated Vorzelquin', 'Vorzelquin', 1],
    ['known/id', 'Auto-generated specimen', 'specimen', 1],
    ['network/name', 'Sofia Flu antigen', 'Sofia Flu', 0],
    ['network/name', 'Seen by Sofia, flu negative, Sofia Flu', 'Sofia Flu', 1],
    ['network/organization', 'Provider-General', 'General', 0],
    ['network/organization', 'Provider-Vorzelquin', 'Vorzelquin', 1],
  ])('a guess by %s in "%s" of the word %s: %d left', (rule, text, word, left) => {
    const start = text.indexOf(word)
    const spans = [[{ start, end: start + word.length, category: 'other-id', letter: 'A', rule, score: 1 } as const]]
    keepDisplays([{ leaf: { treatment: 'label', place: 'OBX-3.2' } as never, decoded: { text } }], spans, new Map())
    expect(spans[0]!.length).toBe(left)
  })

  test('but the axes of LOINC only in its own texts, and no person in them', () => {
    const axes = (component: string, system: string) =>
      clean(lines(HEADER, PATIENT, `OBX|1|CWE|1^${component}:Prid:Pt:Stool:Nom:Culture^${system}||1`)).message
    expect(axes('Bacteria identified', 'LN')).toContain('Bacteria identified:Prid:Pt:Stool:Nom:Culture')
    expect(axes('Bacteria identified', 'L')).not.toContain('Culture')
    expect(axes('Mrs. Price', 'LN')).not.toContain('Price')
    expect(axes('Grace Hill', 'LN')).not.toMatch(/Grace|Hill/)
  })

  test('but no names beside a kit', () => {
    const kit = 'OBX|1|ST|94558-4^Ag^LN||1||||||F||||||Done by Rose Stone^by Mark Hunt'
    expect(clean(lines(HEADER, PATIENT, kit)).message).not.toMatch(/Rose|Stone|Mark|Hunt/)
    expect(clean(lines(HEADER, PATIENT, kit.replace(/Done.*/, 'Sofia^Vitek'))).message).not.toContain('Sofia')
  })
})
