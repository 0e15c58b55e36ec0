// hl7/to-fhir: transactions that double nothing, ids that stay, and practitioners and organizations that stand once in a Bundle.
import { describe, expect, test } from 'vitest'
import { resources, type ToFhirResult, toFhir } from './to-fhir-message.ts'

const SYSTEMS = { NORTH: 'urn:oid:1.2.3.4.5' }
const msh = (type: string, control = '7', sender = 'NORTH') =>
  `MSH|^~\\&|APP|${sender}|REG|SOUTH|20260102080910+0100||${type}|${control}|P|2.5.1`
const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada'

interface Entry {
  readonly fullUrl: string
  readonly resource: { readonly resourceType: string; readonly id?: string }
  readonly request: { readonly method: string; readonly url: string; readonly ifNoneExist?: string }
}

function requestsOf(message: readonly string[], type: string, options: object = {}) {
  const told = toFhir(message.join('\r'), { bundle: 'transaction', systems: SYSTEMS, ...options })
  const entries = told.bundle.entry as unknown as readonly Entry[]
  return entries.filter(({ resource }) => resource.resourceType === type)
}

const SEARCH = 'identifier=urn%3Aoid%3A1.2.3.4.5%7C1001'
const ORDER = ['ORC|NW|P-1^NORTH', 'OBR|1|P-1^NORTH||1^A^L']

describe('a transaction', () => {
  test('of a registration updates its patient by the number, under the id that it has there', () => {
    const [{ resource, request }] = requestsOf([msh('ADT^A08^ADT_A01'), PID], 'Patient') as [Entry]
    expect(request).toEqual({ method: 'PUT', url: `Patient?${SEARCH}` })
    expect(resource.id).toBeUndefined()
  })

  test.each(['[MRN]', '0000', '9999', 'UNKNOWN'])('does not find a patient by %s, which stands for many', (number) => {
    const [{ request }] = requestsOf([msh('ADT^A08^ADT_A01'), PID.replace('1001', number)], 'Patient') as [Entry]
    expect(request).toEqual({ method: 'POST', url: 'Patient' })
  })

  test('of an order updates the order, and creates its patient only where nobody has the number', () => {
    const message = [msh('ORM^O01^ORM_O01'), PID, ...ORDER]
    const [patient] = requestsOf(message, 'Patient') as [Entry]
    expect(patient.request).toEqual({ method: 'POST', url: 'Patient', ifNoneExist: SEARCH })
    const [order] = requestsOf(message, 'ServiceRequest') as [Entry]
    expect(order.request).toEqual({ method: 'PUT', url: 'ServiceRequest?identifier=urn%3Aoid%3A1.2.3.4.5%7CP-1' })
  })

  test('creates staff and organizations where they are not there yet', () => {
    const message = [msh('ADT^A01^ADT_A01'), PID, 'PV1|1|I|||||77^Doctor^Dan^^^^^^NORTH']
    const [practitioner] = requestsOf(message, 'Practitioner') as [Entry]
    expect(practitioner.request).toEqual({ method: 'POST', url: 'Practitioner', ifNoneExist: 'identifier=urn%3Aoid%3A1.2.3.4.5%7C77' })
  })

  test('has no condition for numbers without a system', () => {
    for (const { request } of requestsOf([msh('ADT^A08^ADT_A01'), PID], 'Patient', { systems: {} }))
      expect(request).toEqual({ method: 'POST', url: 'Patient' })
  })

  test('creates each resource where the caller asks for it', () => {
    const [{ resource, request }] = requestsOf([msh('ADT^A08^ADT_A01'), PID], 'Patient', { writes: 'create' }) as [Entry]
    expect(request).toEqual({ method: 'POST', url: 'Patient' })
    expect(resource.id).toBeDefined()
  })

  test('finds a report by the number of the filler, so that the second one of an order does not replace the first', () => {
    const report = (filler: string) => [msh('ORU^R01^ORU_R01'), PID, `OBR|1|P-1^NORTH|${filler}|1^A^L|||20260102|||||||||||||||||F`]
    const urlOf = (filler: string) => requestsOf(report(filler), 'DiagnosticReport').map(({ request }) => request.url)
    expect(urlOf('F-1^NORTH')).toEqual(['DiagnosticReport?identifier=urn%3Aoid%3A1.2.3.4.5%7CF-1'])
    expect(urlOf('F-2^NORTH')).toEqual(['DiagnosticReport?identifier=urn%3Aoid%3A1.2.3.4.5%7CF-2'])
    expect(urlOf('')).toEqual(['DiagnosticReport?identifier=urn%3Aoid%3A1.2.3.4.5%7CP-1'])
  })

  test.each([
    ['A40', 'PUT'],
    ['A43', 'POST'],
    ['A44', 'POST'],
    ['A45', 'POST'],
  ])('of %s writes the patient of MRG by %s: only one that is out of use may be replaced by a number', (event, method) => {
    const message = [msh(`ADT^${event}`), `EVN|${event}|20260102`, PID, 'MRG|2002^^^NORTH^MR']
    const [own, other] = requestsOf(message, 'Patient').map(({ request }) => request)
    expect([own!.method, other!.method]).toEqual(['PUT', method])
    expect(other!.ifNoneExist ?? other!.url.slice('Patient?'.length)).toBe(SEARCH.replace('1001', '2002'))
  })

  test('never has one condition twice', () => {
    const message = [msh('ORM^O01^ORM_O01'), PID, ...ORDER, ...ORDER]
    const orders = requestsOf(message, 'ServiceRequest').map(({ request }) => request)
    expect(orders).toHaveLength(2)
    expect(orders[1]).toEqual({ method: 'POST', url: 'ServiceRequest' })
  })

  test('escapes what means something in a search', () => {
    const [{ request }] = requestsOf([msh('ADT^A08^ADT_A01'), PID.replace('1001', '1$0,1')], 'Patient') as [Entry]
    expect(decodeURIComponent(request.url)).toBe('Patient?identifier=urn:oid:1.2.3.4.5|1\\$0\\,1')
  })

  test('does not look for an old number', () => {
    const message = [msh('ADT^A47^ADT_A30'), 'PID|1||^^^NORTH||Sample^Ada', 'MRG|2002^^^NORTH^MR']
    expect(requestsOf(message, 'Patient').map(({ request }) => request)).toEqual([{ method: 'POST', url: 'Patient' }])
  })
})

describe('ids of identifiers', () => {
  const idOf = (type: string, message: readonly string[]) => {
    const told = toFhir(message.join('\r'), { ids: 'identifier' })
    return resources(told, type).map(({ id }) => id)
  }
  const visit = (control: string, sender: string, doctor = '77^Doctor^Dan') => [
    msh('ADT^A01^ADT_A01', control, sender),
    PID,
    `PV1|1|I|||||${doctor}`,
  ]

  test('of two reports of one order are two', () => {
    const report = (filler: string) => [msh('ORU^R01^ORU_R01'), PID, `OBR|1|P-1^NORTH|${filler}|1^A^L|||20260102|||||||||||||||||F`]
    const ids = ['F-1^NORTH', 'F-2^NORTH', 'F-1^NORTH'].map((filler) => idOf('DiagnosticReport', report(filler))[0])
    expect(ids[0]).not.toBe(ids[1])
    expect(ids[0]).toBe(ids[2])
  })

  test.each(['Practitioner', 'Organization'])('of a %s with a number of the sender are the same in its other messages', (type) => {
    expect(idOf(type, visit('7', 'NORTH'))).toEqual(idOf(type, visit('8', 'NORTH')))
  })

  test('are others for another sender, or another person', () => {
    const [own] = idOf('Practitioner', visit('7', 'NORTH'))
    expect(idOf('Practitioner', visit('7', 'WEST'))).not.toContain(own)
    expect(idOf('Practitioner', visit('7', 'NORTH', '78^Doctor^Dan'))).not.toContain(own)
    expect(idOf('Practitioner', visit('7', 'NORTH', '77^Nurse^Nora'))).not.toContain(own)
  })

  test('are not made of a name alone', () => {
    const [one] = idOf('Practitioner', visit('7', 'NORTH', '^Doctor^Dan'))
    expect(idOf('Practitioner', visit('8', 'NORTH', '^Doctor^Dan'))).not.toContain(one)
  })
})

describe('one person or organization of a message', () => {
  const staff = (attending: string, referring: string) => {
    const told = toFhir([msh('ADT^A01^ADT_A01'), PID, `PV1|1|I|||||${attending}|${referring}`].join('\r'))
    return { told, staff: resources(told, 'Practitioner') }
  }
  const values = ({ trace }: ToFhirResult) => new Set(trace.filter(({ path }) => path.startsWith('PV1-8')).map(({ path }) => path))

  test.each([
    ['77^Doctor^Dan^^^Dr^^^NORTH', '77^Doctor^Dan^^^^^^NORTH'],
    ['77^Doctor^Dan^^^^^^NORTH', '77^Doctor^Dan^^^Dr^^^NORTH'],
    ['77^Doctor^Dan^^^Dr', '77^Doctor^Dan'],
    ['77^Doctor', '77^Doctor^Dan'],
  ])('%s and %s are one, and all that both say stands in it', (one, other) => {
    const { told, staff: all } = staff(one, other)
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({ identifier: [{ value: '77' }], name: [{ family: 'Doctor', given: ['Dan'] }] })
    expect(all[0]!.name).toHaveLength(1)
    expect(values(told).size).toBe(other.split('^').filter((each) => each !== '').length)
  })

  test.each([
    ['77^Doctor^Dan^^^^^^NORTH', '77^Doctor^Dan^^^^^^WEST'],
    ['77^Doctor^Dan', '77^Nurse^Nora'],
    ['77^Doctor^Dan', '78^Doctor^Dan'],
    ['^Doctor^Dan', '^Doctor^Dora'],
  ])('%s and %s are two', (one, other) => expect(staff(one, other).staff).toHaveLength(2))

  test('names of one number with an authority stand beside each other', () => {
    const { staff: all } = staff('77^Doctor^Dan^^^^^^NORTH', '77^Smith^Dan^^^^^^NORTH')
    expect(all.map(({ name }) => name)).toMatchObject([[{ family: 'Doctor' }, { family: 'Smith' }]])
  })
})
