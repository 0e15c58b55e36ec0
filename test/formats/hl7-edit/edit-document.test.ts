// Edits of single parts: what is written, what is reported, and that nothing else changes.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { type EditSettings, editDocument } from '../../../src/formats/hl7/edit/edit-document.ts'
import { type OperationInput, operationSchema, readOperations } from '../../../src/formats/hl7/edit/operations.ts'

const HEAD = 'MSH|^~\\&|A|B|||20260102||ADT^A01|1|P|2.5\r'
const ALL: EditSettings = { messages: [], ifMissing: 'create' }

type Given = Partial<OperationInput> & Pick<OperationInput, 'op' | 'path'>

function edit(message: string | Uint8Array, operations: readonly Given[], settings = ALL) {
  const read = readOperations(
    operations.map((operation) => operationSchema.parse(operation)),
    '/options/operations',
  )
  return editDocument(readDocument(message), read, settings)
}

/** The body behind the header, and paths with reasons of what was not done. */
function editBody(body: string, operation: Given, ifMissing: EditSettings['ifMissing'] = 'create') {
  const { message, changes, skipped } = edit(HEAD + body, [operation], { messages: [], ifMissing })
  expect(changes.length + skipped.length).toBeGreaterThan(0)
  expect(message.startsWith(HEAD)).toBe(true)
  return [message.slice(HEAD.length), changes.map(({ path }) => path).join(), skipped.map(({ reason, path }) => `${reason} ${path}`).join()]
}

describe('the operation', () => {
  const PID = 'PID|1||1^^^N~2^^^S||Doe^Jo&V||1970|F'
  test.each<[string, Given, string, string, string]>([
    ['set of a field', { op: 'set', path: 'PID-8', value: 'M' }, 'PID|1||1^^^N~2^^^S||Doe^Jo&V||1970|M', 'PID-8', ''],
    ['set of a component', { op: 'set', path: 'PID-5.2', value: 'Al' }, 'PID|1||1^^^N~2^^^S||Doe^Al||1970|F', 'PID-5.2', ''],
    ['set of a subcomponent', { op: 'set', path: 'PID-5.2.2', value: 'W' }, 'PID|1||1^^^N~2^^^S||Doe^Jo&W||1970|F', 'PID-5.2.2', ''],
    ['set of a new subcomponent', { op: 'set', path: 'PID-5.1.3', value: 'W' }, 'PID|1||1^^^N~2^^^S||Doe&&W^Jo&V||1970|F', 'PID-5.1.3', ''],
    ['set of a repetition', { op: 'set', path: 'PID-3[2].1', value: '9' }, 'PID|1||1^^^N~9^^^S||Doe^Jo&V||1970|F', 'PID-3[2].1', ''],
    [
      'set of all repetitions',
      { op: 'set', path: 'PID-3[*].4', value: '9' },
      'PID|1||1^^^9~2^^^9||Doe^Jo&V||1970|F',
      'PID-3[2].4,PID-3.4',
      '',
    ],
    ['set by a condition', { op: 'set', path: 'PID-3(CX.4="S").1', value: '9' }, 'PID|1||1^^^N~9^^^S||Doe^Jo&V||1970|F', 'PID-3[2].1', ''],
    [
      'set by a condition of a component that is not there yet',
      { op: 'set', path: 'PID-3(CX.4="S").5', value: 'MR' },
      'PID|1||1^^^N~2^^^S^MR||Doe^Jo&V||1970|F',
      'PID-3[2].5',
      '',
    ],
    ['set by a condition that no repetition meets', { op: 'set', path: 'PID-3(CX.4="X").1', value: '9' }, PID, '', 'no_part PID-3.1'],
    [
      'set of the last repetition',
      { op: 'set', path: 'PID-3[last].1', value: '9' },
      'PID|1||1^^^N~9^^^S||Doe^Jo&V||1970|F',
      'PID-3[2].1',
      '',
    ],
    ['set of the last repetition of none', { op: 'set', path: 'PID-20[last].1', value: '9' }, `${PID}||||||||||||9`, 'PID-20.1', ''],
    ['delete by a condition', { op: 'delete', path: 'PID-3(CX.1)' }, 'PID|1||||Doe^Jo&V||1970|F', 'PID-3[2],PID-3[1]', ''],
    ['delete of the last repetition', { op: 'delete', path: 'PID-3[last]' }, 'PID|1||1^^^N||Doe^Jo&V||1970|F', 'PID-3[2]', ''],
    [
      'move by a condition',
      { op: 'move', from: 'PID-3(CX.4="S")[1]', path: 'PID-2' },
      'PID|1|2^^^S|1^^^N||Doe^Jo&V||1970|F',
      'PID-2,PID-3[2]',
      '',
    ],
    [
      'insert behind the one that meets a condition',
      { op: 'insert', path: 'PID-3(CX.4="N")[1]', value: '7' },
      'PID|1||1^^^N~7~2^^^S||Doe^Jo&V||1970|F',
      'PID-3[2]',
      '',
    ],
    ['set of an empty field', { op: 'set', path: 'PID-2.3', value: '9' }, 'PID|1|^^9|1^^^N~2^^^S||Doe^Jo&V||1970|F', 'PID-2.3', ''],
    ['set of what it is', { op: 'set', path: 'PID-8', value: 'F' }, PID, '', 'already_so PID-8'],
    ['set of nothing to nothing', { op: 'set', path: 'PID-20', value: '' }, PID, '', 'already_so PID-20'],
    [
      'set to the explicit null as text',
      { op: 'set', path: 'PID-8', value: '""' },
      'PID|1||1^^^N~2^^^S||Doe^Jo&V||1970|\\X2222\\',
      'PID-8',
      '',
    ],
    ['clear', { op: 'clear', path: 'PID-5' }, 'PID|1||1^^^N~2^^^S||||1970|F', 'PID-5', ''],
    ['clear of what is not there', { op: 'clear', path: 'PID-20' }, PID, '', 'no_part PID-20'],
    ['null', { op: 'null', path: 'PID-7' }, 'PID|1||1^^^N~2^^^S||Doe^Jo&V||""|F', 'PID-7', ''],
    ['delete of the first repetition', { op: 'delete', path: 'PID-3[1]' }, 'PID|1||2^^^S||Doe^Jo&V||1970|F', 'PID-3[1]', ''],
    ['delete of all repetitions', { op: 'delete', path: 'PID-3[*]' }, 'PID|1||||Doe^Jo&V||1970|F', 'PID-3[2],PID-3[1]', ''],
    ['delete of a repetition that is not there', { op: 'delete', path: 'PID-3[3]' }, PID, '', 'no_part PID-3'],
    ['copy', { op: 'copy', from: 'PID-3[2]', path: 'PID-2' }, 'PID|1|2^^^S|1^^^N~2^^^S||Doe^Jo&V||1970|F', 'PID-2', ''],
    [
      'copy of a component into a subcomponent',
      { op: 'copy', from: 'PID-5.1', path: 'PID-5.2.2' },
      'PID|1||1^^^N~2^^^S||Doe^Jo&Doe||1970|F',
      'PID-5.2.2',
      '',
    ],
    ['copy of what does not fit', { op: 'copy', from: 'PID-5', path: 'PID-9.1' }, PID, '', 'does_not_fit PID-9.1'],
    ['copy of nothing', { op: 'copy', from: 'PID-6', path: 'PID-9' }, PID, '', 'no_source PID-6'],
    ['move', { op: 'move', from: 'PID-3[1]', path: 'PID-2' }, 'PID|1|1^^^N|2^^^S||Doe^Jo&V||1970|F', 'PID-2,PID-3[1]', ''],
    ['move into itself', { op: 'move', from: 'PID-5', path: 'PID-5.1' }, PID, '', 'does_not_fit PID-5.1'],
    ['move of what does not fit', { op: 'move', from: 'PID-5', path: 'PID-9.1' }, PID, '', 'does_not_fit PID-9.1'],
    ['map', { op: 'map', path: 'PID-8', value: { F: 'W', M: 'X' } }, 'PID|1||1^^^N~2^^^S||Doe^Jo&V||1970|W', 'PID-8', ''],
    ['map of another value', { op: 'map', path: 'PID-8', value: { M: 'X' } }, PID, '', 'not_in_table PID-8'],
    [
      'map of another value, cleared',
      { op: 'map', path: 'PID-8', value: { M: 'X' }, otherwise: 'clear' },
      'PID|1||1^^^N~2^^^S||Doe^Jo&V||1970|',
      'PID-8',
      '',
    ],
    ['map of a name of the language', { op: 'map', path: 'PID-8', value: { constructor: 'X' } }, PID, '', 'not_in_table PID-8'],
    ['insert of a repetition', { op: 'insert', path: 'PID-3', value: '3' }, 'PID|1||1^^^N~2^^^S~3||Doe^Jo&V||1970|F', 'PID-3[3]', ''],
    [
      'insert before the first',
      { op: 'insert', path: 'PID-3', value: '3', position: 'before' },
      'PID|1||3~1^^^N~2^^^S||Doe^Jo&V||1970|F',
      'PID-3[1]',
      '',
    ],
    [
      'insert into an empty field',
      { op: 'insert', path: 'PID-2', value: '3^4', encoded: true },
      'PID|1|3^4|1^^^N~2^^^S||Doe^Jo&V||1970|F',
      'PID-2[1]',
      '',
    ],
    ['insert of two repetitions as one', { op: 'insert', path: 'PID-3', value: '3~4', encoded: true }, PID, '', 'does_not_fit PID-3[3]'],
    ['in a segment that is not there', { op: 'set', path: 'PV1-2', value: 'I' }, PID, '', 'no_segment null'],
    ['under a condition that does not hold', { op: 'set', path: 'PID-8', value: 'M', when: 'PID-8="X"' }, PID, '', 'when_false null'],
  ])('%s', (_title, operation, body, changed, skipped) => {
    expect(editBody(PID, operation)).toEqual([body, changed, skipped])
  })

  test.each<[string, Given, string, string]>([
    ['insert behind the last one, which has no line end', { op: 'insert', path: 'NTE', value: 'ZZZ|1' }, 'PID|1\nNTE|1\nZZZ|1', 'ZZZ'],
    ['insert before', { op: 'insert', path: 'NTE', value: 'ZZZ|1', position: 'before' }, 'PID|1\nZZZ|1\nNTE|1', 'ZZZ'],
    ['insert beside each', { op: 'insert', path: 'NTE[*]', value: 'NTE|a^b', position: 'before' }, 'PID|1\nNTE|a^b\nNTE|1', 'NTE'],
    ['delete', { op: 'delete', path: 'PID' }, 'NTE|1', 'PID'],
    ['copy', { op: 'copy', from: 'PID', path: 'NTE' }, 'PID|1\nNTE|1\nPID|1', 'PID[2]'],
    ['move', { op: 'move', from: 'PID', path: 'NTE' }, 'NTE|1\nPID|1', 'PID,PID'],
  ])('%s of a segment keeps the line ends', (_title, operation, body, changed) => {
    const head = HEAD.replace('\r', '\n')
    const { message, changes } = edit(`${head}PID|1\nNTE|1`, [operation])
    expect(message).toBe(`${head}${body}`)
    expect(changes.map(({ path }) => path).join()).toBe(changed)
  })
})

describe('several operations', () => {
  test('each work on what the one before left', () => {
    const { message } = edit(`${HEAD}PID|1\r`, [
      { op: 'set', path: 'PID-5.1', value: 'a' },
      { op: 'set', path: 'PID-5.2', value: 'b', when: 'PID-5.1="a"' },
      { op: 'insert', path: 'PID', value: 'ZZZ|1' },
      { op: 'copy', from: 'PID-5', path: 'ZZZ-2' },
      { op: 'clear', path: 'PID-5' },
    ])
    expect(message).toBe(`${HEAD}PID|1||||\rZZZ|1|a^b\r`)
  })

  test('leave a trace in every message', () => {
    const { changes, skipped } = edit(`${HEAD}PID|1||7\r${HEAD}PV1|1\r${HEAD}PID|1||8\r`, [
      { op: 'set', path: 'PID-3', value: '8' },
      { op: 'clear', path: 'PV1-1', when: 'PV1-1="1"' },
    ])
    const seen = [...changes, ...skipped].map(({ message, operation }) => `${message}.${operation}`).sort()
    expect(seen).toEqual(['0.0', '0.1', '1.0', '1.1', '2.0', '2.1'])
  })

  test('of which one fails change nothing', () => {
    const operations: Given[] = [
      { op: 'set', path: 'PID-3', value: '8' },
      { op: 'set', path: 'PID-40', value: '8' },
    ]
    expect(() => edit(`${HEAD}PID|1\r`, operations, { messages: [], ifMissing: 'fail' })).toThrow(ProblemError)
  })
})

describe('a character set', () => {
  const encoded = (name: string, body: Uint8Array | string) =>
    Buffer.concat([
      Buffer.from(`MSH|^~\\&|A|B|||20260102||ADT^A01|1|P|2.5||||||${name}\rPID|1||7||`),
      Buffer.from(body as string),
      Buffer.from('^X\r'),
    ])

  test.each([
    ['8859/1', 'Jos\u00e9', '4a6f73e9'],
    ['8859/1', '\u0080', '80'],
    ['8859/2', '\u0141\u00f3d\u017a', 'a3f364bc'],
    ['8859/15', '\u20ac', 'a4'],
    ['UNICODE UTF-8', '\u20ac\u{1f3e5}', 'e282acf09f8fa5'],
    ['SHIFT_JIS', '\u30bd', '835c'],
    ['ISO IR14', '\uff71', 'b1'],
    ['EUC-JP', '\u65e5', 'c6fc'],
    ['KS X 1001', '\ud55c', 'c7d1'],
    ['BIG-5', '\u529f', 'a55c'],
    ['GB 18030-2000', '\u4e2d\u{1f3e5}', 'd6d09439c637'],
    ['', '\u00e9', 'c3a9'],
  ])('%s takes %s', (name, value, hex) => {
    const message = encoded(name, 'Doe')
    const { content } = edit(message, [{ op: 'set', path: 'PID-5.1', value }])
    expect(Buffer.from(content).toString('hex')).toBe(encoded(name, Buffer.from(hex, 'hex')).toString('hex'))
    const readBack = edit(content, [{ op: 'set', path: 'PID-5.1', value }])
    expect(readBack.skipped).toMatchObject([{ reason: 'already_so' }])
  })

  test.each([
    ['ASCII', '\u00e9'],
    ['8859/1', '\u20ac'],
    ['SHIFT_JIS', '\u{1f3e5}'],
    ['CNS 11643-1992', '\u529f'],
  ])('%s refuses %s and does not repeat it', (name, value) => {
    expect(() => edit(encoded(name, 'Doe'), [{ op: 'set', path: 'PID-5.1', value: `Zebedee ${value}` }])).toThrow(
      expect.objectContaining({ code: 'unsupported_variant', at: { path: 'PID-5.1' }, message: expect.not.stringContaining('Zebedee') }),
    )
  })

  test('of several sets by escape sequences', () => {
    const japanese = Buffer.concat([
      Buffer.from(
        'MSH|^~\\&|A|B|||20260102||ADT^A01|1|P|2.5||||||~ISO IR87\rPID|1||7||Yamada^Tarou~\x1b$B;3ED\x1b(B^\x1b$BB@O:\x1b(B|\r',
        'latin1',
      ),
    ])
    const { message, content } = edit(japanese, [{ op: 'set', path: 'PID-5[2].2', value: '\u82b1\u5b50' }])
    expect(message).toContain('~\u5c71\u7530^\u82b1\u5b50|')
    expect(Buffer.from(content).toString('latin1')).toContain('~\x1b$B;3ED\x1b(B^\x1b$B2V;R\x1b(B')
    expect(readDocument(content).source.text).toBe(message)
  })

  test('that switched in a part which goes is refused where the rest needs it', () => {
    const greek = Buffer.from('MSH|^~\\&|A|B|||20260102||ADT^A01|1|P|2.5||||||8859/1~8859/7\rPID|1||7||\x1b-F\xc1\xc2^\xc3\r', 'latin1')
    expect(readDocument(greek).source.text).toContain('\u0391\u0392^\u0393')
    expect(() => edit(greek, [{ op: 'clear', path: 'PID-5.1' }])).toThrow(expect.objectContaining({ code: 'unsupported_variant' }))
  })

  test('UTF-16 keeps its form', () => {
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${HEAD}PID|1||7||Doe\r`, 'utf16le')])
    const { content } = edit(wide, [{ op: 'set', path: 'PID-5', value: '\u0141' }])
    expect(Buffer.from(content).toString('utf16le')).toBe(`\ufeff${HEAD}PID|1||7||\u0141\r`)
  })
})

describe('a member that would have no effect', () => {
  test.each<[string, Given]>([
    ['encoded', { op: 'clear', path: 'PID-5', encoded: true }],
    ['encoded', { op: 'copy', path: 'PID-5', from: 'PID-3', encoded: true }],
    ['position', { op: 'set', path: 'PID-5', value: 'A', position: 'before' }],
    ['position', { op: 'copy', path: 'PID-5', from: 'PID-3', position: 'before' }],
    ['position', { op: 'delete', path: 'PID', position: 'before' }],
    ['otherwise', { op: 'set', path: 'PID-5', value: 'A', otherwise: 'fail' }],
    ['value', { op: 'null', path: 'PID-5', value: 'A' }],
    ['from', { op: 'set', path: 'PID-5', value: 'A', from: 'PID-3' }],
  ])('is refused: %s of %j', (member, operation) => {
    expect(() => edit(`${HEAD}PID|1\r`, [operation])).toThrow(
      expect.objectContaining({ code: 'invalid_input', at: { pointer: `/options/operations/0/${member}` } }),
    )
  })
})
