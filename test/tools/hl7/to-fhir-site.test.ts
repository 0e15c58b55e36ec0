// Rules and code maps of a site: what they put in place of the guide's, what they add, what the report says of it, and what is refused.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { hl7ToFhir } from '../../../src/tools/hl7/to-fhir.ts'
import { lines } from '../../formats/hl7/hl7-text.ts'

const MESSAGE = lines(
  'MSH|^~\\&|REG|NORTH|LAB|SOUTH|20260102080910+0100||ADT^A01^ADT_A01|A-1|P|2.5.1',
  'EVN||20260102080910',
  'PID|1||1001^^^NORTH^MR~77^^^WEST^PI||Sample^Ada||19700102|D|||Way 1^^Town',
  'ZPI|1|P-77^^^NORTH|GLU^Glucose^L',
  'PV1|1|I',
  'OBX|1|CE|GLU^Glucose^L||5^Five^L||||||F',
)
const SYSTEMS = { NORTH: 'http://north.example/mr', L: 'http://north.example/codes' }

interface Resource {
  readonly resourceType: string
  readonly [name: string]: unknown
}

async function convert(options: object, message = MESSAGE) {
  const result = (await runTool(hl7ToFhir, { message }, { systems: SYSTEMS, ...options })) as {
    readonly bundle: { readonly entry: readonly { readonly resource: Resource }[] }
    readonly trace: readonly { readonly path: string; readonly target: string; readonly rule?: string }[]
    readonly unmapped: readonly { readonly path: string; readonly reason: string }[]
  }
  const resources = result.bundle.entry.map(({ resource }) => resource)
  const ofType = (type: string) => resources.filter(({ resourceType }) => resourceType === type)
  return {
    ...result,
    ofType,
    patient: ofType('Patient')[0]!,
    rulesOf: (path: string) => result.trace.filter((each) => each.path === path).map(({ rule }) => rule),
  }
}

/** A row of the guide's columns. */
function row({
  from,
  type = '',
  condition = '',
  narrative = '',
  target = '',
  mapping = '',
  codes = '',
  text = '',
}: Readonly<Record<string, string>>): string {
  const cells = ['', from, '', type, '', '', condition, '', narrative, target, '', '', '', '', mapping, codes, text]
  return cells.map((cell) => `"${(cell ?? '').replaceAll('"', '""')}"`).join(',')
}

const HEADER =
  'HL7 v2,,,,,,Condition (IF True),,,HL7 FHIR,,,,,,,\nSort Order,Identifier,Name,Data Type,Min,Max,Computable ANTLR,Computable FHIRPath,Narrative,FHIR Attribute,,,,,,,\n'

describe('rules', () => {
  test('take the place of the rows of the same field, and of no other', async () => {
    const { patient, rulesOf } = await convert({
      rules: [{ map: 'PID[Patient]', rows: HEADER + row({ from: 'PID-8', type: 'IS', target: 'maritalStatus.text' }) }],
    })
    expect(patient).toMatchObject({ maritalStatus: { text: 'D' }, birthDate: '1970-01-02' })
    expect(patient).not.toHaveProperty('gender')
    expect(rulesOf('PID-8')).toEqual(['PID[Patient] row 3'])
    expect(rulesOf('PID-7')).toEqual([undefined])
  })

  test('a row without a target maps its field to nothing', async () => {
    const { patient, unmapped } = await convert({ rules: [{ map: 'PID[Patient]', rows: row({ from: 'PID-11' }) }] })
    expect(patient).not.toHaveProperty('address')
    expect(unmapped).toContainEqual({ path: 'PID-11.1', reason: 'no_map' })
  })

  test('add stands behind the rows of the guide', async () => {
    const rows = row({ from: 'PID-7', target: 'name[9].text' })
    const { patient, rulesOf } = await convert({ rules: [{ map: 'PID[Patient]', mode: 'add', rows }] })
    expect(patient).toMatchObject({ birthDate: '1970-01-02', name: [{ family: 'Sample' }, { text: '19700102' }] })
    expect(rulesOf('PID-7')).toEqual([undefined, 'PID[Patient] row 1'])
  })

  test.each([false, true])('replace and add for one map, in any order (%s)', async (isTurned) => {
    const rules = [
      { map: 'PID[Patient]', rows: row({ from: 'PID-7', target: 'name[8].text' }) },
      { map: 'PID[Patient]', mode: 'add', rows: row({ from: 'PID-7', target: 'name[9].text' }) },
    ]
    const { patient, rulesOf } = await convert({ rules: isTurned ? rules.toReversed() : rules })
    expect(patient).not.toHaveProperty('birthDate')
    expect(patient).toMatchObject({ name: [{ family: 'Sample' }, { text: '19700102' }, { text: '19700102' }] })
    expect(rulesOf('PID-7')).toEqual(['PID[Patient] row 1', 'PID[Patient] added row 1'])
  })

  test('have conditions, repetitions, data type maps of the site and texts', async () => {
    const rules = [
      {
        map: 'PID[Patient]',
        rows: row({ from: 'PID-3', type: 'CX', condition: 'IF PID-3.5 IS "PI"', target: 'identifier[2]', mapping: 'CX[Identifier-West]' }),
      },
      {
        map: 'CX[Identifier-West]',
        rows: [row({ from: 'CX.1', target: 'value' }), row({ from: 'CX.4', target: 'use', text: '"secondary"' })].join('\n'),
      },
    ]
    const { patient, rulesOf, unmapped } = await convert({ rules })
    expect(patient.identifier).toEqual([{ value: '77', use: 'secondary' }])
    expect(rulesOf('PID-3[2].1')).toEqual(['CX[Identifier-West] row 1'])
    expect(unmapped).toContainEqual({ path: 'PID-3.1', reason: 'condition_false' })
  })

  test('change a data type map wherever the guide uses it', async () => {
    const { patient, rulesOf } = await convert({ rules: [{ map: 'XPN[HumanName]', rows: row({ from: 'XPN.1', target: 'text' }) }] })
    expect(patient.name).toEqual([{ text: 'Sample', given: ['Ada'] }])
    expect(rulesOf('PID-5.1')).toEqual(['XPN[HumanName] row 1'])
    expect(rulesOf('PID-5.2')).toEqual([undefined])
  })

  test('map a segment of the site to the nearest resource', async () => {
    const rows = row({ from: 'ZPI-2', type: 'CX', target: 'identifier[9]', mapping: 'CX[Identifier]' })
    const { patient, rulesOf } = await convert({ rules: [{ map: 'ZPI[Patient]', rows }] })
    expect(patient.identifier).toContainEqual(expect.objectContaining({ value: 'P-77', system: SYSTEMS.NORTH }))
    expect(rulesOf('ZPI-2.1')).toEqual(['ZPI[Patient] row 1'])
  })

  test('where there is no such resource, that is the reason', async () => {
    const { unmapped } = await convert({ rules: [{ map: 'ZPI[Specimen]', rows: row({ from: 'ZPI-2', target: 'identifier.value' }) }] })
    expect(unmapped).toContainEqual({ path: 'ZPI-2.1', reason: 'no_resource' })
  })

  test('map each segment of the site to a resource of its own, with references', async () => {
    const rules = [
      {
        map: 'ZPI[Basic]',
        attach: 'new',
        links: { subject: 'Patient' },
        rows: row({ from: 'ZPI-2', target: 'identifier.value', text: 'ZPI-2.1' }),
      },
    ]
    const { ofType, patient } = await convert({ rules }, MESSAGE.replace('PV1|', 'ZPI|2|P-78\rPV1|'))
    const subject = { reference: `urn:uuid:${patient.id}` }
    expect(ofType('Basic')).toMatchObject([
      { identifier: [{ value: 'P-77' }], subject },
      { identifier: [{ value: 'P-78' }], subject },
    ])
  })

  test('lines of another separator are read', async () => {
    const { patient } = await convert({
      rules: [{ map: 'PID[Patient]', rows: row({ from: 'PID-8', target: 'maritalStatus.text' }).replaceAll(',', ';') }],
    })
    expect(patient).toMatchObject({ maritalStatus: { text: 'D' } })
  })

  const pid = (cells: Readonly<Record<string, string>>) => [{ map: 'PID[Patient]', rows: row({ from: 'PID-8', ...cells }) }]
  test.each<[string, readonly object[], string, string]>([
    ['an open quote', [{ map: 'PID[Patient]', rows: '"8,PID-8' }], '/0/rows', 'quot'],
    ['a field of another segment', pid({ from: 'PV1-8' }), '/0/rows', 'row 1: expected a field of the segment'],
    ['a field that is none', pid({ from: 'PID-8-1' }), '/0/rows', 'row 1: expected a field such as'],
    ['a condition in words', pid({ narrative: 'If secret', target: 'gender' }), '/0/rows', 'row 1: a condition in words'],
    ['a condition of another grammar', pid({ condition: 'PID-8 ~= 1', target: 'gender' }), '/0/rows', 'row 1: the condition is not'],
    ['parentheses without end', pid({ condition: '('.repeat(200_000), target: 'gender' }), '/0/rows', 'row 1: the condition is not'],
    ['an assignment in words', pid({ target: 'gender', text: '/time of day/' }), '/0/rows', 'row 1: the assignment is not'],
    ['an element that is none', pid({ target: 'sex' }), '/0/rows', 'row 1: R4 has no such element'],
    ['a path that is none', pid({ target: 'gender..' }), '/0/rows', 'row 1: the FHIR Attribute is no path'],
    [
      'resources in resources without end',
      pid({ target: 'link.other(Patient.'.repeat(50_000) }),
      '/0/rows',
      'row 1: the FHIR Attribute is no path',
    ],
    [
      'a data type map that is none',
      pid({ target: 'name', mapping: 'XPN[Secret]' }),
      '/0/rows',
      'row 1: there is no data type map of this name',
    ],
    [
      'a data type map for another type',
      pid({ target: 'name', mapping: 'CX[Identifier]' }),
      '/0/rows',
      'row 1: the data type map is for another type',
    ],
    ['no data type map', pid({ type: 'ZZ', target: 'contact' }), '/0/rows', 'row 1: there is no data type map to this element'],
    ['a code map that is none', pid({ target: 'gender', codes: 'Secret' }), '/0/rows', 'row 1: there is no code map'],
    ['a text for an element with parts', pid({ target: 'name', text: '"Secret"' }), '/0/rows', 'row 1: a text cannot'],
    ['a type that is none', [{ map: 'PID[Secret]', rows: row({ from: 'PID-8' }) }], '/0/map', 'expected a resource'],
    [
      'a data type for a segment',
      [{ map: 'ZPI[HumanName]', rows: row({ from: 'ZPI-1', target: 'text' }) }],
      '/0/map',
      'a segment becomes a resource',
    ],
    ['a map without rows', [{ map: 'PL[Location]', rows: row({ from: 'PL.1' }) }], '/0/map', 'no rows'],
    ['a map twice', [...pid({}), ...pid({})], '/1/map', 'rules already'],
    ['attach of a map of the guide', [{ ...pid({})[0]!, attach: 'new' }], '/0/attach', 'the guide has the map'],
    [
      'links of what adds',
      [{ map: 'ZPI[Basic]', links: { subject: 'Patient' }, rows: row({ from: 'ZPI-1' }) }],
      '/0/links',
      'expected attach new',
    ],
    [
      'a link to what is no such type',
      [{ map: 'ZPI[Basic]', attach: 'new', links: { code: 'Patient' }, rows: row({ from: 'ZPI-1' }) }],
      '/0/links',
      'expected elements',
    ],
    [
      'a map that leads back to itself',
      [{ map: 'CX[Identifier]', rows: row({ from: 'CX', type: 'CX', target: '$this', mapping: 'CX[Identifier]' }) }],
      '/0/rows',
      'lead back',
    ],
    [
      'two maps that lead to each other',
      [
        { map: 'CX[Identifier-A]', rows: row({ from: 'CX', target: '$this', mapping: 'CX[Identifier-B]' }) },
        { map: 'CX[Identifier-B]', rows: row({ from: 'CX', target: '$this', mapping: 'CX[Identifier-A]' }) },
      ],
      '/0/rows',
      'lead back',
    ],
  ])('refused: %s', async (_title, rules, pointer, detail) => {
    const fault = await convert({ rules }).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(ProblemError)
    expect((fault as ProblemError).errors![0]).toMatchObject({
      pointer: `/options/rules${pointer}`,
      detail: expect.stringContaining(detail),
    })
    expect(JSON.stringify((fault as ProblemError).errors)).not.toContain('Secret')
  })
})

describe('ConceptMaps', () => {
  const conceptMap = (group: object, more: object = {}) => [{ resourceType: 'ConceptMap', ...more, group: [group] }]
  const element = (from: string, to: string, equivalence = 'equivalent') => [{ code: from, target: [{ code: to, equivalence }] }]
  const GENDER = 'http://hl7.org/fhir/administrative-gender'
  const TABLE = 'http://terminology.hl7.org/CodeSystem/v2-0001'

  test.each<[string, object[]]>([
    ['by the name of a code map of the guide', conceptMap({ element: element('D', 'other') }, { name: 'AdministrativeSex' })],
    [
      'by the systems that one code map of the guide is for',
      conceptMap({ source: TABLE, target: GENDER, element: element('D', 'other') }, { name: 'AdministrativeSexNorth' }),
    ],
  ])('%s', async (_title, conceptMaps) => {
    const { patient, rulesOf } = await convert({ conceptMaps })
    expect(patient.gender).toBe('other')
    expect(rulesOf('PID-8')).toEqual([`ConceptMap ${(conceptMaps[0] as { name: string }).name}`])
    expect((await convert({})).patient).not.toHaveProperty('gender')
  })

  test('stand before the codes of the guide', async () => {
    const conceptMaps = conceptMap({ target: GENDER, element: element('F', 'other') }, { name: 'AdministrativeSex' })
    expect((await convert({ conceptMaps }, MESSAGE.replace('|D|', '|F|'))).patient.gender).toBe('other')
  })

  const LAB = { source: SYSTEMS.L, target: 'http://loinc.org' }
  test('add codes beside those of a local system, wherever they stand', async () => {
    const targets = [
      { code: '2345-7', display: 'Glucose', equivalence: 'equivalent' },
      { code: '2339-0', equivalence: 'wider' },
      { code: 'none', equivalence: 'unmatched' },
    ]
    const conceptMaps = conceptMap({ ...LAB, element: [{ code: 'GLU', target: targets }, ...element('5', 'LA1')] }, { name: 'Lab' })
    const { ofType, trace } = await convert({ conceptMaps })
    expect(ofType('Observation')[0]).toMatchObject({
      code: {
        coding: [
          { code: 'GLU', system: SYSTEMS.L },
          { code: '2345-7', system: LAB.target, display: 'Glucose' },
          { code: '2339-0', system: LAB.target },
        ],
      },
      valueCodeableConcept: { coding: [{ code: '5' }, { code: 'LA1' }] },
    })
    expect(trace).toContainEqual(
      expect.objectContaining({ path: 'OBX-3.1', target: expect.stringContaining('code.coding[1].code'), rule: 'ConceptMap Lab' }),
    )
  })

  test('the same code is not there twice', async () => {
    const conceptMaps = conceptMap({ source: SYSTEMS.L, target: SYSTEMS.L, element: element('GLU', 'GLU') })
    expect((await convert({ conceptMaps })).ofType('Observation')[0]).toMatchObject({ code: { coding: [{ code: 'GLU' }] } })
  })

  test.each<[string, object[], string]>([
    ['a group without source and name', conceptMap({ element: element('D', 'other') }, { name: 'Own' }), '/0/group/0/source'],
    ['a source that is no address', conceptMap({ source: 'L', target: LAB.target, element: [] }), '/0/group/0/source'],
    ['a target that is no address', conceptMap({ source: SYSTEMS.L, target: 'LN', element: [] }), '/0/group/0/target'],
    ['a fixed code for the rest', conceptMap({ ...LAB, element: [], unmapped: { mode: 'fixed', code: 'X' } }), '/0/group/0/unmapped'],
    [
      'another map for the rest',
      conceptMap({ ...LAB, element: [], unmapped: { mode: 'other-map', url: 'http://x' } }),
      '/0/group/0/unmapped',
    ],
    [
      'a dependency',
      conceptMap({ ...LAB, element: [{ code: 'A', target: [{ code: 'B', dependsOn: [{ property: 'http://x', value: 'y' }] }] }] }),
      '/0/group/0/element/0/target/0',
    ],
    ['another resource', [{ resourceType: 'ValueSet' }], '/0/resourceType'],
  ])('refused: %s', async (_title, conceptMaps, pointer) => {
    const fault = (await convert({ conceptMaps }).catch((error: unknown) => error)) as ProblemError
    expect(fault).toBeInstanceOf(ProblemError)
    expect(fault.errors!.map((each) => each.pointer)).toEqual([`/options/conceptMaps${pointer}`])
  })
})

test('systems and codeMaps of the call are told, too', async () => {
  const { rulesOf } = await convert({ codeMaps: [{ map: 'AdministrativeSex', from: 'D', to: 'other' }] })
  expect(rulesOf('PID-8')).toEqual(['codeMaps'])
  expect(rulesOf('PID-3.4')).toContain('systems')
  expect(rulesOf('PID-3.1')).toEqual([undefined])
})
