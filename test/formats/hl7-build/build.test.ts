// Messages from trees, paths and rows: every value comes back from the parser as it was given, and the header is completed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { hl7Build } from '../../../src/tools/hl7/build.ts'
import { hl7Parse } from '../../../src/tools/hl7/parse.ts'
import { projectFolder } from '../../architecture/source-file.ts'
import { makeMessage, randomFrom, writeMade } from '../hl7-validate/make-message.ts'

interface BuildResult {
  readonly message: string
  readonly content: Uint8Array
  readonly messages: readonly { readonly row: number | null; readonly valid: boolean | null }[]
  readonly valid: boolean | null
  readonly issues: readonly { readonly code: string; readonly path: string | null }[]
}

async function build(input: object, options: object = {}): Promise<BuildResult> {
  return (await runTool(hl7Build, input, { validate: false, ...options })) as unknown as BuildResult
}

interface ParsedSegment {
  readonly id: string
  readonly fields: readonly { readonly path: string; readonly value: unknown }[]
}

async function parse(message: string | Uint8Array, options: object = {}): Promise<readonly ParsedSegment[]> {
  return ((await runTool(hl7Parse, { message }, options)) as { segments: ParsedSegment[] }).segments
}

const lines = ({ message }: BuildResult) => message.split('\r').slice(0, -1)

/** Values that break messages where they are written as they stand. */
const HARD = [
  'a|b',
  'a^b',
  'a~b',
  'a&b',
  'a\\b',
  '\\F\\',
  '\\.br\\',
  'a\rb',
  'a\r\nb',
  '""',
  '|^~\\&',
  ' lead',
  'trail ',
  'Zoë',
  '日本',
  '😀',
  '\\',
  '\\\\',
  'MSH|^~\\&',
  '\v\x1c',
]

describe('values', () => {
  test.each(HARD)('%j comes back from the parser', async (value) => {
    const { content } = await build({ paths: { 'MSH-9': 'ADT', 'PID-5.1': value, 'PID-5.2.2': value, 'PID-5[2]': value, 'NTE-3': value } })
    const [, person, note] = await parse(content)
    expect(person!.fields[0]!.value).toEqual([[value, ['', value]], value])
    expect(note!.fields[0]!.value).toBe(value)
  })

  test.each(HARD)('%j comes back from a template', async (value) => {
    const { content } = await build({ template: 'MSH|^~\\&|||||||ADT\nPID|||||{{name}}^{{ name }}', rows: [{ name: value }] })
    expect((await parse(content))[1]!.fields[0]!.value).toEqual([[value, value]])
  })

  test('other delimiters', async () => {
    const { message } = await build({ paths: { 'PID-3.1': 'a$b|c', 'PID-5[2].2': 'x%y' } }, { delimiters: '$%*!+' })
    expect(message).toContain('\rPID$$$a!F!b|c$$*%x!S!y\r')
  })

  test('the explicit null, numbers and empty values', async () => {
    const { message } = await build({ paths: { 'PID-1': 1, 'PID-8': null, 'PID-19': '' } })
    expect(message).toContain('\rPID|1|||||||""\r')
  })

  test('escape sequences that are to stay', async () => {
    const value = 'a\\.br\\b\\H\\c\\N\\ & \\x \\'
    const { message } = await build({ paths: { 'NTE-3': value } }, { escapes: 'keep' })
    expect(message).toContain('\rNTE|||a\\.br\\b\\H\\c\\N\\ \\T\\ \\E\\x \\E\\\r')
  })

  test('line ends as formatting', async () => {
    const { message } = await build({ paths: { 'NTE-3': 'a\r\nb\nc|' } }, { lineBreaks: 'br' })
    expect(message).toContain('\rNTE|||a\\.br\\b\\.br\\c\\F\\\r')
  })

  test.each([
    ['8859/1', 'Zoë', [0x5a, 0x6f, 0xeb]],
    ['UNICODE UTF-8', 'ë', [0xc3, 0xab]],
    ['ISO IR14', 'ｱ', [0xb1]],
  ])('the character set %s', async (characterSet, value, bytes) => {
    const { content } = await build({ paths: { 'PID-5': value } }, { header: { characterSet } })
    expect([...content.subarray(-bytes.length - 1, -1)]).toEqual(bytes)
    expect((await parse(content))[1]!.fields[0]!.value).toBe(value)
  })

  test('UTF-8 is declared where it is needed', async () => {
    expect(lines(await build({ paths: { 'PID-5': 'Zoë' } }))[0]).toMatch(/\|P\|2\.5\.1\|{6}UNICODE UTF-8$/)
    expect(lines(await build({ paths: { 'PID-5': 'Zoe' } }))[0]).toMatch(/\|P\|2\.5\.1$/)
  })

  test('a character that the character set lacks is refused', async () => {
    await expect(build({ paths: { 'PID-5': '日' } }, { header: { characterSet: '8859/1' } })).rejects.toMatchObject({
      code: 'unsupported_variant',
    })
  })
})

describe('the header', () => {
  const header = {
    sendingApplication: 'A&B',
    sendingFacility: 'F',
    receivingApplication: 'R',
    receivingFacility: 'G',
    timestamp: '20260102',
    controlId: 'C',
  }

  test.each([
    [{ structure: 'ADT_A01' }, 'ADT^A01^ADT_A01', '2.5.1'],
    [{ structure: 'ADT_A01', version: '2.3' }, 'ADT^A01', '2.3'],
    [{ header: { ...header, type: 'ADT^A04' } }, 'ADT^A04^ADT_A01', '2.5.1'],
    [{ header: { ...header, type: 'ADT^A04' }, version: '2.2' }, 'ADT^A04', '2.2'],
    [{ structure: 'ACK' }, 'ACK^^ACK', '2.5.1'],
  ])('%j gives %s', async (options, type, version) => {
    const [first] = lines(await build({ paths: { 'PID-1': '1' } }, { header, ...options }))
    expect(first).toBe(`MSH|^~\\&|A\\T\\B|F|R|G|20260102||${type}|C|P|${version}`)
  })

  test('what the source says stays', async () => {
    const [first] = lines(await build({ paths: { 'PID-1': '1', 'MSH-3.2': 'x', 'MSH-10': 'own', 'MSH-12': '2.4' } }, { header }))
    expect(first).toBe('MSH|^~\\&|^x|F|R|G|20260102|||own|P|2.4')
  })

  test('of a template', async () => {
    const template = 'MSH|^~\\&|X\nPID|{{n}}'
    const { message } = await build({ template, csv: 'n\n1\n2\n3\n' }, { header, structure: 'ADT_A01' })
    expect(message.match(/\|C(?:-\d)?\|/g)).toEqual(['|C|', '|C-2|', '|C-3|'])
    expect(message.match(/MSH\|\^~\\&\|X\|F/g)).toHaveLength(3)
  })

  test('no clock and no chance: the same input gives the same message', async () => {
    const input = { paths: { 'PID-1': '1' } }
    expect((await build(input)).message).toBe((await build(input)).message)
    expect((await build(input)).message).toBe('MSH|^~\\&||||||||1|P|2.5.1\rPID|1\r')
  })
})

describe('rows', () => {
  const template =
    'MSH|^~\\&|||||20260102||ADT^A04^ADT_A01||P|2.5.1\nEVN||{{date}}\nPID|1||{{id}}^^^N^MR||{{last}}^{{first}}\nNK1|1|{{next}}\nPV1|1|O\n'

  test('one message a row, each checked', async () => {
    const { messages, valid, issues } = await build(
      { template, csv: 'id,last,first,next,date\n1,Sample,Ada,Bo,20260102\n2,Sample,Cy,Di,20260230\n' },
      { validate: true },
    )
    expect(messages.map((each) => [each.row, each.valid])).toEqual([
      [1, true],
      [2, false],
    ])
    expect([valid, issues.map(({ code, path }) => `${code} ${path}`)]).toEqual([false, ['date_time_invalid EVN-2']])
  })

  test('segments of empty cells', async () => {
    const rows = [{ id: '1', last: 'Sample', first: 'Ada', next: '', date: '20260102' }]
    expect(lines(await build({ template, rows }))).toHaveLength(5)
    expect(lines(await build({ template, rows }, { emptySegments: 'drop' }))).toHaveLength(4)
  })

  test('cells as they stand', async () => {
    const { message } = await build({ template: 'MSH|^~\\&\nPID|||{{{ids}}}', rows: [{ ids: '1^^^N~2' }] })
    expect(message).toContain('\rPID|||1^^^N~2\r')
    await expect(build({ template: 'MSH|^~\\&\nPID|||{{{ids}}}', rows: [{ ids: '1\rPID' }] })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('a template without rows is one message', async () => {
    expect(lines(await build({ template: 'PID|1' }))).toEqual(['MSH|^~\\&||||||||1|P|2.5.1', 'PID|1'])
  })
})

describe('a tree', () => {
  test('as the parser shows it gives the message again', async () => {
    let built = 0
    for (let seed = 1; seed <= 60; seed++) {
      const text = writeMade(makeMessage('2.5.1', seed % 2 ? 'ORU_R01' : 'ADT_A01', randomFrom(seed), 0.5))
      const trimmed = text.replace(/[|]+\r/g, '\r')
      const { message } = await build({ tree: await parse(text, { groups: true }) })
      expect(message.replace(/^MSH[^\r]*/, '')).toBe(trimmed.replace(/^MSH[^\r]*/, ''))
      built++
    }
    expect(built).toBe(60)
  })

  test('in the flat view too', async () => {
    const text = 'MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|1|P|2.5.1\rPID|||1^^^N&1.2&ISO^MR~2||Sample\\T\\Co^Ada\rNK1|1\rNK1|2|x\r'
    expect((await build({ tree: await parse(text, { view: 'flat' }) })).message).toBe(text)
  })
})

describe('what cannot be built', () => {
  test.each<[string, object, object, object]>([
    ['nothing', {}, {}, { code: 'invalid_input' }],
    ['two sources', { paths: { 'PID-1': '1' }, template: 'PID|1' }, {}, { code: 'invalid_input' }],
    ['rows without a template', { rows: [{ a: '1' }] }, {}, { code: 'invalid_input' }],
    ['csv and rows', { template: 'PID|1', csv: 'a\n1', rows: [{ a: '1' }] }, {}, { code: 'invalid_input' }],
    ['a path that is none', { paths: { pid5: '1' } }, {}, { code: 'invalid_input' }],
    ['a path of every segment', { paths: { 'OBX[*]-5': '1' } }, {}, { code: 'invalid_input' }],
    ['a segment left out', { paths: { 'OBX[1]-5': '1', 'OBX[3]-5': '1' } }, {}, { code: 'invalid_input', at: { path: 'OBX' } }],
    ['one place twice', { paths: { 'PID-5': '1', 'PID-5.1': '2' } }, {}, { code: 'invalid_input', at: { path: 'PID-5' } }],
    ['a place beyond all segments', { paths: { 'PID-999999': '1' } }, {}, { code: 'resource_limit', at: { path: 'PID-999999' } }],
    ['a field of another segment', { tree: [{ id: 'PID', fields: [{ path: 'PV1-2', value: 'I' }] }] }, {}, { code: 'invalid_input' }],
    ['two headers', { tree: [{ id: 'MSH' }, { id: 'MSH' }] }, {}, { code: 'invalid_input', at: { path: 'MSH[2]' } }],
    ['a placeholder that is not closed', { template: 'PID|{{a', rows: [{ a: '1' }] }, {}, { code: 'invalid_input', at: { line: 1 } }],
    ['a placeholder without column', { template: 'PID|1\nPV1|{{b}}', rows: [{ a: '1' }] }, {}, { code: 'invalid_input', at: { line: 2 } }],
    ['a line that is no segment', { template: 'pid|1' }, {}, { code: 'invalid_input', at: { line: 1 } }],
    ['a table without rows', { template: 'PID|{{a}}', csv: 'a\n' }, {}, { code: 'invalid_input' }],
    ['a placeholder of two columns', { template: 'PID|{{a}}', csv: 'a,a\n1,2\n' }, {}, { code: 'invalid_input', at: { line: 1 } }],
    ['an identifier of four letters', { template: 'MSH|^~\\&|A\nPIDX|1' }, {}, { code: 'invalid_input', at: { line: 2 } }],
    ['a batch header in a template', { template: 'BHS|^~\\&|A\nMSH|^~\\&' }, {}, { code: 'invalid_input', at: { path: 'BHS' } }],
    ['a file trailer by path', { paths: { 'FTS-1': 1 } }, {}, { code: 'invalid_input', at: { path: 'FTS' } }],
    ['half a character', { paths: { 'PID-5': 'a\ud800b' } }, {}, { code: 'invalid_input', at: { path: 'PID' } }],
    ['a separator that is a number', { paths: { 'MSH-2': 5 } }, {}, { code: 'invalid_input', at: { path: 'MSH-2' } }],
    ['a separator of two characters', { paths: { 'MSH-1': '||' } }, {}, { code: 'invalid_input', at: { path: 'MSH-1' } }],
    ['separators twice', { paths: { 'MSH-2': '^~\\&', 'MSH-2.1': '^~\\&' } }, {}, { code: 'invalid_input', at: { path: 'MSH-2' } }],
    ...(
      [
        ['two repetitions for one', 'PID-3[2]', ['a', 'b']],
        ['two components for one', 'PID-3.4', [['a', 'b']]],
        ['subcomponents for one', 'PID-3.4.1', [[['a', 'b']]]],
      ] as const
    ).map(([title, path, value]): [string, object, object, object] => [
      title,
      { tree: [{ id: 'PID', fields: [{ path, value }] }] },
      {},
      { code: 'invalid_input', errors: [{ pointer: '/tree/0/fields/0/value' }] },
    ]),
    ['delimiters that are one character', { paths: { 'PID-1': '1' } }, { delimiters: '|||||' }, { code: 'invalid_input' }],
  ])('%s', async (_title, input, options, expected) => {
    await expect(build(input, options)).rejects.toMatchObject(expected)
  })
})

const corpus = join(projectFolder, '..', 'shared', 'corpora', 'hl7', 'google_simhospital')

test.skipIf(!existsSync(corpus))('real messages come back from their trees', async () => {
  let same = 0
  const files = readdirSync(corpus).slice(0, 50)
  for (const name of files) {
    const text = readFileSync(join(corpus, name), 'utf8')
    const { message } = await build({ tree: await parse(text, { decode: 'none', names: false }) }, { escapes: 'keep' })
    const own = await parse(text, { names: false })
    expect((await parse(message, { names: false })).map(({ id, fields }) => [id, fields])).toEqual(
      own.map(({ id, fields }) => [id, fields]),
    )
    same++
  }
  expect(same).toBe(files.length)
})
