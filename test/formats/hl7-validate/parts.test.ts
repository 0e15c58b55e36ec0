// Rules of parts and characters, open segments, versions without tables, and the two degrees of strictness.
import { describe, expect, test } from 'vitest'
import { LENIENT_LEVELS } from '../../../src/formats/hl7/validate/rules.ts'
import { summarize, validateText } from './validate-text.ts'

function message(version: string, type: string, ...segments: string[]): string {
  return [`MSH|^~\\&|A|B|C|D|20260102080910||${type}|1|P|${version}`, ...segments, ''].join('\r')
}

const PID = 'PID|1||1^^^N^MR||S^A'
const observed = (...segments: string[]) => message('2.5.1', 'ORU^R01^ORU_R01', PID, 'OBR|1|||1^A^L', ...segments)
const found = (text: string) => summarize(validateText(text))

describe('parts', () => {
  test.each(['', '>', '<', '>=', '<=', '=', '<>'])('SN.1 may be %j (HL7 v2.5.1 §2.A.70)', (sign) =>
    expect(found(observed(`OBX|1|SN|1^A^L||${sign}^5||||||F`))).toEqual([]),
  )
  test.each([
    ['?^5', 'OBX-5.1'],
    ['=<^5', 'OBX-5.1'],
    ['^5^x^6', 'OBX-5.3'],
  ])('SN %s', (value, path) => expect(found(observed(`OBX|1|SN|1^A^L||${value}||||||F`))).toEqual([`comparator_invalid ${path}`]))

  test.each([
    ['N&1.2.3&ISO', []],
    ['N&1.2.3', ['universal_id_type_missing PID-3.4.3']],
    ['N&1.2.x&ISO', ['universal_id_invalid PID-3.4.2']],
    ['N&1.02.3&ISO', ['universal_id_invalid PID-3.4.2']],
    ['N&north.example&DNS', []],
    ['N', []],
  ])('HD %s (§2.A.33)', (authority, expected) =>
    expect(found(message('2.5.1', 'ORU^R01^ORU_R01', `PID|1||1^^^${authority}^MR||S^A`, 'OBR|1|||1^A^L'))).toEqual(expected),
  )
  test('EI', () =>
    expect(found(message('2.5.1', 'ORU^R01^ORU_R01', PID, 'OBR|1|P^N^1.x^ISO||1^A^L'))).toEqual(['universal_id_invalid OBR-2.3']))

  test.each(['2.3', '2.3.1', '2.4', '2.5', '2.8'])('the check digit scheme of CX in %s', (version) => {
    const text = (scheme: string) => message(version, 'ADT^A01^ADT_A01', 'EVN|A01|20260102', `PID|1||1^5^${scheme}^N^MR||S^A`, 'PV1|1|I')
    expect(found(text('QQ'))).toContain('code_not_in_table PID-3.3')
    expect(found(text('M10'))).not.toContain('code_not_in_table PID-3.3')
  })
})

describe('characters', () => {
  test.each(['\\F\\\\S\\\\T\\\\R\\\\E\\', 'a\\.br\\b', '\\H\\x\\N\\', '\\X0D\\', '\\Zx\\'])('%s', (text) =>
    expect(found(observed(`OBX|1|TX|1^A^L||${text}||||||F`))).toEqual([]),
  )
  test.each(['a\\b', '\\Q\\', 'C:\\temp', '\\X0\\'])('%s is no sequence', (text) =>
    expect(found(observed(`OBX|1|TX|1^A^L||${text}||||||F`))).toEqual(['escape_invalid OBX-5']),
  )
  test.each(['\u0000', '\u0007', '\u007f', '\u0085'])('control character %j', (character) => {
    const { issues } = validateText(observed(`OBX|1|TX|1^A^L||ab${character}||||||F`))
    expect(issues).toMatchObject([{ code: 'control_character', path: 'OBX-5', severity: 'warning' }])
  })
  test('a tabulator is none', () => expect(found(observed('OBX|1|TX|1^A^L||a\tb||||||F'))).toEqual([]))

  test.each([
    ['10^9/L', ['unit_not_escaped OBX-6']],
    ['x10^12/L', ['unit_not_escaped OBX-6']],
    ['*10^3 /uL', ['unit_not_escaped OBX-6']],
    ['10\\S\\9/L', []],
    ['K10^Kilo^L', []],
    ['mg^5', []],
    ['10*9/L', []],
    ['10^ten^L', []],
    ['mg', []],
  ])('unit %s', (unit, expected) => expect(found(observed(`OBX|1|NM|1^A^L||5|${unit}|||||F`))).toEqual(expected))
})

describe('OBX-1', () => {
  test('stands once in a group, and is one issue however often it recurs', () => {
    const { issues } = validateText(observed(...['1', '2', '2', '2'].map((number) => `OBX|${number}|ST|1^A^L||x||||||F`)))
    expect(issues).toMatchObject([{ code: 'set_id_repeated', path: 'OBX[3]-1', severity: 'warning', count: 2 }])
  })
  test('begins again with each order', () =>
    expect(found(observed('OBX|1|ST|1^A^L||x||||||F', 'OBR|2|||1^A^L', 'OBX|1|ST|1^A^L||x||||||F'))).toEqual([]))
})

test('codes of one table in one field are one issue', () => {
  const { issues, counts } = validateText(observed(...['1', '2', '3'].map((number) => `OBX|${number}|ST|1^A^OWN||x||||||F`)))
  expect(issues).toMatchObject([{ code: 'code_not_in_table', path: 'OBX-3.3', count: 3 }])
  expect(counts.warning).toBe(1)
})

describe('what the standard leaves open', () => {
  test('parameters of a query, from QPD-3 on (IHE PDQ)', () => {
    const query = message('2.5', 'QBP^Q22^QBP_Q21', 'QPD|Q22^Find^HL7nnnn|7|@PID.5.1^S~@PID.8^M|x~y|z', 'RCP|I')
    expect(found(query).filter((each) => each.includes('QPD-') && !each.includes('QPD-1'))).toEqual([])
  })
  test.each([
    ['2.3', ['ORC|NW|1', 'OBR|1|1||1^A^L']],
    ['2.2', ['ORC|NW|1', 'OBR|1|1||1^A^L']],
  ])('an order of %s without quantity, timing and notes', (version, order) => {
    const codes = found(message(version, 'ORM^O01', 'PID|1||1||S^A', ...order))
    expect(codes.filter((code) => /missing/.test(code))).toEqual([])
  })
  test.each(['2.3.1', '2.7.1', '2.8'])('OBX-4 of %s', (version) => {
    const codes = found(message(version, 'ORU^R01^ORU_R01', PID, 'OBR|1|||1^A^L', 'OBX|1|NM|1^A^L||5||||||F'))
    expect(codes).not.toContain('field_missing OBX-4')
  })
  test('records of a master file with several segments each', () => {
    const record = ['MFE|MAD|1|20260102|A|ST', 'CDM|A', 'PRC|A']
    const codes = found(message('2.5.1', 'MFN^M01^MFN_M01', 'MFI|CDM||UPD|||NE', ...record, ...record))
    expect(codes.filter((code) => code.startsWith('segment'))).toEqual([])
  })
  test('a note at a wrong place is named as it is', () => {
    const order = ['ORC|NW|1', 'OBR|1|1||1^A^L', 'DG1|1||A^b^L|||W', 'NTE|1||note']
    expect(found(message('2.5.1', 'ORM^O01^ORM_O01', PID, ...order))).toEqual(['segment_unexpected NTE'])
  })
  test('a message of 2.9 is held against 2.8.2, and nothing that differs is an error', () => {
    const { issues, messages } = validateText(message('2.9', 'ADT^A01^ADT_A01', 'EVN||20260102', PID, 'PV1|1|I', 'GSP|1|A'))
    expect(issues).toMatchObject([{ code: 'segment_undefined', severity: 'warning' }])
    expect(messages[0]!.valid).toBe(true)
  })
  test.each<[string, string, string[]]>([
    ['2.9', 'X', []],
    ['2.9.1', 'X', []],
    ['2.9', 'Q', ['code_not_in_table']],
    ['2.8.2', 'X', ['code_not_in_table']],
  ])('codes of a message of %s are those of 2.9: %s', (version, code, expected) => {
    const text = message(version, 'ADT^A01^ADT_A01', 'EVN||20260102', `PID|||1^^^N^MR||S^A|||${code}`, 'PV1||I')
    expect(found(text)).toEqual(expected.map((each) => `${each} PID-8.1`))
  })
  test('tables that the caller chooses are those of that version', () => {
    const text = message('2.9', 'ADT^A01^ADT_A01', 'EVN||20260102', 'PID|||1^^^N^MR||S^A|||X', 'PV1||I')
    expect(summarize(validateText(text, { version: '2.8.2' }))).toEqual(['code_not_in_table PID-8.1'])
  })
})

describe('lenient', () => {
  const errors = (text: string) =>
    validateText(text, { strictness: 'lenient', levels: LENIENT_LEVELS })
      .issues.filter(({ severity }) => severity === 'error')
      .map(({ code, path }) => `${code} ${path}`)
  const HEADER = 'MSH|^~\\&|A|B|C|D|20260102080910||'

  test.each([
    [`${HEADER}ADT^A01^ADT_A01||P|2.5.1\r`, ['field_missing MSH-10']],
    [`${HEADER}|1|P|2.5.1\r`, ['field_missing MSH-9']],
    [`${HEADER}ADT^A01^ADT_A01|1|P\r`, ['field_missing MSH-12']],
    [`${HEADER}QQQ^A01|1|P|2.5.1\r`, ['structure_unknown MSH-9']],
    [`${HEADER}QQQ^A01^ADT_A01|1|P|2.5.1\r`, ['structure_unknown MSH-9']],
    [`${HEADER}ADT^A01^ADT_A01|1|Q|2.5.1\r`, ['processing_id_unknown MSH-11.1']],
  ])('refuses %j', (text, expected) => expect(errors(text)).toEqual(expected))

  test.each([
    message('2.5.1', 'ADT^A01^ADT_A01', 'PID|1||1||||20260230|Q'),
    message('2.5.1', 'ZZZ^Z01', 'ZZZ|1'),
    observed('OBX|1|NM|||abc', 'XXX|1'),
  ])('takes what can be processed, and tells of the rest', (text) => {
    expect(errors(text)).toEqual([])
    expect(validateText(text, { strictness: 'lenient', levels: LENIENT_LEVELS }).issues.length).toBeGreaterThan(0)
  })
})
