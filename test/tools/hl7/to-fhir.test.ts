// hl7/to-fhir: messages as Bundles by the maps of the guide and the options, with an account of every value.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { hl7ToFhir } from '../../../src/tools/hl7/to-fhir.ts'
import { lines } from '../../formats/hl7/hl7-text.ts'
import { parse } from './parse-message.ts'
import { faultsOf, referred, resources, toFhir } from './to-fhir-message.ts'

const msh = (type: string, time = '20260102080910+0100') => `MSH|^~\\&|LAB|NORTH|REG|SOUTH|${time}||${type}|R-7|P|2.5.1`
const PID = 'PID|1||1001^^^NORTH^MR~X-77^^^STATE^PI||Sample^Ada^B||19700102|F|||1 Test Way^^Sometown^ST^1234'
const RESULT = lines(
  msh('ORU^R01^ORU_R01'),
  PID,
  'ORC|RE|P-1|F-1',
  'OBR|1|P-1|F-1|24323-8^Panel^LN',
  'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|||||F',
)

/** Every value of the message by hl7/parse, which reads it without any map. */
function valuedPaths(message: string): string[] {
  const { segments } = parse(message, { view: 'flat', names: false })
  return segments.flatMap(({ fields }) => fields.map(({ path }) => path))
}

describe('a validator of others', () => {
  test('finds what is wrong', () => {
    expect(faultsOf({ resourceType: 'Patient', gender: 7 })).not.toEqual([])
    expect(faultsOf({ resourceType: 'Observation', status: 'final' })).not.toEqual([])
  })
})

describe('the account', () => {
  const fixtures = join(import.meta.dirname, '../../fixtures/hl7')
  const files = readdirSync(fixtures).filter((name) => ['admission-lf.hl7', 'result.hl7', 'odd-delimiters.hl7'].includes(name))

  test.each(files)('of %s has every value once, mapped or not', (name) => {
    const message = readFileSync(join(fixtures, name), 'utf8')
    const { trace, unmapped, mapped } = toFhir(message)
    const told = [...new Set(trace.map(({ path }) => path)), ...unmapped.map(({ path }) => path)]
    expect(told.toSorted()).toEqual(valuedPaths(message).toSorted())
    expect(mapped.fields).toBe(new Set(trace.map(({ path }) => path)).size)
    expect(mapped.ratio).toBeCloseTo(mapped.fields / told.length, 3)
  })

  test('names places that are there', () => {
    const { bundle, trace } = toFhir(RESULT)
    const at = (target: string) =>
      target
        .replace(/^Bundle\./, '')
        .split(/\.|\[|\]\.?/)
        .filter((step) => step !== '')
        // biome-ignore lint/suspicious/noExplicitAny: a walk through JSON
        .reduce((json: any, step) => json?.[step], bundle)
    expect(trace.length).toBeGreaterThan(20)
    expect(trace.filter(({ target }) => at(target) === undefined)).toEqual([])
    expect(at(trace.find(({ path }) => path === 'OBX-5')!.target)).toBe(5.4)
  })
})

describe('a result (ORU_R01)', () => {
  const result = toFhir(RESULT)

  test('has a report of an observation of a patient', () => {
    expect(result.map).toBe('ORU_R01')
    const [report] = resources(result, 'DiagnosticReport')
    expect(report).toMatchObject({ code: { coding: [{ code: '24323-8', system: 'http://loinc.org', display: 'Panel' }] } })
    expect(report!.result.map((each: { reference: string }) => referred(result, each).resourceType)).toEqual(['Observation'])
    expect(referred(result, report!.basedOn[0]).resourceType).toBe('ServiceRequest')
    const [observation] = resources(result, 'Observation')
    expect(observation).toMatchObject({ status: 'final', valueQuantity: { value: 5.4, unit: 'mmol/L' } })
    expect(referred(result, observation!.subject)).toMatchObject({
      identifier: [{ value: '1001', type: { coding: [{ code: 'MR' }] } }, { value: 'X-77' }],
      name: [{ family: 'Sample', given: ['Ada', 'B'] }],
      birthDate: '1970-01-02',
      gender: 'female',
      address: [{ line: ['1 Test Way'], city: 'Sometown', state: 'ST', postalCode: '1234' }],
    })
  })

  test('keeps the observations of a specimen, and what they are of', () => {
    const message = lines(RESULT.trimEnd(), 'SPM|1|S-1||119297000^Blood^SCT', 'OBX|2|ST|30954-2^Method^LN||spun||||||F')
    const told = toFhir(message)
    const [, observation] = resources(told, 'Observation')
    expect(observation).toMatchObject({ valueString: 'spun' })
    expect(referred(told, observation!.focus[0])).toMatchObject({ resourceType: 'Specimen', type: { coding: [{ code: '119297000' }] } })
    expect(told.unmapped.filter(({ path }) => path.startsWith('OBX[2]-5'))).toEqual([])
  })

  test('keeps orders and their observations apart', () => {
    const told = toFhir(
      lines(RESULT.trimEnd(), 'OBR|2||F-2|1234-5^Other^LN', 'OBX|1|ST|1-1^A^LN||one||||||F', 'OBX|2|ST|2-2^B^LN||two||||||F'),
    )
    const reports = resources(told, 'DiagnosticReport')
    expect(reports.map(({ result }) => result.length)).toEqual([1, 2])
    expect(reports.map(({ code }) => code.coding[0].code)).toEqual(['24323-8', '1234-5'])
  })

  test('a note behind an order is one of the order, and one behind an observation one of that', () => {
    const told = toFhir(
      lines(
        RESULT.trimEnd(),
        'NTE|1||On one',
        'ORC|RE|P-2|F-2',
        'OBR|2|P-2|F-2|1-1^O^LN',
        'NTE|1||Of two~Of two, too',
        'OBX|1|ST|2-2^B^LN||x||||||F',
      ),
    )
    expect(resources(told, 'ServiceRequest').map(({ note }) => note)).toEqual([undefined, [{ text: 'Of two' }, { text: 'Of two, too' }]])
    expect(resources(told, 'Observation').map(({ note }) => note)).toEqual([[{ text: 'On one' }], undefined])
  })

  test('of just over 600,000 values is refused before it is converted', () => {
    // Six values each.
    const message = `${lines(msh('ORU^R01^ORU_R01'), PID, 'OBR|1|||1^A^LN')}${'OBX|1|ST|1^A^LN||x||||||F\r'.repeat(100_000)}`
    const advice = expect.stringContaining('as a feed')
    expect(() => runTool(hl7ToFhir, { message })).toThrowError(expect.objectContaining({ code: 'resource_limit', message: advice }))
  })

  test('of very many observations keeps each, in its order', () => {
    const observations = Array.from({ length: 30_000 }, (_, i) => `OBX|${i + 1}|NM|2345-7^Glucose^LN|${i + 1}|5.4|mmol/L|||||F`)
    const { bundle } = runTool(hl7ToFhir, { message: lines(msh('ORU^R01^ORU_R01'), PID, 'OBR|1|||1^A^LN', ...observations) }) as {
      bundle: { entry: { fullUrl: string; resource: { resourceType: string; result?: { reference: string }[] } }[] }
    }
    const found = bundle.entry.filter(({ resource }) => resource.resourceType === 'Observation').map(({ fullUrl }) => fullUrl)
    const report = bundle.entry.find(({ resource }) => resource.resourceType === 'DiagnosticReport')
    expect(found).toHaveLength(30_000)
    expect(report?.resource.result?.map(({ reference }) => reference)).toEqual(found)
  }, 45_000)

  test.each([
    ['NM', '5.40', { valueQuantity: { value: { rawJSON: '5.40' } } }],
    ['SN', '<^10', { valueQuantity: { comparator: '<', value: 10 } }],
    ['SN', '^1^:^128', { valueRatio: { numerator: { value: 1 }, denominator: { value: 128 } } }],
    ['SN', '^2^-^4', { valueRange: { low: { value: 2 }, high: { value: 4 } } }],
    ['CWE', 'A^Alpha^L', { valueCodeableConcept: { coding: [{ code: 'A', display: 'Alpha', system: 'urn:hl7-v2:NORTH:L' }] } }],
    ['CE', 'A^Alpha^SCT', { valueCodeableConcept: { coding: [{ code: 'A', system: 'http://snomed.info/sct' }] } }],
    ['TX', 'a\\.br\\b', { valueString: 'a\nb' }],
    ['DT', '20260102', { valueDateTime: '2026-01-02' }],
    ['TM', '0809', { valueTime: '08:09:00' }],
    ['NR', '1^2', { valueRange: { low: { value: 1 }, high: { value: 2 } } }],
    ['ST', 'one~two', { component: [{ valueString: 'one' }, { valueString: 'two' }] }],
  ])('OBX-5 of type %s: %s', (type, value, expected) => {
    const told = toFhir(lines(msh('ORU^R01^ORU_R01'), PID, 'OBR|1|||1^A^LN', `OBX|1|${type}|1^A^LN||${value}||||||F`))
    expect(resources(told, 'Observation')[0]).toMatchObject(expected)
    expect(told.unmapped.filter(({ path }) => path.startsWith('OBX-2') || path.startsWith('OBX-5'))).toEqual([])
  })

  test('keeps an encapsulated document', () => {
    const told = toFhir(lines(msh('ORU^R01^ORU_R01'), PID, 'OBR|1|||1^A^LN', 'OBX|1|ED|1^A^LN||^AP^PDF^Base64^JVBERi0=||||||F'))
    const [observation] = resources(told, 'Observation')
    expect(referred(told, observation!.derivedFrom[0])).toMatchObject({
      resourceType: 'DocumentReference',
      content: [{ attachment: { contentType: 'application/pdf', data: 'JVBERi0=' } }],
    })
  })
})

describe('an order (ORM_O01)', () => {
  const note = (text: string) => [{ text }]

  test('a note behind an observation is of that one, though the guide leaves it out', () => {
    const told = toFhir(
      lines(
        msh('ORM^O01^ORM_O01'),
        PID,
        'PD1|||||||Y^Yes^HL70315',
        'NTE|1||Of the patient',
        'ORC|NW|P-1',
        'OBR|1|P-1||1-1^O^LN',
        'NTE|1||Order',
        'OBX|1|ST|1-1^A^LN||one||||||F',
        'NTE|1||One',
        'OBX|2|ST|2-2^B^LN||two||||||F',
        'NTE|1||Two',
      ),
    )
    expect(resources(told, 'Observation').map(({ note: found }) => found)).toEqual([undefined, note('One'), note('Two')])
    expect(resources(told, 'ServiceRequest').map(({ note: found }) => found)).toEqual([note('Order')])
    expect(JSON.stringify(resources(told, 'Patient'))).toContain('Of the patient')
  })
})

describe('what is not valid in FHIR is left out and listed', () => {
  const told = (fields: string) => toFhir(lines(msh('ADT^A01^ADT_A01'), 'EVN|A01|20260102', fields))
  test.each([
    ['PID|||7||A||19701345', 'PID-7', 'invalid_value'],
    ['PID|||7||A|||Q', 'PID-8', 'no_code'],
    ['PID|||7||""', 'PID-5', 'null_value'],
    ['PID|1||7', 'PID-1', 'no_map'],
    ['PID|||7||A|||F~M', 'PID-8[2]', 'no_place'],
    ['PID|||7\rZPV|x', 'ZPV-1', 'no_segment_map'],
    ['PID|||7||A||||||||||||||||||||||||20260102', 'PID-29', undefined],
  ])('%s', (fields, path, reason) => {
    expect(told(fields).unmapped.find((each) => each.path === path)?.reason).toBe(reason)
  })
})

describe('the options', () => {
  test.each(['message', 'transaction', 'collection'])('bundle %s', (bundle) => {
    const told = toFhir(RESULT, { bundle })
    expect(told.bundle.type).toBe(bundle)
    expect(told.bundle.entry[0]!.resource.resourceType).toBe('MessageHeader')
    const requests = told.bundle.entry.map((entry) => (entry as { request?: unknown }).request)
    expect(requests.every((each) => (bundle === 'transaction' ? each !== undefined : each === undefined))).toBe(true)
  })

  test('the same message gives the same ids, another namespace others', () => {
    const ids = (options: object) => toFhir(RESULT, options).bundle.entry.map(({ resource }) => resource.id)
    expect(ids({})).toEqual(ids({}))
    expect(new Set([...ids({}), ...ids({ idNamespace: 'site' })]).size).toBe(2 * ids({}).length)
    expect(ids({})[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('ids of identifiers are the same in other messages', () => {
    const other = RESULT.replace('|R-7|', '|R-8|')
    const patient = (message: string, ids: string) => resources(toFhir(message, { ids }), 'Patient')[0]!.id
    expect(patient(RESULT, 'identifier')).toBe(patient(other, 'identifier'))
    expect(patient(RESULT, 'message')).not.toBe(patient(other, 'message'))
  })

  test('times without an offset get the one of MSH-7, else of the option, else none', () => {
    const received = (time: string, options: object) => {
      const told = toFhir(lines(msh('ORU^R01^ORU_R01', time), PID, 'OBR|1|||1^A^LN|||20260702080000'), options)
      return [resources(told, 'DiagnosticReport')[0]!.effectiveDateTime, told.unmapped.find(({ path }) => path === 'OBR-7')?.reason]
    }
    expect(received('20260702080910-0500', { timezone: 'Europe/Vienna' })).toEqual(['2026-07-02T08:00:00-05:00', undefined])
    expect(received('20260702080910', { timezone: 'Europe/Vienna' })).toEqual(['2026-07-02T08:00:00+02:00', undefined])
    expect(received('20260702080910', {})).toEqual(['2026-07-02', 'no_timezone'])
  })

  test('timestamp is when the conversion took place', () => {
    const recorded = (options: object) => resources(toFhir(RESULT, options), 'Provenance').map((each) => each.recorded)
    expect(recorded({})).toContain('2026-01-02T08:09:10+01:00')
    expect(recorded({ timestamp: '20260305060708+0000' })).toContain('2026-03-05T06:07:08+00:00')
  })

  test('systems are those of authorities and code systems', () => {
    const told = toFhir(RESULT, { systems: { NORTH: 'urn:oid:1.2.3.4.5', LN: 'https://example.org/codes' } })
    expect(resources(told, 'Patient')[0]!.identifier[0].system).toBe('urn:oid:1.2.3.4.5')
    expect(resources(told, 'Observation')[0]!.code.coding[0].system).toBe('https://example.org/codes')
  })

  test('codeMaps add to those of the guide', () => {
    const message = RESULT.replace('|F|||1 Test', '|X1|||1 Test')
    expect(resources(toFhir(message), 'Patient')[0]!.gender).toBeUndefined()
    expect(resources(toFhir(message, { codeMaps: [{ map: 'AdministrativeSex', from: 'X1', to: 'other' }] }), 'Patient')[0]!.gender).toBe(
      'other',
    )
  })

  test.each([
    [{ timezone: 'Middle/Earth' }, '/options/timezone'],
    [{ systems: { NORTH: 'north' } }, '/options/systems/NORTH'],
    [{ codeMaps: [{ map: 'Nothing', from: 'a', to: 'b' }] }, '/options/codeMaps/0/map'],
    [{ codeMaps: [{ map: 'AdministrativeSex', from: 'a', to: 'b', system: 'x' }] }, '/options/codeMaps/0/system'],
  ])('%o is refused', (options, pointer) => {
    expect(() => toFhir(RESULT, options)).toThrow(expect.objectContaining({ code: 'invalid_input', at: { pointer } }))
  })
})

describe('messages without a map', () => {
  test('use the segment maps and the groups of their structure', () => {
    const told = toFhir(lines(msh('ADT^A40^ADT_A39'), 'EVN|A40|20260102', PID, 'MRG|||9^^^NORTH^AN'))
    expect(told.map).toBeNull()
    expect(resources(told, 'Patient')).toHaveLength(1)
    expect(resources(told, 'Account')[0]).toMatchObject({ identifier: [{ value: '9' }] })
  })

  test('of no structure at all are read by their segments', () => {
    const told = toFhir(
      lines(msh('ZZZ^Z01'), PID, 'OBR|1|||1^A^LN', 'OBX|1|ST|1^A^LN||one||||||F', 'OBR|2|||2^B^LN', 'OBX|1|ST|2^B^LN||two||||||F'),
    )
    expect(resources(told, 'ServiceRequest')).toHaveLength(2)
    const based = resources(told, 'Observation').map(({ basedOn }) => referred(told, basedOn[0]).code.coding[0].code)
    expect(based).toEqual(['1', '2'])
  })

  test('an acknowledgment is a response', () => {
    const told = toFhir(lines(msh('ACK^A01^ACK'), 'MSA|AE|A-1'))
    expect(resources(told, 'MessageHeader')[0]).toMatchObject({ response: { identifier: 'A-1', code: 'transient-error' } })
  })
})

test('of several messages each has its Bundle, and the download is a collection of them', () => {
  const told = toFhir(lines('BHS|^~\\&|A', RESULT.trimEnd(), RESULT.trimEnd(), 'BTS|2'))
  expect(told.messages).toHaveLength(2)
  expect(new Set(told.messages.flatMap(({ bundle }) => bundle.entry.map(({ fullUrl }) => fullUrl))).size).toBe(2 * told.bundle.entry.length)
  const content = JSON.parse(new TextDecoder().decode(told.content)) as { type: string; entry: { resource: unknown }[] }
  expect(content.type).toBe('collection')
  expect(content.entry.map(({ resource }) => resource)).toEqual(told.messages.map(({ bundle }) => bundle))
})

test('the download of one message is its Bundle', () => {
  const { bundle, content } = toFhir(RESULT)
  expect(JSON.parse(new TextDecoder().decode(content))).toEqual(bundle)
})
