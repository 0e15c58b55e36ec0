// Documents and parts of them: header, times, sections, views, what is not mapped, and what no document may do.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { parsePoint } from '../../../src/formats/cda/read-time.ts'
import { documentOf, issuesOf, type Node, parse, sectionOf, template } from './cda-samples.ts'

describe('times (HL7 V3 Data Types, 2.14)', () => {
  test.each([
    ['2026', '2026', 'year', undefined],
    ['202601', '2026-01', 'month', undefined],
    ['20260102', '2026-01-02', 'day', undefined],
    ['2026010208', '2026-01-02T08', 'hour', undefined],
    ['202601020809', '2026-01-02T08:09', 'minute', undefined],
    ['20260102080910', '2026-01-02T08:09:10', 'second', undefined],
    ['20260102080910.1234', '2026-01-02T08:09:10.1234', 'fraction', undefined],
    ['202601020809+0100', '2026-01-02T08:09+01:00', 'minute', '+01:00'],
    ['20260102080910.5-0530', '2026-01-02T08:09:10.5-05:30', 'fraction', '-05:30'],
    ['20260102+0100', '2026-01-02', 'day', '+01:00'],
    ['20240229', '2024-02-29', 'day', undefined],
    ['20000229', '2000-02-29', 'day', undefined],
    ['20260102235960', '2026-01-02T23:59:60', 'second', undefined],
  ])('%s is %s', (raw, value, precision, offset) => {
    expect(parsePoint(raw)).toEqual({ value, precision, ...(offset && { offset }) })
  })

  test.each([
    '',
    '026',
    '20261',
    '20261301',
    '20260230',
    '20260431',
    '19000229',
    '2026010224',
    '202601020860',
    '20260102T08',
    '2026-01-02',
    '20260102080910.',
    '20260102080910+1500',
    '20260102080910+100',
    'YYYYMMDD',
  ])('%j is no time', (raw) => {
    expect(parsePoint(raw)).toBeUndefined()
  })

  test('what is no time is given as it stands, and told', () => {
    const { header, issues } = parse(documentOf('', '<effectiveTime value="20260230"/>'))
    expect(header.effectiveTime).toEqual({ raw: '20260230' })
    expect(issues.map(({ code }) => code)).toContain('date_invalid')
  })
})

describe('the header', () => {
  test('names and addresses keep all parts in order', () => {
    const { header, unmapped } = parse(
      documentOf(
        '',
        `<recordTarget><patientRole><id root="1"/><addr use="H"><houseNumber>5</houseNumber> <streetName>Way</streetName>, <city>A</city><city>B</city></addr>
          <patient><name use="P">Dr. <given>Ada</given><given qualifier="IN">B</given> <family qualifier="BR">Sample</family><family>Test</family></name>
          <multipleBirthInd value="true"/><multipleBirthOrderNumber value="2"/></patient></patientRole></recordTarget>`,
      ),
    )
    expect(unmapped).toEqual([])
    expect(header.patient).toEqual({
      id: [{ root: '1' }],
      name: [
        {
          text: 'Dr. Ada B Sample Test',
          use: 'P',
          given: ['Ada', 'B'],
          family: ['Sample', 'Test'],
          qualifiers: [
            { part: 'given', position: 2, qualifier: 'IN' },
            { part: 'family', position: 1, qualifier: 'BR' },
          ],
        },
      ],
      multipleBirth: true,
      birthOrder: '2',
      address: [
        {
          text: '5 Way , A B',
          use: 'H',
          city: 'A',
          parts: [
            { part: 'houseNumber', value: '5' },
            { part: 'streetName', value: 'Way' },
            { part: 'city', value: 'B' },
          ],
        },
      ],
    })
  })

  test.each(['author', 'dataEnterer', 'informant', 'legalAuthenticator', 'authenticator'])('%s: who it is, whom for, when', (name) => {
    const role = name === 'author' ? 'assignedAuthor' : 'assignedEntity'
    const part = `<${name}><time value="2026"/><signatureCode code="S"/><${role}><id root="1"/><assignedPerson><name>Ada</name></assignedPerson>
      <representedOrganization><name>North</name><asOrganizationPartOf><wholeOrganization><name>All</name></wholeOrganization></asOrganizationPartOf></representedOrganization></${role}></${name}>`
    const { header, unmapped } = parse(documentOf('', part))
    const text = JSON.stringify(header)
    for (const value of ['"Ada"', '"North"', '"All"', '"2026"', '"S"']) expect(text).toContain(value)
    expect(unmapped).toEqual([])
  })

  test('several patients', () => {
    const target = (extension: string) => `<recordTarget><patientRole><id extension="${extension}"/></patientRole></recordTarget>`
    const { header } = parse(documentOf('', target('1') + target('2')))
    expect(header).toMatchObject({ patient: { id: [{ extension: '1' }] }, otherPatients: [{ id: [{ extension: '2' }] }] })
  })
})

describe('sections', () => {
  const nested = documentOf(
    `<component><section><code code="A"/><title>Outer</title><text>1</text><component><section><code code="8716-3"/><title>Inner</title><text>2</text>
      <entry><observation>${template('22.4.27')}</observation></entry></section></component></section></component>${sectionOf('B', '<entry><act/></entry>')}`,
  )

  test('within sections', () => {
    const { sections, counts } = parse(nested)
    expect(sections.map(({ title, sections: inner }) => [title, inner.map(({ title: own }) => own)])).toEqual([
      ['Outer', ['Inner']],
      [undefined, []],
    ])
    expect(counts).toMatchObject({ sections: 3, entries: 2, items: 2 })
  })

  test.each([
    [['8716-3'], ['Inner'], 1, 0],
    [['vitals'], ['Inner'], 1, 0],
    [['A'], ['Outer'], 1, 0],
    [['B'], [undefined], 0, 1],
    [['C'], [], 0, 0],
    [[], ['Outer', undefined], 1, 1],
  ])('those that are asked for: %j', (sections, titles, vitals, other) => {
    const { clinical, sections: shown, counts } = parse(nested, { sections })
    expect(shown.map(({ title }) => title)).toEqual(titles)
    expect([clinical.vitals!.length, clinical.other!.length]).toEqual([vitals, other])
    expect(counts.items).toBe(2)
  })

  test('statements only where they are asked for', () => {
    const has = (options: object) => JSON.stringify(parse(nested, options).sections).includes('"statement"')
    expect([has({}), has({ view: 'full' }), has({ view: 'full', entries: false })]).toEqual([false, true, false])
  })

  test('positions are those of the text, and of bytes without their mark', () => {
    const [section] = parse(new TextEncoder().encode(`\ufeff${nested}`), { sourcePositions: true }).sections
    expect(nested.slice(section!.start, section!.end)).toMatch(/^<section><code code="A"\/>.*<\/section>$/s)
  })

  test('without the component around them', () => {
    const { counts, unmapped } = parse(documentOf('<section><code code="A"/><section><code code="B"/></section></section>'))
    expect([counts.sections, unmapped]).toEqual([2, []])
  })

  test('without code or narrative', () => {
    const body = '<component><section><entry><act/></entry></section></component>'
    expect(issuesOf(documentOf(body))).toEqual(['section_code_missing', 'section_text_missing'])
  })
})

describe('parts of documents', () => {
  test.each([
    ['section', '<section><code code="8716-3"/><entry><observation/></entry></section>', { sections: 1, entries: 1, items: 1 }],
    ['component', '<component><section><code code="A"/><entry><act/></entry></section></component>', { sections: 1, entries: 1, items: 1 }],
    ['entry', '<entry><act/></entry>', { sections: 0, entries: 1, items: 1 }],
    ['observation', '<observation><code code="A"/></observation>', { sections: 0, entries: 1, items: 1 }],
    ['organizer', '<organizer><component><observation/></component></organizer>', { sections: 0, entries: 1, items: 1 }],
    ['author', '<author><time value="2026"/></author>', { sections: 0, entries: 0, items: 0 }],
  ])('%s', (root, document, counts) => {
    const parsed = parse(document, { view: 'full' })
    expect([parsed.kind.root, parsed.counts, parsed.unmapped]).toEqual([root, expect.objectContaining(counts), []])
    expect(parsed.issues.map(({ code }) => code)).toEqual(expect.arrayContaining(['root_is_part', 'namespace_missing']))
  })

  test('a part of a header is in the header', () => {
    expect(parse('<author xmlns="urn:hl7-org:v3"><time value="2026"/></author>').header.authors).toEqual([
      { as: 'author', time: { value: '2026', precision: 'year' } },
    ])
  })

  test('prefixes that examples use without declaring them', () => {
    const parsed = parse('<observation><value xsi:type="CD" sdtc:valueSet="1.2"/></observation>')
    expect(parsed.clinical.other![0]!.value).toEqual([{ type: 'CD', code: { valueSet: '1.2' } }])
    expect(parsed.issues.map(({ code }) => code)).toContain('prefix_undeclared')
  })

  test('a document whose elements have a prefix', () => {
    const prefixed = documentOf(sectionOf('8716-3', '<entry><observation/></entry>'))
      .replace(/<(\/?)(?=\w)/g, '<$1h:')
      .replace('xmlns=', 'xmlns:h=')
    expect(parse(prefixed).counts).toMatchObject({ sections: 1, items: 1 })
  })

  test.each([
    ['a resource of FHIR', '<Patient xmlns="http://hl7.org/fhir"/>'],
    ['a message of HL7 V3', '<PRPA_IN201305UV02 xmlns="urn:hl7-org:v3"/>'],
    ['a page', '<html/>'],
    ['a document of another namespace', '<ClinicalDocument xmlns="urn:other"/>'],
  ])('%s is refused', (_title, document) => {
    expect(() => parse(document)).toThrow(expect.objectContaining({ code: 'unsupported_variant' }))
  })
})

describe('nothing is lost', () => {
  const write = ({ kind, name = '', attributes = [], children = [], value = '' }: Node): string => {
    const escaped = value.replace(/&/g, '&amp;').replace(/</g, '&lt;')
    if (kind === 'text') return escaped
    if (kind === 'cdata') return `<![CDATA[${value}]]>`
    if (kind === 'comment') return `<!--${value}-->`
    if (kind === 'instruction') return `<?${name} ${value}?>`
    const own = attributes.map((each) => ` ${each.name}="${each.value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`).join('')
    return children.length === 0 ? `<${name}${own}/>` : `<${name}${own}>${children.map(write).join('')}</${name}>`
  }

  test('the tree writes the document again', () => {
    const document = documentOf(
      sectionOf('X', '<entry><act a="1 &amp; &quot;2&quot;"/></entry>', 'a &amp; b<!-- c --><?d e?><![CDATA[<f>]]>\n<br/>'),
    )
    expect(write(parse(document, { view: 'tree' }).tree!)).toBe(document)
  })

  test.each([
    ['an element', '<odd/>', ['/odd']],
    ['an element with all in it', '<odd a="1">x<b/></odd>', ['/odd', '/odd/@a', '/odd/b', '/odd/text()']],
    ['an attribute', '<code code="A" odd="1"/>', ['/code/@odd']],
    ['a text', '<code code="A"/>odd', ['/text()']],
    ['an element of another namespace', '<o:code xmlns:o="urn:other" code="A"/>', ['/o:code', '/o:code/@code']],
    ['a participation of another namespace', '<o:performer xmlns:o="urn:other"/>', ['/o:performer']],
    ['a statement of another namespace', '<o:act xmlns:o="urn:other"/>', ['/o:act']],
    ['the second of what stands once', '<code code="A"/><code code="B"/>', ['/code', '/code/@code']],
    ['the second role of a participation', '<performer><assignedEntity/><assignedPerson/></performer>', ['/performer/assignedPerson']],
  ])('%s that is not known is counted', (_title, inside, paths) => {
    const { unmapped, mapped } = parse(documentOf(sectionOf('X', `<entry><observation>${inside}</observation></entry>`)))
    const base = '/ClinicalDocument/component/structuredBody/component/section/entry/observation'
    expect(unmapped.map(({ path }) => path.replace(base, '')).sort()).toEqual(paths)
    expect(mapped.ratio).toBeLessThan(1 + Number(paths.every((path) => path.endsWith('text()'))))
  })

  test('fixed attributes count as mapped only with their fixed values', () => {
    const section = (mood: string) =>
      documentOf(`<component><section classCode="DOCSECT" moodCode="${mood}"><code code="X"/></section></component>`)
    expect(parse(section('EVN')).unmapped).toEqual([])
    expect(parse(section('INT')).unmapped.map(({ path }) => path.slice(-10))).toEqual(['/@moodCode'])
  })
})

describe('what no document may do', () => {
  test('every cut of a document ends in a fault that tells no value of it', () => {
    const document = documentOf(sectionOf('X', '<entry><act><id extension="Zebulon"/></act></entry>', 'Zebulon'))
    for (let end = 0; end < document.length; end++) {
      try {
        parse(document.slice(0, end))
        expect.unreachable()
      } catch (error) {
        expect(error).toBeInstanceOf(ProblemError)
        expect((error as ProblemError).message).not.toMatch(/Zeb|ZEB/)
      }
    }
  })

  test('no message of an issue holds a value', () => {
    const document = documentOf(
      sectionOf(
        'Zebulon',
        '<entry><observation negationInd="Zebulon"><value/><effectiveTime value="Zebulon"/><text><reference value="#Zebulon"/></text></observation></entry>',
        '<Zebulon/>',
      ),
    )
    expect(parse(document).issues.length).toBeGreaterThan(3)
    for (const { message } of parse(document).issues as unknown as { message: string }[]) expect(message).not.toContain('Zebulon')
  })

  test('many entries, many issues and deep statements stay linear', () => {
    const wide = documentOf(
      sectionOf('X', '<entry><observation negationInd="x"><effectiveTime value="x"/></observation></entry>'.repeat(20_000)),
    )
    expect(parse(wide, { maxIssues: 10 })).toMatchObject({ counts: { items: 20_000, warning: 40_000 } })
    const depth = 240
    const deep = `${'<act><entryRelationship>'.repeat(depth)}<act/>${'</entryRelationship></act>'.repeat(depth)}`
    expect(parse(deep, { view: 'tree' }).counts.items).toBe(1)
  })

  test('a million nodes are too many', () => {
    expect(() => parse(`<section>${'<entry/>'.repeat(1_000_000)}</section>`)).toThrow(expect.objectContaining({ code: 'resource_limit' }))
  })
})
