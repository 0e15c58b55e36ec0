// Identifier schemes: published numbers hold, numbers with one wrong place do not, and each trap of a scheme is kept.
import { describe, expect, test } from 'vitest'
import { SCHEMES } from '../../../src/formats/ids/all-schemes.ts'
import { type CheckIdsOptions, checkId } from '../../../src/formats/ids/check-ids.ts'
import { SHAPES, VECTORS } from './vectors.ts'
import { AFFILIATE_VECTORS } from './vectors-affiliates.ts'

const TODAY = { year: 2026, month: 1, day: 31 }

function check(text: string, type: string, options: Partial<CheckIdsOptions> = {}) {
  const { matches } = checkId(text, 0, { type, countries: [], decode: true, today: TODAY, ...options })
  expect(matches).toHaveLength(1)
  return matches[0]!
}

const isValid = (text: string, type: string, options: Partial<CheckIdsOptions> = {}): boolean => check(text, type, options).valid
const all = [
  ...Object.entries(VECTORS).flatMap(([type, texts]) => texts.map((text) => [type, text] as const)),
  ...AFFILIATE_VECTORS.map(([type, text]) => [type, text] as const),
]

describe('the schemes', () => {
  test('are at least 95, each with a name, a source and an id of its own', () => {
    expect(SCHEMES.length).toBeGreaterThanOrEqual(95)
    expect(new Set(SCHEMES.map(({ id }) => id)).size).toBe(SCHEMES.length)
    expect(SCHEMES.filter(({ name, source, shapes }) => name.length < 3 || source.length < 5 || shapes.length === 0)).toEqual([])
  })

  test('of the vectors exist', () => {
    const ids = new Set(SCHEMES.map(({ id }) => id))
    expect([...Object.keys(VECTORS), ...Object.keys(SHAPES)].filter((id) => !ids.has(id))).toEqual([])
  })
})

describe('a published number', () => {
  test.each(all)('%s %s holds', (type, text) => {
    expect(check(text, type)).toMatchObject({ valid: true, reason: null, position: null })
  })

  test.each(Object.entries(SHAPES).flatMap(([type, texts]) => texts.map((text) => [type, text] as const)))(
    '%s %s has the shape',
    (type, text) => {
      expect(isValid(text, type)).toBe(true)
    },
  )

  test.each(all)('%s %s is found by auto', (type, text) => {
    const { matches } = checkId(text, 0, { type: 'auto', countries: [], decode: false, today: TODAY })
    expect(matches.map((match) => match.type)).toContain(type)
    expect(matches.every(({ valid }) => valid)).toBe(true)
  })

  test.each(all)('%s %s formatted is the same number', (type, text) => {
    const { formatted, normalized } = check(text, type)
    expect(check(formatted, type)).toMatchObject({ valid: true, normalized })
  })
})

/** Schemes whose check digit finds every single wrong digit; the others have a modulus that some pairs of digits share. */
const WITHOUT_CHECK = new Set(SCHEMES.filter(({ rules }) => !rules.some(({ kind }) => kind === 'check')).map(({ id }) => id))
/** The check of these does not cover all forms or places: random numbers, specialties, classes of institutions. */
const PARTLY_CHECKED = new Set(['kr-rrn', 'lv-pk', 'cz-rc', 'nz-hpi', 'es-cn', 'de-lanr', 'de-ik', 'be-inami'])

describe('a number with one wrong digit', () => {
  const checked = all.filter(([type]) => !WITHOUT_CHECK.has(type) && !PARTLY_CHECKED.has(type))
  test('of most schemes was tried', () => {
    expect(new Set(checked.map(([type]) => type)).size).toBeGreaterThan(60)
  })

  test.each(checked)('of %s %s is refused', (type, text) => {
    const places = [...text].flatMap((char, i) => (/\d/.test(char) ? [i] : []))
    const accepted = places
      .flatMap((i) => [...'0123456789'].filter((digit) => digit !== text[i]).map((digit) => text.slice(0, i) + digit + text.slice(i + 1)))
      .filter((changed) => isValid(changed, type))
    // A modulus of 10 with letters or a sum of two checks lets a few single ones pass; none lets more than one in six.
    expect(accepted.length / (places.length * 9)).toBeLessThan(1 / 6)
  })

  test('names the place of the check digit', () => {
    expect(check('943 476 5918', 'gb-nhs')).toMatchObject({ valid: false, reason: 'check_digit', position: 11 })
    expect(check('2123 45671 1', 'au-medicare')).toMatchObject({ reason: 'check_digit', position: 9 })
  })
})

describe('what is no number', () => {
  test.each([
    ['nl-bsn', '12345678', 'length', null],
    ['gb-nhs', '943 476 59', 'length', null],
    ['gb-nhs', '943 476 591X', 'character', 11],
    ['us-mbi', '0EG4-TE5-MK73', 'character', 0],
    ['gb-nhs', '9434_765919', 'length', null],
    ['fr-nir', '2 95 16 99 126 111 93', 'date', null],
    ['us-ssn', '666-12-3456', 'range', null],
    ['oid', '1.40.1', 'range', null],
    ['dicom-uid', '1.2.840.010', 'range', null],
  ])('by %s: %s', (type, text, reason, position) => {
    expect(check(text, type)).toMatchObject({ valid: false, reason, position })
  })

  test('by auto is unknown', () => {
    expect(checkId('@@@', 0, { type: 'auto', countries: [], decode: false, today: TODAY })).toMatchObject({
      status: 'unknown',
      matches: [],
    })
  })
})

describe('the traps', () => {
  test('ITIN groups 50 to 65 are issued (IRM 3.21.263)', () => {
    expect(isValid('912-50-3456', 'us-itin')).toBe(true)
    expect(isValid('912-66-3456', 'us-itin')).toBe(false)
    expect(isValid('912-93-3456', 'us-itin')).toBe(false)
  })

  test('the new NHI has modulus 23, and a remainder of 0 gives Y (HISO 10046:2023)', () => {
    expect(isValid('ZZZ00AC', 'nz-nhi')).toBe(true)
    expect(isValid('ZVU27KE', 'nz-nhi')).toBe(true)
    // Z 24×7 + Z 24×6 + Z 24×5 + 0 + 3×3 + R 16×2 = 473, less 13 for digits: 460 = 20 × 23 with digits 0 and 0 and letter 14×2.
    expect(isValid('ZZZ00PY', 'nz-nhi')).toBe(true)
  })

  test('a CPR number holds without modulus 11 (CPR-kontoret, 2007)', () => {
    expect(isValid('211062-5620', 'dk-cpr')).toBe(true)
    expect(isValid('321362-5629', 'dk-cpr')).toBe(false)
  })

  test.each([...'-YXWVU'])('the sign %s of a HETU stands for the 20th century', (sign) => {
    expect(check(`131052${sign}308T`, 'fi-hetu').decoded).toMatchObject({ birthDate: '1952-10-13' })
  })

  test.each([...'ABCDEF'])('the sign %s of a HETU stands for the 21st century', (sign) => {
    expect(check(`131012${sign}308${hetuCheck('131012308')}`, 'fi-hetu').decoded).toMatchObject({ birthDate: '2012-10-13' })
  })

  test('a codice fiscale holds with letters for digits (omocodia)', () => {
    const codes = ['RCCMNL83S18D969H', 'RCCMNL83S18D96VZ', 'RCCMNL83S18D96V']
    expect(isValid(codes[0]!, 'it-cf')).toBe(true)
    const omocode = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `RCCMNL83S18D96V${letter}`).filter((text) => isValid(text, 'it-cf'))
    expect(omocode).toHaveLength(1)
    expect(check(omocode[0]!, 'it-cf').decoded).toMatchObject({ birthPlace: 'D969', sex: 'male' })
  })

  test('from 2032 on the first control digit of a fødselsnummer may leave a remainder', () => {
    const relaxed = { today: { year: 2032, month: 1, day: 1 } }
    const numbers = Array.from({ length: 100 }, (_, i) => `151086950${String(i).padStart(2, '0')}`)
    const before = numbers.filter((text) => isValid(text, 'no-fnr'))
    const after = numbers.filter((text) => isValid(text, 'no-fnr', relaxed))
    expect(before).toEqual(['15108695088'])
    expect(after.length).toBeGreaterThan(before.length)
    expect(after).toContain('15108695088')
  })

  test('nobody with a Swedish number was born before 1800: the numbers exist since 1947', () => {
    expect(check('14890102-3286', 'se-personnummer')).toMatchObject({ valid: false, reason: 'date' })
    expect(check('09701063-2391', 'se-samordningsnummer')).toMatchObject({ valid: false, reason: 'date' })
    expect([isValid('18890102-3286', 'se-personnummer'), isValid('19701063-2391', 'se-samordningsnummer')]).toEqual([true, true])
  })

  test('individual numbers of a fødselsnummer tell the century, and 750 to 899 none from 1940 on (Skatteetaten)', () => {
    expect(check('15109675080', 'no-fnr')).toMatchObject({ valid: false, reason: 'range' })
    expect(isValid('15109675080', 'no-fnr', { today: { year: 2032, month: 1, day: 1 } })).toBe(true)
    // The example of the tax administration has no check digits that hold.
    expect(check('01129955131', 'no-fnr').reason).toBe('check_digit')
  })

  test('names in a codice fiscale are consonants, then vowels, then X (DM 23 December 1976)', () => {
    expect(check('RCCANL83B18A969G', 'it-cf')).toMatchObject({ valid: false, reason: 'range' })
    expect(['FOX', 'AOX', 'AIA', 'XIA', 'NGX'].map((name) => check(`${name}MNL83S18D969H`, 'it-cf').reason)).not.toContain('range')
  })

  test('a pension insurance number has 00 for what is not known of a birth, and 32 or 64 added to the day (VKVV § 2)', () => {
    expect(
      ['95 000249 C 006', '15 070049 C 107', '15 370349 C 106', '15 470549 C 199'].map((text) => check(text, 'de-rvnr').reason),
    ).toEqual(Array.from({ length: 4 }, () => null))
    expect(check('15 970649 C 10 0', 'de-rvnr').reason).toBe('date')
    expect(check('15 310649 C 10 0', 'de-rvnr').reason).toBe('date')
  })

  test('the flags of a donation number are its check value from 60 on (ISBT 128, type 3)', () => {
    expect(check('=G12349865432178', 'isbt-din')).toMatchObject({ valid: false, reason: 'check_digit' })
    expect(isValid('=G12349865432100', 'isbt-din')).toBe(true)
  })

  test('a DEA number begins with a business activity: O and Q are none', () => {
    expect(check('QA1234563', 'us-dea')).toMatchObject({ valid: false, reason: 'character', position: 0 })
    expect(isValid('NA1234563', 'us-dea')).toBe(true)
  })

  test('a JMBG whose remainder is 10 or 11 ends in 0', () => {
    const numbers = Array.from({ length: 1000 }, (_, i) => `010197050${String(i).padStart(3, '0')}0`).filter((text) =>
      isValid(text, 'si-emso'),
    )
    expect(numbers.length).toBeGreaterThan(150)
  })

  test('a rodné číslo with remainder 10 ends in 0 until 1985 alone', () => {
    const ends = (year: string) =>
      Array.from({ length: 1000 }, (_, i) => `${year}0319${String(i).padStart(3, '0')}`)
        .filter((nine) => Number(nine) % 11 === 10)
        .map((nine) => `${nine}0`)
    expect(ends('71').every((text) => isValid(text, 'cz-rc'))).toBe(true)
    expect(ends('90').some((text) => isValid(text, 'cz-rc'))).toBe(false)
  })

  test('an ISBN of 13 digits begins with 978 or 979', () => {
    expect(isValid('9731857982183', 'isbn')).toBe(false)
  })

  test('a check letter of the HPI is that of the remainder (HISO 10005, appendix A3.1)', () => {
    expect(['FB9964G', 'FB9964D'].map((text) => isValid(text, 'nz-hpi'))).toEqual([true, false])
  })

  test('a taxonomy code of 4010 ends in N or Y', () => {
    expect(check('363LP0200N', 'us-taxonomy')).toMatchObject({ valid: true, issued: 'retired_scheme' })
    expect(check('207Q00000X', 'us-taxonomy')).toMatchObject({ valid: true, issued: null })
  })

  test('ten same digits are no NHS number', () => {
    expect(check('6666666666', 'gb-nhs')).toMatchObject({ valid: false, reason: 'range' })
  })

  test('a resident registration number since October 2020 has no check digit', () => {
    expect(isValid('201006-3123456', 'kr-rrn')).toBe(true)
    expect(isValid('971013-9019903', 'kr-rrn')).toBe(false)
  })
})

function hetuCheck(digits: string): string {
  return '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(digits) % 31]!
}

describe('what is known without a register', () => {
  test.each([
    ['gb-nhs', '999 000 0018', 'test_range'],
    ['us-ssn', '078-05-1120', 'invented'],
    ['fi-hetu', `010190-900${hetuCheck('010190900')}`, 'temporary'],
    ['us-hicn', '536904399A', 'retired_scheme'],
    ['nz-nhi', 'ZZZ0016', 'test_range'],
  ])('%s %s: %s', (type, text, issued) => {
    const match = check(text, type)
    expect(match.valid ? match.issued : match.reason).toBe(issued)
  })
})

describe('dates', () => {
  test('a date in the future is refused by today, and left open without it', () => {
    expect(check('201299-9019902', 'kr-rrn').valid).toBe(false)
    expect(isValid('36805280109', 'ee-ik', { today: { year: 1960, month: 1, day: 1 } })).toBe(false)
    expect(isValid('36805280109', 'ee-ik', { today: undefined })).toBe(true)
  })

  test('a year of two digits is resolved by today, or left open', () => {
    expect(check('880320-0016', 'se-personnummer').decoded).toMatchObject({ birthDate: '1988-03-20', sex: 'male' })
    expect(check('880320-0016', 'se-personnummer', { today: undefined }).decoded).toMatchObject({ birthDate: '--03-20' })
    expect(check('200320-0018', 'se-personnummer').decoded ?? {}).not.toMatchObject({ birthDate: '1920-03-20' })
  })

  test('30 February is no date', () => {
    expect(check('300280-1234', 'dk-cpr')).toMatchObject({ valid: false, reason: 'date' })
  })
})

describe('other forms', () => {
  test.each([
    ['ndc', '0777-3105-02', 'ndc11', ['00777310502']],
    ['ndc', '12345-678-90', 'ndc11', ['12345067890']],
    ['ndc', '12345-6789-0', 'ndc11', ['12345678900']],
    ['ndc', '0777310502', 'ndc11', ['00777310502', '07773010502', '07773105002']],
    ['ndc', '00777310502', 'ndc10', ['0777-3105-02', '00777-3105-2']],
    ['ndc', '0777-3105-02', 'ndc12', ['000777-3105-02']],
    ['isbn', '1-85798-218-5', 'isbn13', ['9781857982183']],
    ['isbn', '9781857982183', 'isbn10', ['1857982185']],
    ['gtin', '73513537', 'gtin14', ['00000073513537']],
    ['pzn', '03752864', 'ppn', ['110375286414']],
    ['ppn', '110375286414', 'pzn8', ['03752864']],
    ['us-npi', '1234567893', 'card', ['808401234567893']],
    ['atc', 'N02BE01', 'levels', ['N', 'N02', 'N02B', 'N02BE', 'N02BE01']],
    ['aic', '000307052', 'base32', ['009CVD']],
    ['loinc', '2345-7', 'withoutHyphen', ['23457']],
    ['loinc', '002345-7', 'loinc', ['2345-7']],
  ])('%s %s as %s', (type, text, form, expected) => {
    expect(check(text, type).converted?.[form]).toEqual(expected)
  })
})

describe('auto', () => {
  const auto = (text: string, countries: readonly string[] = []) =>
    checkId(text, 0, { type: 'auto', countries, decode: false, today: TODAY })

  test('ranks the strongest evidence first and keeps all matches', () => {
    const { status, matches } = auto('943 476 5919')
    expect(status).toBe('ambiguous')
    expect(matches.map(({ type }) => type)).toEqual(expect.arrayContaining(['gb-nhs', 'isbn']))
    expect(auto('943 476 5919', ['GB']).matches[0]!.type).toBe('gb-nhs')
  })

  test('tells why where a shape fits and nothing holds', () => {
    const { status, matches } = auto('RCCMNL83S18D969A', ['IT'])
    expect(status).toBe('invalid')
    expect(matches[0]).toMatchObject({ type: 'it-cf', valid: false, reason: 'check_digit', position: 15 })
    expect(auto('1EG4-TE5-MK7').status).toBe('unknown')
  })

  test('reads Arabic-Indic and full-width digits, and says so', () => {
    const { digitsFolded, matches } = auto('٩٤٣ ٤٧٦ ٥٩١٩', ['GB'])
    expect(digitsFolded).toBe(true)
    expect(matches[0]).toMatchObject({ type: 'gb-nhs', normalized: '9434765919' })
    expect(auto('９４３４７６５９１９', ['GB']).digitsFolded).toBe(true)
  })
})
