// Scores: against counts made by hand, against another scorer on the corpora, and the formats that annotations come in.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AnnotatedDocument, LabelRules } from '../../../src/formats/phi/evaluate/annotation.ts'
import { pairDocuments, readAnnotations, withTexts } from '../../../src/formats/phi/evaluate/pair-documents.ts'
import { measureProportion } from '../../../src/formats/phi/evaluate/proportion.ts'
import { scoreSpans } from '../../../src/formats/phi/evaluate/score-spans.ts'

const RULES: LabelRules = { labels: {}, ignoreLabels: new Set() }
const settings = { confidence: '0.95', maxListed: 100 } as const
const read = (content: string, text?: string, rules = RULES) => readAnnotations({ content, format: 'auto', pointer: '/gold' }, text, rules)
const evaluate = (gold: object[], predictions: object[]) => {
  const lines = (documents: object[]) => documents.map((document) => JSON.stringify(document)).join('\n')
  return scoreSpans(pairDocuments(withTexts(read(lines(gold)), undefined), read(lines(predictions))), settings)
}

describe('scores', () => {
  const text = 'Ada Quillfeather, MRN 10004711, seen 6/2/24 by Dr. Brontwick.'
  const gold = {
    text,
    spans: [
      { start: 0, end: 16, type: 'NAME' },
      { start: 22, end: 30, type: 'MRN' },
      { start: 37, end: 43, type: 'DATE' },
      { start: 51, end: 60, type: 'PROVIDER_NAME' },
    ],
    ignore: [[47, 50]],
    traps: [
      [18, 21],
      [32, 36],
    ],
  }
  const predictions = {
    spans: [
      [0, 17, 'NAME'],
      [22, 26, 'SSN'],
      [26, 28, 'SSN'],
      [32, 36, 'DATE'],
      [47, 49, 'NAME'],
      [54, 60, 'NAME'],
    ],
  }

  test('of a document counted by hand', () => {
    const result = evaluate([gold], [predictions])
    expect(result).toMatchObject({
      documents: 1,
      spans: 4,
      recallOverlap: { hits: 3, of: 4 },
      recallFull: { hits: 1, of: 4 },
      // 15 letters of the name, 6 of 8 digits, none of 4, 6 of 9.
      recallCharacters: { hits: 27, of: 36 },
      recallSameCategory: { hits: 2, of: 4 },
      // The two halves of the number are one; what lies in the ignored range counts for nothing.
      precisionSpans: { hits: 3, of: 4 },
      precisionCharacters: { hits: 27, of: 31 },
      traps: { hits: 1, of: 2 },
      leakCount: 3,
      falseAlarmCount: 1,
      falseAlarms: [{ document: 1, start: 32, end: 36 }],
    })
    expect(result.leaks).toEqual([
      { document: 1, start: 22, end: 30, category: 'mrn', covered: 0.75 },
      { document: 1, start: 37, end: 43, category: 'date', covered: 0 },
      { document: 1, start: 51, end: 60, category: 'name', covered: 0.666667 },
    ])
    expect(result.perCategory.map(({ category, spans, recallFull }) => [category, spans, recallFull.hits])).toEqual([
      ['name', 2, 1],
      ['mrn', 1, 0],
      ['date', 1, 0],
    ])
    expect(JSON.stringify(result)).not.toMatch(/Ada|Brontwick|10004711/)
  })

  test('of nothing', () => {
    expect(evaluate([{ text: 'No pain.', spans: [] }], [{ spans: [] }])).toMatchObject({
      spans: 0,
      recallOverlap: { value: null, low: null, high: null },
      precisionSpans: { value: null },
      perCategory: [],
      leaks: [],
    })
  })

  test('of a perfect and of an empty prediction', () => {
    expect(evaluate([gold], [{ spans: gold.spans }])).toMatchObject({
      recallFull: { value: 1, high: 1 },
      precisionCharacters: { value: 1 },
      leakCount: 0,
    })
    expect(evaluate([gold], [{ spans: [] }])).toMatchObject({
      recallOverlap: { value: 0, low: 0 },
      leakCount: 4,
      precisionSpans: { value: null },
    })
  })

  test('of a span without letters or digits', () => {
    expect(evaluate([{ text: 'a *** b', spans: [[2, 5, 'ID']] }], [{ spans: [[3, 4]] }])).toMatchObject({
      recallOverlap: { hits: 1 },
      recallFull: { hits: 0 },
    })
  })

  test('documents meet by id, whatever their order', () => {
    const a = { id: 'a', text: 'Ada', spans: [[0, 3, 'NAME']] }
    const b = { id: 'b', text: 'no name', spans: [] }
    expect(
      evaluate(
        [a, b],
        [
          { id: 'b', spans: [] },
          { id: 'a', spans: [[0, 3]] },
        ],
      ),
    ).toMatchObject({ recallFull: { hits: 1, of: 1 }, falseAlarmCount: 0 })
  })

  test('spans that cover everything thousands of times are refused', () => {
    const document: AnnotatedDocument = {
      id: undefined,
      text: undefined,
      ignore: [],
      traps: [],
      spans: Array.from({ length: 6000 }, () => ({ start: 0, end: 100_000, category: 'name' as const })),
    }
    expect(() => scoreSpans([{ gold: document, text: 'x'.repeat(100_000), predicted: [] }], settings)).toThrow(
      expect.objectContaining({ code: 'resource_limit' }),
    )
  })
})

describe('Wilson’s interval', () => {
  // R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, 1998, Table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i', (hits, of, low, high) => {
    const result = measureProportion(hits, of, '0.95')
    expect(result.low).toBeCloseTo(low, 4)
    expect(result.high).toBeCloseTo(high, 4)
  })

  test('is wider for more confidence', () => {
    const widths = (['0.9', '0.95', '0.99'] as const).map((level) => {
      const { low, high } = measureProportion(80, 100, level)
      return high! - low!
    })
    expect([...widths].sort((a, b) => a - b)).toEqual(widths)
    expect(new Set(widths).size).toBe(3)
  })
})

describe('formats', () => {
  const text = 'Ada Quillfeather\nborn 6/2/1924'
  const spans = [
    { start: 0, end: 16, category: 'name' },
    { start: 22, end: 30, category: 'date' },
  ]

  test.each([
    [
      'JSON lines with objects',
      `{"text":${JSON.stringify(text)},"spans":[{"start":0,"end":16,"type":"PATIENT"},{"start":22,"end":30,"label":"DATE"}]}\n\n`,
    ],
    ['JSON lines with lists', `\uFEFF{"text":${JSON.stringify(text)},"spans":[[0,16,"PERSON"],[22,30,"DATE"]]}\r\n`],
    [
      'i2b2 2014',
      `<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n<TEXT><![CDATA[${text}]]></TEXT>\n<TAGS>\n<NAME id="P0" start="0" end="16" text="Ada Quillfeather" TYPE="PATIENT" comment="" />\n<DATE id="P1" start="22" end="30" text="6/2/1924" TYPE="DATE" comment="a &gt; b" />\n</TAGS>\n</deIdi2b2>\n`,
    ],
    [
      'i2b2 with entities and CRLF',
      `<root>\r\n<TEXT>${text.replace('\n', '\r\n')}</TEXT>\r\n<TAGS>\r\n<NAME start='0' end='16' TYPE='OTHER'/>\r\n<DATE start="22" end="30"/>\r\n</TAGS></root>`,
    ],
    ['brat', 'T1\tNAME 0 16\tAda Quillfeather\nA1\tNegated T1\nT2\tDATE 22 30\t6/2/1924\n#1\tAnnotatorNotes T1\tsure\n'],
    ['brat in pieces', 'T1\tNAME 0 3;4 16\tAda Quillfeather\nT2\tDATE 22 30\t6/2/1924\n'],
  ])('%s', (title, content) => {
    const documents = read(content, text)
    expect(documents).toHaveLength(1)
    expect(documents[0]!.text).toBe(text)
    const expected = title === 'brat in pieces' ? [{ ...spans[0], end: 3 }, { ...spans[0], start: 4 }, spans[1]] : spans
    expect(documents[0]!.spans).toEqual(expected)
  })

  test('several documents of i2b2 in one file', () => {
    const one = '<TEXT><![CDATA[Ada]]></TEXT><TAGS><NAME start="0" end="3" TYPE="DOCTOR"/></TAGS>'
    expect(
      read(`<all><a>${one}</a><b>${one.replace('<NAME start="0" end="3" TYPE="DOCTOR"/>', '')}</b><c><TEXT>x</TEXT><TAGS/></c></all>`).map(
        (document) => document.spans.length,
      ),
    ).toEqual([1, 0, 0])
  })

  test('offsets in code points are told from offsets in UTF-16 by the texts of the spans', () => {
    const smiling = '😀 Ada'
    const span = (start: number) =>
      read(JSON.stringify({ text: smiling, spans: [{ start, end: start + 3, type: 'NAME', text: 'Ada' }] }))[0]!.spans[0]
    expect(span(3)).toEqual({ start: 3, end: 6, category: 'name' })
    expect(span(2)).toEqual({ start: 3, end: 6, category: 'name' })
    expect(read('T1\tNAME 2 5\tAda\n', smiling)[0]!.spans[0]).toEqual({ start: 3, end: 6, category: 'name' })
  })

  test('labels: the caller’s first, unknown ones as other, ignored ones as neutral', () => {
    const content = JSON.stringify({
      text: 'aa bb cc dd',
      spans: [
        [0, 2, 'AKTE'],
        [3, 5, 'MEDICATION'],
        [6, 8, 'GENDER'],
        [9, 11, 'ID_SUJETO_ASISTENCIA'],
      ],
    })
    const [document] = read(content, undefined, { labels: { AKTE: 'mrn' }, ignoreLabels: new Set(['GENDER']) })
    expect(document!.spans.map(({ category }) => category)).toEqual(['mrn', 'other', 'mrn'])
    expect(document!.ignore).toEqual([[6, 8]])
  })
})

describe('what cannot be read is refused:', () => {
  const line = (value: object) => JSON.stringify(value)
  test.each([
    ['broken JSON', '{"text":"Zebulon', 'unreadable_input'],
    ['no object', '{"text":"a","spans":[]}\n[1]', 'unreadable_input'],
    ['no spans', line({ text: 'Zebulon' }), 'unreadable_input'],
    ['a span that ends before it starts', line({ text: 'Zebulon', spans: [[3, 3, 'NAME']] }), 'unreadable_input'],
    ['a span behind the text', line({ text: 'Zebulon', spans: [[3, 30, 'NAME']] }), 'unreadable_input'],
    [
      'a span whose text stands elsewhere',
      line({ text: 'Zebulon', spans: [{ start: 0, end: 3, type: 'NAME', text: 'bul' }] }),
      'unreadable_input',
    ],
    ['fractional offsets', line({ text: 'Zebulon', spans: [[0.5, 3, 'NAME']] }), 'unreadable_input'],
    ['XML without a text', '<deIdi2b2><TAGS></TAGS></deIdi2b2>', 'unreadable_input'],
    ['XML without tags', '<a><TEXT>Zebulon</TEXT></a>', 'unreadable_input'],
    ['an open CDATA section', '<a><TEXT><![CDATA[Zebulon', 'unreadable_input'],
    ['a tag without a place', '<a><TEXT>Zebulon</TEXT><TAGS><NAME/></TAGS></a>', 'unreadable_input'],
    ['a tag behind the text', '<a><TEXT>Zebulon</TEXT><TAGS><NAME start="0" end="99"/></TAGS></a>', 'unreadable_input'],
    ['an open attribute', '<a><TEXT>Zebulon</TEXT><TAGS><NAME start="0 </TAGS></a>', 'unreadable_input'],
    ['neither format', 'Zebulon went home.', 'invalid_input'],
    ['brat without its text', 'T1\tNAME 0 3\tZeb', 'invalid_input'],
  ])('%s', (_title, content, code) => {
    let caught: unknown
    try {
      read(content)
    } catch (error) {
      caught = error
    }
    expect(caught).toMatchObject({ name: 'ProblemError', code })
    expect(String((caught as Error).message)).not.toContain('Zeb')
  })

  test.each(['T1\tNAME 0 99\tZebulon', 'T1\tNAME 0 3\tbul', 'T1 NAME 0 3', 'T1\tNAME 3 0\tZeb'])('brat: %j', (content) => {
    expect(() => readAnnotations({ content, format: 'brat', pointer: '/gold' }, 'Zebulon', RULES)).toThrow(
      expect.objectContaining({ code: 'unreadable_input', at: { line: 1, path: 'line 1' } }),
    )
  })

  test.each([
    ['another number of documents', [{ text: 'a', spans: [] }], []],
    ['another id', [{ id: 'a', text: 'a', spans: [] }], [{ id: 'b', spans: [] }]],
    [
      'an id twice',
      [
        { id: 'a', text: 'a', spans: [] },
        { id: 'b', text: 'b', spans: [] },
      ],
      [
        { id: 'a', spans: [] },
        { id: 'a', spans: [] },
      ],
    ],
    ['gold without text', [{ spans: [] }], [{ spans: [] }]],
    ['a prediction behind the text', [{ text: 'a', spans: [] }], [{ spans: [[0, 9]] }]],
  ])('%s', (_title, gold, predictions) => {
    expect(() => evaluate(gold, predictions)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})

const corpora = join(import.meta.dirname, '../../../../shared/corpora/phi')

describe.skipIf(!existsSync(corpora))('the corpora, where every capitalised word and long number is predicted', () => {
  // Percentages of the corpora's own scorer for the same predictions.
  test.each([
    ['clinical-notes.dev.jsonl', 11, [84.4, 50, 68.7, 53.8, 52.3, 95.2]],
    ['meddocan/dev.jsonl', 250, [77.6, 33.8, 65.6, 39.2, 40.8, null]],
    ['presidio-research/synth_dataset_v2.jsonl', 1500, [92.9, 64, 80.4, 68.6, 74.7, null]],
  ])('%s', (path, documents, expected) => {
    const gold = read(readFileSync(join(corpora, path), 'utf8'))
    const pairs = gold.map((document) => {
      const predicted = [...document.text!.matchAll(/[A-Z][a-z]+|[0-9]{3,}/g)].map(({ index, 0: word }) => ({
        start: index,
        end: index + word.length,
        category: 'name' as const,
      }))
      return { gold: document, text: document.text!, predicted }
    })
    const { recallOverlap, recallFull, recallCharacters, precisionSpans, precisionCharacters, traps } = scoreSpans(pairs, settings)
    const percents = [recallOverlap, recallFull, recallCharacters, precisionSpans, precisionCharacters, traps].map(({ value }) =>
      value === null ? null : Math.round(value * 1000) / 10,
    )
    expect(gold).toHaveLength(documents)
    expect(percents).toEqual(expected)
  })
})

test('documents with nothing left are those whose every span is covered whole, and those without spans', () => {
  const text = 'Ada Quillfeather was seen.'
  const document = (id: string, end: number) => ({ id, text, spans: end === 0 ? [] : [{ start: 0, end, type: 'NAME' }] })
  const gold = [document('a', 16), document('b', 16), document('c', 0)]
  const predictions = [document('a', 16), document('b', 3), document('c', 0)]
  expect(evaluate(gold, predictions).cleanDocuments).toMatchObject({ hits: 2, of: 3, value: 0.666667 })
})
