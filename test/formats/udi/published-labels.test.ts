// Labels that the issuing agencies publish: what each says, and which check character it ends in.
import { describe, expect, test } from 'vitest'
import { describeUdi } from '../../../src/formats/udi/describe-udi.ts'

const read = (text: string) => describeUdi(text, 0, { format: 'auto', jurisdiction: 'any', fhirRelease: 'R4', currentYear: 2026 })

type ExpectedFields = Partial<ReturnType<typeof read>>
type Row = readonly [clause: string, label: string, said: ExpectedFields]

/** ANSI/HIBC 2.6: worked examples with their check characters. */
const HIBC: readonly Row[] = [
  ['B.2.0', '+A123BJC5D6E71G', { di: 'A123BJC5D6E71', packageLevel: 1, form: 'hibc-primary' }],
  ['C.3', '+H123ABC01234567890D', { di: 'H123ABC01234567890', packageLevel: 0 }],
  ['E1.1', '+$A1234GU', { lotNumber: 'A1234', expirationDate: null, form: 'hibc-secondary' }],
  ['4.3.2', '+$$52001510X3GD', { lotNumber: '10X3', expirationDate: '2020-01-15' }],
  ['2.2.1.1', '+A99912345/$$52001510X33', { di: 'A99912345', lotNumber: '10X3', expirationDate: '2020-01-15' }],
  ['4.3.3', '+A123BJC5D6E71/$$52001510X3C', { di: 'A123BJC5D6E71', lotNumber: '10X3' }],
  [
    '2.3.2',
    '+A99912345/$$52001510X3/16D20111212/S77DEFG457',
    { lotNumber: '10X3', serialNumber: '77DEFG45', manufacturingDate: '2011-12-12', expirationDate: '2020-01-15' },
  ],
  ['2.3.2.3', '+A99912345/$10X3/16D20111231/14D202001313', { manufacturingDate: '2011-12-31', expirationDate: '2020-01-31' }],
  ['2.3.2.4', '+A99912349/$10X3/16D20111231/14D20200131/Q500Z', { quantity: 500, packageLevel: 9 }],
]

/** ANSI/HIBC 2.6, appendix F: each form of the secondary data, without a check on the link character L. */
const SECONDARY: readonly Row[] = [
  ['date of the old form', '+052711L', { expirationDate: '2005-09-28', lotNumber: '1' }],
  ['no date', '+$3C001L', { lotNumber: '3C001' }],
  ['MMYY', '+$$09053C001L', { expirationDate: '2005-09-30', expirationDateOriginal: '0905', lotNumber: '3C001' }],
  ['MMDDYY', '+$$20928053C001L', { expirationDate: '2005-09-28', lotNumber: '3C001' }],
  ['YYMMDD', '+$$30509283C001L', { expirationDate: '2005-09-28', lotNumber: '3C001' }],
  ['YYMMDDHH', '+$$4050928223C001L', { expirationDate: '2005-09-28', lotNumber: '3C001' }],
  ['YYJJJ', '+$$5052713C001L', { expirationDate: '2005-09-28', lotNumber: '3C001' }],
  ['YYJJJHH', '+$$605271223C001L', { expirationDate: '2005-09-28', lotNumber: '3C001' }],
  ['7, no date', '+$$73C001L', { expirationDate: null, lotNumber: '3C001' }],
  ['serial number, no date', '+$+0001L', { serialNumber: '0001', lotNumber: null }],
  ['serial number, MMYY', '+$$+09050001L', { expirationDate: '2005-09-30', serialNumber: '0001' }],
  ['serial number, MMDDYY', '+$$+20928050001L', { expirationDate: '2005-09-28', serialNumber: '0001' }],
  ['serial number, YYMMDD', '+$$+30509280001L', { expirationDate: '2005-09-28', serialNumber: '0001' }],
  ['serial number, YYMMDDHH', '+$$+4050928200001L', { expirationDate: '2005-09-28', serialNumber: '0001' }],
  ['serial number, YYJJJ', '+$$+5052710001L', { expirationDate: '2005-09-28', serialNumber: '0001' }],
  ['serial number, YYJJJHH', '+$$+605271200001L', { expirationDate: '2005-09-28', serialNumber: '0001' }],
  ['serial number, 7, no date', '+$$+70001L', { expirationDate: null, serialNumber: '0001' }],
  ['two digits of quantity', '+$$82409053C001L', { quantity: 24, expirationDate: '2005-09-30', lotNumber: '3C001' }],
  ['five digits of quantity', '+$$90010020928053C001L', { quantity: 100, expirationDate: '2005-09-28', lotNumber: '3C001' }],
  ['quantity, no date', '+$$82473C001L', { quantity: 24, expirationDate: null, lotNumber: '3C001' }],
]

/** Labels of devices on the market, of carriers with a symbology identifier, and of the form before 2013. */
const SEEN: readonly Row[] = [
  ['symbology of Aztec', ']zB+A123BJC5D6E71G+2001510X3GG', { di: 'A123BJC5D6E71', lotNumber: '10X3', expirationDate: '2020-01-15' }],
  ['symbology of QR', ']Q0+J123AQ3451/25330BC34567/S4012X', { lotNumber: 'BC34567', serialNumber: '4012', expirationDate: '2025-11-26' }],
  [
    'symbology of Data Matrix',
    ']d1+A123ABCDEFGHI1234567891/$$420020216LOT123456789012345/SXYZ456789012345678/16D20130202$',
    { lotNumber: 'LOT123456789012345', serialNumber: 'XYZ456789012345678', expirationDate: '2020-02-02', manufacturingDate: '2013-02-02' },
  ],
  ['three symbols', '+J123AQ3451T+25330BC34567T2+S4012TJ', { di: 'J123AQ3451', lotNumber: 'BC34567', serialNumber: '4012' }],
  ['lot behind 7', '+A123BJC5D6E71G+$$710X3G7', { lotNumber: '10X3', expirationDate: null }],
  ['serial number behind $$+', '+A123BJC5D6E71G+$$+52001510X3GB', { serialNumber: '10X3', lotNumber: null }],
  ['link character +, check character blank', '+A123BJCMD6E79++$$52001510X3+ ', { lotNumber: '10X3', packageLevel: 9 }],
  ['lot of digits, date apart', '+E308T800206X0/$$7230513/14D20260413F', { lotNumber: '230513', expirationDate: '2026-04-13' }],
  [
    'quantity, then a lot',
    '+A99912345/$$81210X3/16D20111212/14D20200906/S77DEFG45$',
    { quantity: 12, lotNumber: '10X3', serialNumber: '77DEFG45' },
  ],
  ['large quantity, then a lot', '+A99912345/$$90234510X3/16D20111212/14D20200906/S77DEFG458', { quantity: 2345, lotNumber: '10X3' }],
]

/** UDI formats by issuing agency, FDA; IFA Coding System, PPN; AccessGUDID. */
const OTHERS: readonly Row[] = [
  [
    'FDA, GS1',
    '(01)51022222233336(11)141231(17)150707(10)A213B1(21)1234',
    { issuingAgency: 'GS1', di: '51022222233336', lotNumber: 'A213B1', serialNumber: '1234', expirationDate: '2015-07-07' },
  ],
  [
    'FDA, ICCBBA, tissue',
    '=/A9999XYZ100T0944=,000025=A99971312345600=>014032=}013032&,1000000000000XYZ123',
    {
      issuingAgency: 'ICCBBA',
      di: 'A9999XYZ100T0944',
      serialNumber: '000025',
      donationId: 'A99971312345600',
      lotNumber: '000000000000XYZ123',
      expirationDate: '2014-02-01',
      manufacturingDate: '2013-02-01',
    },
  ],
  ['FDA, ICCBBA, blood bag', '=)1TE123456A&)RZ12345678', { issuingAgency: 'ICCBBA', di: '1TE123456A', lotNumber: 'RZ12345678' }],
  [
    'IFA',
    '[)>\x1e06\x1d9N110375286414\x1d1TABC123\x1dD150600\x1dS12345\x1e\x04',
    { issuingAgency: 'IFA', di: '110375286414', lotNumber: 'ABC123', serialNumber: '12345', expirationDate: '2015-06-30' },
  ],
]

const NO_CHECK = new Set(SECONDARY.map(([, label]) => label))
const rows = [...HIBC, ...SECONDARY, ...SEEN, ...OTHERS]

test.each(rows)('%s: %s', (_clause, label, said) => {
  const { checks, ...result } = read(NO_CHECK.has(label) ? `${label}${checkCharacterOf(label)}` : label)
  expect(result).toMatchObject({ ...said, valid: true })
  expect(checks.filter(({ valid }) => !valid)).toEqual([])
})

/** Appendix F states no check characters; that they are the right ones is what the other tables show. */
function checkCharacterOf(label: string): string {
  return read(`${label}#`).checks.at(-1)!.expected!
}

describe('labels that are wrong', () => {
  const wrong: readonly (readonly [what: string, label: string])[] = [
    ['another check character', '+A99912345/$$52001510X3/16D20111212/S77DEFG45/'],
    ['another check character of the primary symbol', '+A123BJC5D6E71++$$52001510X3+D'],
    ['another link character', '+A123BJC5D6E71G+$$52001510X3+ '],
    ['no labeler', '+%A123BJC5D6E71G'],
    ['a unit of measure that is no digit', '+A123BJC5D6E7AG'],
    ['month 13', '+A99912345/$10X3/14D20201301'],
    ['day 366 of a common year', '+A99912345/$$52136610X3'],
    ['a production date of seven digits', '+A99912345/$10X3/16D2011123'],
    ['an unknown supplement', '+A99912345/$10X3/17D20111231'],
    ['a lot of 19 characters', '+A123BJC5D6E71/$$3231031ABCDEFGHIJKLMNOPQRS'],
    ['a patient label of HIBC 1.3', '+/EO5232013'],
    ['a PPN with other check digits', '[)>\x1e06\x1d9N110375286415\x1e\x04'],
    ['an ISBT date on day 000', '=/A9999XYZ100T0944=>014000'],
    ['an ISBT identifier that is unknown', '=/A9999XYZ100T0944=#12'],
  ]
  test.each(wrong)('%s', (_what, label) => {
    const { valid, issues, elements } = read(label)
    expect(valid).toBe(false)
    const all = [...issues, ...elements.flatMap((element) => element.issues)]
    expect(all.some(({ severity, end, start }) => severity === 'error' && end > start)).toBe(true)
  })
})
