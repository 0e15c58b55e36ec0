// Fields, lengths, tables and batches: what is found, how grave it is, and which code of table 0357 stands for it.
import { describe, expect, test } from 'vitest'
import { DEFAULT_LEVELS } from '../../../src/formats/hl7/validate/rules.ts'
import { summarize, validateText } from './validate-text.ts'

const HEADER = 'MSH|^~\\&|A|B|C|D|20260102||ORU^R01^ORU_R01|1|P|2.5.1\r'
const result = (obx: string) => `${HEADER}PID|||1^^^A^MR||Sample\rOBR|1|||A^B\r${obx}\r`
const OBX = 'OBX|1|NM|2345-7^Glucose^LN||5.4||||||F'

describe('findings of fields', () => {
  test.each<[string, string, string[]]>([
    ['nothing', OBX, []],
    ['a signed number', OBX.replace('5.4', '-.5'), []],
    ['a number with a comparator', OBX.replace('5.4', '<5'), ['number_invalid OBX-5']],
    ['every one of several numbers', OBX.replace('5.4', 'a~1~b'), ['number_invalid OBX-5', 'number_invalid OBX-5[3]']],
    ['a type that is none', OBX.replace('NM', 'QQ'), ['code_not_in_table OBX-2']],
    ['a value without its type', OBX.replace('NM', ''), ['value_type_missing OBX-2']],
    ['the explicit null', OBX.replace('5.4', '""'), []],
    ['a required field', OBX.replace('|F', ''), ['field_missing OBX-11']],
    ['a component that ST does not have', OBX.replace('NM', 'ST').replace('5.4', 'a^b'), ['component_undefined OBX-5.2']],
    ['a subcomponent that ST does not have', OBX.replace('NM', 'ST').replace('5.4', 'a & b'), ['component_undefined OBX-5.1.2']],
    ['an escaped ampersand', OBX.replace('NM', 'ST').replace('5.4', 'a \\T\\ b'), []],
    ['a field beyond the last', `${OBX}${'|'.repeat(20)}x`, ['field_undefined OBX-31']],
    ['a date of another type', OBX.replace('NM', 'DT').replace('5.4', '20260230'), ['date_invalid OBX-5']],
    [
      'all at once',
      'OBX|x|NM|||y||||||Q',
      ['sequence_number_invalid OBX-1', 'field_missing OBX-3', 'number_invalid OBX-5', 'code_not_in_table OBX-11'],
    ],
  ])('%s', (_title, obx, expected) => {
    expect(summarize(validateText(result(obx)))).toEqual(expected)
  })

  test.each([
    ['2.7', 'PID-2', 'PID||1|1^^^A^MR||Sample^^^^^^L', []],
    ['2.7', 'PID-3', 'PID|||1||Sample^^^^^^L', ['component_missing PID-3.5']],
    ['2.7', 'PID-4', 'PID|||1^^^A^MR|1|Sample^^^^^^L', []],
    ['2.7', 'PID-9', 'PID|||1^^^A^MR||Sample^^^^^^L||||Other', []],
  ])('of %s, %s has the components it must have', (version, _, pid, expected) => {
    const found = summarize(validateText(result(OBX).replace('|2.5.1', `|${version}`).replace(/PID.*/, `${pid}\r`)))
    expect(found.filter((each) => each.startsWith('component_missing PID'))).toEqual(expected)
  })

  test('a code of a suggested table and one of another version are less grave', () => {
    const text = (sex: string) => result(OBX).replace('Sample\r', `Sample|||${sex}\r`)
    const levels = (sex: string) => validateText(text(sex)).issues.map(({ severity }) => severity)
    expect(levels('F')).toEqual([])
    expect(levels('Q')).toEqual(['warning'])
    expect(validateText(result(OBX.replace('NM', 'QQ'))).issues[0]!.severity).toBe('error')
  })

  test('a table of a coded field holds unless the code names another system', () => {
    const err = (code: string) => `MSH|^~\\&|A|B|C|D|20260102||ACK^A01^ACK|1|P|2.5.1\rMSA|AA|1\rERR|||${code}|E\r`
    expect(summarize(validateText(err('101^x^HL70357')))).toEqual([])
    expect(summarize(validateText(err('QQ^x^HL70357')))).toEqual(['code_not_in_table ERR-3.1'])
    expect(summarize(validateText(err('QQ^x^L')))).toEqual([])
  })

  test.each([
    ['2.4', '102'],
    ['2.5.1', '102'],
    ['2.8.2', '104'],
  ])('a value too long has the code of version %s: %s', (version, code) => {
    const text = result(OBX)
      .replace('|P|2.5.1', `|P|${version}`)
      .replace('|1|P|', `|${'9'.repeat(200)}|P|`)
    const issue = validateText(text).issues.find(({ path, rule }) => path === 'MSH-10' && rule === 'length')!
    expect(issue.severity).toBe('warning')
    expect(issue.hl7ErrorCode).toBe(code)
  })

  test('characters outside of the basic plane count as one', () => {
    const text = (length: number) => result(OBX).replace('|1|P|', `|${'😀'.repeat(length)}|P|`)
    expect(summarize(validateText(text(20)))).toEqual([])
    expect(summarize(validateText(text(21)))).toEqual(['value_too_long MSH-10'])
  })

  test('byte ranges hold the value, whatever the character set', () => {
    const text = result(OBX.replace('5.4', 'é5')).replace('Sample', 'Zoë')
    const { issues } = validateText(new TextEncoder().encode(text))
    const [issue] = issues
    const bytes = new TextEncoder().encode(text).subarray(issue!.byteStart, issue!.byteEnd)
    expect([issues.length, new TextDecoder().decode(bytes)]).toEqual([1, 'é5'])
  })

  test('no issue holds a value of the message', () => {
    const text =
      'MSH|^~\\&|SECRETX|B|C|D|SECRETX||SECRETX^SECRETX|SECRETX|SECRETX|SECRETX\rPID|SECRETX||SECRETX||SECRETX\rOBX|SECRETX|SECRETX|||SECRETX\r'
    const { issues } = validateText(text)
    expect(issues.length).toBeGreaterThan(5)
    expect(JSON.stringify(issues)).not.toContain('SECRETX')
  })
})

describe('severities', () => {
  const text = result('OBX|x|NM|||y||||||Q')

  test.each(['off', 'info', 'warning', 'error'] as const)('a rule set to %s', (level) => {
    const { issues, counts } = validateText(text, { levels: { ...DEFAULT_LEVELS, dataType: level } })
    const own = issues.filter(({ rule }) => rule === 'dataType').map(({ severity }) => severity)
    expect(own).toEqual(level === 'off' ? [] : [level, level])
    expect(counts.error).toBe(level === 'error' ? 4 : 2)
  })

  test('the limit keeps the count', () => {
    const { issues, counts } = validateText(text, { maxIssues: 1 })
    expect(issues).toHaveLength(1)
    expect(counts).toEqual({ error: 4, warning: 0, info: 0, notListed: 3 })
  })

  test('another version than that of the message', () => {
    expect(summarize(validateText(result(OBX), { version: '2.7' })).filter((line) => line.includes('PID'))).toEqual([])
    expect(validateText(result(OBX), { version: '2.3' }).messages[0]!.version).toBe('2.3')
    expect(validateText(result(OBX), { version: '2.3' }).messages[0]!.structure.version).toBe('2.3')
  })
})

describe('HL7 v2.5.1 §2.10.3: batches', () => {
  const batch = (lines: readonly string[]) => lines.map((line) => `${line}\r`).join('')
  const message = result(OBX).trimEnd().split('\r')
  const fields = message[0]!.split('|')
  const another = message.with(0, fields.with(9, `${fields[9]}-2`).join('|'))

  test.each<[string, string[], string[]]>([
    ['a right count', ['BHS|^~\\&', ...message, ...another, 'BTS|2'], []],
    ['a wrong count', ['BHS|^~\\&', ...message, 'BTS|2'], ['batch_count_wrong BTS-1']],
    ['no number', ['BHS|^~\\&', ...message, 'BTS|two'], ['batch_count_invalid BTS-1']],
    ['no trailer', ['BHS|^~\\&', ...message], ['batch_incomplete BHS']],
    [
      'a file of two batches',
      ['FHS|^~\\&', 'BHS|^~\\&', ...message, 'BTS|1', 'BHS|^~\\&', ...another, 'BTS|3', 'FTS|1'],
      ['batch_count_wrong BTS[2]-1', 'batch_count_wrong FTS-1'],
    ],
  ])('%s', (_title, lines, expected) => {
    const validation = validateText(batch(lines))
    expect(summarize(validation)).toEqual(expected)
    expect(validation.issues.every(({ message: place, severity }) => place === null && severity === 'warning')).toBe(true)
  })

  test('every message has its own verdict', () => {
    const { messages } = validateText(result(OBX) + result(OBX.replace('5.4', 'x')) + result(OBX))
    expect(messages.map(({ valid, counts }) => [valid, counts.error])).toEqual([
      [true, 0],
      [false, 1],
      [true, 0],
    ])
  })
})
