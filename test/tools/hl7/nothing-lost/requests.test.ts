// hl7/to-fhir: requests for appointments (ARQ), and organizations that take part without a person (PRT).
import { describe, expect, it } from 'vitest'
import { referred, resources, toFhir } from '../to-fhir-message.ts'

const head = (type: string, version = '2.5.1'): string => `MSH|^~\\&|EHR|NORTH|RIS|NORTH|20260102080910+0100||${type}|R-7|P|${version}`
const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada'

describe('a request for an appointment', () => {
  const arq = [
    'ARQ|A-1^EHR|F-1^RIS||||SICK^Patient is sick|CHECKUP^Check-up|NORMAL^Routine|30|min|20260201080000+0100^20260205180000+0100',
    '||||77^Doe^Dana|^WPN^PH^^^555^1234|||78^Clerk^Cora|||||P-9^EHR',
  ].join('')
  const request = (event: string) => toFhir([head(`SRM^${event}^SRM_S01`), arq, PID, 'RGS|1', 'AIS|1|A|XRAY^X-ray'].join('\r'))

  it('is an Appointment that nobody has booked', () => {
    const found = request('S01')
    const [appointment] = resources(found, 'Appointment')
    expect(appointment).toMatchObject({
      status: 'proposed',
      identifier: [{ value: 'A-1' }, { value: 'F-1' }],
      minutesDuration: 30,
      reasonCode: [{ coding: expect.arrayContaining([expect.objectContaining({ code: 'CHECKUP' })]) }],
      requestedPeriod: [{ start: '2026-02-01T08:00:00+01:00', end: '2026-02-05T18:00:00+01:00' }],
      serviceType: [{ coding: [{ code: 'XRAY' }] }],
    })
    const actors = appointment!.participant.map(({ actor }: { actor: { reference: string } }) => referred(found, actor))
    expect(actors.map(({ resourceType }: { resourceType: string }) => resourceType).sort()).toEqual([
      'Patient',
      'Practitioner',
      'Practitioner',
    ])
    expect(referred(found, appointment!.basedOn[0])).toMatchObject({ resourceType: 'ServiceRequest', identifier: [{ value: 'P-9' }] })
    expect(found.unmapped.filter(({ reason }) => reason === 'no_resource' || reason === 'no_segment_map').map(({ path }) => path)).toEqual([
      'RGS-1',
    ])
  })

  it.each([
    ['S04', 'cancelled', 'SICK'],
    ['S05', 'cancelled', 'SICK'],
    ['S06', 'entered-in-error', undefined],
    ['S03', 'proposed', undefined],
  ])('with the event %s is %s', (event, status, reason) => {
    const [appointment] = resources(request(event), 'Appointment')
    expect(appointment!.status).toBe(status)
    expect(appointment!.cancelationReason?.coding[0].code).toBe(reason)
  })
})

describe('an appointment in a message of several patients', () => {
  it.each([
    ['SRM^S01^SRM_S01', 'ARQ'],
    ['SIU^S12^SIU_S12', 'SCH'],
  ])('of %s is of none of them, and is reported', (type, segment) => {
    const lines = [head(type), `${segment}|A-1^EHR`, PID, 'PID|2||1002^^^NORTH^MR||Sample^Bob', 'RGS|1', 'AIS|1|A|XRAY^X-ray']
    const found = toFhir(lines.join('\r'))
    const actors = resources(found, 'Appointment')[0]!.participant.map(({ actor }: { actor: { reference?: string } }) => actor.reference)
    expect(actors).toEqual([undefined])
    expect(found.diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([`patient_unknown ${segment}`])
  })

  it.each([
    ['in one PID', [PID]],
    ['in two PID', [`${PID}||19700102`, `${PID}||19700102`]],
  ])('of one patient %s is of this one', (_title, patients) => {
    const found = toFhir([head('SRM^S01^SRM_S01'), 'ARQ|A-1^EHR', ...patients].join('\r'))
    expect(resources(found, 'Patient')).toHaveLength(1)
    expect(referred(found, resources(found, 'Appointment')[0]!.participant[0].actor).resourceType).toBe('Patient')
    expect(found.diagnostics).toEqual([])
  })
})

describe('an organization without a person', () => {
  const part = (where: 'report' | 'result', prt: string) => {
    const lines = [head('ORU^R01^ORU_R01', '2.8.2'), PID, 'OBR|1||F-9|24323-8^Panel^LN', 'OBX|1|NM|2345-7^G^LN||5.4|mmol/L|||||F']
    lines.splice(where === 'report' ? 3 : 4, 0, prt)
    return toFhir(lines.join('\r'))
  }

  it.each([
    ['report', 'DiagnosticReport'],
    ['result', 'Observation'],
  ] as const)('performs the %s', (where, type) => {
    const found = part(where, 'PRT|1|AD||PO^Performing Organization||||North Laboratory')
    const performer = resources(found, type)[0]!.performer[0]
    expect(referred(found, performer)).toMatchObject({ resourceType: 'Organization', name: 'North Laboratory' })
    expect(found.unmapped.map(({ path }) => path)).not.toContain('PRT-8')
  })

  it('beside a person is that of the person', () => {
    const found = part('result', 'PRT|1|AD||PO^Performing Organization|77^Doe^Dana|||North Laboratory')
    expect(referred(found, resources(found, 'Observation')[0]!.performer[0]).resourceType).toBe('PractitionerRole')
    expect(resources(found, 'Organization').filter(({ name }) => name === 'North Laboratory')).toHaveLength(1)
  })
})
