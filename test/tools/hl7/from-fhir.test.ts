// hl7/from-fhir: what comes back of a message, how a Bundle is divided, and what is refused.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { hl7FromFhir } from '../../../src/tools/hl7/from-fhir.ts'
import { hl7ToFhir } from '../../../src/tools/hl7/to-fhir.ts'

interface Result {
  readonly message: string
  readonly messages: readonly { readonly type: string; readonly structure: { readonly firstUnexpected: string | null } }[]
  readonly unmapped: readonly { readonly path: string; readonly reason: string }[]
  readonly altered: readonly { readonly path: string; readonly target: string }[]
  readonly chosen: readonly { readonly path: string; readonly target: string }[]
  readonly findings: readonly { readonly code: string; readonly message: number | null }[]
}

function fromFhir(bundle: unknown, options: object = {}): Result {
  const result = runTool(hl7FromFhir, { bundle: typeof bundle === 'string' ? bundle : JSON.stringify(bundle) }, options)
  expect(hl7FromFhir.output.safeParse(result).error?.issues).toBeUndefined()
  return result as unknown as Result
}

function bundleOf(...segments: string[]): unknown {
  const { bundle } = runTool(hl7ToFhir, { message: segments.join('\r') }, {}) as { bundle: unknown }
  return bundle
}

const collection = (...resources: object[]) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: resources.map((resource) => ({ resource })),
})
const msh = (type: string, version = '2.5.1') => `MSH|^~\\&|LAB|NORTH|REG|SOUTH|20260102080910+0100||${type}|7|P|${version}`
const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada^B||19700102|F'
const PATIENT = { resourceType: 'Patient', id: 'p', name: [{ family: 'Sample' }] }
const subject = { reference: 'Patient/p' }

describe('messages that to-fhir read come back', () => {
  test.each([
    [
      'a result',
      [
        msh('ORU^R01^ORU_R01'),
        PID,
        'OBR|1|P-1|F-1|24323-8^Panel^LN|||20260102080000+0100',
        'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|3.9-6.1||||F|||20260102080000+0100',
      ],
    ],
    ['a text of lines', [msh('ORU^R01^ORU_R01'), PID, 'OBR|1|P-1|F-1|1-8^A^LN', 'OBX|1|FT|1-8^A^LN||x \\T\\ y\\.br\\z||||||F']],
    [
      'a mobile telephone and mail',
      [msh('ADT^A28^ADT_A05'), 'EVN|A28|20260102080910+0100', `${PID}|||||^PRS^CP^^43^1^5550100~^NET^Internet^ada@example.org`, 'PV1||N'],
    ],
    ['a number of social security', [msh('ADT^A28^ADT_A05'), 'EVN|A28|20260102080910+0100', `${PID}|||||||||||999000001`, 'PV1||N']],
    [
      'an authority by OID',
      [msh('ADT^A28^ADT_A05'), 'EVN|A28|20260102080910+0100', 'PID|1||1001^^^NORTH&2.999.1&ISO^MR||Sample^Ada', 'PV1||N'],
    ],
    [
      'lines of an address',
      [msh('ADT^A28^ADT_A05'), 'EVN|A28|20260102080910+0100', `${PID}|||1 Main St^Top 2^Northtown^^1010^AT`, 'PV1||N'],
    ],
    ['a ratio', [msh('ORU^R01^ORU_R01'), PID, 'OBR|1||F-1|1-8^A^LN', 'OBX|1|SN|1-8^A^LN||^1^:^128||||||F']],
    [
      'a unit with several parts beside a value that is a code',
      [msh('ORU^R01^ORU_R01'), PID, 'OBR|1||F-1|1-8^A^LN', 'OBX|1|CWE|1-8^A^LN||4|wk^weeks^UCUM|||||F'],
    ],
    ['the number of the mother', [msh('ADT^A28^ADT_A05'), 'EVN|A28|20260102080910+0100', `${PID}|||||||||||||2002^^^NORTH^MR`, 'PV1||N']],
    [
      'a degree behind a name without a suffix',
      [msh('ORU^R01^ORU_R01'), PID, 'OBR|1||F-1|1-8^A^LN', 'OBX|1|NM|1-8^A^LN||1||||||F||||||||||||||1^Doe^Jan^^^^MD'],
    ],
    [
      'the number of an insurance company',
      [
        msh('ADT^A28^ADT_A05'),
        'EVN|A28|20260102080910+0100',
        PID,
        'PV1||N',
        'IN1|1|P-1|C-1^^^NORTH^NIIP|Example Health',
        'IN2|||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||M-1^^^NORTH^MB',
      ],
    ],
    ['a merge', [msh('ADT^A43^ADT_A43'), 'EVN|A43|20260102080910+0100', PID, 'MRG|1002^^^NORTH^MR']],
    [
      'fields of an order that are notes in FHIR',
      [
        msh('ORU^R01^ORU_R01'),
        PID,
        'OBR|1|P-1|F-1|24323-8^Panel^LN|||20260102080000+0100||||||FASTING SINCE 8|||||A-1|A-2|B-1|B-2',
        'NTE|1||A note of its own',
      ],
    ],
    [
      'fields of a specimen that are notes in FHIR',
      [
        msh('ORU^R01^ORU_R01'),
        PID,
        'OBR|1|P-1|F-1|24323-8^Panel^LN|||20260102080000+0100',
        'OBX|1|NM|2345-7^Glucose^LN||5.4||||||F|||20260102080000+0100',
        'SPM|1|S-1||119297000^Blood^SCT|^Not diluted at all||||||P^Patient|||A plain note||||||||||||3',
      ],
    ],
    [
      'who ordered and whom to call, in ORC and OBR',
      [
        msh('ORU^R01^ORU_R01'),
        PID,
        'ORC|RE|P-1|F-1|||||||||1^Doe^Jan||^WPN^PH^^1^555^0100199',
        'OBR|1|P-1|F-1|24323-8^Panel^LN||||||||||||1^Doe^Jan|^WPN^PH^^1^555^0100199',
      ],
    ],
    [
      'a veteran, a disability and an accident',
      [
        msh('ADT^A01^ADT_A01'),
        'EVN|A01|20260102080910+0100',
        `${PID}|||||||||||||||||||R^Retired^L`,
        'PV1||N',
        'DB1|1|PT||Y|20260101|20260102',
        'ACC|20260101||Crossing||Y',
      ],
    ],
    ['repeated values', [msh('ORU^R01^ORU_R01'), PID, 'OBR|1||F-1|1-8^A^LN', 'OBX|1|NM|1-8^A^LN||1~2|mg|||||F']],
  ])('%s', (_, segments) => {
    const { message, altered } = fromFhir(bundleOf(...segments))
    expect(message.trimEnd().split('\r')).toEqual(segments)
    expect(altered).toEqual([])
  })

  test('a patient and a visit in a role', () => {
    const role = 'ROL|R-1|UC|PP^Primary Care Provider^HL70443|D-1^Doe^Jan'
    const { message, messages } = fromFhir(bundleOf(msh('ADT^A01^ADT_A01'), 'EVN|A01|20260102080910+0100', PID, role, 'PV1|1|I'))
    expect(message).toContain('\rROL|R-1|UC|PP^Primary Care Provider^HL70443|D-1^Doe^Jan\r')
    expect(messages[0]!.structure.firstUnexpected).toBeNull()
  })
})

describe('what a Bundle is divided into', () => {
  const observation = (i: number) => ({
    resourceType: 'Observation',
    id: `o${i}`,
    status: 'final',
    code: { text: 'x' },
    subject,
    valueInteger: i,
  })

  test('observations without a report by 200', () => {
    const { messages } = fromFhir(collection(PATIENT, ...Array.from({ length: 201 }, (_, i) => observation(i))))
    expect(messages.map(({ type }) => type)).toEqual(['ORU^R01^ORU_R01', 'ORU^R01^ORU_R01'])
  })

  test('observations of two visits are two messages, each with its own visit', () => {
    const visit = (id: string) => ({
      resourceType: 'Encounter',
      id,
      status: 'finished',
      class: { code: 'AMB' },
      subject,
      identifier: [{ value: id }],
    })
    const inVisit = (i: number, id: string) => ({ ...observation(i), encounter: { reference: `Encounter/${id}` } })
    const { message } = fromFhir(collection(PATIENT, visit('V-1'), visit('V-2'), inVisit(1, 'V-1'), inVisit(2, 'V-2'), inVisit(3, 'V-1')))
    const results = message.split(/(?=MSH\|)/).filter((each) => each.includes('ORU^R01'))
    expect(results.map((each) => [/\rPV1\|.*(V-\d)/.exec(each)?.[1], each.match(/\rOBX\|/g)?.length])).toEqual([
      ['V-1', 2],
      ['V-2', 1],
    ])
  })

  test('a drug that is a code in the request stands in RXE-2', () => {
    const { message } = fromFhir(
      collection(PATIENT, {
        resourceType: 'MedicationRequest',
        status: 'active',
        intent: 'order',
        subject,
        medicationCodeableConcept: { coding: [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: '313782', display: 'Drug' }] },
      }),
    )
    expect(message).toMatch(/\rRXE\|\|313782\^Drug\^RXNORM/)
  })

  test('Bundles in a Bundle are messages of their own', () => {
    const inner = [
      bundleOf(msh('ADT^A28^ADT_A05'), 'EVN|A28|20260102080910+0100', PID),
      bundleOf(msh('ORU^R01^ORU_R01'), PID, 'OBR|1||F-1|1-8^A^LN', 'OBX|1|ST|1-8^A^LN||x||||||F'),
    ]
    const { messages, message, unmapped } = fromFhir(collection(...(inner as object[])))
    expect(messages.map(({ type }) => type)).toEqual(['ADT^A28^ADT_A05', 'ORU^R01^ORU_R01'])
    expect(message).toMatch(/^BHS\|.*BTS\|2\r$/s)
    expect(unmapped.filter(({ reason }) => reason === 'no_segment' || reason === 'no_map')).toEqual([])
  })

  test.each([
    ['planned', 'AMB', 'A05'],
    ['in-progress', 'IMP', 'A01'],
    ['in-progress', 'AMB', 'A04'],
    ['finished', 'IMP', 'A03'],
    ['cancelled', 'IMP', 'A11'],
    ['unknown', 'IMP', 'A08'],
  ])('a visit that is %s, of class %s: %s', (status, code, trigger) => {
    const { messages } = fromFhir(collection(PATIENT, { resourceType: 'Encounter', id: 'e', status, class: { code }, subject }))
    expect(messages[0]!.type).toMatch(new RegExp(`^ADT\\^${trigger}\\^`))
    expect(messages[0]!.structure.firstUnexpected).toBeNull()
  })
})

describe('what is told', () => {
  test('every element that does not come back, and no other one', () => {
    const bundle = collection({
      ...PATIENT,
      photo: [{ url: 'https://example.org/p' }],
      active: true,
      generalPractitioner: [{ reference: 'Practitioner/none' }],
    })
    const { unmapped } = fromFhir(bundle)
    expect(Object.fromEntries(unmapped.map(({ path, reason }) => [path, reason]))).toEqual({
      'Bundle.type': 'bundle',
      'Bundle.entry[0].resource.id': 'identity',
      'Bundle.entry[0].resource.photo[0].url': 'no_map',
      'Bundle.entry[0].resource.active': 'no_map',
      'Bundle.entry[0].resource.generalPractitioner[0].reference': 'dangling_reference',
    })
  })

  test('a code that stands for several', () => {
    const { chosen, message } = fromFhir(
      collection(PATIENT, { resourceType: 'Observation', status: 'entered-in-error', code: { text: 'x' }, subject }),
    )
    expect(chosen).toEqual([{ path: 'Bundle.entry[1].resource.status', target: 'OBX-11' }])
    expect(message).toMatch(/OBX\|1\|.*\|W\r$/)
  })

  test('a result whose status is unknown is not final', () => {
    const { message, altered, unmapped } = fromFhir(
      collection(PATIENT, { resourceType: 'Observation', status: 'unknown', code: { text: 'x' }, subject, valueString: 'y' }),
    )
    expect(message).toMatch(/OBX\|1\|ST\|.*\|R\r$/)
    expect([...altered, ...unmapped].map(({ path }) => path)).toContain('Bundle.entry[1].resource.status')
  })

  test('a document says what it is on each line', () => {
    const { message } = fromFhir(
      bundleOf(
        msh('MDM^T02^MDM_T02'),
        'EVN|T02|20260102080910+0100',
        PID,
        'PV1|1|I',
        'TXA|1|DS|TX||||||||||D-1',
        'OBX|1|TX|18842-5^Discharge summary^LN||First line||||||F',
        'OBX|2|TX|18842-5^Discharge summary^LN||Second line||||||F',
      ),
    )
    expect(message.match(/\rOBX\|[12]\|TX\|18842-5\^Discharge summary\^LN\|\|(?:First|Second) line\|\|\|\|\|\|F/g)).toHaveLength(2)
  })

  test('a message about nobody', () => {
    const { findings } = fromFhir(collection({ resourceType: 'Observation', status: 'final', code: { text: 'x' }, valueString: 'y' }))
    expect(findings.map(({ code }) => code)).toEqual(['no_patient', 'no_time', 'no_sender'])
  })
})

describe('what is refused', () => {
  test.each([
    ['no Bundle', PATIENT, 'invalid_input'],
    ['entries that are no list', { resourceType: 'Bundle', entry: {} }, 'invalid_input'],
    ['a resource without its type', { resourceType: 'Bundle', entry: [{ resource: { id: 'x' } }] }, 'invalid_input'],
    ['broken JSON', '{"resourceType":', 'unreadable_input'],
    ['several resources', '{"resourceType":"Bundle"}\n{"resourceType":"Bundle"}', 'invalid_input'],
    ['a resource of STU3', collection({ resourceType: 'ProcedureRequest' }), 'unsupported_variant'],
    ['an element of R5', collection({ resourceType: 'MedicationRequest', medication: { concept: {} } }), 'unsupported_variant'],
  ])('%s', (_, bundle, code) => {
    expect(() => fromFhir(bundle)).toThrowError(expect.objectContaining({ code }))
  })

  test('no value of the input stands in a problem', () => {
    const bundle = collection({ ...PATIENT, name: [{ family: 'Шампл' }] })
    expect(() => fromFhir(bundle, { header: { characterSet: 'ASCII' } })).toThrowError(expect.not.stringContaining('Шампл'))
  })
})
