// phi/deidentify-fhir: whom a date belongs to, and the same person under one key in FHIR, HL7 v2 and DICOM.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'
import { phiDeidentifyHl7 } from '../../../src/tools/phi/deidentify-hl7.ts'
import { deidentify, patientFile, UID } from '../../formats/dicom-deidentify/sample-patient.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON whose elements the tests name
type Json = any

const KEY = 'a secret of sixteen or more'
const PSEUDONYMS = { policy: 'pseudonymize', key: KEY, labels: false }

function cleaned(resource: Json, options: object = {}): Json {
  const text = typeof resource === 'string' ? resource : JSON.stringify(resource)
  return JSON.parse(
    (runTool(phiDeidentifyFhir, { resource: text }, { ...PSEUDONYMS, ...options }) as unknown as { resource: string }).resource,
  )
}

const daysBetween = (from: string, to: string) => (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000

const numbered = (id: string, value: string) => ({
  resourceType: 'Patient',
  id,
  identifier: [
    { system: 'http://north.example/visit', value: 'V-1' },
    { type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] }, value },
  ],
  birthDate: '1970-03-04',
})
const observation = (over: object) => ({ resourceType: 'Observation', status: 'final', effectiveDateTime: '2026-01-10', ...over })
const shift = (resource: Json) => daysBetween('2026-01-10', resource.effectiveDateTime)

describe('with subjectFrom identifier', () => {
  const BY_NUMBER = { subjectFrom: 'identifier' }

  test('dates, numbers and names are those of HL7 v2', () => {
    const patient = { ...numbered('p1', '44871'), name: [{ family: 'Zebulon', given: ['Quista'] }] }
    const told = cleaned(patient, BY_NUMBER)
    const message = 'MSH|^~\\&|||||20260102||ADT^A01|1|P|2.5.1\rPID|1||44871^^^N^MR||Zebulon^Quista||19700304'
    const { message: text } = runTool(phiDeidentifyHl7, { message }, { policy: 'pseudonymize', key: KEY }) as unknown as { message: string }
    expect(text).toContain(`|${told.identifier[1].value}^`)
    expect(text).toContain(`|${told.name[0].family}^${told.name[0].given[0]}`)
    expect(text).toContain(`|${told.birthDate.replaceAll('-', '')}`)
  })

  test('dates, numbers and UIDs are those of DICOM', () => {
    const { values } = deidentify(patientFile(), { key: KEY, options: ['retain-modified-dates'] })
    const study = {
      resourceType: 'ImagingStudy',
      status: 'available',
      subject: { reference: 'Patient/p1' },
      identifier: [
        { system: 'urn:dicom:uid', value: `urn:oid:${UID}.8` },
        { type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'ACSN' }] }, value: 'ACC-7788' },
      ],
      started: '2024-02-19',
      series: [
        { uid: `${UID}.8`, modality: { code: 'CT' }, instance: [{ uid: `${UID}.7`, sopClass: { code: '1.2.840.10008.5.1.4.1.1.2' } }] },
      ],
    }
    const entry = [numbered('p1', '10004711'), study].map((resource) => ({ resource }))
    const told = cleaned({ resourceType: 'Bundle', type: 'collection', entry }, BY_NUMBER)
    const [patient, image] = told.entry.map(({ resource }: Json) => resource)
    expect(values.get('(0010,0020)')).toBe(patient.identifier[1].value)
    expect(values.get('(0008,0020)')).toBe(image.started.replaceAll('-', ''))
    expect(values.get('(0008,0050)')).toBe(image.identifier[1].value)
    expect(image.identifier[0].value).toBe(`urn:oid:${values.get('(0020,000D)')}`)
    expect(image.series[0].instance[0].uid).toBe(values.get('(0008,0018)'))
  })

  test('the Patient, a contained one, subjects or a logical reference tells the number', () => {
    const expected = shift(cleaned(observation({}), { subject: '44871' }))
    const bundle = {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [{ resource: observation({ subject: { reference: 'Patient/p1' } }) }],
    }
    const beside = { ...bundle, entry: [...bundle.entry, { resource: numbered('p1', '44871') }] }
    expect(shift(cleaned(beside, BY_NUMBER).entry[0].resource)).toBe(expected)
    const contained = observation({ contained: [numbered('x', '44871')], subject: { reference: '#x' } })
    expect(shift(cleaned(contained, BY_NUMBER))).toBe(expected)
    const named = observation({ subject: { reference: 'Patient/p9' } })
    expect(shift(cleaned(named, { ...BY_NUMBER, subjects: { p9: '44871' } }))).toBe(expected)
    expect(shift(cleaned(observation({ subject: { type: 'Patient', identifier: { value: '44871' } } }), BY_NUMBER))).toBe(expected)
  })

  test('a patient without a number is an error if dates are shifted', () => {
    const named = observation({ subject: { reference: 'Patient/p9' } })
    expect(() => cleaned(named, BY_NUMBER)).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer: '/options/subjects' })] }),
    )
    expect(cleaned(named, { ...BY_NUMBER, policy: 'safe-harbor' }).effectiveDateTime).toBe('2026')
  })
})

describe('in a resource about two patients', () => {
  const period = { start: '2026-01-10' }
  const group = {
    resourceType: 'Group',
    meta: { lastUpdated: '2026-01-10T00:00:00Z' },
    type: 'person',
    actual: true,
    member: ['p1', 'p2'].map((id) => ({ entity: { reference: `Patient/${id}` }, period })),
  }

  test('a date moves by the patient whom its own element names, and goes where none is', () => {
    const told = cleaned(group)
    const own = ['p1', 'p2'].map((id) => shift(cleaned(observation({ subject: { reference: `Patient/${id}` } }))))
    expect(told.member.map((each: Json) => daysBetween(period.start, each.period.start))).toEqual(own)
    expect(own[0]).not.toBe(own[1])
    expect(told.meta.lastUpdated).toBeUndefined()
  })
})

test('dates in notes and attachments move with those of their resource', () => {
  const data = btoa('Seen on 2026-01-10.')
  const told = cleaned({
    resourceType: 'DocumentReference',
    status: 'current',
    subject: { reference: 'Patient/p1' },
    date: '2026-01-10T00:00:00Z',
    description: 'Seen on 2026-01-10.',
    content: [{ attachment: { contentType: 'text/plain', data } }],
  })
  const moved = told.date.slice(0, 10)
  expect(moved).not.toBe('2026-01-10')
  expect(told.description).toBe(`Seen on ${moved}.`)
  expect(atob(told.content[0].attachment.data)).toBe(`Seen on ${moved}.`)
})
