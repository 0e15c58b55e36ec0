// Profiles: usage, cardinality, length, codes, constants and conditions by path, and their JSON Schema by an independent judge.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { schemasOf } from '../../../src/core/describe.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import { type Hl7Profile, profileField } from '../../../src/formats/hl7/validate/profile-schema.ts'
import { readProfile } from '../../../src/formats/hl7/validate/read-profile.ts'
import { hl7Validate } from '../../../src/tools/hl7/validate.ts'
import { summarize, validateText } from './validate-text.ts'

const MESSAGE = [
  'MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|1|P|2.5.1',
  'EVN||20260102',
  'PID|1||1001^^^NORTH^MR~77^^^STATE^PI||Sample^Ada||19700102|F|||1 Test Way^^Sometown',
  'NK1|1|Sample^Bo',
  'NK1|2|Sample^Cy',
  'PV1|1|I|W1^101^A',
  '',
].join('\r')

type Rows = z.input<typeof profileField>
const rows = (part: Omit<Rows, 'name'>): Partial<Hl7Profile> => profileField.parse({ name: 'Test', ...part })
const find = (part: Omit<Rows, 'name'>, text = MESSAGE) => summarize(validateText(text, { rows: rows(part) }))

describe('rows of places', () => {
  test('the message keeps the standard', () => {
    expect(find({})).toEqual([])
  })

  test.each<[string, NonNullable<Rows['places']>[number], string[]]>([
    ['R: a field', { path: 'PID-18', usage: 'R' }, ['field_missing PID-18']],
    ['R: a component in every repetition', { path: 'PID-3.6', usage: 'R' }, ['component_missing PID-3.6', 'component_missing PID-3[2].6']],
    ['R: a component of one repetition', { path: 'PID-3[2].6', usage: 'R' }, ['component_missing PID-3[2].6']],
    ['R: a component of a field without value', { path: 'PID-18.1', usage: 'R' }, []],
    ['R: a field of every segment', { path: 'NK1-3', usage: 'R' }, ['field_missing NK1-3', 'field_missing NK1[2]-3']],
    ['R: a field of one segment', { path: 'NK1[2]-3', usage: 'R' }, ['field_missing NK1[2]-3']],
    ['RE and O ask for nothing', { path: 'PID-18', usage: 'RE' }, []],
    ['X: a field', { path: 'PID-8', usage: 'X' }, ['value_not_used PID-8']],
    ['X: a component', { path: 'PID-5.2', usage: 'X' }, ['value_not_used PID-5.2']],
    ['min', { path: 'PID-3', min: 3 }, ['repetitions_too_few PID-3']],
    ['max', { path: 'PID-3', max: 1 }, ['repetitions_too_many PID-3']],
    ['minLength', { path: 'PID-3.1', minLength: 3 }, ['value_too_short PID-3[2].1']],
    ['maxLength', { path: 'PID-3.1', maxLength: 3 }, ['value_too_long PID-3.1']],
    ['codes', { path: 'PV1-2', codes: ['O', 'E'] }, ['code_not_in_table PV1-2']],
    ['codes that hold', { path: 'PV1-2', codes: ['O', 'I'] }, []],
    ['a table', { path: 'PV1-3.1', table: '0004' }, ['code_not_in_table PV1-3.1']],
    ['a table that holds', { path: 'PV1-2', table: '0004' }, []],
    ['a constant', { path: 'MSH-11', constant: 'T' }, ['constant_differs MSH-11']],
    ['a constant that holds', { path: 'MSH-11', constant: 'P' }, []],
    ['a condition that holds', { path: 'PV1-8', usage: 'R', when: { all: [{ path: 'PV1-2', equals: 'I' }] } }, ['field_missing PV1-8']],
    ['a condition that does not', { path: 'PV1-8', usage: 'R', when: { all: [{ path: 'PV1-2', notEquals: 'I' }] } }, []],
    ['otherwise', { path: 'PV1-3', usage: 'R', when: { all: [{ path: 'PV1-2', in: ['O'] }] }, otherwise: 'X' }, ['value_not_used PV1-3']],
    [
      'a condition of the same segment',
      { path: 'NK1-3', usage: 'R', when: { all: [{ path: 'NK1-1', equals: '2' }] } },
      ['field_missing NK1[2]-3'],
    ],
    [
      'one of several conditions',
      {
        path: 'PID-18',
        usage: 'R',
        when: {
          any: [
            { path: 'PID-8', valued: false },
            { path: 'PID-3[2].5', notIn: ['MR'] },
          ],
        },
      },
      ['field_missing PID-18'],
    ],
    ['a condition of a segment that is not there', { path: 'PID-18', usage: 'R', when: { all: [{ path: 'PV2-1', valued: true }] } }, []],
  ])('%s', (_title, row, expected) => {
    expect(find({ places: [row] })).toEqual(expected)
  })

  test('a row takes the place of the standard for its aspect', () => {
    const faulty = MESSAGE.replace('|I|W1', '|Q|W1')
    expect(find({}, faulty)).toEqual(['code_not_in_table PV1-2'])
    expect(find({ places: [{ path: 'PV1-2', codes: ['Q'] }] }, faulty)).toEqual([])
    expect(find({}, MESSAGE.replace('1001^^^NORTH^MR~77^^^STATE^PI', ''))).toEqual(['field_missing PID-3'])
    expect(find({ places: [{ path: 'PID-3', usage: 'RE' }] }, MESSAGE.replace('1001^^^NORTH^MR~77^^^STATE^PI', ''))).toEqual([])
  })

  test('severity and rule', () => {
    const { issues } = validateText(MESSAGE, { rows: rows({ places: [{ path: 'PID-18', usage: 'R', severity: 'info' }] }) })
    expect(issues).toMatchObject([{ severity: 'info', rule: 'profile', hl7ErrorCode: '101', expected: 'a value' }])
  })
})

test('a condition on another segment takes no time of its own', () => {
  const text = `${MESSAGE}${Array.from({ length: 40_000 }, (_, i) => `OBX|${i}|ST|A||x||||||F\r`).join('')}`
  const when = {
    all: [
      { path: 'ZZZ-1', valued: false },
      { path: 'OBX[39999]-1', equals: '39998' },
    ],
  }
  const { counts } = validateText(text, { rows: rows({ places: [{ path: 'OBX-6', usage: 'R', when }] }) })
  expect(counts.error).toBe(40_000)
})

describe('rows of segments', () => {
  test.each<[string, NonNullable<Rows['segments']>[number], string[]]>([
    ['R', { segment: 'ZPI', usage: 'R' }, ['segment_missing ZPI']],
    ['X', { segment: 'NK1', usage: 'X' }, ['segment_not_used NK1', 'segment_not_used NK1[2]']],
    ['min', { segment: 'NK1', min: 3 }, ['repetitions_too_few NK1']],
    ['max', { segment: 'NK1', max: 1 }, ['repetitions_too_many NK1[2]']],
    ['a condition', { segment: 'PV2', usage: 'R', when: { all: [{ path: 'PV1-2', equals: 'I' }] } }, ['segment_missing PV2']],
    [
      'otherwise',
      { segment: 'PV1', usage: 'R', when: { all: [{ path: 'PV1-2', equals: 'O' }] }, otherwise: 'X' },
      ['segment_not_used PV1'],
    ],
  ])('%s', (_title, row, expected) => {
    expect(find({ segments: [row] })).toEqual(expected)
  })
})

describe('the profile', () => {
  test.each([
    [[{ code: 'ADT' }], true],
    [[{ code: 'ADT', trigger: 'A01' }], true],
    [[{ code: 'ADT', trigger: 'A04' }, { code: 'ORU' }], false],
  ])('is for the messages that it names: %j', (messages, used) => {
    const validation = validateText(MESSAGE, { rows: rows({ messages, places: [{ path: 'PID-18', usage: 'R' }] }) })
    expect([validation.messages[0]!.profileUsed, validation.issues.length]).toEqual([used, used ? 1 : 0])
  })

  test('takes nothing over for other messages', () => {
    const faulty = MESSAGE.replace('1001^^^NORTH^MR~77^^^STATE^PI', '')
    const places = [{ path: 'PID-3', usage: 'RE' as const }]
    expect(find({ places, messages: [{ code: 'ORU' }] }, faulty)).toEqual(['field_missing PID-3'])
    expect(find({ places, messages: [{ code: 'ADT' }] }, faulty)).toEqual([])
  })

  test('asks nothing of the explicit null but that it may be there', () => {
    const text = MESSAGE.replace('|F|', '|""|')
    expect(find({ places: [{ path: 'PID-8', codes: ['F'], maxLength: 1, constant: 'F' }] }, text)).toEqual([])
    expect(find({ places: [{ path: 'PID-8', usage: 'X' }] }, text)).toEqual(['value_not_used PID-8'])
  })

  test('names each path that is none', () => {
    const profile = profileField.parse({
      name: 'Test',
      places: [{ path: 'PID-3' }, { path: 'PID' }, { path: 'PID-5', when: { any: [{ path: 'x-1' }] } }],
    })
    const fault = (() => {
      try {
        return readProfile(profile, '/options/profile')
      } catch (error) {
        return error
      }
    })() as ProblemError
    expect(fault).toBeInstanceOf(ProblemError)
    expect(fault.errors?.map(({ pointer }) => pointer)).toEqual([
      '/options/profile/places/1/path',
      '/options/profile/places/2/when/any/0/path',
    ])
  })
})

describe('the JSON Schema that is published with the tool', () => {
  const { properties } = schemasOf(hl7Validate).options as { properties: { profile: object } }
  const isValid = new Ajv2020({ strict: false }).compile(properties.profile)

  test.each<[string, object, boolean]>([
    ['a name alone', { name: 'Site' }, true],
    [
      'every member',
      {
        name: 'Site',
        messages: [{ code: 'ADT' }],
        segments: [{ segment: 'ZPI', usage: 'R', min: 1, max: 2 }],
        places: [
          {
            path: 'PID-3.4',
            usage: 'R',
            min: 1,
            max: 2,
            minLength: 1,
            maxLength: 2,
            table: '0001',
            codes: ['A'],
            constant: 'A',
            when: { all: [{ path: 'PID-8', valued: true }] },
            otherwise: 'X',
            severity: 'info',
          },
        ],
      },
      true,
    ],
    ['no name', { places: [] }, false],
    ['a misspelt member', { name: 'Site', place: [] }, false],
    ['a usage that is none', { name: 'Site', places: [{ path: 'PID-3', usage: 'C' }] }, false],
    ['a table that is none', { name: 'Site', places: [{ path: 'PID-3', table: '1' }] }, false],
    ['a segment that is none', { name: 'Site', segments: [{ segment: 'pid' }] }, false],
  ])('%s', (_title, profile, expected) => {
    expect(isValid(profile)).toBe(expected)
    expect(profileField.safeParse(profile).success).toBe(expected)
  })

  test('says of every member what it is', () => {
    const text = JSON.stringify(properties.profile)
    expect(text).toContain('must have a value')
    expect(z.toJSONSchema(profileField, { io: 'input' })).toMatchObject({ type: 'object', additionalProperties: false })
  })
})
