// The parts of views that need no browser: colours of JSON and XML, trees of elements and segments, exact sums, parts of identifiers.
import { describe, expect, test } from 'vitest'
import { ISSUE_CODES } from '../../src/formats/hl7/validate/rules.ts'
import { checkId } from '../../src/formats/ids/check-ids.ts'
import { dicomPathsOf } from '../../src/web/form/paths/dicom-paths.ts'
import { completeFhirPath, elementNamesOf } from '../../src/web/form/paths/fhir-paths.ts'
import { messagePathsOf } from '../../src/web/form/paths/message-paths.ts'
import { partsOfId } from '../../src/web/views/codes/id-parts.ts'
import { changedElements } from '../../src/web/views/dicom/changed-elements.ts'
import { sumOf, sumsOf } from '../../src/web/views/documents/amounts.ts'
import { narrativeNodes } from '../../src/web/views/documents/narrative-nodes.ts'
import { loopTree, type Segment, type SegmentNode, segmentTree } from '../../src/web/views/documents/segment-tree.ts'
import { cardsOf } from '../../src/web/views/fhir/card-facts.ts'
import { layOutElements } from '../../src/web/views/fhir/element-rows.ts'
import { readElements } from '../../src/web/views/fhir/element-tree.ts'
import { byteOffsets } from '../../src/web/views/hl7/byte-offsets.ts'
import { findingSentence } from '../../src/web/views/hl7/finding-words.ts'
import type { RunTool } from '../../src/web/views/picture/frame-picture.ts'
import { lengthOf, moveLine, spacingOf } from '../../src/web/views/picture/measure.ts'
import { sortFiles } from '../../src/web/views/picture/sort-files.ts'
import { endOfPlace, lineAt, linesOf, offsetOf } from '../../src/web/views/source/text-lines.ts'
import { tokensOf } from '../../src/web/views/source/tokens.ts'
import type { DataElement } from '../../src/web/views/tag-tree.ts'
import { VECTORS } from '../formats/ids/vectors.ts'

describe('the colours of a text', () => {
  const pieces = (text: string) => tokensOf(text).map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`)

  test('JSON', () => {
    expect(pieces('{"a\\"b" : [5.40, -1e3, true, "x:"], "c":null}')).toEqual([
      'key "a\\"b"',
      'number 5.40',
      'number -1e3',
      'word true',
      'string "x:"',
      'key "c"',
      'word null',
    ])
  })

  test('XML', () => {
    expect(pieces(`<?xml version="1.0"?><a b='1>2'><!-- <c> --><d/></a>`)).toEqual([
      'comment <?xml version="1.0"?>',
      'tag <a',
      'attribute b',
      "string '1>2'",
      'tag >',
      'comment <!-- <c> -->',
      'tag <d',
      'tag />',
      'tag </a',
      'tag >',
    ])
  })

  test('HL7: the names of segments alone', () => {
    expect(pieces('\u000bMSH|^~\\&|1|"x"\rPID|PV1|7\rOBX|1')).toEqual(['tag MSH', 'tag PID', 'tag OBX'])
  })

  test.each(['', '{"a', '"\\', '<', '<a b', '<a b="', '<!--', '<a <b>', '<<<', '{]', '</'])(
    'of %j, which is broken, stays within it',
    (text) => {
      let last = 0
      for (const { start, end } of tokensOf(text)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeLessThanOrEqual(text.length)
        last = end
      }
    },
  )

  test.each([
    `<${'a'.repeat(400_000)}`,
    `<a ${'b '.repeat(200_000)}`,
    `<a${' '.repeat(400_000)}`,
    '"'.repeat(400_000),
    '<!--'.repeat(100_000),
  ])('takes no longer than the text is long: %#', (text) => {
    const started = performance.now()
    tokensOf(text)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('paths of a document', () => {
  test('of messages: fields and components of the first', () => {
    const message = 'MSH|^~\\&|LAB\rPID|||7^^^X~8||Quist^Ada\rOBX|1\rOBX|2||a^b\rMSH|^~\\&|OTHER'
    expect(messagePathsOf(message).map(({ value, label }) => `${value} ${label}`)).toEqual([
      'MSH-1 |',
      'MSH-2 ^~\\&',
      'MSH-3 LAB',
      'PID-3 7^^^X~8',
      'PID-3.1 7',
      'PID-3.4 X',
      'PID-5 Quist^Ada',
      'PID-5.1 Quist',
      'PID-5.2 Ada',
      'OBX-1 1',
      'OBX[2]-1 2',
      'OBX[2]-3 a^b',
      'OBX[2]-3.1 a',
      'OBX[2]-3.2 b',
    ])
  })

  test('of resources: what may follow, behind functions too', () => {
    const patient = '{"resourceType":"Patient","name":[{"use":"usual","given":["Ada"]}],"valueQuantity":{"unit":"g"}}'
    const names = elementNamesOf(patient)
    const next = (typed: string) => completeFhirPath(names, typed).map(({ value }) => value)
    expect(next('na')).toEqual(['name'])
    expect(next('Patient.name.')).toEqual(['Patient.name.use', 'Patient.name.given'])
    expect(next("name.where(use = 'usual').first()[0].g")).toEqual(["name.where(use = 'usual').first()[0].given"])
    expect(next('active or name.given.exists() and value.u')).toEqual(['active or name.given.exists() and value.unit'])
    expect([next('birth.'), completeFhirPath(elementNamesOf('{'), 'n')]).toEqual([[], []])
  })

  test('of DICOM files: keywords, within sequences too', () => {
    const leaf = { tag: '(0010,0010)', keyword: 'PatientName', vr: 'PN', length: 3, value: ['Ada'] }
    const sequence = { tag: '(0008,1140)', keyword: 'ReferencedImageSequence', name: 'Referenced', vr: 'SQ', length: 9 }
    expect(dicomPathsOf([leaf, { ...sequence, items: [{ index: 0, elements: [leaf] }] }])).toEqual([
      { value: 'PatientName', label: '(0010,0010) Ada' },
      { value: 'ReferencedImageSequence', label: '(0008,1140) Referenced' },
      { value: 'ReferencedImageSequence[0].PatientName', label: '(0010,0010) Ada' },
    ])
  })
})

test('places in bytes are places in the text', () => {
  const text = `a\u00fc\u20ac\u{1f600}\ud800${'\u00e9'.repeat(3000)}z`
  const offsetOf = byteOffsets(text)
  for (const at of [0, 1, 2, 3, 5, 6, 700, 1023, 1024, 1025, 2048, 3005, 3006, text.length])
    expect(offsetOf(Buffer.byteLength(text.slice(0, at), 'utf8'))).toBe(at)
  expect([offsetOf(1e9), byteOffsets('')(3)]).toEqual([text.length, 0])
})

test('each code of the HL7 validator is a sentence', () => {
  const codes = Object.keys(ISSUE_CODES)
  expect(codes.filter((code) => !/^[A-Z].*\.$/.test(findingSentence(code)))).toEqual([])
  expect(new Set(codes.map(findingSentence)).size).toBe(codes.length)
})

test('lines and offsets, whatever ends a line', () => {
  const lines = linesOf('ab\r\nc\rd\n')
  expect(lines.map(({ start, end }) => [start, end])).toEqual([
    [0, 2],
    [4, 5],
    [6, 7],
    [8, 8],
  ])
  expect(offsetOf(lines, 2, 1)).toBe(4)
  expect(offsetOf(lines, 1, 99)).toBe(2)
  expect(offsetOf(lines, 9, 1)).toBeUndefined()
  expect(lineAt(lines, 5).number).toBe(2)
  expect(endOfPlace('"a b": 1', 0)).toBe(5)
  expect(endOfPlace('<a b="1"/>x', 0)).toBe(10)
})

describe('elements before and after', () => {
  const rows = (before: string, after: string, changes: Parameters<typeof layOutElements>[2]) =>
    layOutElements(readElements(before)!, readElements(after)!, changes).map(({ kind, path, before: left, after: right }) =>
      [kind, path, left, right].filter((part) => part !== undefined).join(' '),
    )

  test('what was taken out of a list moves nothing beside it', () => {
    const before = '{"resourceType":"Patient","extension":[{"url":"u1"},{"url":"u2"}],"name":[{"family":"Sample"}]}'
    const after = '{"resourceType":"Patient","extension":[{"url":"u2"}],"name":[{"family":"[NAME]"}]}'
    const changes = [
      { index: 0, path: 'Patient.extension[0]', category: 'other-id', action: 'remove' },
      { index: 0, path: 'Patient.name[0].family', category: 'name', action: 'replace' },
    ]
    expect(rows(before, after, changes)).toEqual([
      'resource Patient',
      'removed extension.url u1',
      'same extension[1].url u2 u2',
      'changed name.family Sample [NAME]',
    ])
  })

  test('XML as JSON, the narrative as one value, numbers as written', () => {
    const xml =
      '<Observation xmlns="http://hl7.org/fhir"><text><div xmlns="http://www.w3.org/1999/xhtml"><div>A</div>&amp;</div></text><contained><Patient><id value="a&amp;b"/></Patient></contained><valueQuantity><value value="5.40"/></valueQuantity></Observation>'
    const narrative = xml.slice(xml.indexOf('<div'), xml.lastIndexOf('</text>'))
    expect(rows(xml, xml, [])).toEqual([
      'resource Observation',
      `same text.div ${narrative} ${narrative}`,
      'resource Patient',
      'same id a&b a&b',
      'same valueQuantity.value 5.40 5.40',
    ])
    expect(rows('{"resourceType":"Observation","valueQuantity":{"value":5.40}}', '[]', [])[1]).toBe('removed valueQuantity.value 5.40')
  })

  test('resources line by line, and what cannot be read', () => {
    expect(readElements('{"resourceType":"Patient"}\n{"resourceType":"Group"}\n')).toHaveLength(2)
    expect(readElements('{')).toBeUndefined()
  })
})

describe('segments', () => {
  const segments = (...texts: readonly string[]): Segment[] =>
    texts.map((text, i) => ({ id: text.split('*')[0]!, position: i + 1, elements: text.split('*').slice(1) }))
  const show = (nodes: readonly SegmentNode[]): string =>
    nodes.map(({ segment, children }) => segment.id + (children.length > 0 ? `(${show(children)})` : '')).join(' ')

  test('stand in the levels and parts that hold them', () => {
    const remittance = segments('ST*835', 'LX*1', 'CLP*1', 'CAS', 'SVC', 'CAS', 'CLP*2', 'LX*2', 'CLP*3', 'PLB', 'SE')
    expect(show(segmentTree('835', remittance))).toBe('ST LX(CLP(CAS SVC(CAS)) CLP) LX(CLP) PLB SE')
    const claims = segments('ST*837', 'HL*1**20', 'NM1', 'HL*2*1*22', 'CLM', 'LX*1', 'SV1', 'LX*2', 'HL*3*9*22', 'SE')
    expect(show(segmentTree('837', claims))).toBe('ST HL(NM1 HL(CLM(LX(SV1) LX))) HL SE')
  })

  test('stand in the loops of the guide where they are known', () => {
    const claims = segments('ST*837', 'HL*1**20', 'NM1', 'N3', 'HL*2*1*22', 'CLM', 'DTP', 'SE')
    const inner = { id: '2300', from: 6, to: 7, loops: [] }
    const loops = [
      {
        id: '2000A',
        from: 2,
        to: 2,
        loops: [
          { id: '2010AA', from: 3, to: 4, loops: [] },
          { id: '2000B', from: 5, to: 5, loops: [inner] },
        ],
      },
    ]
    const tree = loopTree(claims, loops)
    expect(show(tree)).toBe('ST HL(NM1(N3) HL(CLM(DTP))) SE')
    expect(tree[1]?.loop).toBe('2000A')
  })

  test('are summed exactly', () => {
    expect(sumOf(['0.1', '0.2', '-.05', '', 'x', '1000000000000000000'])).toBe('1000000000000000000.25')
    expect(sumOf([])).toBe('0.00')
    expect(sumOf(['-1.005'])).toBe('-1.005')
    expect(sumsOf('835', segments('BPR*I*99', 'CLP*1*1*150*100', 'PLB*x*y*CV:CP*1'))).toEqual([
      ['Payment', '99.00'],
      ['Claims', '1'],
      ['Charged', '150.00'],
      ['Paid for claims', '100.00'],
      ['Provider adjustments', '1.00'],
    ])
  })
})

describe('the parts of identifiers', () => {
  test('cover every number of the schemes that have them', () => {
    const covered = Object.entries(VECTORS).flatMap(([type, numbers]) =>
      numbers.map((number) => {
        const [match] = checkId(number, 0, { type, countries: [], decode: false, today: undefined }).matches
        const text = match!.normalized
        const parts = partsOfId(type, text)
        if (parts.length === 0) return false
        const rest = [...text].filter((_char, i) => !parts.some(({ start, end }) => i >= start && i < end)).join('')
        expect({ type, rest: rest.replaceAll('-', ''), end: parts.at(-1)!.end }).toEqual({ type, rest: '', end: text.length })
        return true
      }),
    )
    expect(covered.filter(Boolean).length).toBeGreaterThan(70)
  })

  test('are named', () => {
    expect(partsOfId('pl-pesel', '44051401359').map(({ name, start, end }) => `${name} ${start}-${end}`)).toEqual([
      'Birth date 0-6',
      'Serial 6-9',
      'Sex 9-10',
      'Check digit 10-11',
    ])
    expect(partsOfId('nz-nhi', 'ZZZ00AC').at(-1)?.name).toBe('Check letter')
    expect(partsOfId('us-npi', '12')).toEqual([])
  })
})

test('a narrative keeps its tables and is text in everything else', () => {
  const html =
    '<table data-id="t1"><tr><td colspan="2">a&#60;b</td></tr></table><script>alert(1)</script><ul><p>c</p><li>d</li></ul><img src="x">'
  const shown = JSON.stringify(narrativeNodes(html, 't1'), (name, value) => (name === '__v' || name.startsWith('_') ? undefined : value))
  expect(shown).toContain('a<b')
  expect(shown).toContain('"colSpan":2')
  expect(shown).toContain('"class":"chosen"')
  expect(shown).toContain('<script>')
  expect(shown).not.toContain('"type":"script"')
  expect(shown).not.toContain('"type":"img"')
  expect(shown).toContain('plain-item')
})

test('cards of resources say what each is about', () => {
  const patient = {
    resourceType: 'Patient',
    name: [{ given: ['Ada', 'May'], family: 'Sample' }],
    identifier: [{ value: '7' }],
    gender: 'female',
  }
  const result = {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ code: '2345-7', display: 'Glucose' }] },
    valueQuantity: { value: 0, unit: 'mg/dL' },
    effectivePeriod: { start: '2026-01-02' },
    subject: { reference: 'Patient/7' },
  }
  const entry = [{ resource: patient }, { resource: result }, { request: {} }, null]
  expect(cardsOf(JSON.stringify({ resourceType: 'Bundle', entry }))).toEqual([
    {
      type: 'Patient',
      title: 'Ada May Sample',
      facts: [
        ['gender', 'female'],
        ['identifier', '7'],
      ],
    },
    {
      type: 'Observation',
      title: 'Glucose',
      facts: [
        ['status', 'final'],
        ['value', '0 mg/dL'],
        ['effectivePeriod', '2026-01-02'],
        ['subject', 'Patient/7'],
      ],
    },
  ])
  expect([cardsOf('<Patient/>'), cardsOf('[]'), cardsOf('{"resourceType":5}')]).toEqual([[], [], []])
})

describe('pictures', () => {
  const element = (keyword: string, ...value: number[]): DataElement => ({ tag: '', keyword, vr: 'DS', length: 9, value })
  const line = { from: { x: 0, y: 0 }, to: { x: 30, y: 40 } }

  test('are measured by the spacing of their pixels, in a smaller picture too', () => {
    const spacing = spacingOf([element('Columns', 200), element('ImagerPixelSpacing', 9, 9), element('PixelSpacing', 0.5, 0.25)])
    expect(spacing).toEqual({ row: 0.5, column: 0.25, isDetector: false, columns: 200 })
    expect(lengthOf(line, spacing, 200)).toBeCloseTo(Math.hypot(7.5, 20))
    expect(lengthOf(line, spacing, 100)).toBeCloseTo(2 * Math.hypot(7.5, 20))
    const items = [{ index: 0, elements: [element('PixelSpacing', 2, 2)] }]
    const shared = { tag: '', keyword: 'SharedFunctionalGroupsSequence', vr: 'SQ', length: 9, items }
    expect(spacingOf([shared])).toMatchObject({ row: 2 })
    expect(spacingOf([element('ImagerPixelSpacing', 0.2, 0.2)])).toMatchObject({ isDetector: true })
    expect([spacingOf([element('PixelSpacing', 0, 1)]), lengthOf(line, undefined, 9)]).toEqual([undefined, undefined])
  })

  test('are measured by keys, within the picture', () => {
    const edges = { x: 100, y: 50 }
    const first = moveLine(undefined, 'ArrowRight', true, edges)
    expect(first).toEqual({ from: { x: 50, y: 25 }, to: { x: 60, y: 25 } })
    expect(moveLine({ from: { x: 0, y: 0 }, to: { x: 3, y: 45 } }, 'ArrowDown', true, edges)?.to).toEqual({ x: 3, y: 50 })
    expect(moveLine(first, 'Enter', false, edges)).toEqual({ from: { x: 60, y: 25 }, to: { x: 60, y: 25 } })
    expect(moveLine(first, 'i', false, edges)).toBeUndefined()
  })

  test('of several files are in the order of series and instances, not of names', async () => {
    const numbers: Readonly<Record<string, readonly [series: number, instance: number] | undefined>> = {
      '1.dcm': [2, 1],
      '2.dcm': [1, 10],
      '10.dcm': [1, 9],
      '3.dcm': undefined,
    }
    const files = Object.keys(numbers).map((name) => new File([], name))
    const ask: RunTool = async (_tool, { file }) => {
      const found = numbers[(file as { file: File }).file.name]
      const elements = found ? [element('SeriesNumber', found[0]), element('InstanceNumber', found[1])] : []
      return { done: { json: new Blob(), value: { elements }, document: undefined, milliseconds: 0 } }
    }
    const names = async (isWanted: () => boolean) => (await sortFiles(files, ask, isWanted)).map(({ name }) => name)
    expect(await names(() => true)).toEqual(['10.dcm', '2.dcm', '1.dcm', '3.dcm'])
    expect(await names(() => false)).toEqual(['1.dcm', '2.dcm', '3.dcm', '10.dcm'])
  })
})

describe('changes of a DICOM file', () => {
  const element = (tag: string, value: string) => ({ tag, name: `Name of ${tag}`, vr: 'LO', length: value.length, value: [value] })
  const sequence = (tag: string, elements: readonly DataElement[]) => ({ tag, vr: 'SQ', length: 9, items: [{ index: 0, elements }] })

  test('are listed with names and both values, and what nobody listed too', () => {
    const before = [element('(0010,0010)', 'Quist'), element('(0008,0060)', 'CT'), sequence('(0040,A730)', [element('(0040,A160)', 'Ada')])]
    const after = [element('(0010,0010)', 'Fenwick'), element('(0008,0060)', 'MR')]
    const changes = [
      { path: '(0010,0010)', action: 'pseudonym', rule: 'E.1-1 Z' },
      { path: '(0040,A730)', action: 'remove', rule: 'E.1-1 X' },
    ]
    expect(changedElements(before, after, changes)).toEqual([
      { path: '(0010,0010)', name: 'Name of (0010,0010)', before: 'Quist', after: 'Fenwick', action: 'pseudonym', rule: 'E.1-1 Z' },
      { path: '(0040,A730)', name: '', before: '1 item', after: undefined, action: 'remove', rule: 'E.1-1 X' },
      { path: '(0008,0060)', name: 'Name of (0008,0060)', before: 'CT', after: 'MR', action: '', rule: '' },
    ])
  })
})
