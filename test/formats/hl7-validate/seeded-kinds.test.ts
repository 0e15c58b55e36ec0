// hl7/validate finds what goes wrong in interfaces: defects of many kinds, each in every valid message that has a place for it.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { hl7Validate } from '../../../src/tools/hl7/validate.ts'
import { SEEDED_KINDS, VALID_MESSAGES } from './seeded-kinds.ts'
import { TYPED_KINDS, TYPED_MESSAGES } from './seeded-types.ts'

/** Issues and diagnostics as `code path`. */
function findings(lines: readonly string[]): string[] {
  const { issues, diagnostics } = runTool(hl7Validate, { message: `${lines.join('\r')}\r` }, {}) as {
    issues: readonly { code: string; path: string | null }[]
    diagnostics: readonly { code: string; path: string | null }[]
  }
  return [...issues, ...diagnostics].map(({ code, path }) => `${code} ${path}`)
}

test('every defect of eight more types of message is found', () => {
  expect(TYPED_MESSAGES.map(findings)).toEqual(TYPED_MESSAGES.map(() => []))
  const missed = Object.entries(TYPED_KINDS).filter(([, change]) => {
    const messages = TYPED_MESSAGES.filter((lines) => change(lines).join('\r') !== lines.join('\r')).map(change)
    return messages.length === 0 || messages.some((each) => findings(each).length === 0)
  })
  expect(missed.map(([kind]) => kind)).toEqual([])
})

test('a change of a number of one person is no merge with itself', () => {
  const lines = [
    'MSH|^~\\&|REG|NORTH|LAB|SOUTH|20260102080910||ADT^A50^ADT_A50|A-1|P|2.5.1',
    'EVN||20260102080910',
    'PID|1||1001^^^NORTH^MR||Sample^Ada',
    'MRG|1001^^^NORTH^MR||||V-1',
    'PV1|1|I',
  ]
  expect(findings(lines)).toEqual([])
})

const seeded = Object.entries(SEEDED_KINDS).map(([kind, change]) => ({
  kind,
  messages: VALID_MESSAGES.map(change).filter((lines, i) => lines.join('\r') !== VALID_MESSAGES[i]!.join('\r')),
}))

describe('seeded defects', () => {
  test('are of 69 kinds at least, each in a message at least', () => {
    expect(seeded.length).toBeGreaterThanOrEqual(69)
    expect(seeded.filter(({ messages }) => messages.length === 0)).toEqual([])
  })

  test('stand in messages without any finding', () => {
    expect(VALID_MESSAGES.map(findings)).toEqual(VALID_MESSAGES.map(() => []))
  })

  test('are found, 97 in 100 at least, and no kind is missed whole', () => {
    const missed = seeded.map(({ kind, messages }) => ({
      kind,
      of: messages.length,
      missed: messages.filter((each) => findings(each).length === 0).length,
    }))
    const count = (of: (row: (typeof missed)[number]) => number) => missed.reduce((sum, row) => sum + of(row), 0)
    expect(missed.filter((row) => row.missed === row.of)).toEqual([])
    expect(count((row) => row.missed) / count((row) => row.of)).toBeLessThanOrEqual(0.03)
  })
})

describe('check digits', () => {
  const admission = (identifier: string, code = 'R05^Cough^I10') => [
    'MSH|^~\\&|REG|NORTH|LAB|SOUTH|20260102080910||ADT^A01^ADT_A01|A-1|P|2.5.1',
    'EVN|A01|20260102080910',
    `PID|1||${identifier}||Sample^Ada`,
    'PV1|1|I',
    `DG1|1||${code}||20260102|A`,
  ]

  // The examples of HL7 v2.5.1 §2.A.14.2.
  test.each(['12345^5^M10^NORTH^MR', '1234567^4^M11^NORTH^MR', 'A1234^9^M10^NORTH^MR', '12345^9^NPI^NORTH^MR', '12345^^M10^NORTH^MR'])(
    '%s is not reported',
    (identifier) => {
      expect(findings(admission(identifier))).toEqual([])
    },
  )

  test.each(['12345^4^M10^NORTH^MR', '1234567^5^M11^NORTH^MR'])('%s is', (identifier) => {
    expect(findings(admission(identifier))).toEqual(['check_digit_wrong PID-3.2'])
  })

  test.each([
    ['2345-7', []],
    ['LA6576-8', []],
    ['2345-6', ['check_digit_wrong DG1-3.1']],
    ['GLU', ['check_digit_wrong DG1-3.1']],
  ])('of LOINC: %s', (code, expected) => {
    expect(findings(admission('1^^^NORTH^MR', `${code}^Text^LN`))).toEqual(expected)
  })
})

describe('times that come one after the other', () => {
  const visit = (from: string, to: string) => [
    'MSH|^~\\&|REG|NORTH|LAB|SOUTH|20260102080910||ADT^A01^ADT_A01|A-1|P|2.5.1',
    'EVN|A01|20260102080910',
    'PID|1||1^^^NORTH^MR||Sample^Ada',
    `PV1|1|I${'|'.repeat(42)}${from}|${to}`,
  ]

  test.each([
    ['20260102', '20260102'],
    ['202601020809', '20260102'],
    ['20260102080900+0100', '20260102075900+0000'],
    ['20260102080900', '2026'],
    ['20260102080900', ''],
  ])('%s, %s are', (from, to) => {
    expect(findings(visit(from, to))).toEqual([])
  })

  test.each([
    ['20260102', '20260101'],
    ['202601020809', '202601020808'],
    ['20260105080900+0100', '20260102080900+0000'],
  ])('%s, %s are not', (from, to) => {
    expect(findings(visit(from, to))).toEqual(['times_reversed PV1-45'])
  })
})
