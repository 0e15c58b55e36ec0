// hl7/to-fhir: results that come in other messages than ORU^R01 have a report with its status, and each report has its own results.
import { describe, expect, test } from 'vitest'
import { type FhirResource, referred, resources, toFhir } from '../to-fhir-message.ts'

const PID = 'PID|1||3003^^^NORTH^MR||Muster^Max'
const order = (n: number) => `ORC|NW|P-${n}|F-${n}||IP`
const request = (n: number, status: string) => `OBR|${n}|P-${n}|F-${n}|C${n}^Code^L|||2026010${n}|||||||||||||||20260109|||${status}`
const result = (n: number) => `OBX|1|NM|X${n}^x^L||${n}5|mg|||||F`
const specimen = (n: number) => `SPM|1|S-${n}||BLD^Blood^L`
const ofSpecimen = (n: number) => `OBX|1|NM|SP${n}^x^L||${n}|mL|||||F`

const MESSAGES: readonly (readonly [string, readonly string[]])[] = [
  ['OUL^R21^OUL_R21', [request(1, 'F'), result(1), request(2, 'P'), result(2)]],
  ['OUL^R22^OUL_R22', [1, 2].flatMap((n) => [specimen(n), ofSpecimen(n), request(n, n === 1 ? 'F' : 'P'), order(n), result(n)])],
  ['OUL^R24^OUL_R24', [request(1, 'F'), order(1), result(1), specimen(1), request(2, 'P'), order(2), result(2)]],
  ['ORF^R04', [request(1, 'F'), result(1), request(2, 'P'), result(2)]],
  ['ORU', [order(1), request(1, 'F'), result(1), order(2), request(2, 'P'), result(2)]],
  ['OUL^Z99', [request(1, 'F'), result(1), request(2, 'P'), result(2)]],
]

describe('reports of results', () => {
  test.each(MESSAGES)('%s', (type, segments) => {
    const told = toFhir([`MSH|^~\\&|LAB|NORTH|REG|EAST|20260304080910+0100||${type}|9|P|2.5.1`, PID, ...segments].join('\r'))
    const codeOf = (each: FhirResource) => each.code.coding[0].code
    const reports = resources(told, 'DiagnosticReport').map((report) => ({
      code: codeOf(report),
      status: report.status,
      numbers: report.identifier.map((each: FhirResource) => [each.value, each.type.coding[0].code].join(' ')),
      results: report.result.map((each: { reference: string }) => codeOf(referred(told, each))),
      subject: referred(told, report.subject).identifier[0].value,
      order: referred(told, report.basedOn[0]).identifier[0].value,
    }))
    expect(reports).toEqual([
      { code: 'C1', status: 'final', numbers: ['P-1 PLAC', 'F-1 FILL'], results: ['X1'], subject: '3003', order: 'P-1' },
      { code: 'C2', status: 'preliminary', numbers: ['P-2 PLAC', 'F-2 FILL'], results: ['X2'], subject: '3003', order: 'P-2' },
    ])
    expect(told.unmapped.filter(({ path }) => /^OBR(?:\[2\])?-(?:[234]|25)(?:\.|$)/.test(path))).toEqual([])
  })

  test('OUL^R22 of several patients, with ORC behind OBR', () => {
    const of = (n: number) => [`PID|1||${n}^^^NORTH^MR||Muster^Max`, specimen(n), request(n, 'F'), order(n), result(n)]
    const told = toFhir(['MSH|^~\\&|LAB|NORTH|REG|EAST|20260304080910+0100||OUL^R22^OUL_R22|9|P|2.5.1', ...of(1), ...of(2)].join('\r'))
    const reports = resources(told, 'DiagnosticReport').map((report) => [
      referred(told, report.subject).identifier[0].value,
      ...report.result.map((each: { reference: string }) => referred(told, each).code.coding[0].code),
    ])
    expect(reports).toEqual([
      ['1', 'X1'],
      ['2', 'X2'],
    ])
    expect(resources(told, 'ServiceRequest')).toHaveLength(2)
  })

  test('an order is no report', () => {
    const told = toFhir(
      ['MSH|^~\\&|LAB|NORTH|REG|EAST|20260304080910+0100||OMG^O19^OMG_O19|9|P|2.5.1', PID, order(1), request(1, 'F')].join('\r'),
    )
    expect(resources(told, 'DiagnosticReport')).toEqual([])
  })
})
