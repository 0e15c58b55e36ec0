// Validity by the formal grammar of UCUM, with the place of every error; and the names that people read.
import { describe, expect, test } from 'vitest'
import { parseUnit } from '../../../src/formats/ucum/grammar.ts'
import { nameOfUnit, printUnit } from '../../../src/formats/ucum/write-unit.ts'

const parse = (text: string, caseInsensitive = false) => parseUnit(text, { caseInsensitive })
const errors = (text: string, caseInsensitive = false) =>
  parse(text, caseInsensitive).errors.map(({ code, start, end }) => `${code} ${start} ${end}`)

describe('valid', () => {
  test.each([
    ['m', '§2 base units'],
    ['/m', '§7 the solidus may begin'],
    ['10*3/uL', '§10 numbers, the ten'],
    ['10*-3/ul', '§9 signed exponents'],
    ['10*+3/ul', '§9'],
    ['10^9/L', '§10'],
    ['4.[pi].10*-7.N/A2', '§8 numbers are factors'],
    ['m[H2O]', '§5 square brackets'],
    ['dB[10.nV]', '§5 operators inside of brackets'],
    ['[m/s2/Hz^(1/2)]', '§5'],
    ['kg.m/(s2.A)', '§7.4 parentheses'],
    ['((m))', '§7.4'],
    ['{cells}/uL', '§12 annotations'],
    ['1{c}', '§12'],
    ['mg{a/b(c.d[e}', '§12 any character but braces'],
    ["[anti'Xa'U]/mL", '§6'],
    ['U/(10.g){feces}', 'HL7: common units'],
    ['m0', '§9'],
    ['KiBy', 'binary prefixes'],
    ['dam', 'prefix da, not d before a unit am'],
    ['cd', 'candela, not centiday'],
    ['Pa', 'pascal, not peta-year'],
  ])('%s (%s)', (text) => expect(errors(text)).toEqual([]))
})

describe('invalid, with its place', () => {
  test.each([
    ['', ['empty 0 0']],
    ['m/', ['missing_unit 1 2']],
    ['m//s', ['missing_unit 2 3']],
    ['.m', ['missing_unit 0 1']],
    ['(/m)', ['missing_unit 1 2']],
    ['()', ['missing_unit 1 2']],
    ['m)', ['unexpected_parenthesis 1 2']],
    [')', ['unexpected_parenthesis 0 1']],
    ['(m', ['unclosed_parenthesis 0 1']],
    ['(m)2', ['exponent_after_parenthesis 3 4']],
    ['(m)s', ['missing_operator 3 4']],
    ['10+3/ul', ['exponent_on_number 0 4']],
    ['10-3', ['exponent_on_number 0 4']],
    ['m-', ['missing_exponent 0 2']],
    ['g/12h', ['unknown_unit 2 5']],
    ['mcg/kg/hr', ['unknown_unit 0 3', 'unknown_unit 7 9']],
    ['iU', ['unknown_unit 0 2']],
    ["[BETH'U]", ['unknown_unit 0 8']],
    ['cm[H20]', ['unknown_unit 0 7']],
    ['mg / dL', ['blank 2 3']],
    [' mg', ['blank 0 1']],
    ['mg ', ['blank 2 3']],
    ['mg{a b}', ['blank 4 5']],
    ['m[H 2O]', ['blank 3 4']],
    ['µg', ['unexpected_character 0 1']],
    ['mg²', ['unexpected_character 2 3']],
    ['m{é}', ['unexpected_character 2 3']],
    ['m{a}}', ['unexpected_character 4 5']],
    ['m]', ['unexpected_character 1 2']],
    ['m=s', ['unexpected_character 1 2']],
    ['{a', ['unclosed_annotation 0 1']],
    ['m{a{b}}', ['unexpected_character 3 4']],
    ['[in_i', ['unclosed_bracket 0 1']],
    ['{a}rad2{b}', ['missing_operator 3 4']],
    ['{|}1', ['missing_operator 3 4']],
    ['{a}{b}', ['missing_operator 3 4']],
    ['m[degF]', ['prefix_not_allowed 0 7']],
    ['k%', ['prefix_not_allowed 0 2']],
    ['ug(8.h)', ['missing_operator 2 3']],
  ])('%s', (text, expected) => expect(errors(text)).toEqual(expected))
})

test('deep parentheses and long numbers take no stack and no time', () => {
  expect(errors(`${'('.repeat(100_000)}m${')'.repeat(100_000)}`)).toEqual([])
  expect(errors(`m${'9'.repeat(100_000)}`)).toEqual([])
})

describe('codes without lower case', () => {
  test.each([
    ['MG/DL', true],
    ['mg/dl', true],
    ['MM[HG]', true],
    ['[IN_I]', true],
    ['10*3/UL', true],
    ['KAT', true],
    ['MCG', false],
  ])('%s', (text, isValid) => expect(errors(text, true).length === 0).toBe(isValid))

  test('mean other symbols', () => {
    expect(parse('MAM', true).components[0]!.symbol!.code).toBe('Mm')
    expect(parse('MM', true).components[0]!.symbol!.code).toBe('mm')
    expect(parse('PAL', true).components[0]!.symbol!.code).toBe('Pa')
    expect(parse('[IU]/L', true).components.map(({ symbol }) => symbol!.code)).toEqual(['[IU]', 'L'])
  })
})

describe('for people', () => {
  test.each([
    ['', '(unity)', ''],
    ['mm', '(millimeter)', 'mm'],
    ['m[H2O]', '(meter of water column)', 'm H2O'],
    ['10*23', '(the number ten for arbitrary powers ^ 23)', '10²³'],
    ['m3.kg-1.s-2', '(meter ^ 3) * (kilogram ^ -1) * (second ^ -2)', 'm³·kg⁻¹·s⁻²'],
    ['4.[pi]/A2', '4 * (the number pi) / (ampère ^ 2)', '4·π/A²'],
    ['/min', '1 / (minute)', '/min'],
    ['mL/min/{1.73_m2}', '(milliliter) / (minute) / {1.73_m2}', 'mL/min/{1.73_m2}'],
    ['U/(10.g){feces}', '(Unit) / (10 * (gram)){feces}', 'U/(10·g){feces}'],
    ['mg{creat}', '(milligram){creat}', 'mg{creat}'],
  ])('%s', (text, name, print) => {
    expect(nameOfUnit(parse(text))).toBe(name)
    expect(printUnit(parse(text))).toBe(print)
  })
})
