// NIST's form of conformance profiles: references, value sets, predicates and conformance statements.
import { describe, expect, test } from 'vitest'
import { importProfile } from '../../../src/formats/hl7/profile-import/import-profile.ts'
import { constraintsOf, field, nistProfile, part, rowsOf } from './profile-samples.ts'

const R = 'Usage="R" Min="1"'

describe('fields', () => {
  test.each<[string, string, object[], string[]]>([
    [
      'lengths',
      field('a', `${R} Max="1" MinLength="2" MaxLength="3" ConfLength="9="`),
      [{ path: 'PID-1', usage: 'R', max: 1, minLength: 2, maxLength: 3 }],
      ['data_type PID-1'],
    ],
    ['lengths that say nothing', field('a', 'Max="*" MinLength="1" MaxLength="*"'), [], ['data_type PID-1']],
    ['lengths that are not given', field('a', 'Max="*" MinLength="NA" MaxLength="NA"'), [], ['data_type PID-1']],
    [
      'flavors of data types',
      field('a', `${R} Max="1"`, 'HD_N'),
      [
        { path: 'PID-1', usage: 'R', max: 1 },
        { path: 'PID-1.1', usage: 'R' },
        { path: 'PID-1.2', usage: 'X' },
      ],
      ['data_type PID-1'],
    ],
  ])('%s', (_title, pid, expected, notes) => {
    const rows = rowsOf(nistProfile({ pid }))
    expect(rows.places).toEqual(expected)
    expect(rows.notes).toEqual(notes)
  })

  test('data types in data types end with the subcomponents', () => {
    const types = `<Datatype ID="ZA" Name="ZA" Description="d">${part('a', 'Usage="X"')}${part('b', '', 'ZA')}</Datatype>`
    const rows = rowsOf(nistProfile({ pid: field('a', 'Max="*"', 'ZA'), types }))
    expect(rows.places.map(({ path }) => path)).toEqual(['PID-1.1', 'PID-1.2.1'])
  })

  test('types that another field names are listed', () => {
    expect(rowsOf(nistProfile({ pid: '<DynamicMapping/>' })).notes).toEqual(['dynamic_mapping PID'])
  })
})

describe('value sets', () => {
  const library = (attributes: string) =>
    `<ValueSetLibrary ValueSetLibraryIdentifier="L"><MetaData Name="N"/><ValueSetDefinitions Group="g" Order="1">
<ValueSetDefinition BindingIdentifier="VS1" Name="n" ${attributes}><ValueElement Value="A" DisplayName="a" CodeSystem="c" Usage="R"/>
<ValueElement Value="B" DisplayName="b" CodeSystem="c" Usage="P"/><ValueElement Value="E" DisplayName="e" CodeSystem="c" Usage="E"/></ValueSetDefinition>
<ValueSetDefinition BindingIdentifier="VS2" Name="n" Extensibility="Closed"><ValueElement Value="C" DisplayName="c" CodeSystem="c"/></ValueSetDefinition>
</ValueSetDefinitions></ValueSetLibrary>`
  const closed = library('Extensibility="Closed"')
  test.each<[string, string, string, string | undefined, object[], string[]]>([
    ['closed', 'Binding="VS1" BindingStrength="R"', 'ID', closed, [{ path: 'PID-8', codes: ['A', 'B'] }], []],
    [
      'undefined',
      'Binding="VS1" BindingStrength="R"',
      'ID',
      library('Extensibility="Undefined"'),
      [{ path: 'PID-8', codes: ['A', 'B'], severity: 'warning' }],
      [],
    ],
    ['open', 'Binding="VS1" BindingStrength="R"', 'ID', library('Extensibility="Open"'), [], ['value_set PID-8']],
    ['suggested', 'Binding="VS1" BindingStrength="S"', 'ID', closed, [], ['value_set PID-8']],
    ['at a component', 'Binding="VS1" BindingLocation="1"', 'CWE_N', closed, [{ path: 'PID-8.1', codes: ['A', 'B'] }], []],
    ['at several components', 'Binding="VS1" BindingLocation="1:4"', 'CWE_N', closed, [], ['value_set PID-8']],
    ['of two sets', 'Binding="VS1:VS2"', 'ID', closed, [{ path: 'PID-8', codes: ['A', 'B', 'C'] }], []],
    ['not given', 'Binding="VS9"', 'ID', closed, [], ['value_set PID-8']],
    ['without a file', 'Binding="VS1"', 'ID', undefined, [], ['value_set PID-8']],
    ['a table of HL7', 'Binding="HL70136" BindingStrength="R"', 'ID', undefined, [{ path: 'PID-8', table: '0136' }], []],
  ])('%s', (_title, binding, type, valueSets, expected, notes) => {
    const pid = Array(7).fill(field('x', 'Max="*"')).join('') + field('a', `Max="*" ${binding}`, type)
    const rows = rowsOf(nistProfile({ pid }), undefined, valueSets)
    expect(rows.places).toEqual(expected)
    expect(rows.notes.filter((note) => !note.startsWith('data_type'))).toEqual(notes)
  })
})

const obx = [
  field('1', 'Max="*"', 'ST'),
  field('2', 'Usage="C"', 'ID'),
  field('3', 'Usage="R" Min="1"', 'CWE_N'),
  field('4'),
  field('5', 'Usage="C" Max="*"', 'CWE_N'),
  field('6', 'Max="*"', 'CWE_N'),
].join('')
const message =
  '<Group ID="G" Name="PATIENT_RESULT.ORDER_OBSERVATION.OBSERVATION" Usage="O" Min="0" Max="*"><Segment Ref="OBX_N" Usage="R" Min="1" Max="1"/></Group>'
const OBX = nistProfile({ message, obx })
const by = (content: string, how = 'ByID ID="OBX_N"') => `<Segment><${how}>${content}</${how.slice(0, how.indexOf(' '))}></Segment>`
const notes = (rows: { notes: string[] }) => rows.notes.filter((note) => !note.startsWith('data_type'))

describe('predicates', () => {
  const predicate = (condition: string, target = '5[1]', usages = 'TrueUsage="R" FalseUsage="X"') =>
    by(`<Predicate Target="${target}" ${usages}><Description>d</Description><Condition>${condition}</Condition></Predicate>`)
  const presence = (path: string) => `<Presence Path="${path}"/>`
  const text = (path: string, value: string, more = 'IgnoreCase="false"') => `<PlainText Path="${path}" Text="${value}" ${more}/>`

  test.each<[string, string, object]>([
    ['presence', presence('2[1]'), { all: [{ path: 'OBX-2', valued: true }] }],
    ['absence', `<NOT>${presence('2[1]')}</NOT>`, { all: [{ path: 'OBX-2', valued: false }] }],
    ['a text', text('3[1].1[1]', 'A'), { all: [{ path: 'OBX-3.1', equals: 'A' }] }],
    ['another text', `<NOT>${text('2[1]', 'A')}</NOT>`, { all: [{ path: 'OBX-2', notEquals: 'A' }] }],
    ['a list', '<StringList Path="2[1]" CSV="A, B,C"/>', { all: [{ path: 'OBX-2', in: ['A', 'B', 'C'] }] }],
    ['none of a list', '<NOT><StringList Path="2[1]" CSV="A,B"/></NOT>', { all: [{ path: 'OBX-2', notIn: ['A', 'B'] }] }],
    [
      'both',
      `<AND>${presence('2[1]')}${presence('4[1]')}</AND>`,
      {
        all: [
          { path: 'OBX-2', valued: true },
          { path: 'OBX-4', valued: true },
        ],
      },
    ],
    [
      'one of them',
      `<OR>${presence('2[1]')}${presence('4[1]')}</OR>`,
      {
        any: [
          { path: 'OBX-2', valued: true },
          { path: 'OBX-4', valued: true },
        ],
      },
    ],
    [
      'neither',
      `<NOT><OR>${presence('2[1]')}${presence('4[1]')}</OR></NOT>`,
      {
        all: [
          { path: 'OBX-2', valued: false },
          { path: 'OBX-4', valued: false },
        ],
      },
    ],
    [
      'one, and one of two',
      `<AND>${text('2[1]', 'A')}<OR>${presence('4[1]')}${presence('3[1]')}</OR></AND>`,
      {
        all: [{ path: 'OBX-2', equals: 'A' }],
        any: [
          { path: 'OBX-4', valued: true },
          { path: 'OBX-3', valued: true },
        ],
      },
    ],
    ['the first repetition of a repeating field', presence('6[1]'), { all: [{ path: 'OBX-6', valued: true }] }],
  ])('%s', (_title, condition, when) => {
    const rows = rowsOf(OBX, constraintsOf(predicate(condition)))
    expect(rows.places).toContainEqual({ path: 'OBX-5', usage: 'R', when, otherwise: 'X' })
    expect(notes(rows)).toEqual(['conditional_usage OBX-2'])
  })

  test.each<[string, string]>([
    ['any repetition', predicate(presence('6[*]'))],
    ['its own repetitions', predicate(presence('5[1].1[1]'))],
    ['a part that repeats', predicate(presence('3[1].1[2]'))],
    ['letters of either case', predicate(text('2[1]', 'A', 'IgnoreCase="true"'))],
    ['at least once', predicate(text('2[1]', 'A', 'AtLeastOnce="true"'))],
    ['an exclusive choice', predicate(`<XOR>${presence('2[1]')}${presence('4[1]')}</XOR>`)],
    ['a pattern', predicate('<Format Path="2[1]" Regex="(a+)+$"/>')],
    ['two choices', predicate(`<AND><OR>${presence('2[1]')}${presence('4[1]')}</OR><OR>${presence('3[1]')}${presence('4[1]')}</OR></AND>`)],
    ['one of two pairs', predicate(`<OR><AND>${presence('2[1]')}${presence('4[1]')}</AND>${presence('3[1]')}</OR>`)],
    ['nothing', predicate('')],
    ['a path that is none', predicate(presence('OBX-2'))],
    ['a usage under a condition again', predicate(presence('2[1]'), '5[1]', 'TrueUsage="C" FalseUsage="X"')],
  ])('listed: %s', (_title, predicates) => {
    const rows = rowsOf(OBX, constraintsOf(predicates))
    expect(notes(rows)).toEqual(['conditional_usage OBX-2', 'conditional_usage OBX-5', 'predicate OBX-5'])
    expect(rows.places.filter(({ when }) => when)).toEqual([])
  })

  test('of data types, groups, messages, and of segments that there are not', () => {
    const one = `<Predicate Target="1[1]" TrueUsage="R" FalseUsage="X"><Condition>${presence('2[1]')}</Condition></Predicate>`
    const all = ['Datatype', 'Group', 'Message'].map((kind) => `<${kind}><ByID ID="${kind}_1">${one}</ByID></${kind}>`).join('')
    const rows = rowsOf(OBX, constraintsOf(all + by(one, 'ByID ID="ZZZ"')))
    expect(notes(rows).filter((note) => note.startsWith('predicate'))).toEqual(
      ['Datatype_1', 'Group_1', 'Message_1', 'ZZZ'].map((id) => `predicate ${id} 1[1]`),
    )
  })

  test('of an element that is not conditional, once', () => {
    expect(notes(rowsOf(OBX, constraintsOf(predicate(presence('2[1]'), '4[1]'))))).toContain('predicate OBX-4')
  })

  test('by the name of the segment', () => {
    const named = predicate(presence('2[1]')).replace('ByID ID="OBX_N"', 'ByName Name="OBX"').replace('/ByID', '/ByName')
    expect(notes(rowsOf(OBX, constraintsOf(named)))).toEqual(['conditional_usage OBX-2'])
  })
})

describe('conformance statements', () => {
  const statement = (assertion: string, more = '') =>
    by(`<Constraint ID="C1" ${more}><Description>d</Description><Assertion>${assertion}</Assertion></Constraint>`)
  test.each<[string, string, object]>([
    ['a constant', statement('<PlainText Path="3[1].1[1]" Text="A" IgnoreCase="false"/>'), { path: 'OBX-3.1', constant: 'A' }],
    ['a list', statement('<StringList Path="2[1]" CSV="NM,CWE"/>'), { path: 'OBX-2', codes: ['NM', 'CWE'] }],
    [
      'advice',
      statement('<PlainText Path="2[1]" Text="NM"/>', 'Strength="SHOULD"'),
      { path: 'OBX-2', constant: 'NM', severity: 'warning' },
    ],
    ['the first repetition alone', statement('<PlainText Path="6[1].1[1]" Text="A"/>'), { path: 'OBX-6[1].1', constant: 'A' }],
    ['every repetition', statement('<PlainText Path="6[*].1[1]" Text="A"/>'), { path: 'OBX-6.1', constant: 'A' }],
  ])('%s', (_title, constraints, expected) => {
    const rows = rowsOf(OBX, constraintsOf('', constraints))
    expect(rows.places).toContainEqual(expected)
    expect(notes(rows)).toEqual(['conditional_usage OBX-2', 'conditional_usage OBX-5'])
  })

  test.each<[string, string]>([
    ['a pattern', statement('<Format Path="2[1]" Regex="A+"/>')],
    ['an implication', statement('<IMPLY><Presence Path="2[1]"/><Presence Path="3[1]"/></IMPLY>')],
    ['presence', statement('<Presence Path="2[1]"/>')],
    ['numbers of segments', statement('<SetID Path="1[1]"/>')],
    ['what must be there, too', statement('<PlainText Path="2[1]" Text="NM" NotPresentBehavior="FAIL"/>')],
  ])('listed: %s', (_title, constraints) => {
    expect(notes(rowsOf(OBX, constraintsOf('', constraints)))).toContain('constraint OBX_N C1')
  })

  test('demands on several values together', () => {
    const more = '<CoConstraints><ByMessage ID="M1"><CoConstraintTable ID="T1"/></ByMessage></CoConstraints><SlicingContext/>'
    expect(notes(rowsOf(OBX, constraintsOf('', '', more)))).toEqual(
      expect.arrayContaining(['co_constraint M1', 'co_constraint T1', 'other SlicingContext']),
    )
    expect(notes(rowsOf(OBX, constraintsOf('', '', '<CoConstraints/>')))).toContain('co_constraint CoConstraints')
  })
})

test('several messages are several profiles', () => {
  const two = OBX.replace(
    '</Messages>',
    '<Message ID="M2" Type="ADT" Event="A01" StructID="ADT_A01"><Segment Ref="PID_N" Usage="R" Min="1" Max="1"/></Message></Messages>',
  )
  const { messages } = importProfile({ profile: two, valueSets: undefined, constraints: undefined })
  expect(messages.map(({ profile }) => [profile.name, profile.messages[0]])).toEqual([
    ['North M1', { code: 'ORU', trigger: 'R01' }],
    ['North M2', { code: 'ADT', trigger: 'A01' }],
  ])
})
