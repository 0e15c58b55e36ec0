// phi/deidentify-fhir: references lead where they led, dates move by their patient, and what was valid stays so.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'
import { phiDeidentifyHl7 } from '../../../src/tools/phi/deidentify-hl7.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON whose elements the tests name
type Json = any

interface Told {
  readonly resource: string
  readonly changes: readonly { readonly path: string; readonly category: string; readonly action: string }[]
  readonly residual: readonly unknown[]
  readonly embedded: readonly { readonly path: string; readonly tool: string | null }[]
}

const KEY = 'a secret of sixteen or more'
const PSEUDONYMS = { policy: 'pseudonymize', key: KEY, labels: false }

function run(resource: Json, options: object = {}): Told {
  const text = typeof resource === 'string' ? resource : JSON.stringify(resource)
  return runTool(phiDeidentifyFhir, { resource: text }, options) as unknown as Told
}

function cleaned(resource: Json, options: object = {}): Json {
  return JSON.parse(run(resource, { labels: false, ...options }).resource)
}

function isValid(resource: string, version = 'R4'): boolean {
  return (runTool(fhirValidate, { resource }, { version }) as unknown as { valid: boolean }).valid
}

const PATIENT = {
  resourceType: 'Patient',
  id: 'p1',
  identifier: [
    {
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
      system: 'http://north.example/mrn',
      value: '44871',
    },
  ],
  name: [{ family: 'Zebulon', given: ['Quista'] }],
  telecom: [{ system: 'phone', value: '555-123-9876' }],
  birthDate: '1970-03-04',
  address: [{ line: ['12 Elm Street'], city: 'Springfield', state: 'IL', postalCode: '62704', country: 'US' }],
}
const observation = (over: object) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '2345-7', display: 'Glucose [Mass/volume] in Serum or Plasma' }] },
  subject: { reference: 'Patient/p1' },
  ...over,
})

describe('an element', () => {
  test('of a person goes by its kind', () => {
    expect(cleaned(PATIENT)).toEqual({
      resourceType: 'Patient',
      id: 'id-1',
      identifier: [{ ...PATIENT.identifier[0], system: 'https://example.org/1', value: '[MRN]' }],
      name: [{ family: '[NAME]', given: ['[NAME]'] }],
      telecom: [{ system: 'phone', value: '[PHONE]' }],
      birthDate: '1970',
      address: [{ line: ['[LOCATION]'], city: '[LOCATION]', state: 'IL', postalCode: '627', country: 'US' }],
    })
  })

  test('that is clinical stays', () => {
    const clinical = observation({
      valueQuantity: { value: 5.4, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
      interpretation: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'N' }] }],
    })
    expect(cleaned(clinical)).toEqual({ ...clinical, subject: { reference: 'Patient/id-1' } })
  })

  test('keeps the digits of its number', () => {
    expect(run('{"resourceType":"Observation","valueQuantity":{"value":1.50}}', { labels: false }).resource).toContain('"value":1.50')
  })

  test.each([
    ['a name in a note', { note: [{ text: 'Seen with Quista Zebulon today.' }] }, 'note'],
    ['a name in a display', { performer: [{ reference: 'Practitioner/x', display: 'Dr. Alma Onda' }] }, 'performer'],
    ['a narrative', { text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">Quista</div>' } }, 'text'],
    ['an unknown extension', { extension: [{ url: 'http://north.example/x', valueString: 'Quista' }] }, 'extension'],
    ['an unknown member', { nickname: 'Quista' }, 'nickname'],
    ['a value of another type', { note: 'Quista' }, 'note'],
    ['the id of an element', { note: [{ id: 'quista', text: 'well' }] }, 'note'],
    ['a code that is a name of the document', { category: [{ coding: [{ code: 'ZEBULON' }] }] }, 'category'],
  ])('%s goes', (_title, over, name) => {
    const entry = [
      { fullUrl: 'https://north.example/fhir/Patient/p1', resource: PATIENT },
      { fullUrl: 'urn:uuid:c757873d-ec9a-4326-a141-556f43239521', resource: observation(over) },
    ]
    const document = { resourceType: 'Bundle', type: 'collection', entry }
    const told = run(document)
    expect(told.resource).not.toMatch(/quista|zebulon|onda/i)
    expect(
      told.changes.some(({ path }) => path.startsWith('Bundle.entry[1].resource')),
      name,
    ).toBe(true)
    expect(told.residual).toEqual([])
    expect(isValid(told.resource)).toBe(true)
  })

  test.each([
    ['What is your full name?', 'Quon Barrel', '[NAME]'],
    ['Home telephone', '12', '[PHONE]'],
    ['Pain in the morning', 'a little', 'a little'],
  ])('answer to %s', (text, answer, expected) => {
    const item = [{ linkId: '1', text, answer: [{ valueString: answer }] }]
    const told = cleaned({ resourceType: 'QuestionnaireResponse', status: 'completed', item })
    expect(told.item[0].answer[0].valueString).toBe(expected)
  })

  test('age over 89 is 90 or more', () => {
    const age = (value: number) => ({ value, unit: 'years', system: 'http://unitsofmeasure.org', code: 'a' })
    const condition = (value: number) => ({ resourceType: 'Condition', subject: { reference: 'Patient/p1' }, onsetAge: age(value) })
    expect(cleaned(condition(93)).onsetAge).toEqual({ ...age(90), comparator: '>=' })
    expect(cleaned(condition(89)).onsetAge).toEqual(age(89))
  })

  test('that is required says that it is masked', () => {
    const event = { resourceType: 'AuditEvent', recorded: '2026-01-02T03:04:05Z' }
    const [extension] = cleaned(event)._recorded.extension
    expect(extension).toEqual({ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' })
  })
})

describe('references', () => {
  const uuid = 'c757873d-ec9a-4326-a141-556f43239520'
  test('lead where they led, in the form that they had', () => {
    const bundle = {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [
        {
          fullUrl: `urn:uuid:${uuid}`,
          resource: PATIENT,
          request: { method: 'PUT', url: 'Patient?identifier=http%3A%2F%2Fnorth.example%2Fmrn%7C44871' },
        },
        {
          fullUrl: 'https://north.example/fhir/Observation/o1',
          resource: observation({ id: 'o1', subject: { reference: `urn:uuid:${uuid}` } }),
        },
        {
          resource: observation({
            id: 'o2',
            hasMember: [{ reference: 'Observation/o1/_history/2' }, { reference: 'https://north.example/fhir/Observation/o1' }],
          }),
        },
        {
          resource: {
            resourceType: 'Encounter',
            contained: [{ resourceType: 'Location', id: 'l', name: 'Ward' }],
            location: [{ location: { reference: '#l' } }],
          },
        },
      ],
    }
    const { entry } = cleaned(bundle)
    expect(entry[1].resource.subject.reference).toBe(entry[0].fullUrl)
    expect(entry[0].fullUrl).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
    expect(entry[0].request.url).toBe(
      `Patient?identifier=${encodeURIComponent(entry[0].resource.identifier[0].system)}%7C${encodeURIComponent('[MRN]')}`,
    )
    expect(entry[2].resource.hasMember[1].reference).toBe(entry[1].fullUrl)
    expect(entry[2].resource.hasMember[0].reference).toMatch(new RegExp(`^Observation/${entry[1].resource.id}/_history/id-\\d+$`))
    expect(entry[3].resource.location[0].location.reference).toBe(`#${entry[3].resource.contained[0].id}`)
    expect(JSON.stringify(entry)).not.toMatch(/north|44871|c757873d/)
  })

  test('that cannot be read go', () => {
    const told = run(observation({ subject: { reference: 'Patient?name=Zebulon' }, focus: [{ reference: 'Zebulon' }] }), { labels: false })
    expect(told.resource).not.toMatch(/Zebulon/)
  })

  test('are other ones for another key, and the same for one', () => {
    const id = (key: string) => cleaned(PATIENT, { ...PSEUDONYMS, key }).id
    expect(id(KEY)).toBe(id(KEY))
    expect(id(KEY)).not.toBe(id(`${KEY} of another site`))
    expect(id(KEY)).not.toBe('p1')
  })
})

describe('an identifier that is an address', () => {
  test.each([
    ['urn:uuid:c757873d-ec9a-4326-a141-556f43239520', /^urn:uuid:[0-9a-f-]{36}$/],
    ['urn:oid:1.2.3.4.5', /^urn:oid:2\.25\.\d+$/],
    ['http://north.example/44871', /^https:\/\/example\.org\/\d+$/],
  ])('stays one: %s', (value, expected) => {
    const told = cleaned({ ...PATIENT, identifier: [{ system: 'urn:ietf:rfc:3986', value }] })
    expect(told.identifier[0].value).toMatch(expected)
  })
})

describe('under one key', () => {
  test('a patient has the same number and the same names as in HL7 v2', () => {
    const { identifier, name } = cleaned(PATIENT, PSEUDONYMS)
    const message = 'MSH|^~\\&|||||20260102||ADT^A01|1|P|2.5.1\rPID|1||44871^^^N^MR||Zebulon^Quista'
    const told = runTool(phiDeidentifyHl7, { message }, { policy: 'pseudonymize', key: KEY }) as unknown as { message: string }
    expect(told.message).toContain(`|${identifier[0].value}^`)
    expect(told.message).toContain(`|${name[0].family}^${name[0].given[0]}`)
  })

  test('dates move by the patient, in every file alike', () => {
    const date = '2026-01-10'
    const days = (from: string, to: string) => (Date.parse(from) - Date.parse(to)) / 86_400_000
    const alone = cleaned(observation({ effectiveDateTime: `${date}T08:00:00+01:00` }), PSEUDONYMS).effectiveDateTime
    const patient = cleaned(PATIENT, PSEUDONYMS).birthDate
    expect(alone).toMatch(/^\d{4}-\d{2}-\d{2}T08:00:00\+01:00$/)
    expect(days(date, alone.slice(0, 10))).toBe(days('1970-03-04', patient))
    const other = cleaned(observation({ subject: { reference: 'Patient/p2' }, effectiveDateTime: date }), PSEUDONYMS).effectiveDateTime
    expect(other).not.toBe(alone.slice(0, 10))
    const told = cleaned(observation({ subject: { reference: 'Patient/p2' }, effectiveDateTime: date }), {
      ...PSEUDONYMS,
      subjects: { p2: 'p1' },
    })
    expect(told.effectiveDateTime).toBe(alone.slice(0, 10))
  })

  test('parts of a date stay legal', () => {
    expect(cleaned({ ...PATIENT, birthDate: '1970-03' }, PSEUDONYMS).birthDate).toBe('1970')
    expect(cleaned({ ...PATIENT, birthDate: '1930-03-04' }).birthDate).toBeUndefined()
  })
})

describe('documents inside', () => {
  const attach = (contentType: string, text: string, options: object = {}) => {
    const content = [{ attachment: { contentType, data: btoa(text), size: text.length } }]
    const told = run(
      { resourceType: 'DocumentReference', status: 'current', content },
      { labels: false, known: { names: ['Quista Zebulon'] }, ...options },
    )
    const { attachment } = JSON.parse(told.resource).content[0]
    return { told, attachment, text: attachment.data === undefined ? undefined : atob(attachment.data) }
  }

  test.each([
    ['text/plain', 'Quista Zebulon is well.', '[NAME] is well.', 'phi/deidentify-text'],
    ['text/html', '<p>Quista <b>Zebulon</b> is well.</p>', undefined, 'phi/deidentify-text'],
    ['x-application/hl7-v2+er7', 'MSH|^~\\&|||||2026||ADT^A01||P|2.5\rPID|1||1||Zebulon^Quista', undefined, 'phi/deidentify-hl7'],
  ])('of %s are cleaned', (type, given, expected, tool) => {
    const { told, text, attachment } = attach(type, given)
    expect(text).not.toMatch(/Quista|Zebulon/)
    if (expected !== undefined) expect(text).toBe(expected)
    expect(attachment.size).toBe(text!.length)
    expect(told.embedded).toMatchObject([{ tool, path: 'DocumentReference.content[0].attachment.data' }])
  })

  test.each([
    ['application/pdf', '%PDF-1.7 Quista'],
    ['text/plain', '{\\rtf1 Quista}'],
    ['x-application/hl7-v2+er7', 'Quista Zebulon'],
    ['image/png', 'Quista'],
  ])('of %s that cannot be cleaned go', (type, given) => {
    const { told, text, attachment } = attach(type, given)
    expect([text, attachment.size]).toEqual([undefined, undefined])
    expect(told.embedded).toMatchObject([{ tool: null, mediaType: null }])
  })

  test('go on request', () => expect(attach('text/plain', 'well', { attachments: 'remove' }).text).toBeUndefined())
})

describe('what the caller says', () => {
  test('a rule wins over the policy, and a nearer one over a wider one', () => {
    const rules = [
      { fhirPath: 'Patient.address', action: 'remove' },
      { fhirPath: 'Patient.address.city', action: 'mask' },
      { fhirPath: "Patient.telecom.where(system = 'phone').value", action: 'replace' },
    ]
    expect(cleaned(PATIENT, { rules, policy: { default: 'keep' } })).toMatchObject({
      address: [{ city: '***********' }],
      telecom: [{ value: '[PHONE]' }],
    })
    expect(cleaned(PATIENT, { rules }).address[0].line).toBeUndefined()
  })

  test('safe-harbor keeps nothing that it does not know', () => {
    expect(() => run(PATIENT, { policy: { default: 'safe-harbor', rules: [{ path: 'Patient.name', action: 'keep' }] } })).toThrow(
      ProblemError,
    )
  })

  test('a rule that is none is refused with its place', () => {
    expect(() => run(PATIENT, { rules: [{ fhirPath: 'name..', action: 'keep' }] })).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer: '/options/rules/0/fhirPath' })] }),
    )
  })

  test('extensions are searched, and narratives cleaned, on request', () => {
    const text = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">Quista is well</div>' }
    const extension = [{ url: 'http://north.example/x', valueString: 'Quista is well' }]
    const told = cleaned({ ...PATIENT, text, extension }, { narrative: 'clean', unknown: 'search' })
    expect(told.text.div).toContain('[NAME] is well')
    expect(told.extension[0].valueString).toBe('[NAME] is well')
  })

  test('labels say what was done', () => {
    const codes = (options: object) => JSON.parse(run(PATIENT, options).resource).meta.security.map(({ code }: Json) => code)
    expect(codes({})).toEqual(['ABSTRED', 'REDACTED'])
    expect(codes({ policy: 'pseudonymize', key: KEY })).toContain('PSEUDED')
  })
})
