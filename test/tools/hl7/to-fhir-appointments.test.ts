// hl7/to-fhir: appointments with their notes, times and participants, and what else no row of the guide gets right: languages, attachments, labels, links.
import { describe, expect, test } from 'vitest'
import { type FhirResource, referred, resources, type ToFhirResult, toFhir } from './to-fhir-message.ts'

function convert(type: string, ...segments: string[]): ToFhirResult {
  return toFhir([`MSH|^~\\&|APP|NORTH|REG|NORTH|20260102080910+0100||${type}|7|P|2.5.1`, ...segments].join('\r'))
}

const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada'

describe('an appointment (HL7 v2.5.1 §10.6)', () => {
  const book = (schedule: string, ...more: string[]) => {
    const told = convert('SIU^S12^SIU_S12', `SCH|P-1|F-1|||||||${schedule}`, ...more)
    return { told, appointment: resources(told, 'Appointment')[0]! }
  }

  test('notes behind SCH and a resource are lines of its comment, each told', () => {
    const { told, appointment } = book('30|min', 'NTE|1||bring papers~and a bag', PID, 'RGS|1', 'AIS|1||S^Serv^L', 'NTE|1||fasting')
    expect(appointment.comment).toBe('bring papers\nand a bag\nfasting')
    const notes = told.trace.filter(({ path }) => /^NTE(?:\[2\])?-3/.test(path))
    expect(notes.map(({ target }) => target)).toEqual(Array(3).fill(expect.stringContaining('.comment')))
  })

  test('a start and a duration give the end', () => {
    expect(book('30|min|^^^20260103234500+0100').appointment.end).toBe('2026-01-04T00:15:00+01:00')
    expect(book('30|weeks|^^^20260103234500+0100').appointment).toHaveProperty('_end')
  })

  test('an end that is told stands, whatever the duration', () => {
    expect(book('30|min|^^^20260103090000+0100^20260103100000+0100').appointment.end).toBe('2026-01-03T10:00:00+01:00')
  })

  test('its patient takes part once, staff in each role', () => {
    const { told, appointment } = book(
      '30|min',
      'NTE|1||x',
      PID,
      'RGS|1',
      'AIP|1||88^Nurse^Nora|N^Nurse^L',
      'AIP|2||88^Nurse^Nora|C^Chair^L',
    )
    const types = appointment.participant.map(({ actor }: FhirResource) => referred(told, actor).resourceType)
    expect(types.sort()).toEqual(['Patient', 'Practitioner', 'Practitioner'])
  })
})

describe('the language of a message (MSH-19)', () => {
  test.each([
    ['en', 'en'],
    ['de-AT', 'de-AT'],
    ['eng', 'en'],
    ['Klingon', undefined],
  ])('%s: %s', (code, language) => {
    const told = toFhir(`MSH|^~\\&|A|B|C|D|2026||ADT^A01^ADT_A01|7|P|2.5.1|||||||${code}\r${PID}`)
    expect(resources(told, 'MessageHeader')[0]!.language).toBe(language)
    expect(told.unmapped.some(({ path }) => path === 'MSH-19')).toBe(language === undefined)
  })
})

describe('attachments (ED, RP)', () => {
  const attached = (type: string, value: string) => {
    const told = convert('ORU^R01^ORU_R01', PID, 'OBR|1|||1^A^L', `OBX|1|${type}|2^B^L||${value}|||||||F`)
    return resources(told, 'DocumentReference')[0]!.content[0].attachment
  }
  test.each([
    ['ED', '^application^PDF^Base64^SGVsbG8=', { contentType: 'application/pdf', data: 'SGVsbG8=' }],
    ['RP', 'http://a.example/x^APP^application^text', { contentType: 'text/plain', url: 'http://a.example/x' }],
  ])('%s %s', (type, value, expected) => expect(attached(type, value)).toEqual(expected))

  test('without data has a reason', () => expect(attached('ED', '^text^plain^Base64^')).toHaveProperty('_url'))
})

describe('the protection of a visit (PV2-22)', () => {
  const labels = (indicator: string) => {
    const told = convert('ADT^A01^ADT_A01', PID, 'PV1|1|I', `PV2|${'|'.repeat(21)}${indicator}`)
    return { told, security: resources(told, 'Encounter')[0]!.meta?.security }
  }
  test('Y restricts it, and is told', () => {
    const { told, security } = labels('Y')
    expect(security).toMatchObject([{ code: 'R', system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality' }])
    expect(told.unmapped.some(({ path }) => path === 'PV2-22')).toBe(false)
  })
  test.each(['N', 'X'])('%s is no label', (indicator) => expect(labels(indicator).security).toBeUndefined())
})

describe('what belongs together', () => {
  test('A24: both records see each other', () => {
    const told = convert('ADT^A24^ADT_A24', 'EVN||20260102', PID, 'PV1|1|I', 'PID|2||1002^^^NORTH^MR||Other^Bea')
    const [one, other] = resources(told, 'Patient')
    expect([one!.link[0].type, other!.link[0].type]).toEqual(['seealso', 'seealso'])
    expect([referred(told, one!.link[0].other).id, referred(told, other!.link[0].other).id]).toEqual([other!.id, one!.id])
  })

  test.each(['A37', 'A17'])('%s has no link', (event) => {
    const told = convert(`ADT^${event}`, 'EVN||20260102', PID, 'PV1|1|I', 'PID|2||1002^^^NORTH^MR||Other^Bea', 'PV1|1|I')
    expect(resources(told, 'Patient').map(({ link }) => link)).toEqual([undefined, undefined])
  })

  test('A06: earlier numbers of the patient and the visit stay', () => {
    const told = convert('ADT^A06^ADT_A06', 'EVN||20260102', PID, 'MRG|2002^^^NORTH^MR||||V-1', `PV1|1|I${'|'.repeat(17)}V-2`)
    expect(resources(told, 'Patient')).toHaveLength(1)
    expect(resources(told, 'Patient')[0]!.identifier.map(({ value }: FhirResource) => value)).toEqual(['1001', '2002'])
    expect(resources(told, 'Encounter')).toHaveLength(1)
    expect(resources(told, 'Encounter')[0]!.identifier).toContainEqual(expect.objectContaining({ value: 'V-1', use: 'old' }))
  })

  test('a reason (OBR-31) without ORC is that of the order of its report', () => {
    const told = convert('ORU^R01^ORU_R01', PID, `OBR|1|P-1|F-1|1^A^L${'|'.repeat(27)}R51^Headache^I10`, 'OBX|1|ST|2^B^L||x||||||F')
    const order = referred(told, resources(told, 'DiagnosticReport')[0]!.basedOn[0])
    expect(order.reasonCode).toMatchObject([{ coding: [{ code: 'R51' }] }])
    const without = convert('ORU^R01^ORU_R01', PID, 'OBR|1|P-1|F-1|1^A^L', 'OBX|1|ST|2^B^L||x||||||F')
    expect(resources(without, 'ServiceRequest')).toEqual([])
  })
})
