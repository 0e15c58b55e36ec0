// hl7/to-fhir: the status of a visit, an appointment, a document and an order by the event and the codes of the message.
import { describe, expect, test } from 'vitest'
import { resources, toFhir } from './to-fhir-message.ts'

function header(type: string): string {
  return `MSH|^~\\&|APP|NORTH|REG|NORTH|20260102080910+0100||${type}|7|P|2.5.1`
}

const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada'

function visit(type: string, fields: Readonly<Record<number, string>> = {}) {
  const values = Array.from({ length: 46 }, (_, i) => fields[i] ?? '')
  values[0] = 'PV1'
  values[2] ||= 'I'
  const encounters = resources(toFhir([header(type), 'EVN||20260102', PID, values.join('|')].join('\r')), 'Encounter')
  expect(encounters).toHaveLength(1)
  return encounters[0]!.status
}

/** Status of Encounter by event (HL7 v2.8.2 §3.3; Event[EncounterStatus] of the v2-to-FHIR guide), for an inpatient without dates. */
const ENCOUNTERS: Readonly<Record<string, string>> = {
  'in-progress': 'A01 A02 A04 A06 A07 A09 A10 A12 A13 A15 A16 A17 A22 A25 A26 A32 A33 A52 A54 A55 A61 A62',
  finished: 'A03',
  planned: 'A05 A14',
  cancelled: 'A11 A27 A38',
  onleave: 'A21 A53',
  'entered-in-error': 'A23',
  unknown: 'A08 A18 A24 A28 A29 A30 A31 A34 A35 A36 A37 A39 A40 A41 A42 A43 A44 A45 A46 A47 A48 A49 A50 A51 A60',
}

describe('Encounter.status', () => {
  test.each(Object.entries(ENCOUNTERS).flatMap(([status, events]) => events.split(' ').map((event) => [event, status])))(
    '%s: %s',
    (event, status) => {
      // Structures as senders write them: that of the event, that of another event of the same form, and none.
      for (const type of [`ADT^${event}`, `ADT^${event}^ADT_A01`, `ADT^${event}^ADT_A09`])
        expect([type, visit(type)]).toEqual([type, status])
    },
  )

  test('an event in small letters is that event', () => expect(visit('adt^a11^adt_a09')).toBe('cancelled'))
  test('an event that nobody knows says nothing', () => expect(visit('ADT^A99')).toBe('unknown'))
  test('one Encounter for the structure ADT_A11', () => expect(visit('ADT^A11^ADT_A11')).toBe('cancelled'))
  test('a discharge date ends a visit', () => expect(visit('ADT^A08^ADT_A01', { 45: '20260102' })).toBe('finished'))
  test('an admission date without discharge is a visit in progress', () =>
    expect(visit('ADT^A08^ADT_A01', { 44: '20260102' })).toBe('in-progress'))
  test('a cancelled discharge, with its date still there', () => expect(visit('ADT^A13^ADT_A01', { 45: '20260102' })).toBe('in-progress'))
  test('the class of a visit to come', () => expect(visit('ADT^A08^ADT_A01', { 2: 'P' })).toBe('planned'))
  test.each(['I', 'I^Inpatient^HL70004'])('class %s is one code of FHIR', (code) => {
    const [encounter] = resources(toFhir([header('ADT^A01^ADT_A01'), PID, `PV1|1|${code}`].join('\r')), 'Encounter')
    expect(encounter!.class).toMatchObject({ code: 'IMP', system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode' })
  })
})

describe('Appointment.status (HL7 v2.8.2 §10.4)', () => {
  const status = (event: string, filler: string) => {
    const schedule = `SCH|P-1|F-1|||||||||^^^20260102080000+0100^20260102083000+0100${'|'.repeat(14)}${filler}`
    return resources(toFhir([header(`SIU^${event}^SIU_S12`), schedule, PID].join('\r')), 'Appointment')[0]!.status
  }
  test.each([
    ...['S12', 'S13', 'S14', 'S18', 'S19', 'S20', 'S21', 'S22', 'S23'].map((event) => [event, '', 'booked']),
    ['S15', '', 'cancelled'],
    ['S16', '', 'cancelled'],
    ['S17', '', 'entered-in-error'],
    ['S24', '', 'cancelled'],
    ['S26', '', 'noshow'],
    ['S12', 'Pending', 'pending'],
    ['S14', 'Complete', 'fulfilled'],
    ['S15', 'Booked', 'cancelled'],
    ['S15', 'Deleted', 'entered-in-error'],
    ['S26', 'Booked', 'noshow'],
  ])('%s with SCH-25 %j: %s', (event, filler, expected) => expect(status(event!, filler!)).toBe(expected))
})

describe('DocumentReference', () => {
  const document = (event: string, fields: string) =>
    resources(
      toFhir([header(`MDM^${event}^MDM_T02`), 'EVN||20260102', PID, 'PV1|1|I', `TXA|1|DS|TX|||||||||D-2|${fields}`].join('\r')),
      'DocumentReference',
    )[0]!
  test.each(['T01', 'T02', 'T03', 'T04', 'T05', 'T06', 'T07', 'T08', 'T09', 'T10'])('%s is current', (event) => {
    expect(document(event, '||||AU')).toMatchObject({ status: 'current', docStatus: 'final' })
  })
  test('T11 is a document that was cancelled', () => {
    expect(document('T11', '||||AU')).toMatchObject({ status: 'entered-in-error', docStatus: 'entered-in-error' })
  })
  test.each([
    ['T06', 'appends'],
    ['T10', 'replaces'],
  ])('%s names the document that it %s (TXA-13)', (event, code) => {
    expect(document(event, 'D-1').relatesTo).toMatchObject([{ code, target: { identifier: { value: 'D-1' } } }])
  })
  test.each([
    ['OB', 'superseded'],
    ['CA', 'entered-in-error'],
    ['AV', 'current'],
    ['UN', 'current'],
  ])('availability %s: %s (table 0273)', (code, status) => expect(document('T02', `||||||${code}`).status).toBe(status))
})

describe('an order (O01 and its kin)', () => {
  const order = (control: string, status: string) =>
    resources(
      toFhir([header('ORM^O01^ORM_O01'), PID, `ORC|${control}|P-1|||${status}`, 'OBR|1|P-1||1^A^L'].join('\r')),
      'ServiceRequest',
    )[0]!.status
  test.each([
    ['NW OK RE SC XO XX SN NA PA CH RR OE OR UC UD', '', 'active'],
    ['OC OD CR DC DR DF UA RP RU', '', 'revoked'],
    ['OH HR', '', 'on-hold'],
    ['DE', '', 'entered-in-error'],
    ['SC', 'CM', 'completed'],
    ['SC', 'A', 'active'],
    ['NW', 'CA', 'revoked'],
  ])('ORC-1 %s with ORC-5 %j: %s', (controls, status, expected) => {
    for (const control of controls!.split(' ')) expect([control, order(control, status!)]).toEqual([control, expected])
  })

  test.each([
    ['O I', 'registered'],
    ['R S P', 'preliminary'],
    ['F V U', 'final'],
    ['C', 'corrected'],
    ['D W', 'entered-in-error'],
    ['X', 'cancelled'],
  ])('OBX-11 %s: %s (table 0085)', (codes, expected) => {
    for (const code of codes!.split(' ')) {
      const told = toFhir([header('ORU^R01^ORU_R01'), PID, 'OBR|1|||1^A^L', `OBX|1|NM|1^A^L||5||||||${code}`].join('\r'))
      expect([code, resources(told, 'Observation')[0]!.status]).toEqual([code, expected])
    }
  })
})

test('an appointment that is made has a start and an end, which are absent where nobody tells them (app-2, app-3)', () => {
  const appointment = (schedule: string) => resources(toFhir([header('SIU^S12^SIU_S12'), schedule, PID].join('\r')), 'Appointment')[0]!
  const absent = { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }] }
  expect(appointment('SCH|P-1|F-1')).toMatchObject({ status: 'booked', _start: absent, _end: absent })
  expect(appointment(`SCH|P-1|F-1${'|'.repeat(9)}^^^20260102080000+0100`)).toMatchObject({
    start: '2026-01-02T08:00:00+01:00',
    _end: absent,
  })
})
