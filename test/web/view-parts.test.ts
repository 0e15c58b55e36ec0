// The parts of views that need no browser: colours of JSON and XML, trees of elements and segments, exact sums, parts of identifiers.
import { describe, expect, test } from 'vitest'
import { checkId } from '../../src/formats/ids/check-ids.ts'
import { partsOfId } from '../../src/web/views/codes/id-parts.ts'
import { sumOf, sumsOf } from '../../src/web/views/documents/amounts.ts'
import { narrativeNodes } from '../../src/web/views/documents/narrative-nodes.ts'
import { loopTree, type Segment, type SegmentNode, segmentTree } from '../../src/web/views/documents/segment-tree.ts'
import { cardsOf } from '../../src/web/views/fhir/card-facts.ts'
import { layOutElements } from '../../src/web/views/fhir/element-rows.ts'
import { elementsInParts, readElements } from '../../src/web/views/fhir/element-tree.ts'
import { resourcesOf, targetsOf } from '../../src/web/views/fhir/resource-tree.ts'
import { atOnce } from '../../src/web/views/fhir/sliced-work.ts'
import { endOfPlace, lineAt, linesOf, offsetOf } from '../../src/web/views/source/text-lines.ts'
import { tokensOf } from '../../src/web/views/source/tokens.ts'
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
    atOnce(layOutElements(readElements(before)!, readElements(after)!, changes)).map(({ kind, path, before: left, after: right }) =>
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

  test('a long document is read and laid out in many parts, so that a page stays free', () => {
    const pauses = (work: Generator<void, unknown>) => [...work].length
    const names = (count: number) => `{"resourceType":"Patient","name":[${'{"family":"Sample"},'.repeat(count - 1)}{"family":"Sample"}]}`
    const long = readElements(names(4000))!
    expect(pauses(layOutElements(long, long, []))).toBeGreaterThanOrEqual(20)
    expect(pauses(elementsInParts(`<Patient>${'<name><family value="Sample"/></name>'.repeat(4000)}</Patient>`))).toBeGreaterThanOrEqual(10)
    const short = readElements(names(3))!
    expect(pauses(layOutElements(short, short, []))).toBe(0)
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

test('a reference leads to a resource only if no other one has its type and id', () => {
  const entry = ['a', 'b'].map((server) => ({
    fullUrl: `http://${server}.example/Patient/1`,
    resource: { resourceType: 'Patient', id: '1' },
  }))
  const resources = resourcesOf(
    JSON.stringify({ resourceType: 'Bundle', entry: [...entry, { resource: { resourceType: 'Group', id: '2' } }] }),
  )
  const addresses = [['http://a.example/Patient/1', 0] as const, ['http://b.example/Patient/1', 1] as const, ['Group/2', 2] as const]
  expect([...targetsOf(resources, [0, 1, 2])]).toEqual(addresses)
  expect([...targetsOf(resources, [1])]).toEqual([addresses[1]])
})
