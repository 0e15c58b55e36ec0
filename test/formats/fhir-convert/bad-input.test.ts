// The tools of FHIR on what is no FHIR: a problem with its code and place, or findings, and never a value of the input.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { fhirConvert } from '../../../src/tools/fhir/convert.ts'
import { fhirFlatten } from '../../../src/tools/fhir/flatten.ts'
import { fhirPath } from '../../../src/tools/fhir/path.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'

const VIEW = '{"resource":"Patient","select":[{"column":[{"name":"a","path":"id"}]}]}'
const TOOLS: readonly (readonly [name: string, tool: Tool, input: object, options: object])[] = [
  ['validate', fhirValidate as unknown as Tool, {}, {}],
  ['path', fhirPath as unknown as Tool, {}, { expression: 'descendants().count()' }],
  ['convert', fhirConvert as unknown as Tool, {}, { to: 'xml' }],
  ['flatten', fhirFlatten as unknown as Tool, { view: VIEW }, {}],
  ['deidentify-fhir', phiDeidentifyFhir as unknown as Tool, {}, {}],
]

const PATIENT = '{"resourceType":"Patient","name":[{"family":"Zebulon"}]}'
const xml = (inner: string) => `<Patient xmlns="http://hl7.org/fhir">\n${inner}</Patient>`
const bytes = (text: string, encoding: 'latin1' | 'utf16le') => new Uint8Array(Buffer.from(text, encoding))

function errorOf([, tool, input, options]: (typeof TOOLS)[number], resource: string | Uint8Array): ProblemError | undefined {
  try {
    runTool(tool, { resource, ...input }, options)
    return undefined
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

const nested = (count: number) => `{"resourceType":"Patient","extension":${'[{"extension":'.repeat(count)}[]${'}]'.repeat(count)}}`

describe('a document that cannot be read is a problem with its place:', () => {
  test.each<[string, string | Uint8Array, string, object]>([
    ['JSON that is cut', PATIENT.slice(0, 46), 'unreadable_input', { line: 1, column: 45, byteOffset: 44 }],
    ['JSON that is deep', nested(100), 'resource_limit', { line: 1, column: 474, byteOffset: 473 }],
    ['a member twice', '{"resourceType":"Patient",\n"id":"Zebulon","id":"b"}', 'unreadable_input', { line: 2, column: 16, byteOffset: 42 }],
    ['a prototype', '{"resourceType":"Patient","__proto__":{"a":"Zebulon"}}', 'unreadable_input', { line: 1, column: 27, byteOffset: 26 }],
    ['a number that is none', PATIENT.replace('"Zebulon"', '01'), 'unreadable_input', { line: 1, column: 45, byteOffset: 44 }],
    ['bytes of another encoding', bytes(PATIENT.replace('Z', 'Ä'), 'latin1'), 'unreadable_input', { byteOffset: 45 }],
    ['UTF-16 without a mark', bytes(PATIENT, 'utf16le'), 'unreadable_input', { line: 1, column: 2, byteOffset: 1 }],
    ['nothing', '', 'unreadable_input', { line: 1, column: 1, byteOffset: 0 }],
    ['RDF', '@prefix fhir: <http://hl7.org/fhir/> .', 'unsupported_variant', { line: 1, column: 1, byteOffset: 0 }],
    ['XML that is cut', xml('<name><family value="Zebulon"/>'), 'unreadable_input', { line: 2, column: 32, byteOffset: 69 }],
    ['XML that is deep', xml('<extension url="a">'.repeat(300) + '</extension>'.repeat(300)), 'resource_limit', { line: 2 }],
    ['a DOCTYPE', `<!DOCTYPE x [<!ENTITY a "Zebulon">]>${xml('')}`, 'unsupported_variant', { line: 1, column: 1, byteOffset: 0 }],
    ['an entity', xml('<gender value="&Zebulon;"/>'), 'unreadable_input', { line: 2, column: 16, byteOffset: 53 }],
    ['an attribute twice', xml('<gender value="male" value="Zebulon"/>'), 'unreadable_input', { line: 2, column: 22, byteOffset: 59 }],
    ['XML of no namespace', '<Patient><id value="Zebulon"/></Patient>', 'unreadable_input', { line: 1, column: 1, byteOffset: 0 }],
  ])('%s', (_title, resource, code, at) => {
    for (const tool of TOOLS) {
      const fault = errorOf(tool, resource)
      expect([tool[0], fault?.code, fault?.at]).toEqual([tool[0], code, expect.objectContaining(at)])
      expect(`${fault!.message} ${JSON.stringify([fault!.at, fault!.errors])}`).not.toMatch(/Zebulon/)
    }
  })
})

describe('a resource of another version', () => {
  test.each([
    ['DSTU2', 'MedicationOrder'],
    ['STU3', 'ProcedureRequest'],
    ['R6', 'DeviceAlert'],
    ['R5', 'Transport'],
  ])('of %s is told with its place', (version, type) => {
    const resource = `${PATIENT}\n{"resourceType":"${type}","note":[{"text":"Zebulon"}]}`
    for (const tool of TOOLS) {
      const [name] = tool
      const fault = errorOf(tool, resource)
      if (name === 'validate' || name === 'flatten' || name === 'convert') continue
      expect([name, fault?.code, fault?.at]).toEqual([
        name,
        'unsupported_variant',
        { path: '[1]', line: 2, column: 1, byteOffset: PATIENT.length + 1 },
      ])
      expect(fault!.message).not.toMatch(/Zebulon/)
      expect(fault!.message).toContain(version)
    }
    const told = runTool(fhirValidate, { resource }, {}) as unknown as { issues: { code: string; line: number }[] }
    expect(told.issues).toContainEqual(expect.objectContaining({ code: 'unknown_type', index: 1, line: 2, column: 1 }))
    const rows = runTool(fhirFlatten, { resource, view: VIEW }, {}) as unknown as { skipped: object; rowCount: number }
    expect(rows).toMatchObject({ rowCount: 1, skipped: { '?': 1 } })
  })
})

describe('a resource of another version that XML cannot be read or written for', () => {
  test.each<[string, string, object]>([
    ['a resource', '{"resourceType":"MedicationOrder","note":"Zebulon"}', { path: 'Resource', byteOffset: 1 }],
    ['an entry', '{"resourceType":"Bundle","entry":[\n{"resource":{"resourceType":"MedicationOrder"}}]}', { line: 2, byteOffset: 48 }],
    ['XML', '<MedicationOrder xmlns="http://hl7.org/fhir"><id value="Zebulon"/></MedicationOrder>', { line: 1, byteOffset: 0 }],
  ])('%s', (_title, resource, at) => {
    const tools = resource.startsWith('<') ? TOOLS.filter(([name]) => name !== 'validate') : TOOLS.filter(([name]) => name === 'convert')
    for (const tool of tools) {
      const problem = errorOf(tool, resource)
      expect([problem?.code, problem?.at]).toEqual(['unsupported_variant', expect.objectContaining(at)])
      expect(problem!.message).toMatch(/^This type of resource is of FHIR DSTU2\. Use/)
    }
  })
})

describe('what refers to itself ends:', () => {
  const observation = (reference: string) => ({
    resourceType: 'Observation',
    id: '1',
    status: 'final',
    code: { text: 'a' },
    hasMember: [{ reference }],
  })
  test.each([
    [
      'an entry',
      {
        resourceType: 'Bundle',
        type: 'collection',
        entry: [{ fullUrl: 'http://a/Observation/1', resource: observation('Observation/1') }],
      },
    ],
    [
      'two contained resources',
      {
        resourceType: 'Patient',
        contained: ['a', 'b'].map((id) => ({
          resourceType: 'Organization',
          id,
          name: 'N',
          partOf: { reference: id === 'a' ? '#b' : '#a' },
        })),
        managingOrganization: { reference: '#a' },
      },
    ],
  ])('%s', (_title, resource) => {
    for (const tool of TOOLS) expect(errorOf(tool, JSON.stringify(resource))).toBeUndefined()
    const expression = 'repeat(descendants().where(reference.exists()).resolve()).count()'
    expect(runTool(fhirPath, { resource: JSON.stringify(resource) }, { expression })).toMatchObject({
      results: [{ type: 'System.Integer' }],
    })
  })
})

test('base64 that is none is found by the validator, and goes in de-identification', () => {
  const resource = '{"resourceType":"Binary","contentType":"text/plain","data":"Zebulon!"}'
  expect(runTool(fhirValidate, { resource }, {})).toMatchObject({
    valid: false,
    issues: [{ code: 'invalid_value', path: 'Binary.data', line: 1, column: 53, offset: 52 }],
  })
  const told = runTool(phiDeidentifyFhir, { resource }, {}) as unknown as { resource: string; embedded: object[] }
  expect(told.resource).not.toContain('Zebulon')
  expect(told.embedded).toMatchObject([{ tool: null }])
})
