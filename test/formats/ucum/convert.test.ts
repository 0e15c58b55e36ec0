// Conversions by the clauses of UCUM: exact quotients, special and arbitrary units, mass and amount, and what is refused.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { codeUcum } from '../../../src/tools/code/ucum.ts'

interface Result {
  readonly value: string | null
  readonly exact: boolean | null
  readonly canonical: { readonly factor: string | null; readonly exact: boolean; readonly units: string } | null
  readonly special: boolean
  readonly arbitrary: readonly string[]
  readonly dimension: readonly object[]
  readonly valid: boolean
  readonly issues: readonly { readonly code: string; readonly severity: string }[]
}

const check = (unit: string, options: object = {}) => (runTool(codeUcum, { units: [unit] }, options) as { results: Result[] }).results[0]!
/** The value with `~` before it where it is rounded, and the codes of the issues. */
const convert = (unit: string, to: string, options: object = {}) => {
  const { value, exact, issues } = check(unit, { to, ...options })
  return [...(value === null ? [] : [`${exact ? '' : '~'}${value}`]), ...issues.map(({ code }) => code)].join(' ')
}

describe('factors are exact', () => {
  test.each([
    ['6.3 mm', 'm', '0.0063'],
    ['6.3 s/mm/g', 's.m-1.g-1', '6300'],
    ['6.3 s/m.mg', 's.m-1.g', '0.0063 multiplication_after_division'],
    ['6.30 4.s/m', 's/m', '25.2'],
    ['6.3 s/4/m', 's/m', '1.575'],
    ['1 [in_i]', 'cm', '2.54'],
    ['1 [ft_us]', 'm', '~0.3048006096012192024384048768097536'],
    ['1 [ly]', 'cm', '946073047258080000'],
    ['1 1/[ly]', 'cm-1', '~0.000000000000000001057000834024615463709460524485127'],
    ['1 m[Hg]', 'g.s-2.m-1', '133322000'],
    ['1 S', 'g-1.m-2.C2.s', '0.001 unlikely_unit'],
    ['6.3 g.m.s-2.A-2', 'g.m.C-2', '6.3'],
    ['90.7184 kg', '[lb_av]', '~199.999836857925983190590264999387'],
    ['9007199254740993 ug', 'g', '9007199254.740993'],
    ['0.1 mg', 'ug', '100'],
    ['-1.5e3 mL', 'L', '-1.5'],
    ['0 mg', 'kg', '0'],
    ['1 10*400', '10*399', '10'],
    ['1 10*400', '1', '1e400'],
    ['1 ym', 'Ym', '1e-48'],
    ['1 a', 'd', '365.25'],
    ['1 [lb_av]/h', 'kg/s', '~0.0001259978805555555555555555555555556'],
    ['180 deg', '[pi].rad', '1'],
    ['1 KiBy', 'By', '1024'],
    ['/min', 'Hz', '~0.01666666666666666666666666666666667'],
  ])('%s in %s', (unit, to, expected) => expect(convert(unit, to)).toBe(expected))

  test('pi has the digits of the table', () => {
    expect(convert('1 4.[pi].10*-7.N', 'N')).toMatch(/^0\.00000125663706143591729538505735331180115367886775975004232838997783692$/)
  })

  test('digits round half to even', () => {
    expect(convert('1 /3', '1', { digits: 1 })).toBe('~0.3')
    expect(convert('2 /3', '1', { digits: 3 })).toBe('~0.667')
    expect(convert('299999.9 /3', '1', { digits: 2 })).toBe('~100000')
    expect(convert('0.125 1', '1', { digits: 2 })).toBe('0.125')
  })
})

describe('special units by their functions (§§21, 22)', () => {
  test.each([
    ['37 Cel', '[degF]', '98.6'],
    ['98.6 [degF]', 'Cel', '37'],
    ['-40 [degF]', 'Cel', '-40'],
    ['0 K', 'Cel', '-273.15'],
    ['4 [degRe]', 'K', '278.15'],
    ['80 [degRe]', 'Cel', '100'],
    ['1 5.Cel', 'K', '278.15'],
    ['1 mCel', 'K', '273.151'],
    ['25000 mCel', 'Cel', '25'],
    ['10*1.Cel', 'K', '283.15'],
    ['7.4 [pH]', 'mol/L', '~0.0000000398107170553497250770252305087752'],
    ['0.0000001 mol/L', '[pH]', '7'],
    ['40 nmol/L', '[pH]', '~7.397940008672037609572522210551014'],
    ['30 dB[W]', 'W', '1000'],
    ['1000 W', 'dB[W]', '30'],
    ['3 B[kW]', 'W', '1000000'],
    ['60 dB[SPL]', 'Pa', '0.02'],
    ['2 B[V]', 'V', '10'],
    ['2 B[10.nV]', 'nV', '100'],
    ['1 B', 'Np', '~2.302585092994045684017991454684364'],
    ['1 Np', '1', '~2.718281828459045235360287471352662'],
    ['10 dB', '1', '10'],
    ['5 dB', '1', '~3.162277660168379331998893544432719'],
    ['8 1', 'bit_s', '3'],
    ['0.125 1', 'bit_s', '-3'],
    ['10 1', 'bit_s', '~3.32192809488736234787031942948939'],
    ["3 [hp'_X]", '1', '0.001 retired_unit'],
    ["1.5 [hp'_C]", '1', '0.001 retired_unit'],
    ["1 [hp'_M]", '1', '0.001 retired_unit'],
    ["1 [hp'_Q]", '1', '0.00002 retired_unit'],
    ['1 %[slope]', 'deg', '~0.5729386976834859268414224790469819'],
    ["1 [p'diop]", 'rad', '~0.009999666686665238206340116209279549'],
    ['45 deg', '%[slope]', '~100'],
    ['1e-30 rad', "[p'diop]", '~1e-28'],
    ['0 deg', '%[slope]', '0'],
    ['3 [m/s2/Hz^(1/2)]', 'm2/s4/Hz', '9'],
    ['2.25 m2/s4/Hz', '[m/s2/Hz^(1/2)]', '1.5'],
    ['2 m2/s4/Hz', '[m/s2/Hz^(1/2)]', '~1.41421356237309504880168872420969807'],
    ['1.0000001 1', 'Np', '~0.000000099999995000000333333308333335333'],
  ])('%s in %s', (unit, to, expected) => {
    const [value, ...codes] = convert(unit, to).split(' ')
    const [wanted, ...wantedCodes] = expected.split(' ')
    if (wanted!.startsWith('~')) expect(value!.slice(0, 32)).toBe(wanted!.slice(0, 32))
    else expect(value).toBe(wanted)
    expect(codes).toEqual(wantedCodes)
  })

  test.each([
    ['m.Cel', 'special_unit_in_product'],
    ['Cel/s', 'special_unit_in_product'],
    ['Cel-1', 'special_unit_in_product'],
    ['Cel2', 'special_unit_in_product'],
    ['Cel.Cel', 'special_unit_in_product'],
    ['kat/[pH]', 'special_unit_in_product'],
  ])('%s is refused', (unit, code) => {
    const { valid, canonical, issues } = check(unit)
    expect({ valid, canonical, codes: issues.map((issue) => issue.code) }).toEqual({ valid: true, canonical: null, codes: [code] })
  })

  test.each([
    ['0 W', 'dB[W]'],
    ['-1 1', 'Np'],
    ['-1 m2/s4/Hz', '[m/s2/Hz^(1/2)]'],
    ['99999999 B[W]', 'W'],
    ['1e9999 B[W]', 'W'],
  ])('%s has no value in %s', (unit, to) => expect(convert(unit, to)).toBe('out_of_domain'))
})

describe('arbitrary units (§24)', () => {
  test.each([
    ['1 [IU]/L', 'm[IU]/mL', '1'],
    ['1 [iU]', '[IU]', '1'],
    ['5 [CFU]/mL', '[CFU]/L', '5000'],
    ['1 [IU]', "[arb'U]", 'not_commensurable'],
    ['1 [IU]', '1', 'not_commensurable'],
    ['1 [CFU]', '[PFU]', 'not_commensurable'],
    ['1 [IU]', 'U', 'not_commensurable'],
    ['1 [IU]/[IU]', '1', '1'],
  ])('%s in %s', (unit, to, expected) => expect(convert(unit, to).replace(' enzyme_unit_for_dose', '')).toBe(expected))

  test('are named', () => {
    expect(check('k[IU]/mL')).toMatchObject({ arbitrary: ['[iU]'], canonical: { factor: '1000000000', units: 'm-3.[iU]' } })
  })
})

describe('mass and amount of substance', () => {
  const glucose = { molarMass: 180.156 }
  const calcium = { molarMass: 40.078, charge: 2 }
  test.each([
    ['90 mg/dL', 'mmol/L', glucose, '~4.995670418970225804302937454206354'],
    ['5 mmol/L', 'mg/dL', glucose, '90.078'],
    ['180.156 g', 'mol', glucose, '1'],
    ['1 mmol/kg', 'mg/kg', glucose, '180.156'],
    ['1 g/mol', '1', glucose, '~0.005550744909966917560336597171340394'],
    ['2 mmol/L', 'meq/L', calcium, '4'],
    ['10 mg/dL', 'meq/L', calcium, '~4.990268975497779330305903488198014'],
    ['4 meq/L', 'mg/L', calcium, '80.156'],
    ['1 mg', 'meq', { molarMass: 40.078 }, 'needs_charge'],
    ['90 mg/dL', 'mmol/L', {}, 'needs_molar_mass'],
    ['90 mg/dL', 'mmol', glucose, 'not_commensurable'],
    ['90 mg', '1', glucose, 'not_commensurable'],
    ['1 mmol', 'meq', {}, '1 amounts_assumed_equal'],
    ['1 mol', '1', {}, '602214076000000000000000 amounts_assumed_equal'],
    ['48 mmol/mol', '%', {}, '4.8 ratio_of_other_kinds'],
    ['1 mg/g', 'mmol/mol', glucose, '1 ratio_of_other_kinds'],
    ['1 umol/mmol', 'mmol/mol', {}, '1'],
    ['1 U/L', 'nkat/L', {}, '~16.66666666666666666666666666666667'],
    ['290 mosm/kg', 'mmol/kg', {}, '290 amounts_assumed_equal'],
  ])('%s in %s with %j', (unit, to, options, expected) => expect(convert(unit, to, options)).toBe(expected))
})

describe('the canonical form', () => {
  test.each([
    ['Pa', '1000', 'g.m-1.s-2'],
    ['mmol/L', '602214076000000000000000', 'm-3'],
    ['A', '1', 'C.s-1'],
    ['%', '0.01', '1'],
    ['{cells}/uL', '1000000000', 'm-3'],
    ['10*9/L', '1000000000000', 'm-3'],
    ['Cel', null, 'K'],
    ['[pH]', null, 'm-3'],
  ])('%s', (unit, factor, units) => expect(check(unit).canonical).toMatchObject({ factor, units }))

  test('takes a value where nothing is asked for', () => {
    expect(check('37 Cel')).toMatchObject({ value: '310.15', exact: true, canonical: { units: 'K' } })
    expect(check('5')).toMatchObject({ value: null, canonical: { factor: '5', units: '1' } })
  })

  test('has a dimension', () => {
    expect(check('N/kg').dimension).toEqual([
      { symbol: 'L', exponent: 1 },
      { symbol: 'T', exponent: -2 },
    ])
  })

  test.each([
    ['m1000000000', 'exponent_too_large'],
    ['km99999', 'exponent_too_large'],
    [`${'Ym999.'.repeat(40)}m`, 'exponent_too_large'],
    ['m/0', 'zero_factor'],
    ['0.m', 'zero_factor'],
  ])('%s has none', (unit, code) =>
    expect(check(unit)).toMatchObject({
      valid: true,
      canonical: null,
      issues: expect.arrayContaining([expect.objectContaining({ code })]),
    }),
  )
})

test('every unit of the table converts into its canonical form and back to itself', async () => {
  const { symbolTable } = await import('../../../src/formats/ucum/symbols.ts')
  const wrong: string[] = []
  for (const [code, { prefix, unit }] of symbolTable().byCode) {
    // Levels of more than some hundred bel have no value, and tiny ones are lost beside 1 in 34 digits.
    const isLevel = /^(?:lg|ln|lgTimes2)$/.test(unit.functionName)
    if (isLevel && prefix && !['d', 'c', 'm'].includes(prefix.code)) continue
    const into = check(`7 ${code}`)
    const units = into.canonical!.units
    const back = check(`${into.value} ${units}`, { to: code, digits: 20 })
    const distance = Math.abs(Number(back.value) / 7 - 1)
    if (!(distance < 1e-15)) wrong.push(`${code} ${into.value} ${back.value}`)
  }
  expect(wrong).toEqual([])
})

test('property: the unit must measure it', () => {
  const codes = (unit: string, property: string) => check(unit, { property }).issues.map(({ code }) => code)
  expect(codes('mg', 'mass')).toEqual([])
  expect(codes('mL', 'mass')).toEqual(['wrong_property'])
  expect(codes('[degF]', 'Temperature')).toEqual([])
  expect(codes('[ppm]', 'amount of substance')).toEqual(['wrong_property'])
  expect(() => check('mg', { property: 'weight' })).toThrow('no unit of this property')
  expect(() => check('mg', { to: 'mcg' })).toThrow('not valid UCUM')
})

test('what could not be converted is counted, valid or not', () => {
  const units = ['5 mcg', '5 Cel/s', '5 L', '1,5 mg', '5 mg']
  const { counts } = runTool(codeUcum, { units }, { to: 'g' }) as unknown as { counts: object }
  expect(counts).toEqual({ valid: 4, invalid: 1, warned: 0, converted: 1, failed: 4 })
})
