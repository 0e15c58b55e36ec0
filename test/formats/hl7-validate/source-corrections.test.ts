// What the sources of the tables have wrong: each message is right by the standard and has no error.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { hl7Validate } from '../../../src/tools/hl7/validate.ts'

interface Issue {
  readonly code: string
  readonly severity: string
  readonly path: string | null
  readonly count: number
}

async function issuesOf(type: string, version: string, ...segments: readonly string[]): Promise<readonly Issue[]> {
  const message = [`MSH|^~\\&|A|B|C|D|20260102080910||${type}|1|P|${version}`, ...segments, ''].join('\r')
  return ((await runTool(hl7Validate, { message }, {})) as { readonly issues: readonly Issue[] }).issues
}

const PATIENT = 'PID|1||1^^^NORTH^MR||Sample^Ada'

describe('no false error', () => {
  test.each([
    ['2.3', 'ORM^O01', 'repeated quantity and timing'],
    ['2.3.1', 'ORM^O01', 'repeated quantity and timing'],
  ])('%s %s with %s', async (version, type) => {
    const timing = '1^Q8H~2^BID'
    const order = [`ORC|NW|1|||||${timing}`, `OBR|1|1||24323-8^Panel^LN${'|'.repeat(23)}${timing}`]
    expect(await issuesOf(type, version, PATIENT, ...order)).toEqual([])
  })

  test('2.4 with several interpretation codes and observers', async () => {
    const observation = 'OBX|1|NM|1^A^L||5||1-4|H~A|||F|||||7^Probe~8^Probe'
    const issues = await issuesOf('ORU^R01', '2.4', PATIENT, 'OBR|1|||1^Panel^L', observation)
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('2.7.1 with an observation without value and type', async () => {
    const issues = await issuesOf('ORU^R01^ORU_R01', '2.7.1', PATIENT, 'OBR|1|||1^Panel^L', 'OBX|1||1^A^L||||||||X')
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('blanks behind a code', async () => {
    const issues = await issuesOf(
      'ADT^A08^ADT_A01',
      '2.5.1',
      'EVN||20260102',
      'PID|1||1^^^NORTH ^MR ||Sample^Ada|||F ||||||||||||||||||||||N ',
      'PV1|1|I ',
    )
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('a query answered at once, without a continuation pointer', async () => {
    const answer = ['MSA|AA|1', 'QAK|1|OK', 'QPD|Z88^Dispense^HL7nnn|1', 'RCP|I']
    const dispense = [
      'ORC|RE',
      'RXE|^^^20260102^^R|1^Drug^L|1||TAB^tablet^L',
      'TQ1|1',
      'RXR|PO',
      'RXD|1|1^Drug^L|20260102|1||||77',
      'RXR|PO',
      'OBX|1|NM|1^A^L||5||||||F',
    ]
    const issues = await issuesOf('RSP^Z88^RSP_Z88', '2.5.1', ...answer, PATIENT, 'AL1|1|DA|1^Nuts^L', 'PV1|1|I', ...dispense)
    expect(issues.filter(({ path }) => path === 'DSC')).toEqual([])
  })

  test('a route of a dispensed order without a note before it', async () => {
    const issues = await issuesOf(
      'RDS^O13^RDS_O13',
      '2.5.1',
      PATIENT,
      'ORC|RE|1',
      'RXO|1^Drug^L|1||TAB^tablet^L',
      'RXR|PO',
      'RXD|1|1^Drug^L|20260102|1||||77',
      'RXR|PO',
    )
    expect(issues.filter(({ code }) => code.startsWith('segment_'))).toEqual([])
  })

  test('the answer to a query as its profile has it', async () => {
    const issues = await issuesOf('RSP^Q11^RSP_Q11', '2.5.1', 'MSA|AA|1', 'QAK|1|OK', 'QPD|Q11^Find^L|1', PATIENT)
    expect(issues.filter(({ code }) => code.startsWith('segment_'))).toEqual([])
  })
})

describe('what stays an error', () => {
  test('a blank before a code', async () => {
    const issues = await issuesOf('ADT^A08^ADT_A01', '2.5.1', 'EVN||20260102', 'PID|1||1^^^NORTH^MR||Sample^Ada|||F', 'PV1|1| I')
    expect(issues.filter(({ severity }) => severity === 'error')).toMatchObject([{ path: 'PV1-2', code: 'code_format_invalid' }])
  })

  test('an unknown type in every OBX is one issue with its count', async () => {
    const observations = Array.from({ length: 40 }, (_, i) => `OBX|${i + 1}|QQ|${i}^A^L||5||||||F`)
    const issues = await issuesOf('ORU^R01^ORU_R01', '2.5.1', PATIENT, 'OBR|1|||1^Panel^L', ...observations)
    expect(issues).toMatchObject([{ path: 'OBX-2', severity: 'error', count: 40 }])
  })
})
