// The parts of the page that need no browser: what may stand in an address, how texts are laid out side by side, lines for a shell.
import { describe, expect, test } from 'vitest'
import { composePageTool } from '../../build/languages/page-tools.ts'
import { describeTool } from '../../src/core/describe.ts'
import { catalogue } from '../../src/tools/catalogue.ts'
import { type FileOutcome, zipEntries } from '../../src/web/deidentify/outcome.ts'
import { noteOf, optionsFor, patientColumn } from '../../src/web/deidentify/plan.ts'
import { controlOf, isClosedValue, labelOf } from '../../src/web/form/field-schema.ts'
import { formOf, formsOf } from '../../src/web/form/rows/forms.ts'
import { composeCurl } from '../../src/web/run/curl-line.ts'
import { reviewOf } from '../../src/web/run/review.ts'
import { closedPlace, readPlace, sharedPlace } from '../../src/web/shell/address.ts'
import { codedWords } from '../../src/web/views/coded-words.ts'
import { type Change, layOutRows, type Row } from '../../src/web/views/diff-rows.ts'

const describedTool = (id: string) => composePageTool(catalogue.find((tool) => tool.id === id)!, '', {})

describe('a control', () => {
  const text = { type: 'string' }
  const object = { type: 'object', properties: { a: text } }
  test.each([
    ['a list of objects', { type: 'array', items: object }, 'rows'],
    ['a list of texts', { type: 'array', items: text }, 'lines'],
    ['names that a person chooses', { type: 'object', additionalProperties: text }, 'pairs'],
    ['anything', { type: 'object', additionalProperties: {} }, 'json'],
    ['a text or a table', { anyOf: [text, { type: 'object', additionalProperties: text }] }, 'forms'],
    ['a name or an object', { anyOf: [{ enum: ['a'] }, object] }, 'choice-or-form'],
    ['two objects that look the same', { anyOf: [object, { ...object, required: ['a'] }] }, 'json'],
  ])('for %s', (_title, schema, kind) => {
    expect(controlOf(schema).kind).toBe(kind)
  })

  test('knows which form a value has', () => {
    const forms = formsOf({ anyOf: [{ type: ['string', 'null'] as unknown as string }, { type: 'array', items: text }] })!
    expect(forms.map(({ title }) => title)).toEqual(['text', 'null', 'list'])
    expect([formOf(forms, 'x'), formOf(forms, null), formOf(forms, []), formOf(forms, 5)]).toEqual([0, 1, 2, -1])
  })

  test('has a label in words', () => {
    expect(['op', 'maxInputBytes', 'controlId', 'fhirVersion'].map(labelOf)).toEqual([
      'Action',
      'Max input bytes',
      'Control ID',
      'FHIR version',
    ])
  })

  test('no tool marks paths of a field that it does not have', () => {
    const marks = catalogue.flatMap((tool) => {
      const { views, schemas } = describeTool(tool)
      const options = (schemas.options.properties ?? {}) as Record<string, { items?: { properties?: object } }>
      return views.options.flatMap(({ path, view }) => {
        const source = 'paths' in view ? view.paths : undefined
        if (!source) return []
        return [{ tool, source, row: Object.keys(options[path[0]!]?.items?.properties ?? {}) }]
      })
    })
    expect(marks.length).toBeGreaterThan(8)
    for (const { tool, source, row } of marks) {
      expect(Object.keys(tool.input.shape)).toContain(source.of)
      expect(row).toEqual(expect.arrayContaining([...(source.members ?? [])]))
      expect(source.members === undefined).toBe(row.length === 0)
    }
  })

  test('no tool marks members that its rows do not have', () => {
    const marks = catalogue.flatMap((tool) => {
      const { views, schemas } = describeTool(tool)
      const options = (schemas.options.properties ?? {}) as Record<string, { items?: { properties?: object } }>
      return views.options.flatMap(({ path, view }) =>
        view.kind === 'rows'
          ? [{ members: [view.by, ...Object.values(view.of).flat()], row: options[path[0]!]?.items?.properties ?? {} }]
          : [],
      )
    })
    expect(marks).toHaveLength(1)
    for (const { members, row } of marks) expect(Object.keys(row)).toEqual(expect.arrayContaining(members))
  })
})

describe('files to de-identify', () => {
  const replace = { method: 'replace', failClosed: false } as const
  const key = 'base64:AAAA'

  test.each([
    ['mrn,name', 'mrn'],
    ['Name;"Patient ID";Ort', 'Patient ID'],
    ['name\tpatient_id', 'patient_id'],
    ['name,visit', undefined],
  ])('%j has the column of patients %j', (line, column) => {
    expect(patientColumn(line)).toBe(column)
  })

  test('every tool takes the options that it gets', () => {
    const ids = catalogue.filter(({ id }) => id.startsWith('phi/deidentify-')).map(({ id }) => id)
    for (const id of ids)
      for (const method of ['replace', 'remove'] as const)
        for (const failClosed of [false, true]) {
          const options = optionsFor(id, { method, failClosed }, `${key}${'A'.repeat(40)}`, 'mrn,name')
          const tool = catalogue.find((one) => one.id === id)!
          expect([id, tool.options.safeParse(options).error?.issues]).toEqual([id, undefined])
        }
  })

  test('a table without a column of patients keeps no day, and is not refused', () => {
    expect(optionsFor('phi/deidentify-table', replace, key, 'name,visit')).toEqual({})
    expect(noteOf('phi/deidentify-table', replace, 'name,visit')).toContain('Remove')
    expect(noteOf('phi/deidentify-table', replace, 'mrn,name')).toBeUndefined()
    expect(noteOf('phi/deidentify-table', { ...replace, method: 'remove' }, 'name,visit')).toBeUndefined()
  })

  test('that cannot be read, and how a table was treated, stand in the report', async () => {
    const result = {
      json: new Blob(['{}']),
      document: { extension: 'csv', content: new Blob(['x']) },
      review: { doubt: undefined, counts: [] },
    }
    const planned = { file: new File(['x'], 'a.csv'), path: 'a.csv', toolId: 'phi/deidentify-table', reason: '' }
    const outcome = { kind: 'done', note: 'Treated with Remove.', result } as unknown as FileOutcome
    const [report] = zipEntries({ files: [planned], outcomes: [outcome], unreadable: 2, method: 'replace', keepNames: false })
    expect(JSON.parse(await report!.content.text())).toMatchObject({
      summary: { total: 1, deidentified: 1, unreadable: 2 },
      files: [{ note: 'Treated with Remove.' }],
    })
  })

  test('a result that still holds a value, or could not be verified, is to review', () => {
    expect(reviewOf({ residual: [], counts: { name: 1, date: 2, age: 0 } })).toEqual({
      doubt: undefined,
      counts: [
        ['date', 2],
        ['name', 1],
      ],
    })
    expect(reviewOf({ residual: [{}], verification: { residuals: 1 } }).doubt).toContain('1 place')
    expect(reviewOf({ rescan: { residual: [{}, {}] } }).doubt).toContain('2 places')
    expect(reviewOf({ verification: { status: 'needs-review', residuals: [] }, burnedIn: { risk: 'high' } }).doubt).toContain('pixels')
    expect(reviewOf({ verification: { status: 'needs-review', residuals: [] } }).doubt).toContain('verified')
    expect(reviewOf({ verification: { status: 'passed', residuals: [] }, burnedIn: { risk: 'high' } }).doubt).toBeUndefined()
  })
})

describe('a value in the address', () => {
  const name = { enum: ['a', 'b'] }
  test.each([
    ['a name of the schema', name, 'a', true],
    ['another text', name, 'c', false],
    ['a free text', { type: 'string' }, 'a', false],
    ['a number', { type: 'number' }, 5, true],
    ['a switch', { type: 'boolean' }, true, true],
    ['names in a list', { items: name }, ['a', 'b'], true],
    ['a free text in a list', { items: { type: 'string' } }, ['a'], false],
    ['a member that is closed', { properties: { x: name } }, { x: 'b' }, true],
    ['a member that is not known', { properties: { x: name } }, { y: 'b' }, false],
    ['a key that a person chose', { additionalProperties: name }, { 'Ada Quist': 'a' }, false],
    ['one of several forms', { anyOf: [name, { type: 'object' }] }, 'a', true],
    ['a secret', { type: 'string', enum: ['a'], writeOnly: true }, 'a', false],
    ['nothing', name, null, false],
  ] as const)('%s', (_title, schema, value, closed) => {
    expect(isClosedValue(schema, value)).toBe(closed)
  })

  test('of a link has no names within an option', () => {
    const detect = { locale: 'en', known: { names: ['Ada Quist'] }, deny: ['Ada Quist'] }
    expect(readPlace(sharedPlace(describedTool('phi/evaluate'), { detect })).options).toEqual({ detect: { locale: 'en' } })
  })

  test('secrets and what is known of a patient stand in no link', () => {
    const secret = { key: 'secretsecretsecret', subject: 'Quist', known: { names: ['Quist'] }, deny: ['Quist'], allow: ['Quist'] }
    const place = sharedPlace(describedTool('phi/deidentify-text'), { ...secret, locale: 'en', mode: 'balanced' })
    expect(place).toBe('#/phi/deidentify-text?locale=%22en%22&mode=%22balanced%22')
  })

  test('is read as it was written', () => {
    const options = { granularity: 'word', context: 4, ignoreCase: true }
    expect(readPlace(closedPlace(describedTool('text/diff'), options))).toEqual({ toolId: 'text/diff', options })
  })

  test.each(['', '#', '#/', '#/a?b', '#/a?b=%', '#/a?__proto__={"x":1}', '#/a?x={'])('%s is read without harm', (fragment) => {
    expect(Object.getPrototypeOf(readPlace(fragment).options)).toBe(Object.prototype)
  })
})

describe('two texts side by side', () => {
  const texts = (rows: readonly Row[], side: 'left' | 'right') => rows.map((row) => row[side]?.pieces.map(({ text }) => text).join(''))
  const change = (left: [number, number], right: [number, number]): Change => ({
    left: { start: left[0], end: left[1] },
    right: { start: right[0], end: right[1] },
  })

  test('equal lines stand beside each other', () => {
    expect(layOutRows('a\nb', 'a\nb', [])).toEqual([
      { left: { number: 1, pieces: [{ text: 'a', changed: false }] }, right: { number: 1, pieces: [{ text: 'a', changed: false }] } },
      { left: { number: 2, pieces: [{ text: 'b', changed: false }] }, right: { number: 2, pieces: [{ text: 'b', changed: false }] } },
    ])
  })

  test.each<[string, string, string, Change[], (string | undefined)[], (string | undefined)[]]>([
    ['an added line', 'a\nc\n', 'a\nb\nc\n', [change([2, 2], [2, 4])], ['a', undefined, 'c'], ['a', 'b', 'c']],
    ['a line taken away', 'a\nb\nc', 'a\nc', [change([2, 4], [2, 2])], ['a', 'b', 'c'], ['a', undefined, 'c']],
    ['a word', 'a b c', 'a x c', [change([2, 3], [2, 3])], ['a b c'], ['a x c']],
    ['one line for two', 'a\nb', 'x\ny\nb', [change([0, 1], [0, 3])], ['a', undefined, 'b'], ['x', 'y', 'b']],
    ['an empty line', 'a\n\nb', 'a\n\nb', [], ['a', '', 'b'], ['a', '', 'b']],
    ['CR LF and CR', 'a\r\nb\rc', 'a\r\nb\rc', [], ['a', 'b', 'c'], ['a', 'b', 'c']],
    ['nothing', '', '', [], [], []],
  ])('%s', (_title, left, right, changes, leftRows, rightRows) => {
    const rows = layOutRows(left, right, changes)
    expect({ left: texts(rows, 'left'), right: texts(rows, 'right') }).toEqual({ left: leftRows, right: rightRows })
  })
})

test('a curl line quotes what a shell would read', () => {
  const line = composeCurl(describedTool('text/word-count'), { text: { text: `it's $HOME` } }, {}, 'http://h.example:1/tools/?x#/y')
  expect(line).toContain(`--data-raw '{"text":"it'\\''s $HOME"}'`)
  expect(line).toContain("'http://h.example:1/tools/v1/tools/text/word-count'")
})

test.each([
  ['no code', ['no code']],
  ['`a` and `b`.', ['', 'a', ' and ', 'b', '.']],
  ['one ` alone', ['one ', '` alone']],
])('words in backticks are code: %s', (text, expected) => {
  const pieces = codedWords(text).map((piece) => (typeof piece === 'string' ? piece : piece.props.children))
  expect(pieces).toEqual(expected)
  expect(
    codedWords(text)
      .filter((piece) => typeof piece !== 'string')
      .map(({ type }) => type),
  ).toEqual(expected.length > 2 ? ['code', 'code'] : [])
})
