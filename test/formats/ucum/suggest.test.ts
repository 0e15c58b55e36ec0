// Suggestions for what laboratories write, and warnings of what is legal and wrong.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { suggestUnits } from '../../../src/formats/ucum/suggest.ts'
import { codeUcum } from '../../../src/tools/code/ucum.ts'
import { LABORATORY_UNITS } from './laboratory-units.ts'

interface Result {
  readonly valid: boolean
  readonly code: string | null
  readonly unit: string
  readonly value: string | null
  readonly convertedFrom: object | null
  readonly issues: readonly { readonly code: string; readonly severity: string; readonly start: number; readonly end: number }[]
  readonly suggestions: readonly { readonly unit: string; readonly why: string; readonly confidence: number }[]
}

const check = (units: string | string[], options: object = {}) => (runTool(codeUcum, { units }, options) as { results: Result[] }).results
const first = (text: string) => suggestUnits(text, 3)[0]?.unit

test('the list of laboratories has no word twice, and every answer is a valid unit', () => {
  expect(new Set(LABORATORY_UNITS.map(({ written }) => written)).size).toBe(LABORATORY_UNITS.length)
  expect(LABORATORY_UNITS.length).toBeGreaterThan(780)
  const answers = check(LABORATORY_UNITS.flatMap(({ meant }) => [...meant]))
  expect(answers.filter(({ valid }) => !valid).map(({ unit }) => unit)).toEqual([])
})

test.each(LABORATORY_UNITS)('$written is meant as $meant', ({ written, meant }) => expect(meant).toContain(first(written)))

describe('suggestions', () => {
  test('say why', () => {
    const why = (text: string) => suggestUnits(text, 1).map((each) => `${each.unit} ${each.why}`)[0]
    expect(
      ['mcg', 'µg', 'mg /dL', 'MMOL/L', 'kgs', 'IU', 'milligram', 'mmlo/L', 'x10^3/uL', 'kPa (a)', 'mg/24h', 'tablets'].map(why),
    ).toEqual([
      'ug usage',
      'ug character',
      'mg/dL blank',
      'mmol/L case',
      'kg plural',
      '[IU] usage',
      'mg name',
      'mmol/L spelling',
      '10*3/uL power_of_ten',
      'kPa comment',
      'mg/(24.h) number',
      '{tablet} annotation',
    ])
  })

  test('repair every part of a product, and keep the parts that are right', () => {
    expect(first('mcg/kg/hr')).toBe('ug/kg/h')
    expect(first('mcg.kg/mins')).toBe('ug.kg/min')
    expect(first('mmol/24 hours/1.73m2')).toBe('mmol/(24.h)/{1.73_m2}')
    expect(first('mEq/24 hours')).toBe('meq/(24.h)')
    expect(first('{# of fetuses}')).toBe('{#_of_fetuses}')
    expect(first('mM/min')).toBe('mmol/L/min')
    expect(first('umol/mM')).toBe('umol/(mmol/L)')
    expect(first('ug/min/kg BW')).toBe('ug/min/kg{BW}')
  })

  test('take no prefix for a typo', () => {
    for (const text of ['xmmol/L', 'qvolts', 'zunits/mL', 'bmeters']) expect(suggestUnits(text, 5)).toEqual([])
  })

  test('never take a decimal for a product', () => {
    for (const text of ['mg/0.5 mL', 'mcg/2.5mL', 'mg/1.5 h', '0.9 percents NaCl', 'mg/1.73 mins', 'mcg/1.74']) {
      expect(suggestUnits(text, 5).filter(({ unit }) => /\d\.\d/.test(unit))).toEqual([])
    }
  })

  test('are none for what says that there is no unit', () => {
    expect(['NA', 'N/A', 'none', 'Unknown'].flatMap((text) => suggestUnits(text, 3))).toEqual([])
  })

  test('are valid, none twice, not what was given, the best first and no more than asked for', () => {
    for (const { written } of LABORATORY_UNITS) {
      const found = suggestUnits(written, 10)
      expect(found.map(({ unit }) => unit)).not.toContain(written)
      expect(new Set(found.map(({ unit }) => unit)).size).toBe(found.length)
      expect(check(found.map(({ unit }) => unit)).every(({ valid }) => valid)).toBe(true)
      expect(found.map(({ confidence }) => confidence)).toEqual(found.map(({ confidence }) => confidence).sort((a, b) => b - a))
    }
    expect(suggestUnits('MG/DL', 1)).toHaveLength(1)
    expect(check(['mcg'], { suggestions: 0 })[0]!.suggestions).toEqual([])
  })

  test.each([
    'N/A',
    '',
    ' ',
    '?',
    '/',
    'blood',
    'see note',
    'Smith, John',
    '12345',
    '///',
    '10^',
    '{}{}',
    'mg/dL/mg/dL/x/y/z/q/w/e/r/t/y/u/i/o/p',
  ])('there is none for %j, which is no unit, or it is valid', (text) => {
    for (const { unit } of suggestUnits(text, 5)) expect(check([unit])[0]!.valid).toBe(true)
  })

  test('long lines take no time', () => {
    const start = performance.now()
    for (const character of ['/', ' ', 'm', '1', '(', '10^', 'x ', 'mg/', 'mcg ', '*']) {
      suggestUnits(character.repeat(300).slice(0, 300), 3)
    }
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

describe('warnings of what is legal', () => {
  test.each([
    ['K/uL', 'kelvin_for_thousand 0 1', '10*3/uL'],
    ['K/mm3', 'kelvin_for_thousand 0 1', '10*3/mm3'],
    ['MG', 'unlikely_unit 0 2', 'mg'],
    ['MG/L', 'unlikely_unit 0 2', 'mg/L'],
    ['mg/ML', 'unlikely_unit 3 5', 'mg/mL'],
    ['G/L', 'unlikely_unit 0 1', '10*9/L'],
    ['T/L', 'unlikely_unit 0 1', '10*12/L'],
    ['m/uL', 'unlikely_unit 0 1', '10*6/uL'],
    ['Gm/dL', 'unlikely_unit 0 2', 'g/dL'],
    ['mph', 'unlikely_unit 0 3', '[mi_i]/h'],
    ['F', 'unlikely_unit 0 1', '[degF]'],
    ['C', 'unlikely_unit 0 1', 'Cel'],
    ['g%', 'unlikely_unit 0 2', 'g/dL'],
    ['mg%', 'unlikely_unit 0 3', 'mg/dL'],
    ['pH', 'unlikely_unit 0 2', '[pH]'],
    ['ft', 'unlikely_unit 0 2', '[ft_i]'],
    ['10^9/L', 'caret_for_power 0 4', '10*9/L'],
    ['U', 'enzyme_unit_for_dose 0 1', '[IU]'],
    ['U/kg/h', 'enzyme_unit_for_dose 0 1', '[IU]/kg/h'],
    ['{cells}', 'annotation_as_unit 0 7', undefined],
    ['{mg}/dL', 'annotation_holds_unit 0 4', undefined],
    ['mg/kg.d', 'multiplication_after_division 5 7', 'mg/kg/d'],
    ['mL/min/1.73.m2', 'decimal_point_as_product 7 11', 'mL/min/{1.73_m2}'],
    ['U/(10.g){feces}', 'annotation_after_parenthesis 8 15', undefined],
    ["[hp'_X]", 'retired_unit 0 7', undefined],
  ])('%s', (unit, issue, suggestion) => {
    const [result] = check([unit])
    const [found] = result!.issues
    expect(result!.valid).toBe(true)
    expect(found!.severity).toBe('warning')
    expect(`${found!.code} ${found!.start} ${found!.end}`).toBe(issue)
    expect(result!.suggestions[0]?.unit).toBe(suggestion)
  })

  test('a unit of many unlikely parts has as many suggestions as were requested', () => {
    const [result] = check([`m${'/s.m'.repeat(12)}`], { suggestions: 10 })
    expect(result!.suggestions).toHaveLength(10)
  })

  test.each([
    'mg/dL',
    'mg/dl',
    'U/L',
    'mU/L',
    'U/mL',
    'K',
    'mmol/L',
    'uF',
    'Pa',
    'g/(8.h)',
    'kg.m/s2',
    '10*3/uL',
    'mS/cm',
    'mg{creat}',
    'J/K',
    'mg/(kg.d)',
    '4.[pi]',
    'kcal/d',
    'm[IU]/L',
    'g.m',
    'U{G}',
    'U/kg{Hb}',
  ])('%s is left alone', (unit) => expect(check([unit])[0]!.issues).toEqual([]))
})

describe('lines', () => {
  test('a text may be indented and have line ends of any kind; a list is exact', () => {
    expect(check(' mg \r\n\n\t5 mL\rmcg').map(({ unit, valid, value }) => [unit, valid, value])).toEqual([
      ['mg', true, null],
      ['mL', true, '0.000005'],
      ['mcg', false, null],
    ])
    expect(check([' mg', 'mg ']).map(({ valid, suggestions }) => [valid, suggestions[0]?.unit])).toEqual([
      [false, 'mg'],
      [false, 'mg'],
    ])
  })

  test('places count from the beginning of the line', () => {
    expect(check('  5  mg/mcl')[0]!.issues).toMatchObject([{ code: 'unknown_unit', start: 8, end: 11 }])
    expect(check(['1,5 mg'])[0]).toMatchObject({ valid: true, value: null, issues: [{ code: 'value_unreadable', start: 0, end: 3 }] })
    expect(check(['<5 mg'])[0]).toMatchObject({ valid: true, value: null, issues: [{ code: 'value_unreadable', start: 0, end: 2 }] })
    expect(check(['1e99999 mg'])[0]).toMatchObject({ valid: true, value: null, issues: [{ code: 'value_unreadable' }] })
  })

  test('a text has no more lines than a list may have entries', () => {
    expect(check('m\r\n'.repeat(100_000), { suggestions: 0 })).toHaveLength(100_000)
    expect(() => check('\n'.repeat(20_000_000))).toThrow('more than 100000 lines')
  })

  test('a power of ten with a blank is no value', () => {
    const results = check(['10 3/uL', '10 E9/L', '10 mg/mL', '11 3/uL'])
    expect(results.map(({ suggestions }) => suggestions[0]?.unit)).toEqual(['10*3/uL', '10*9/L', undefined, undefined])
    expect(results[0]!.issues).toMatchObject([{ code: 'value_may_be_power', severity: 'warning', start: 0, end: 3 }])
  })

  test('a number alone is a unit', () => {
    expect(check(['5'])[0]).toMatchObject({ valid: true, unit: '5', convertedFrom: null })
  })

  test('codes without lower case come back in the usual form', () => {
    const results = check(['MG/DL', 'MM[HG]', '10*3/UL', 'MOL/M2{X}'], { caseInsensitive: true })
    expect(results.map(({ code }) => code)).toEqual(['mg/dL', 'mm[Hg]', '10*3/uL', 'mol/m2{X}'])
    expect(check(['K/UL'], { caseInsensitive: true })[0]!.suggestions[0]?.unit).toBe('10*3/uL')
  })
})
