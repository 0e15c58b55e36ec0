// HL7's own form of conformance profiles: which rows come of it, and what is listed instead.
import { describe, expect, test } from 'vitest'
import { hl7Profile, rowsOf } from './profile-samples.ts'

const once = 'Min="1" Max="1"'
const pid = (...fields: string[]) => hl7Profile(`<Segment Name="PID" Usage="R" ${once}>${fields.join('')}</Segment>`)

describe('fields', () => {
  const at = (attributes: string, parts = '', before = 7) =>
    pid(...Array(before).fill('<Field Name="F" Usage="O" Min="0" Max="1"/>'), `<Field Name="F" ${attributes}>${parts}</Field>`)
  test.each<[string, string, string, object[], string[]]>([
    ['required', 'Usage="R" Min="1" Max="1" Datatype="IS"', '', [{ path: 'PID-8', usage: 'R', max: 1 }], []],
    ['required or empty', 'Usage="RE" Min="0" Max="1"', '', [{ path: 'PID-8', usage: 'RE', max: 1 }], []],
    ['not used: nothing else is asked', 'Usage="X" Min="0" Max="0" Length="5" Table="0002"', '', [{ path: 'PID-8', usage: 'X' }], []],
    ['withdrawn', 'Usage="W" Min="0" Max="1"', '', [{ path: 'PID-8', usage: 'X', severity: 'warning' }], []],
    ['conditional', 'Usage="C" Min="0" Max="1"', '', [{ path: 'PID-8', max: 1 }], ['conditional_usage PID-8']],
    ['conditional or empty', 'Usage="CE" Min="0" Max="1"', '', [{ path: 'PID-8', max: 1 }], ['conditional_usage PID-8']],
    ['for old receivers', 'Usage="B" Min="0" Max="1"', '', [{ path: 'PID-8', max: 1 }], ['usage PID-8']],
    ['of a usage that there is not', 'Usage="Q" Min="0" Max="1"', '', [{ path: 'PID-8', max: 1 }], ['usage PID-8']],
    ['repeating', 'Usage="R" Min="2" Max="5"', '', [{ path: 'PID-8', usage: 'R', min: 2, max: 5 }], []],
    ['without limit', 'Usage="R" Min="1" Max="*"', '', [{ path: 'PID-8', usage: 'R' }], []],
    ['of a length', 'Usage="O" Min="0" Max="*" Length="5"', '', [{ path: 'PID-8', maxLength: 5 }], []],
    ['of no length', 'Usage="O" Min="0" Max="*" Length="0"', '', [], []],
    ['a constant', 'Usage="O" Min="0" Max="*" ConstantValue="U &amp; I"', '', [{ path: 'PID-8', constant: 'U & I' }], []],
    ["the standard's table", 'Usage="O" Min="0" Max="*" Table="0001"', '', [], []],
    ['another table of HL7', 'Usage="O" Min="0" Max="*" Table="0136"', '', [{ path: 'PID-8', table: '0136' }], []],
    [
      'a table that HL7 only suggests',
      'Usage="O" Min="0" Max="*" Table="2"',
      '',
      [{ path: 'PID-8', table: '0002', severity: 'warning' }],
      [],
    ],
    ['a table without codes', 'Usage="O" Min="0" Max="*" Table="0361"', '', [], ['table PID-8']],
    ['a table of the site', 'Usage="O" Min="0" Max="*" Table="NORTH1"', '', [], ['value_set PID-8']],
    ['another data type', 'Usage="O" Min="0" Max="*" Datatype="CWE"', '', [], ['data_type PID-8']],
    [
      'components',
      'Usage="O" Min="0" Max="*"',
      '<Component Name="a" Usage="R" Length="3"/><Component Name="b" Usage="X"/>',
      [
        { path: 'PID-8.1', usage: 'R', maxLength: 3 },
        { path: 'PID-8.2', usage: 'X' },
      ],
      [],
    ],
    [
      'no components of what is not used',
      'Usage="X" Min="0" Max="0"',
      '<Component Name="a" Usage="R"/>',
      [{ path: 'PID-8', usage: 'X' }],
      [],
    ],
  ])('%s', (_title, attributes, parts, expected, notes) => {
    const rows = rowsOf(at(attributes, parts))
    expect(rows.places.filter(({ path }) => path.startsWith('PID-8'))).toEqual(expected)
    expect(rows.notes).toEqual(notes)
  })

  test('a required subcomponent is asked for where its component is there', () => {
    const nested = '<Component Name="a" Usage="O"><SubComponent Name="x" Usage="R"/></Component>'
    const row = { path: 'PID-8.1.1', usage: 'R', when: { all: [{ path: 'PID-8.1', valued: true }] } }
    expect(rowsOf(at('Usage="O" Min="0" Max="1"', nested)).places).toContainEqual(row)
    expect(rowsOf(at('Usage="O" Min="0" Max="*"', nested))).toMatchObject({ notes: ['part_of_repetition PID-8.1.1'] })
    expect(rowsOf(at('Usage="O" Min="0" Max="*"', nested.replace('"O"', '"R"'))).places).toContainEqual({ path: 'PID-8.1.1', usage: 'R' })
  })

  test('the delimiters of MSH are no values', () => {
    const delimiters = '<Field Name="a" Usage="R" Min="1" Max="1" ConstantValue="|"/><Field Name="b" Usage="R" Min="1" Max="1" Length="4"/>'
    const rows = rowsOf(hl7Profile(`<Segment Name="MSH" Usage="R" ${once}>${delimiters}<Field Name="c" Usage="R" ${once}/></Segment>`))
    expect(rows.places).toEqual([{ path: 'MSH-3', usage: 'R', max: 1 }])
  })

  test('codes of a file of tables are warnings, as it does not say whether there are others', () => {
    const tables =
      '<Specification><hl7tables><hl7table id="1"><tableElement code="F"/><tableElement code="M"/></hl7table></hl7tables></Specification>'
    const rows = rowsOf(at('Usage="O" Min="0" Max="*" Table="0001"'), undefined, tables)
    expect(rows.places).toContainEqual({ path: 'PID-8', codes: ['F', 'M'], severity: 'warning' })
  })
})

describe('segments and groups', () => {
  const segment = (name: string, usage: string, range = once) => `<Segment Name="${name}" Usage="${usage}" ${range}/>`
  const group = (name: string, usage: string, range: string, ...members: string[]) =>
    `<SegGroup Name="${name}" Usage="${usage}" ${range}>${members.join('')}</SegGroup>`
  const many = 'Min="0" Max="*"'
  test.each<[string, string, object[], string[]]>([
    ['required, once', segment('PV1', 'R'), [{ segment: 'PV1', usage: 'R', max: 1 }], []],
    ['not used', segment('PD1', 'X', 'Min="0" Max="0"'), [{ segment: 'PD1', usage: 'X' }], []],
    ['optional, up to three', segment('NK1', 'O', 'Min="0" Max="3"'), [{ segment: 'NK1', max: 3 }], []],
    ['required, at least two', segment('NK1', 'R', 'Min="2" Max="*"'), [{ segment: 'NK1', usage: 'R', min: 2 }], []],
    ['conditional', segment('PV2', 'C'), [{ segment: 'PV2', max: 1 }], ['conditional_usage PV2']],
    ['in an optional group, as the standard says', group('PROCEDURE', 'O', many, segment('PR1', 'R')), [], []],
    [
      'in an optional group, otherwise',
      group('PROCEDURE', 'O', many, segment('PR1', 'R'), segment('ROL', 'R')),
      [],
      ['segment_in_group PROCEDURE/ROL'],
    ],
    ['in a required group', group('PROCEDURE', 'R', 'Min="1" Max="*"', segment('PR1', 'R')), [{ segment: 'PR1', usage: 'R' }], []],
    [
      'a group without a segment that must be there',
      group('PROCEDURE', 'R', 'Min="1" Max="*"', segment('ROL', 'O', many)),
      [],
      ['group PROCEDURE'],
    ],
    [
      'a group that may not repeat',
      group('PROCEDURE', 'O', 'Min="0" Max="1"', segment('PR1', 'R')),
      [{ segment: 'PR1', max: 1 }],
      ['group PROCEDURE'],
    ],
    ['a group that is not used', group('PROCEDURE', 'X', many, segment('PR1', 'R')), [{ segment: 'PR1', usage: 'X' }], []],
    ['a segment of the site', segment('ZPI', 'R'), [{ segment: 'ZPI', usage: 'R', max: 1 }], []],
    ['a segment where the standard has none', segment('OBR', 'O', many), [], ['structure OBR']],
  ])('%s', (_title, members, expected, notes) => {
    const rows = rowsOf(hl7Profile(members))
    expect(rows.segments).toEqual(expected)
    expect(rows.notes).toEqual(notes)
  })

  test('what differs between two places of a segment is listed, what is the same is kept', () => {
    const rol = (usage: string) =>
      `<Segment Name="ROL" Usage="O" ${many}><Field Name="a" Usage="${usage}" ${once}/><Field Name="b" Usage="R" Min="1" Max="*"/></Segment>`
    const rows = rowsOf(hl7Profile(rol('R') + group('PROCEDURE', 'O', many, segment('PR1', 'R'), rol('X'))))
    expect(rows.places).toEqual([{ path: 'ROL-2', usage: 'R' }])
    expect(rows.notes).toEqual(['differs_by_place ROL-1'])
  })
})

test('parts of the file that are not known are listed', () => {
  expect(rowsOf(hl7Profile('', '<Policy/>')).notes).toEqual(['other Policy'])
})
