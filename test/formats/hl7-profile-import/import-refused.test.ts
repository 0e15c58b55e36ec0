// Files that are no conformance profiles, or hostile ones; and that what is imported is taken by the validator.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { importProfile } from '../../../src/formats/hl7/profile-import/import-profile.ts'
import { profileField } from '../../../src/formats/hl7/validate/profile-schema.ts'
import { lines } from '../hl7/hl7-text.ts'
import { ALL_OFF, summarize, validateText } from '../hl7-validate/validate-text.ts'
import { constraintsOf, field, hl7Profile, nistProfile, part } from './profile-samples.ts'

const NONE = { valueSets: undefined, constraints: undefined }

function problemOf(profile: string | Uint8Array, more: { valueSets?: string; constraints?: string } = {}) {
  try {
    importProfile({ ...NONE, profile, ...more })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return { code: error.code, at: error.at, message: error.message }
  }
  return undefined
}

describe('refused:', () => {
  const nested = (depth: number) => `${'<SegGroup Name="G">'.repeat(depth)}${'</SegGroup>'.repeat(depth)}`
  test.each<[string, string | Uint8Array, string]>([
    ['no XML', 'PID|1', 'unreadable_input'],
    ['nothing', '', 'unreadable_input'],
    ['another XML', '<ClinicalDocument/>', 'unreadable_input'],
    ['a cut file', hl7Profile('<Segment Name="PID" Usage="R">').slice(0, -40), 'unreadable_input'],
    ['a document type with entities', `<!DOCTYPE x [<!ENTITY a "b">]>${nistProfile({})}`, 'unsupported_variant'],
    ['groups without end', hl7Profile(nested(100)), 'resource_limit'],
    ['no static definition', '<HL7v2xConformanceProfile HL7Version="2.5"/>', 'unreadable_input'],
    ['no message', '<ConformanceProfile HL7Version="2.5.1"><Messages/></ConformanceProfile>', 'unreadable_input'],
    ['a segment that is not there', nistProfile({ message: '<Segment Ref="NO" Usage="R" Min="1" Max="1"/>' }), 'unreadable_input'],
    ['a data type that is not there', nistProfile({ pid: field('a', '', 'NO') }), 'unreadable_input'],
    ['bytes that are none', new Uint8Array([0xff, 0xfe, 0x00, 0xd8]), 'unreadable_input'],
  ])('%s', (_title, profile, code) => expect(problemOf(profile)).toMatchObject({ code }))

  test('the place of what is missing is its line', () => {
    const profile = nistProfile({ message: '\n\n<Segment Ref="NO" Usage="R" Min="1" Max="1"/>' })
    expect(problemOf(profile)).toMatchObject({ at: { line: 4 } })
    expect(problemOf(profile)!.message).not.toContain('NO')
  })

  test('data types that multiply', () => {
    const types = `<Datatype ID="ZA" Name="ZA" Description="d">${part('a', '', 'ZA').repeat(1_000)}</Datatype>`
    const start = performance.now()
    expect(problemOf(nistProfile({ pid: field('a', '', 'ZA'), types }))).toMatchObject({ code: 'resource_limit' })
    expect(performance.now() - start).toBeLessThan(3_000)
  })

  test.each([
    ['constraints', { constraints: nistProfile({}) }],
    ['value sets', { valueSets: constraintsOf('') }],
  ])('another file for %s', (_title, more) => expect(problemOf(nistProfile({}), more)).toMatchObject({ code: 'unreadable_input' }))
})

test('names of the prototype of objects are names', () => {
  const pid = field('__proto__', 'Max="*" Binding="constructor" ConstantValue="toString"')
  const { messages } = importProfile({ ...NONE, profile: nistProfile({ pid }) })
  expect(messages[0]!.profile.places).toEqual([{ path: 'PID-1', constant: 'toString' }])
})

test('an imported profile is checked like one that was written', () => {
  const fields =
    '<Field Name="1" Usage="X" Min="0" Max="0"/><Field Name="2" Usage="O" Min="0" Max="1"/><Field Name="3" Usage="R" Min="1" Max="1"><Component Name="1" Usage="R" Length="3"/></Field>'
  const { messages } = importProfile({
    ...NONE,
    profile: hl7Profile(`<Segment Name="PID" Usage="R" Min="1" Max="1">${fields}</Segment><Segment Name="ZPI" Usage="R" Min="1" Max="1"/>`),
  })
  const rows = profileField.parse(messages[0]!.profile)
  const text = lines('MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|1|P|2.5', 'PID|1||10015^^^N~2^^^N')
  expect(summarize(validateText(text, { levels: ALL_OFF, rows }))).toEqual([
    'value_not_used PID-1',
    'value_too_long PID-3.1',
    'repetitions_too_many PID-3',
    'segment_missing ZPI',
  ])
})
